import { article, capital, list, numberWord } from '../description/words.js';
import type { Random } from '../random.js';
import type { BuildingFlag } from '../records/place-records.js';
import type { BuildingPlan } from './building-plan.js';

const SHARED: ReadonlyArray<readonly [BuildingFlag, string]> = [
  ['pool', 'pool'],
  ['healthclub', 'fitness center'],
  ['roofdeck', 'roof deck'],
  ['lounge', 'residents’ lounge'],
  ['courtyard', 'courtyard'],
  ['commonoutdoorspace', 'shared garden'],
  ['childrenplayroom', 'playroom'],
  ['garage', 'garage'],
  ['bicycleroom', 'bicycle room'],
  ['storage', 'storage room'],
  ['laundry', 'laundry room'],
];

const KINDS: Readonly<Record<BuildingPlan['kind'], string>> = {
  prewarCoop: 'prewar cooperative',
  postwarCoop: 'postwar cooperative',
  gardenCoop: 'garden cooperative',
  condoTower: 'condominium tower',
  boutiqueCondo: 'boutique condominium',
  loftCondo: 'loft condominium',
  condop: 'condop',
  rentalTower: 'rental tower',
  elevatorRental: 'elevator house',
  walkup: 'walk-up',
  brownstone: 'brownstone with one apartment to a floor',
  townhouse: 'townhouse',
  house: 'house',
  mixedUse: 'mixed-use building',
  office: 'office building',
  retail: 'commercial building',
  site: 'garage on a development site',
  lot: 'vacant lot',
};

/** What may be published about a building, in two or three sentences. */
export function publicNote(plan: BuildingPlan, random: Random): string {
  const { kind, name, built, stories, units, address, neighborhood, facts, features } = plan;
  const [one, other] = address.crosses;
  const where = `on ${address.street} between ${one} and ${other}`;
  const what = article(KINDS[kind]);
  if (kind === 'lot') return `${capital(what)} ${where}, in ${neighborhood.name}.`;
  const floors = `${numberWord(stories)} ${stories === 1 ? 'floor' : 'floors'}`;
  const homes = units > 1 ? ` and ${units} units` : '';
  const shared = SHARED.filter(([flag]) => features.flags.has(flag)).map(([, words]) => words);
  const offers =
    shared.length > 0 ? ` Residents share ${list(shared.slice(0, 4).map(article))}.` : '';
  const first = name
    ? `${name} is ${what} of ${floors}${homes} ${where}.`
    : `${capital(what)} of ${floors}${homes} ${where}, built in ${built}.`;
  const near = random.pick([
    `Near ${facts.places[0]} and ${facts.places[1]}.`,
    `${capital(facts.places[0])} is a few minutes away.`,
    `A short walk from ${facts.places[2]}.`,
  ]);
  return `${first}${offers} ${near}`;
}
