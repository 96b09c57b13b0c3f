import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { HeldTest } from '../../../src/search/conditions/conditions.js';
import { Columns, Dictionary } from '../../../src/search/index/columns.js';
import type { IndexRow } from '../../../src/search/index/index.queries.js';
import { PriceOrder } from '../../../src/search/index/price-order.js';
import { rowOrder } from '../../../src/search/index/row-order.js';
import { Segment } from '../../../src/search/index/segment.js';
import { type PageOrder, searchInMemory } from '../../../src/search/index/whole-search.js';

/** More than are put into order at a time. */
const ROWS = 40_000;

/** Every so many listings, one has changed since. */
const GONE = 7;

const prices = [0, 0.01, 1, 1500, 1500.25, 1500.5, 2 ** 31, 2 ** 40 + 0.25, 9_007_199_254_740_991];
const EVERY_PRICE = { least: 0, most: Number.POSITIVE_INFINITY };

/** Ids descend, so that no order is that in which rows come. Some prices occur thousands of times. */
const rows: IndexRow[] = Array.from({ length: ROWS }, (_, at) => ({
  id: ROWS - at,
  status: [2, 19, 1][at % 3] as number,
  neighborhood_id: at % 5,
  price: at % 2 === 0 ? (prices[at % prices.length] as number) : (at * 7919) % 10_007,
  beds: at % 4,
  size: (at * 31) % 97,
  ...{ type: 1, pets: 0, bath: 1, rooms: 1, category: 0, flags: 0 },
  ...{ amenities_low: 0, amenities_high: 0, latitude: null, longitude: null },
}));

const price = fc.oneof(fc.constantFrom(...prices), fc.integer({ min: 0, max: 10_100 }));
const search = fc.record({
  statuses: fc.subarray([1, 2, 19, 22]),
  neighborhoods: fc.subarray([0, 1, 2, 3, 4, 9]),
  range: fc.tuple(price, price).map(([least, most]) => ({ least, most })),
  isBounded: fc.boolean(),
  beds: fc.option(fc.integer({ min: 0, max: 4 })),
  sort: fc.constantFrom('price', 'price', 'size'),
  descending: fc.boolean(),
  offset: fc.constantFrom(0, 0, 10, 900, 13_000),
  limit: fc.constantFrom(1, 10, 500, 50_000),
  changed: fc.array(
    fc.record({ id: fc.integer({ min: ROWS + 1, max: 2 * ROWS }), price, at: fc.nat(ROWS - 1) }),
    { maxLength: 12 },
  ),
});

let base: Segment;
let byPrice: PriceOrder;

beforeAll(async () => {
  const columns = new Columns(new Dictionary());
  for (const row of rows) columns.append(row);
  columns.trim();
  const { order: places, runs } = await rowOrder(columns);
  for (const name of ['ids', 'prices', 'sizes', 'beds', 'groups'] as const) {
    columns.arrange(name, places);
  }
  const byId = Uint32Array.from(places.keys()).sort(
    (one, other) => (columns.arrays.ids[one] as number) - (columns.arrays.ids[other] as number),
  );
  byPrice = await PriceOrder.of(columns, runs, byId);
  base = new Segment(columns);
  base.setRuns(runs);
  for (let row = 0; row < ROWS; row += GONE) base.leaveOut(row);
  byPrice.leaveOut(columns.dictionary.groupsOf([], []), (row) => base.isGone(row));
});

function searchIn(
  filter: { statuses: readonly number[]; neighborhoods: readonly number[]; tests: HeldTest[] },
  changed: Segment,
  order: PageOrder,
) {
  const { statuses, neighborhoods, tests } = filter;
  const { dictionary } = base.columns;
  const groups = dictionary.groupsOf(statuses, neighborhoods);
  const mask = new Uint8Array(dictionary.groups.length);
  for (const group of groups) mask[group] = 1;
  const groupsOfStatuses = () => dictionary.groupsOf(statuses, []);
  return searchInMemory(
    { base, byPrice, changed },
    { groups, mask, tests, groupsOfStatuses },
    order,
  );
}

const noneChanged = () => new Segment(new Columns(base.columns.dictionary));

it('finds totals and pages as a sort of all does, those of one price or size by id', () => {
  const { ids } = base.columns.arrays;
  const gone = new Set<number>();
  for (let row = 0; row < ROWS; row += GONE) gone.add(ids[row] as number);
  const left = rows.filter(({ id }) => !gone.has(id));
  let inDatabase = 0;
  fc.assert(
    fc.property(search, ({ statuses, neighborhoods, range, isBounded, beds, ...others }) => {
      const { sort, descending, offset, limit } = others;
      const bounds = isBounded ? range : EVERY_PRICE;
      const changed = noneChanged();
      const changes = [...new Map(others.changed.map((one) => [one.id, one])).values()].map(
        (one) => ({ ...(rows[one.at] as IndexRow), id: one.id, price: one.price }),
      );
      for (const row of changes) changed.columns.append(row);
      const isInRange = (row: IndexRow) =>
        (statuses.length === 0 || statuses.includes(row.status)) &&
        (neighborhoods.length === 0 || neighborhoods.includes(row.neighborhood_id)) &&
        row.price >= bounds.least &&
        row.price <= bounds.most;
      const direction = descending ? -1 : 1;
      const wanted = left
        .concat(changes)
        .filter((row) => isInRange(row) && (beds === null || row.beds === beds))
        .map((row) => ({ id: row.id, sorted: row[sort] }))
        .sort((one, other) => direction * (one.sorted - other.sorted) || one.id - other.id);
      const tests: HeldTest[] = [
        { is: 'compared', column: 'price', operator: '>=', value: bounds.least },
        { is: 'compared', column: 'price', operator: '<=', value: bounds.most },
        ...(beds === null
          ? []
          : [{ is: 'compared', column: 'beds', operator: '=', value: beds } as const]),
      ];
      const filter = { statuses, neighborhoods, tests };
      const found = searchIn(filter, changed, { sort, descending, offset, limit });
      expect(found.total).toBe(wanted.length);
      // A near page by size out of very many matches is at hand in the database.
      if (found.matches === undefined) {
        expect(sort).toBe('size');
        inDatabase += 1;
      } else {
        expect(found.matches).toEqual(wanted.slice(offset, offset + limit));
      }
      const groups = base.columns.dictionary.groupsOf(statuses, neighborhoods);
      expect(byPrice.spansOf(groups, bounds).rows).toBe(left.filter(isInRange).length);
    }),
    { seed: 5, numRuns: 200 },
  );
  expect(inDatabase).toBeGreaterThan(0);
  expect(inDatabase).toBeLessThan(50);
});

it('finds the first where far more rows than expected do not match', () => {
  const dearest = [{ is: 'bits', column: 'flags', mask: 0 }, atLeast('price', 2 ** 40)] as const;
  const filter = { statuses: [], neighborhoods: [], tests: [...dearest] };
  const order = { sort: 'price', descending: false, offset: 0, limit: 10 } as const;
  const { matches } = searchIn(filter, noneChanged(), order);
  expect(matches?.map(({ sorted }) => sorted >= 2 ** 40)).toEqual(Array(10).fill(true));
});

function atLeast(column: 'price' | 'beds', value: number): HeldTest {
  return { is: 'compared', column, operator: '>=', value };
}
