import { Random } from '../random.js';
import { BOROUGH_NAMES, PLACES, type Place } from './places.js';
import { STREETS } from './words.js';

/** How many listings share a building. */
export const LISTINGS_PER_BUILDING = 20;

/** Ids of the boroughs come first, then those of the neighborhoods. */
export const FIRST_PLACE_ID = BOROUGH_NAMES.length + 1;

/** A building of the stock: everything follows from the seed and its number. */
export interface StockBuilding {
  readonly id: number;
  readonly place: Place;
  readonly placeId: number;
  readonly house: string;
  readonly street: string;
  readonly cross: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly built: number;
  readonly stories: number;
  readonly perFloor: number;
  readonly tenure: 'Apartment' | 'Condo' | 'Coop' | 'Condop' | 'House' | 'Townhouse';
  readonly doorman: boolean;
  readonly elevator: boolean;
  readonly pets: number;
  readonly cooling: number;
  /** Price level against the neighborhood's. */
  readonly level: number;
}

const PETS = [3, 3, 3, 1, 2, 98, 99, 4, 0];

/** How many buildings there are for a number of listings. */
export function buildingCount(listings: number): number {
  return Math.max(1, Math.ceil(listings / LISTINGS_PER_BUILDING));
}

/** The building of a number, counted from 0. */
export function stockBuilding(seed: number, index: number): StockBuilding {
  const random = new Random(seed + index * 7919, 'stock');
  const at = random.int(0, PLACES.length - 1);
  const place = PLACES[at] as Place;
  const dense = place.sale > 900;
  const tenure = random.weighted([
    ['Apartment', 44],
    ['Condo', dense ? 24 : 12],
    ['Coop', 24],
    ['Condop', 2],
    ['House', dense ? 0.5 : 14],
    ['Townhouse', 4],
  ] as const);
  const whole = tenure === 'House' || tenure === 'Townhouse';
  const stories = whole ? random.int(2, 4) : Math.round(3 + (dense ? 40 : 14) * random.next() ** 3);
  const street = random.int(0, STREETS.length - 1);
  return {
    id: index + 1,
    place,
    placeId: FIRST_PLACE_ID + at,
    house: `${random.int(1, 1999)}`,
    street: STREETS[street] ?? 'Main Street',
    cross: `${STREETS[(street + 5) % STREETS.length]} & ${STREETS[(street + 6) % STREETS.length]}`,
    latitude: Math.round((place.latitude + random.between(-0.004, 0.004)) * 1e6) / 1e6,
    longitude: Math.round((place.longitude + random.between(-0.004, 0.004)) * 1e6) / 1e6,
    built: stories > 20 ? random.int(1960, 2025) : random.int(1890, 2022),
    stories,
    perFloor: whole ? 1 : random.int(1, 9),
    tenure,
    doorman: stories > 9 && random.chance(0.7),
    elevator: stories > 5,
    pets: random.pick(PETS),
    cooling: random.pick([1, 2, 2, 3, -1, 0]),
    level: random.between(0.75, 1.3),
  };
}
