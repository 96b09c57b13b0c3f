import type { Calendar } from '../calendar.js';
import { postalCity } from '../geography/neighborhoods.js';
import type { ListingPlan } from '../listings/listing-plan.js';
import { drawOpenHouses, NO_OPEN_HOUSE } from '../listings/open-houses.js';
import { rentRoll } from '../listings/special-offers.js';
import { AGENTS } from '../people/agent-profiles.js';
import { facadePath, POOL, type SceneName, scenePath } from '../pictures/pool.js';
import { Random } from '../random.js';
import {
  BUILDING_FLAGS,
  type BuildingFlag,
  type BuildingPhotoRecord,
  type BuildingRecord,
  type Flag,
  RENT_INCLUDES,
  type RentInclude,
} from '../records/place-records.js';
import { publicNote } from './building-note.js';
import { type BuildingPlan, isNewDevelopment } from './building-plan.js';
import { chargePerFoot, downPayment } from './pricing.js';
import { buildingSize, lotSize } from './sizes.js';

const flag = (holds: boolean): Flag => (holds ? 1 : 0);

/** 1 pre-war, 2 post-war, 3 new construction, by the year built; 0 without a building. */
export function eraOf(built: number): number {
  if (built === 0) return 0;
  if (built < 1946) return 1;
  return built < 2000 ? 2 : 3;
}

const TYPICAL_BEDS = ['Studio', '1', '2', '3', '4', '5', '6'];

/** The bedroom counts found in a building: `Studio, 1, 2`. */
function bedsOffered({ lines }: BuildingPlan): string {
  const counts = new Set(lines.map((line) => Math.floor(line.layout.beds)));
  return TYPICAL_BEDS.filter((_, count) => counts.has(count)).join(', ');
}

/** Families a small house is zoned for; large buildings are not counted so. */
function familiesOf({ kind, lines, id }: BuildingPlan): number {
  if (kind === 'house') return 1 + (id % 2);
  if (kind === 'townhouse') return 1 + (id % 3);
  if (kind !== 'brownstone' && kind !== 'mixedUse') return 0;
  return lines.reduce((sum, line) => sum + line.high - line.low + 1, 0);
}

/** Lowest and highest of the prices, 0 when there are none. */
function range(prices: readonly number[]): [low: number, high: number] {
  return prices.length > 0 ? [Math.min(...prices), Math.max(...prices)] : [0, 0];
}

const KEYS = ['KWD', 'KIO', 'LBX', 'SUPER', 'TNT 24H'];

/** Average size of a home, which the monthly charge of a typical one follows from. */
function typicalSize({ lines }: BuildingPlan): number {
  return lines.reduce((sum, line) => sum + line.size, 0) / Math.max(lines.length, 1);
}

/** The record of a building. R102, R103. */
export function buildingRecord(
  plan: BuildingPlan,
  listings: readonly ListingPlan[],
  seed: number,
  calendar: Calendar,
): BuildingRecord {
  const random = new Random(seed, `building record ${plan.id}`);
  const year = calendar.year(calendar.today);
  const { kind, profile, features, address, built, facts } = plan;
  const offered = listings.filter((l) => l.onMarket);
  const [minbuy, maxbuy] = range(offered.filter((l) => l.kind === 'sale').map((l) => l.price));
  const [minrent, maxrent] = range(offered.filter((l) => l.kind === 'rental').map((l) => l.price));
  const whole = listings.find((l) => l.kind === 'sale' && l.apt === '');
  const investment = listings.some((l) => l.type === 'Investment');
  const rentals = listings.filter((l) => l.kind === 'rental');
  const isNew = isNewDevelopment(built, year);
  const gallery = isNew && profile.tenure === 'condo' && random.chance(0.7);
  const { upcoming, ...openHouses } = gallery ? drawOpenHouses(calendar, 1, random) : NO_OPEN_HOUSE;
  const { tenure } = profile;
  const monthly = Math.round((chargePerFoot(plan) * typicalSize(plan)) / 10) * 10;
  const value = buildingSize(plan) * facts.sale * Math.max(profile.sale, 0.3);
  const apartments = !['house', 'business', 'land', 'mixed'].includes(tenure);
  const feeFree = kind === 'rentalTower' && random.chance(0.7);
  return {
    ...(Object.fromEntries(
      BUILDING_FLAGS.map((name) => [name, flag(features.flags.has(name))]),
    ) as Record<BuildingFlag, Flag>),
    ...(Object.fromEntries(
      RENT_INCLUDES.map((name) => [name, flag(features.included.has(name))]),
    ) as Record<RentInclude, Flag>),
    address: address.street,
    beds: bedsOffered(plan),
    bldgsize: `${buildingSize(plan)}`,
    built,
    cat: plan.neighborhood.id,
    city: postalCity(plan.neighborhood),
    common: tenure === 'condo' ? monthly : 0,
    concession: feeFree && random.chance(0.5) ? 'One month free on select 13-month leases.' : '',
    contact: random.pick(AGENTS.filter((a) => a.status === 'Active')).id,
    cooling: features.cooling,
    deduct: tenure === 'coop' ? random.int(38, 58) : 0,
    down: downPayment(plan),
    era: eraOf(built),
    exp: investment ? Math.round(rentRoll(plan) * 0.31) : 0,
    ext:
      kind === 'brownstone' || kind === 'townhouse'
        ? random.pick(['No', 'Rear, two floors', 'No'])
        : '',
    families: familiesOf(plan),
    featured: flag(random.chance(0.12)),
    fee: feeFree || !apartments ? 0 : random.pick([0, 12, 15]),
    heating: features.heating,
    house: address.house,
    id: plan.id,
    imgcount: buildingPhotos(plan).length,
    incrent: investment ? rentRoll(plan) : 0,
    keys: kind === 'lot' ? '' : features.flags.has('doorman') ? 'KWD' : random.pick(KEYS.slice(1)),
    location: address.crosses.join(' & '),
    lotsize: `${lotSize(plan)}`,
    maintanance: tenure === 'coop' || tenure === 'condop' ? monthly : 0,
    maxbuy,
    minbuy,
    maxrent,
    minrent,
    name: plan.name,
    new: flag(random.chance(0.08)),
    newdevelopment: isNew ? -1 : 0,
    nofee: flag(feeFree),
    op: flag(rentals.length > 0 && random.chance(0.25)),
    ...openHouses,
    parking: features.parking,
    pets: features.pets,
    phone: features.flags.has('doorman')
      ? `212-555-01${`${random.int(0, 99)}`.padStart(2, '0')}`
      : '',
    price: whole ? whole.price : 0,
    propertytype: profile.propertyType,
    public_note: publicNote(plan, random),
    state: 'NY',
    status: 1,
    stories: plan.stories,
    style: random.pick(profile.architecture),
    subwayline: plan.subway.split('').join(','),
    taxes: Math.round((value * (tenure === 'rental' ? 0.012 : 0.009)) / 100) * 100,
    type: profile.type,
    units: plan.units,
    website: '',
    zip: address.zip,
    latitude: address.point.latitude,
    longitude: address.point.longitude,
    category: random.weighted([
      [0, 5],
      [1, 2],
      [2, 2],
      [6, 1],
    ]),
  };
}

const SHARED: ReadonlyArray<readonly [BuildingFlag, SceneName, string]> = [
  ['doorman', 'lobby', 'Lobby'],
  ['healthclub', 'gym', 'Fitness center'],
  ['pool', 'pool', 'Pool'],
  ['roofdeck', 'roofdeck', 'Roof deck'],
];

/** The photographs of a building: its facade, then what its residents share. */
export function buildingPhotos({ id, features, kind }: BuildingPlan): BuildingPhotoRecord[] {
  if (kind === 'lot' && id % 2 === 0) return [];
  const shots = SHARED.filter(([name]) => features.flags.has(name)).map(([, scene, name]) => ({
    filename: scenePath(scene, (id % POOL[scene]) + 1),
    name,
  }));
  return [{ filename: facadePath(id), name: '' }, ...shots].map((shot, index) => ({
    building_id: id,
    ...shot,
    sort: index + 1,
  }));
}
