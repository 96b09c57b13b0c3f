import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { Columns, Dictionary } from '../../../src/search/index/columns.js';
import { firstMatches } from '../../../src/search/index/first-by-price.js';
import type { IndexRow } from '../../../src/search/index/index.queries.js';
import { PriceOrder } from '../../../src/search/index/price-order.js';
import { rowOrder } from '../../../src/search/index/row-order.js';
import { Segment } from '../../../src/search/index/segment.js';

/** More than are put into order at a time. */
const ROWS = 40_000;

/** Every so many listings, one has changed since. */
const GONE = 7;

const prices = [0, 0.01, 1, 1500, 1500.25, 1500.5, 2 ** 31, 2 ** 40 + 0.25, 9_007_199_254_740_991];

/** Ids descend, so that no order is that in which rows come. Some prices occur thousands of times. */
const rows: IndexRow[] = Array.from({ length: ROWS }, (_, at) => ({
  id: ROWS - at,
  status: [2, 19, 1][at % 3] as number,
  neighborhood_id: at % 5,
  price: at % 2 === 0 ? (prices[at % prices.length] as number) : (at * 7919) % 10_007,
  beds: at % 4,
  ...{ size: 0, type: 1, pets: 0, bath: 1, rooms: 1, category: 0, flags: 0 },
  ...{ amenities_low: 0, amenities_high: 0, latitude: null, longitude: null },
}));

const price = fc.oneof(fc.constantFrom(...prices), fc.integer({ min: 0, max: 10_100 }));
const search = fc.record({
  statuses: fc.subarray([1, 2, 19, 22]),
  range: fc.tuple(price, price).map(([least, most]) => ({ least, most })),
  isBounded: fc.boolean(),
  beds: fc.option(fc.integer({ min: 0, max: 4 })),
  descending: fc.boolean(),
  count: fc.constantFrom(1, 10, 500, 50_000),
  expectedRows: fc.constantFrom(ROWS / 4, ROWS),
  others: fc.array(fc.record({ id: fc.integer({ min: ROWS + 1, max: 2 * ROWS }), sorted: price }), {
    maxLength: 12,
  }),
});

let segment: Segment;
let order: PriceOrder;

beforeAll(async () => {
  const columns = new Columns(new Dictionary());
  for (const row of rows) columns.append(row);
  columns.trim();
  const { order: places, runs } = await rowOrder(columns);
  for (const name of ['ids', 'prices', 'beds', 'groups'] as const) columns.arrange(name, places);
  const byId = Uint32Array.from(places.keys()).sort(
    (one, other) => (columns.arrays.ids[one] as number) - (columns.arrays.ids[other] as number),
  );
  order = await PriceOrder.of(columns, runs, byId);
  segment = new Segment(columns);
  segment.setRuns(runs);
  for (let row = 0; row < ROWS; row += GONE) segment.leaveOut(row);
});

it('finds the first by price as a sort of all does, those of one price by id', () => {
  const { ids } = segment.columns.arrays;
  const gone = new Set<number>();
  for (let row = 0; row < ROWS; row += GONE) gone.add(ids[row] as number);
  const left = rows.filter(({ id }) => !gone.has(id));
  fc.assert(
    fc.property(search, ({ statuses, range, isBounded, beds, others, ...page }) => {
      const bounds = isBounded ? range : { least: 0, most: Number.POSITIVE_INFINITY };
      const isAsked = (row: IndexRow) =>
        (statuses.length === 0 || statuses.includes(row.status)) &&
        row.price >= bounds.least &&
        row.price <= bounds.most;
      const direction = page.descending ? -1 : 1;
      const wanted = left
        .filter((row) => isAsked(row) && (beds === null || row.beds === beds))
        .map(({ id, price: sorted }) => ({ id, sorted }))
        .concat(others)
        .sort((one, other) => direction * (one.sorted - other.sorted) || one.id - other.id)
        .slice(0, page.count);
      const tests =
        beds === null
          ? []
          : [{ is: 'compared', column: 'beds', operator: '=', value: beds } as const];
      const walks = order.walks(statuses, bounds, page.descending);
      expect(firstMatches(segment, tests, walks, others, page)).toEqual(wanted);
      expect(order.count(statuses, bounds)).toBe(rows.filter(isAsked).length);
    }),
    { seed: 5, numRuns: 60 },
  );
});

it('gives up where far more rows than expected do not match', () => {
  const dearest = [{ is: 'compared', column: 'price', operator: '>=', value: 2 ** 40 }] as const;
  const page = { descending: false, count: 10 };
  const range = { least: 0, most: Number.POSITIVE_INFINITY };
  const find = (expectedRows: number) =>
    firstMatches(segment, dearest, order.walks([], range, false), [], { ...page, expectedRows });
  expect(find(ROWS / 4)?.map(({ sorted }) => sorted >= 2 ** 40)).toEqual(Array(10).fill(true));
  expect(find(1000)).toBeUndefined();
});
