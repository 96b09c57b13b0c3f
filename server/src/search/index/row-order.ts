import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Arrays, type Columns, NOWHERE } from './columns.js';
import type { Run } from './group-runs.js';

/** Rows that are sorted at a time: some milliseconds. Other calls are answered between two portions. */
const PORTION = 32_768;

/** A point is one of so many squared on the map of all listings. */
const GRID = 65_536;

/** Behind all points: a listing without coordinates. */
const LAST = 2 ** 32;

interface RowOrder {
  /** The row that comes to each place. */
  readonly order: Uint32Array;
  readonly runs: readonly Run[];
}

/**
 * The order in which the rows of a status lie together, in these those of a neighborhood, and in these those
 * that stand close together on the map.
 */
export async function rowOrder(columns: Columns): Promise<RowOrder> {
  const inGroups = orderOfGroups(columns);
  await sortByPlace(columns.arrays, inGroups);
  return inGroups;
}

function orderOfGroups({ arrays, dictionary, rows }: Columns): RowOrder {
  const counts = dictionary.groups.map(() => 0);
  for (let row = 0; row < rows; row += 1) {
    const group = arrays.groups[row] as number;
    counts[group] = (counts[group] as number) + 1;
  }
  const inOrder = dictionary.groups
    .map((group, code) => ({ ...group, code }))
    .sort((one, other) => one.status - other.status || one.neighborhood - other.neighborhood);
  const runs: Run[] = [];
  const next = new Uint32Array(counts.length);
  let start = 0;
  for (const { code } of inOrder) {
    next[code] = start;
    runs.push({ group: code, from: start, to: start + (counts[code] as number) });
    start += counts[code] as number;
  }
  const order = new Uint32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const group = arrays.groups[row] as number;
    const place = next[group] as number;
    order[place] = row;
    next[group] = place + 1;
  }
  return { order, runs };
}

/** Sorts the rows of each group along a line that visits places close to each other one after another. */
async function sortByPlace(arrays: Arrays, { order, runs }: RowOrder): Promise<void> {
  const placeOf = placesIn(arrays);
  const keys = new Float64Array(Math.min(PORTION, order.length));
  const sorted = new Uint32Array(keys.length);
  let since = 0;
  for (const { from, to } of runs) {
    // A group of very many rows has several such lines.
    for (let start = from; start < to; start += PORTION) {
      const count = Math.min(PORTION, to - start);
      // The key of a number that sorts: the place on the line, and behind it the place in the portion.
      for (let at = 0; at < count; at += 1) {
        keys[at] = placeOf(order[start + at] as number) * PORTION + at;
      }
      const inOrder = keys.subarray(0, count).sort();
      for (let at = 0; at < count; at += 1) {
        sorted[at] = order[start + ((inOrder[at] as number) % PORTION)] as number;
      }
      order.set(sorted.subarray(0, count), start);
      since += count;
      if (since < PORTION) continue;
      since = 0;
      await nextTurn();
    }
  }
}

/** Where a row is on a line through all points (a Z-order curve). */
function placesIn({ downs, longitudes, latitudes }: Arrays): (row: number) => number {
  let [west, east, top, bottom] = [2 ** 31, NOWHERE, 2 ** 32, 0];
  for (let row = 0; row < latitudes.length; row += 1) {
    if (latitudes[row] === NOWHERE) continue;
    west = Math.min(west, longitudes[row] as number);
    east = Math.max(east, longitudes[row] as number);
    top = Math.min(top, downs[row] as number);
    bottom = Math.max(bottom, downs[row] as number);
  }
  const across = GRID / (east - west + 1);
  const down = GRID / (bottom - top + 1);
  return (row) => {
    if (latitudes[row] === NOWHERE) return LAST;
    const x = Math.floor(((longitudes[row] as number) - west) * across);
    const y = Math.floor(((downs[row] as number) - top) * down);
    return (spread(x) | (spread(y) << 1)) >>> 0;
  };
}

/** A number of 16 bits with a 0 ahead of each of its bits. */
function spread(value: number): number {
  let bits = value & 0xffff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}
