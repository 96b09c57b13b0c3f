import type { HeldTest } from './column-test.js';
import { type Columns, NOWHERE } from './columns.js';

/** The tests that a look at a zone may save. */
export type PlaceTest = Extract<HeldTest, { is: 'boxed' | 'placed' }>;

/** Whether some rows all pass a test, none of them does, or each has to be looked at. */
export type Share = 'all' | 'none' | 'some';

/**
 * Where some rows are at most. The listings of a neighborhood stand close together, so that a map holds
 * most neighborhoods whole or not at all, and only rows of those on its edge have to be looked at.
 */
export interface Zone {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
  /** Whether there are rows with coordinates, and without. */
  readonly isPlaced: boolean;
  readonly isUnplaced: boolean;
}

/** The zone of the rows from one to another, the last not included. */
export function zoneOf({ arrays }: Columns, from: number, to: number): Zone {
  const { latitudes, longitudes } = arrays;
  let [south, north, west, east] = [2 ** 31, NOWHERE, 2 ** 31, NOWHERE];
  let isUnplaced = false;
  for (let row = from; row < to; row += 1) {
    const latitude = latitudes[row] as number;
    const longitude = longitudes[row] as number;
    if (latitude === NOWHERE) {
      isUnplaced = true;
      continue;
    }
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
  }
  return { south, north, west, east, isPlaced: north !== NOWHERE, isUnplaced };
}

/** How many rows of a zone pass all of some tests. */
export function shareOf(zone: Zone, tests: readonly PlaceTest[]): Share {
  let share: Share = 'all';
  for (let at = 0; at < tests.length; at += 1) {
    const one = shareOfOne(zone, tests[at] as PlaceTest);
    if (one === 'none') return 'none';
    if (one === 'some') share = 'some';
  }
  return share;
}

function shareOfOne(zone: Zone, test: PlaceTest): Share {
  if (!zone.isPlaced) return 'none';
  if (test.is === 'placed') return zone.isUnplaced ? 'some' : 'all';
  const { south, north, west, east } = test;
  if (zone.north < south || zone.south > north) return 'none';
  // Over the date line.
  if (west > east) return 'some';
  if (zone.east < west || zone.west > east) return 'none';
  const isWithin =
    zone.south >= south && zone.north <= north && zone.west >= west && zone.east <= east;
  return isWithin && !zone.isUnplaced ? 'all' : 'some';
}
