import type { ListingPlan } from '../listings/listing-plan.js';
import type { ListingTerms } from '../listings/terms.js';
import type { Random } from '../random.js';
import type { Amenity } from '../records/amenities.js';
import type { BuildingFlag } from '../records/place-records.js';
import { list, numberWord, ordinalWord, thousands } from './words.js';

/** The facts of a home for its description, in words ready to use. */
export interface Subject {
  readonly plan: ListingPlan;
  readonly terms: ListingTerms;
  readonly random: Random;
  /** The listing's own amenities and its building's features. */
  has(...names: ReadonlyArray<Amenity | BuildingFlag>): boolean;
  /** `two-bedroom`, `studio`. */
  readonly beds: string;
  /** `apartment`, `loft`, `townhouse`, fitting the place. */
  readonly home: string;
  /** `1,240 square feet`, or empty when the record has no size. */
  readonly size: string;
  /** `twelfth floor`, `garden level`, `top of the house`. */
  readonly floor: string;
  /** `southern and eastern`. */
  readonly light: string;
  /** `the Hudson River esplanade` and two more, in random order. */
  readonly places: readonly [string, string, string];
  readonly neighborhood: string;
  /** `the A, C and E trains`; always a plural. */
  readonly trains: string;
  /** The building's name or its street, or `the building` for a hidden address. */
  readonly house: string;
  /** True when nothing may reveal the address. */
  readonly hidden: boolean;
  /** `two baths`, `two and a half baths`. */
  readonly baths: string;
  /** What the windows show, if anything special: `river views`. */
  readonly view: string;
  /** The outdoor space, if any: `terrace`. */
  readonly outdoor: string;
}

const VIEWS: ReadonlyArray<readonly [Amenity, string]> = [
  ['riverview', 'river views'],
  ['parkview', 'views over the park'],
  ['lakeview', 'a view of the water'],
  ['skylineview', 'skyline views'],
  ['openview', 'open views'],
  ['cityview', 'city views'],
];

const OUTDOORS: ReadonlyArray<readonly [Amenity, string]> = [
  ['terrace', 'terrace'],
  ['privatedeck', 'deck'],
  ['garden', 'garden'],
  ['balcony', 'balcony'],
  ['patio', 'patio'],
];

function bedsWord(beds: number): string {
  if (beds < 1) return 'studio';
  return `${numberWord(Math.floor(beds))}-bedroom`;
}

function homeWord(
  { building, unit, type, beds }: ListingPlan,
  has: Subject['has'],
  random: Random,
): string {
  if (beds < 1) return 'apartment';
  if (type === 'Townhouse') return random.pick(['townhouse', 'rowhouse']);
  if (type === 'House') return random.pick(['house', 'home']);
  if (unit?.floorText === 'PH') return 'penthouse';
  if (has('duplex')) return 'duplex';
  if (building.kind === 'brownstone') return random.pick(['floor-through', 'apartment']);
  if (has('loft')) return 'loft';
  return random.pick(['apartment', 'apartment', 'home', 'residence']);
}

function floorWords({ unit, floor }: ListingPlan): string {
  if (unit?.floorText === 'PH') return 'top of the house';
  if (unit?.floorText === 'Garden') return 'garden level';
  if (unit?.apt === 'Parlor') return 'parlor floor';
  return `${ordinalWord(floor)} floor`;
}

function bathWords(baths: number): string {
  const whole = Math.floor(baths);
  if (baths > whole) return `${numberWord(whole)} and a half baths`;
  return whole === 1 ? 'one bath' : `${numberWord(whole)} baths`;
}

const LIGHT: Record<string, string> = {
  North: 'northern',
  East: 'eastern',
  South: 'southern',
  West: 'western',
};

function lightWords(exposure: string): string {
  return list(exposure.split(' and ').map((word) => LIGHT[word] ?? word.toLowerCase()));
}

/** Gathers the facts for a listing's description. */
export function subjectOf(
  plan: ListingPlan,
  terms: ListingTerms,
  amenities: readonly Amenity[],
  told: { hidden: boolean; size: number },
): Subject {
  const { building, random } = plan;
  const all: ReadonlySet<string> = new Set<string>([...amenities, ...building.features.flags]);
  const has: Subject['has'] = (...names) => names.every((name) => all.has(name));
  const [a = '', b = '', c = ''] = random.shuffle(building.facts.places);
  const lines = building.subway.split('');
  return {
    plan,
    terms,
    random,
    has,
    beds: bedsWord(plan.beds),
    home: homeWord(plan, has, random),
    size: told.size > 0 ? `${thousands(told.size)} square feet` : '',
    floor: floorWords(plan),
    light: lightWords(plan.unit?.line.exposure ?? 'South'),
    places: [a, b, c],
    neighborhood: building.neighborhood.name,
    trains: lines.length === 1 ? `trains on the ${lines[0]} line` : `the ${list(lines)} trains`,
    house: told.hidden
      ? 'the building'
      : building.name || `${building.address.house} ${building.address.street}`,
    hidden: told.hidden,
    baths: bathWords(plan.baths),
    view: VIEWS.find(([name]) => all.has(name))?.[1] ?? '',
    outdoor: OUTDOORS.find(([name]) => amenities.includes(name))?.[1] ?? '',
  };
}

/** One way of saying something, and the condition for it. */
export interface Phrase {
  readonly when?: (subject: Subject) => boolean;
  readonly say: (subject: Subject) => string;
}

/**
 * Uses phrases in turn: of the phrases that are true of a subject, one of those used least so far,
 * so that a collection of descriptions uses all of them.
 */
export class Voice {
  readonly #used = new Map<Phrase, number>();

  /** The sentence, or an empty text when nothing fits. */
  say(phrases: readonly Phrase[], subject: Subject): string {
    const fitting = phrases.filter(({ when }) => when?.(subject) ?? true);
    if (fitting.length === 0) return '';
    const least = Math.min(...fitting.map((phrase) => this.#used.get(phrase) ?? 0));
    const chosen = subject.random.pick(
      fitting.filter((phrase) => (this.#used.get(phrase) ?? 0) <= least + 1),
    );
    this.#used.set(chosen, (this.#used.get(chosen) ?? 0) + 1);
    return chosen.say(subject);
  }
}
