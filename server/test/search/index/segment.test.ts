import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeldTest } from '../../../src/search/conditions/conditions.js';
import { COLUMN_NAMES, Columns, Dictionary } from '../../../src/search/index/columns.js';
import type { IndexRow } from '../../../src/search/index/index.queries.js';
import { rowOrder } from '../../../src/search/index/row-order.js';
import { Segment } from '../../../src/search/index/segment.js';

const ROWS = 3000;

/** Of three neighborhoods, one of them with most of the rows. */
const row = fc.record({
  neighborhood_id: fc.constantFrom(1, 1, 1, 1, 2, 3),
  price: fc.integer({ min: 1, max: 9 }),
  point: fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 1 },
    {
      arbitrary: fc.tuple(
        fc.integer({ min: -90_000_000, max: 90_000_000 }),
        fc.integer({ min: -180_000_000, max: 180_000_000 }),
      ),
      weight: 9,
    },
  ),
});

const rows: IndexRow[] = fc
  .sample(row, { numRuns: ROWS, seed: 3 })
  .map(({ point, ...others }, at) => ({
    id: at + 1,
    ...{ status: 2, size: 0, type: 1, pets: 0, beds: 1, bath: 1, rooms: 1, category: 0, flags: 0 },
    ...{ amenities_low: 0, amenities_high: 0 },
    latitude: point?.[0] ?? null,
    longitude: point?.[1] ?? null,
    ...others,
  }));

const parallel = fc.integer({ min: -90_000_000, max: 90_000_000 });
const meridian = fc.integer({ min: -180_000_000, max: 180_000_000 });
const boxes = fc.tuple(parallel, parallel, meridian, meridian).map(([one, other, west, east]) => ({
  is: 'boxed' as const,
  south: Math.min(one, other),
  north: Math.max(one, other),
  west,
  east,
}));
const asked = fc.record({
  mask: fc.tuple(...[1, 2, 3].map(() => fc.constantFrom(0, 1))),
  box: fc.option(boxes),
  isPlaced: fc.boolean(),
  price: fc.option(fc.integer({ min: 1, max: 9 })),
});

async function segmentOf(gone: readonly number[]): Promise<Segment> {
  const columns = new Columns(new Dictionary());
  for (const one of rows) columns.append(one);
  columns.trim();
  const { order, runs } = await rowOrder(columns);
  for (const name of COLUMN_NAMES) columns.arrange(name, order);
  const segment = new Segment(columns);
  segment.setRuns(runs);
  for (const at of gone) segment.leaveOut(at);
  return segment;
}

describe.each([
  ['all rows', []],
  ['some rows gone', [0, 1, 255, 256, 700, 2999]],
])('Rows in blocks, %s', (_, gone) => {
  it('are found and counted as one by one', async () => {
    const segment = await segmentOf(gone);
    const { arrays, dictionary } = segment.columns;
    const left = new Set(rows.map(({ id }) => id));
    for (const at of gone) left.delete(arrays.ids[at] as number);
    fc.assert(
      fc.property(asked, ({ mask, box, isPlaced, price }) => {
        const tests: HeldTest[] = [
          ...(box === null ? [] : [box]),
          ...(isPlaced ? [{ is: 'placed' as const }] : []),
          ...(price === null
            ? []
            : [
                { is: 'compared' as const, column: 'price', operator: '>=', value: price } as const,
              ]),
        ];
        const groups = Uint8Array.from(
          dictionary.groups,
          ({ neighborhood }) => mask[neighborhood - 1] as number,
        );
        const wanted = rows.filter(
          ({ id, latitude, longitude, price: its, neighborhood_id }) =>
            left.has(id) &&
            mask[neighborhood_id - 1] === 1 &&
            (price === null || its >= price) &&
            (!(isPlaced || box !== null) || latitude !== null) &&
            (box === null || isWithin(box, latitude as number, longitude as number)),
        );
        const found: number[] = [];
        segment.visit(groups, tests, ({ arrays: { ids } }, some, count) => {
          found.push(...Array.from(some.subarray(0, count), (at) => ids[at] as number));
        });
        expect(found.sort((one, other) => one - other)).toEqual(wanted.map(({ id }) => id));
        const counts = new Uint32Array(dictionary.groups.length);
        segment.count(groups, tests, counts);
        expect([...counts]).toEqual(
          dictionary.groups.map(
            ({ neighborhood }) =>
              wanted.filter(({ neighborhood_id }) => neighborhood_id === neighborhood).length,
          ),
        );
      }),
      { seed: 5, numRuns: 200 },
    );
  });
});

function isWithin(
  { south, north, west, east }: { south: number; north: number; west: number; east: number },
  latitude: number,
  longitude: number,
): boolean {
  const isAcross =
    west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east;
  return latitude >= south && latitude <= north && isAcross;
}
