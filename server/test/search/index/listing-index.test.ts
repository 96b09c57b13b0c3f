import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { removeRecords } from '../../../src/changes/removal/remove-records.js';
import { compare, hasAll, hasBits, oneOf } from '../../../src/search/conditions/conditions.js';
import { hasPoint } from '../../../src/search/conditions/place.filters.js';
import { GROUP_BYTES, ListingIndex } from '../../../src/search/index/listing-index.js';
import { ListingIndexes } from '../../../src/search/index/ready-index.js';
import type { FoundInMemory } from '../../../src/search/index/whole-search.js';
import { withoutTwins } from '../../../src/search/listing.feed-twins.js';
import { findListings, type Search } from '../../../src/search/listing.search.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { revisionOf, writeTo } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aBuilding, aListing, type ImportRecord } from '../../rig/makers.js';
import { repeats } from '../../rig/part.js';
import { statementsOf } from '../../rig/queries.js';
import { serverFor } from '../../rig/server.js';

interface PageAnswer {
  readonly TOTAL_COUNT: number;
  readonly LISTINGS: readonly { readonly main_id: number }[];
  readonly CLUSTERS: readonly { readonly count: number }[];
  readonly FACETS: Readonly<Record<string, unknown>>;
}

const LISTINGS = 900;
const ROUNDS = repeats(8, 20);
const QUESTIONS = 12;

/** Writes, and the searches after each. */
const WRITES = repeats(8, 20);
const SEARCHES = 50;

/** More than a call follows by itself. */
const MANY = 260;

/** After this time, what nobody has used is given back. */
const IDLE_MS = 301_000;

/** The feed's names of its listings. The brokerage has every third of them itself. */
const numberOf = (id: number) => `F-${id}`;

const FACETS = 'status,type,beds,bath,neighborhood,pets,amenities,price,size';

/** A value in one of so many cases: with many filters at a time, nothing would be found. */
const maybe = <Value>(value: fc.Arbitrary<Value>, times = 8) =>
  fc.oneof(
    { arbitrary: fc.constant(undefined), weight: times - 1 },
    { arbitrary: value, weight: 1 },
  );

/** What changes in a listing: each field sometimes. */
const changes: fc.Arbitrary<ImportRecord> = fc.record(
  {
    main_status: fc.constantFrom('For Rent', 'For Sale', 'Rented', 'Sold', 'In Contract'),
    main_neighborhood: fc.constantFrom('', 'Quarter 1', 'Quarter 2', 'Quarter 3', 'Quarter 4'),
    main_hide_address: fc.constantFrom(0, 1),
    main_category: fc.constantFrom(0, 1, 2),
    financials_price: fc.constantFrom(0, 900, 1500.5, 2000, 2000, 3100, 4999.99, 1_250_000),
    essentials_beds: fc.constantFrom(0, 0, 1, 2, 2.5, 3),
    essentials_bath: fc.constantFrom(0, 1, 1.5, 2),
    essentials_rooms: fc.constantFrom(1, 2, 3.5),
    essentials_size: fc.constantFrom(0, 400, 650, 2200),
    essentials_type: fc.constantFrom('Apartment', 'Condo', 'Office', 'N/A'),
    essentials_pets: fc.constantFrom('Pets OK', 'No Pets', 'Unknown'),
    essentials_building: fc.constantFrom(0, 1, 2),
    extras_featured: fc.constantFrom(0, 1),
    distribute: fc.constantFrom(0, 1),
    extras_latitude: fc.constantFrom(0, 40.71234, 40.75, -33.9, 89.99),
    extras_longitude: fc.constantFrom(0, -73.98765, -74, 151.2, 179.9999, -179.9999),
    amenities: fc.subarray(['doorman', 'terrace', 'elevator', 'garage', 'furnished', 'pool']),
  },
  { requiredKeys: [] },
);

const questions = fc.record({
  status: maybe(fc.constantFrom('1,2', '19', '1,2,11,12,21,19,22'), 2),
  cat: maybe(fc.constantFrom('1', '2,3', '1,2,3,4', '99')),
  priceMin: maybe(fc.constantFrom(900, 1500.5, 2001)),
  priceMax: maybe(fc.constantFrom(2000, 5000)),
  beds: maybe(fc.constantFrom('0', '0,2', '2.5,3')),
  bedsMin: maybe(fc.constantFrom(1, 2)),
  bedsMax: maybe(fc.constantFrom(2, 3)),
  bath: maybe(fc.constantFrom('1.5', '1,2')),
  roomsMin: maybe(fc.constantFrom(2, 3.5)),
  minSize: maybe(fc.constantFrom(400, 651)),
  type: maybe(fc.constantFrom('Condo', 'Office,Apartment')),
  pets: maybe(fc.constantFrom('3', '99')),
  category: maybe(fc.constantFrom('1', '0,2')),
  amenities: maybe(fc.constantFrom('doorman', 'outdoorSpace', 'elevator,garage', 'pets')),
  apartmentFeatures: maybe(fc.constantFrom('Furnished', 'Private Outdoor Space')),
  extras: maybe(fc.constantFrom('featured', 'furnished')),
  distribute: maybe(fc.constant('true')),
  bbox: maybe(
    fc.constantFrom('-74.1,40.7,-73.9,40.8', '179,-90,-179,90', '-180,-40,180,41', '-74,40,-74,41'),
  ),
  // The index leaves these to the database.
  zipcode: maybe(fc.constant('10023'), 20),
  polygon: maybe(fc.constant('POLYGON((-75 40,-73 40,-73 41,-75 40))'), 20),
  sort: maybe(fc.constantFrom('size', 'date'), 3),
  order: maybe(fc.constant('asc'), 2),
  page: maybe(fc.constantFrom(2, 5, 20), 3),
  cluster: maybe(fc.constantFrom(0, 9, 15, 24), 2),
  facets: maybe(fc.constantFrom(FACETS, 'beds,price'), 2),
  isMLS: maybe(fc.constantFrom('include', 'include', 'true'), 2),
});

const limits = fc.constantFrom(0, 900, 1500.5, 2000, 2001, 5000);
const searches = fc.record({
  statuses: fc.subarray([1, 2, 19, 22, 11], { minLength: 1 }),
  neighborhoods: fc.oneof(fc.constant([]), fc.subarray([0, 1, 2, 3, 4, 5, 99], { minLength: 1 })),
  conditions: fc.tuple(
    maybe(
      limits.map((least) => compare('price', '>=', least)),
      3,
    ).map((one) => one ?? []),
    maybe(
      limits.map((most) => compare('price', '<=', most)),
      3,
    ).map((one) => one ?? []),
    maybe(fc.constantFrom(compare('beds', '>=', 1), oneOf('beds', [0, 2.5])), 4).map(
      (one) => one ?? [],
    ),
    maybe(fc.constantFrom(compare('size', '>=', 400), oneOf('type', [1, 9])), 4).map(
      (one) => one ?? [],
    ),
    maybe(
      fc.constantFrom(hasAll(['doorman']), hasAll(['garage', 'pool']), [hasBits('flags', 1)]),
      4,
    ).map((one) => one ?? []),
    maybe(fc.constant(hasPoint), 6).map((one) => one ?? []),
  ),
  sort: fc.constantFrom('price', 'price', 'size'),
  descending: fc.boolean(),
  offset: fc.constantFrom(0, 0, 7, 40, 300),
  limit: fc.constantFrom(1, 10, 200),
});

const someId = fc.integer({ min: 1, max: LISTINGS + 40 });
const changed = fc.array(fc.tuple(someId, changes), { minLength: 1, maxLength: 12 });
const write = fc.record({
  changed,
  /** Listings of the brokerage that get the number of another listing of the feed, or none. */
  numbered: fc.array(fc.tuple(someId, fc.option(someId)), { maxLength: 4 }),
  inFeed: fc.record({ changed, removed: fc.array(someId, { maxLength: 3 }) }),
  removed: fc.array(someId, { maxLength: 3 }),
  building: maybe(fc.constantFrom({ latitude: 40.72, amenities: 1 }, { latitude: 10.5 })),
  many: fc.boolean(),
});

/** What a database finds. One statement for total and page has the total in each row. */
async function foundIn(database: TenantDatabase, search: Search) {
  const { total, matches } = await findListings(database, search);
  return { total, matches: matches.map(({ id, sorted }) => ({ id, sorted })) };
}

/** Something that is waited for. */
class Signal {
  give: () => void = () => {};
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}

/** The same database, whose rows come only after `wait`. */
function slowed(
  { name, kind, db }: TenantDatabase,
  wait: (rows: readonly object[]) => Promise<void>,
): TenantDatabase {
  const slow = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await wait(result.rows);
      return result;
    },
  });
  return { name, kind, db: slow } as TenantDatabase;
}

forEachDatabase('An index of listings in memory', (database) => {
  const server = serverFor(database);
  const held: { key: string; tenant?: TenantDatabase; feed?: TenantDatabase } = { key: '' };
  const tenant = () => held.tenant as TenantDatabase;
  const feed = () => held.feed as TenantDatabase;
  const { listingIndexes } = { listingIndexes: () => server.services.tools.listingIndexes };

  const ask = (query: Readonly<Record<string, unknown>>) => {
    const present = Object.entries(query).filter(([, value]) => value !== undefined);
    const params = new URLSearchParams(
      present.map(([name, value]): [string, string] => [name, String(value)]),
    );
    return server.inThisProcess(() =>
      server.get(held.key, `/properties?${params}`),
    ) as Promise<PageAnswer>;
  };
  const makeIndex = async (database = tenant()) => {
    listingIndexes().counted(database, Number.MAX_SAFE_INTEGER);
    await listingIndexes().settled();
  };
  const record = (id: number, some: ImportRecord) => {
    const mls_no = id % 3 === 0 ? numberOf(id) : '';
    return aListing({ main_id: id, essentials_building: 0, mls_no, ...some });
  };
  const inFeed = (id: number, some: ImportRecord) => record(id, { mls_no: numberOf(id), ...some });

  /** As a restore does. */
  const beginSeries = () =>
    tenant().write((transaction) =>
      transaction
        .updateTable('revision')
        .set((eb) => ({
          epoch: eb('epoch', '+', 1),
          number: eb('number', '+', 1),
          entries_seq: eb('number', '+', 1),
        }))
        .execute(),
    );

  beforeAll(async () => {
    await server.addTenant('feed', { kind: 'mls' });
    await server.addTenant('acme', { mls_feed: 'feed' });
    const { tenants } = server.services;
    held.feed = (await tenants.tenant('acme'))?.feeds.mls as TenantDatabase;
    held.tenant = (await server.services.tenants.tenant('acme'))?.database as TenantDatabase;
    const cats = [1, 2, 3, 4].map((id) => ({ cat_id: id, cat_name: `Quarter ${id}` }));
    await server.put('acme', 'neighborhoods', cats);
    await server.put('acme', 'buildings', [aBuilding({ id: 1 }), aBuilding({ id: 2 })]);
    // The feed has other ids for the same names, and one name that the brokerage has not.
    const names = [4, 3, 2, 1, 5].map((place, at) => ({
      cat_id: at + 1,
      cat_name: `Quarter ${place}`,
    }));
    await server.put('feed', 'neighborhoods', names);
    await server.put(
      'feed',
      'listings',
      fc.sample(changes, { numRuns: LISTINGS, seed: 8 }).map((some, at) => inFeed(at + 1, some)),
    );
    const all = fc.sample(changes, { numRuns: LISTINGS, seed: 7 });
    const records = all.map((some, at) => record(at + 1, some));
    await server.put('acme', 'listings', records);
    held.key = await server.addKey('acme');
  });

  it('answers what the database answers, whatever is asked and written', {
    timeout: 120_000,
  }, async () => {
    const writes = fc.sample(write, { numRuns: ROUNDS, seed: 11 });
    for (const [round, one] of writes.entries()) {
      const { changed, removed, building, many } = one;
      // Of some searches of both, one alone is in memory.
      if (round % 5 !== 3) await makeIndex();
      if (round % 5 !== 4) await makeIndex(feed());
      await ask({ isMLS: 'include' });
      const more = many
        ? Array.from({ length: MANY }, (_, at) => [at + 1, { main_apt: `${round}` }] as const)
        : [];
      const records = new Map([...changed, ...more].map(([id, some]) => [id, record(id, some)]));
      for (const [id, number] of one.numbered) {
        records.set(id, record(id, { mls_no: number === null ? '' : numberOf(number) }));
      }
      await server.put('acme', 'listings', [...records.values()]);
      const others = new Map(one.inFeed.changed.map(([id, some]) => [id, inFeed(id, some)]));
      await server.put('feed', 'listings', [...others.values()]);
      await removeRecords(feed(), 'listings', one.inFeed.removed);
      await removeRecords(tenant(), 'listings', removed);
      if (building !== undefined) await server.put('acme', 'buildings', [{ id: 1, ...building }]);
      // With many changes, the first call is answered by the database.
      await ask({ perPage: 1, isMLS: 'include' });
      await listingIndexes().settled();
      const asked = fc.sample(questions, { numRuns: QUESTIONS, seed: 100 + round });
      const inMemory: PageAnswer[] = [];
      for (const question of asked) inMemory.push(await ask(question));
      expect(listingIndexes().bytes).toBeGreaterThan(0);
      server.clock.advance(IDLE_MS);
      // Totals are kept by the revision, those from memory too, and the database shall count.
      for (const database of [tenant(), feed()]) await writeTo(database, async () => {});
      for (const [at, question] of asked.entries()) {
        expect({ question, answer: inMemory[at] }).toEqual({
          question,
          answer: await ask(question),
        });
      }
      expect(listingIndexes().bytes).toBe(0);
    }
  });

  it('saves the statements that count, and needs none for facets and clusters', async () => {
    const question = { status: '1,2', bedsMin: 1, cluster: 9, facets: FACETS, list: 'false' };
    const before = await statementsOf(server, 'acme', () => ask(question));
    expect(before.length).toBeGreaterThan(3);
    server.clock.advance(IDLE_MS);
    await makeIndex();
    // The names of the neighborhoods, once.
    expect(await statementsOf(server, 'acme', () => ask(question))).toHaveLength(1);
    const other = { ...question, bedsMin: 2 };
    expect(await statementsOf(server, 'acme', () => ask(other))).toEqual([]);
  });

  it('saves them for a search of a brokerage and its feed as one, too', async () => {
    const question = { isMLS: 'include', cluster: 9, facets: FACETS, list: 'false' };
    // No question comes twice, as its answer would be kept.
    let price = 0;
    const reads = async (name: string) => {
      price += 1;
      const statements = await statementsOf(server, name, () =>
        ask({ ...question, priceMin: price }),
      );
      return statements.filter((text) => text.includes('listing_search')).length;
    };
    server.clock.advance(IDLE_MS);
    for (const name of ['acme', 'feed']) expect(await reads(name)).toBeGreaterThan(0);
    await makeIndex();
    await makeIndex(feed());
    for (const name of ['acme', 'feed']) expect(await reads(name)).toBe(0);
    // The other tests look at the index of one.
    server.clock.advance(IDLE_MS);
  });

  it('finds pages without a statement, few matches too', async () => {
    await makeIndex();
    for (const bedsMin of [1, 2]) await ask({ bedsMin, sort: 'size', perPage: 5 });
    const texts = () => ask({ bedsMin: 2, sort: 'size', perPage: 4 });
    expect(await statementsOf(server, 'acme', texts)).toEqual([]);
  });

  it('finds pages in their order, far behind and in one place too, and leaves other orders to the database', async () => {
    const index = (await ListingIndex.load(tenant(), Number.MAX_SAFE_INTEGER)) as ListingIndex;
    const search = { statuses: [], neighborhoods: [], conditions: [] };
    const page = { sort: 'price', descending: true, offset: 40, limit: 10 } as const;
    const byPrice = await tenant()
      .db.selectFrom('listing_search')
      .select(['id', 'price as sorted'])
      .orderBy('price', 'desc')
      .orderBy('id')
      .limit(10)
      .offset(40)
      .execute();
    expect(index.search(search, page)?.matches).toEqual(byPrice);
    const [neighborhood = 0] = index.dictionary.groups.map((group) => group.neighborhood);
    for (const other of [
      { ...search, ...page, offset: 800 },
      { ...search, ...page, sort: 'size' as const },
      { ...search, ...page, neighborhoods: [neighborhood] },
      { ...search, ...page, conditions: [hasPoint] },
    ]) {
      expect(index.search(other, other)).toEqual(await foundIn(tenant(), other));
    }
    const { total } = await findListings(tenant(), { ...search, ...page });
    for (const sort of ['date', 'distance'] as const) {
      expect(index.search(search, { ...page, sort })).toEqual({ total, matches: undefined });
    }
  });

  it('finds what the database finds, in many searches with writes in between', {
    timeout: 120_000,
  }, async () => {
    const load = async (database: TenantDatabase) =>
      (await ListingIndex.load(database, Number.MAX_SAFE_INTEGER)) as ListingIndex;
    let [own, ofFeed] = [await load(tenant()), await load(feed())];
    let inMemory = 0;
    for (const [round, { changed, removed, inFeed: fed }] of fc
      .sample(write, { numRuns: WRITES, seed: 23 })
      .entries()) {
      const records = new Map(changed.map(([id, some]) => [id, record(id, some)]));
      // In some rounds, all listings get one price after another, until most tie.
      if (round % 4 === 1) {
        for (let id = round; id <= LISTINGS; id += 5) {
          records.set(id, record(id, { financials_price: 2000 }));
        }
      }
      await server.put('acme', 'listings', [...records.values()]);
      const others = new Map(fed.changed.map(([id, some]) => [id, inFeed(id, some)]));
      await server.put('feed', 'listings', [...others.values()]);
      await removeRecords(tenant(), 'listings', removed);
      await removeRecords(feed(), 'listings', fed.removed);
      // After thousands of changes, all is read again.
      if ((await own.follow(tenant(), MANY)) !== 'current') own = await load(tenant());
      if ((await ofFeed.follow(feed(), MANY)) !== 'current') ofFeed = await load(feed());
      const withoutTwinsOf = await withoutTwins(tenant(), feed());
      for (const search of fc.sample(searches, { numRuns: SEARCHES, seed: round })) {
        const { statuses, neighborhoods, conditions, ...order } = search;
        const filter = { statuses, neighborhoods, conditions: conditions.flat() };
        const twinless = { ...filter, conditions: [...filter.conditions, ...withoutTwinsOf] };
        for (const [index, database, asked] of [
          [own, tenant(), filter],
          [ofFeed, feed(), twinless],
        ] as const) {
          const { total, matches } = index.search(asked, order) as FoundInMemory;
          const found = await foundIn(database, { ...asked, ...order });
          expect({ search, total }).toEqual({ search, total: found.total });
          if (matches === undefined) continue;
          expect({ search, matches }).toEqual({ search, matches: found.matches });
          inMemory += 1;
        }
      }
    }
    expect(inMemory).toBeGreaterThan(1.9 * WRITES * SEARCHES);
  });

  it('takes at most 60 bytes a listing, and is given back when nobody asks', async () => {
    const index = await ListingIndex.load(tenant(), Number.MAX_SAFE_INTEGER);
    const { total } = await tenant()
      .db.selectFrom('listing_search')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const { bytes = 0, dictionary } = index ?? {};
    const groups = GROUP_BYTES * (dictionary?.groups.length ?? 0);
    expect((bytes - groups) / total).toBeLessThan(60);
    await makeIndex();
    expect(listingIndexes().bytes).toBe(index?.bytes);
    server.clock.advance(IDLE_MS);
    await listingIndexes().at(tenant(), 0);
    expect(listingIndexes().bytes).toBe(0);
  });

  it('is not made where it would take more than all indexes may', async () => {
    expect(await ListingIndex.load(tenant(), 1000)).toBeUndefined();
  });

  it('leaves a database alone that has a value which it cannot hold', async () => {
    const { TOTAL_COUNT: before } = await ask({ status: '22' });
    const large = record(5000, { main_status: 'Rented', essentials_size: 3_000_000_000 });
    await makeIndex();
    await server.put('acme', 'listings', [large]);
    expect((await ask({ status: '22' })).TOTAL_COUNT).toBe(before + 1);
    expect(listingIndexes().bytes).toBe(0);
    await makeIndex();
    expect(listingIndexes().bytes).toBe(0);
    expect((await ask({ status: '22', minSize: 2_999_999_999 })).TOTAL_COUNT).toBe(1);
    await removeRecords(tenant(), 'listings', [5000]);
  });

  it('takes many changes in once, however many calls ask', async () => {
    await makeIndex();
    const some = Array.from({ length: MANY }, (_, at) => record(at + 1, { main_apt: 'many' }));
    await server.put('acme', 'listings', some);
    const { number } = await revisionOf(tenant());
    let looks = 0;
    const hasRead = new Signal();
    const goesOn = new Signal();
    const slow = slowed(tenant(), async (rows) => {
      if (rows.some((row) => 'record_id' in row)) looks += 1;
      hasRead.give();
      await goesOn.given;
    });
    const asked = [listingIndexes().at(slow, number)];
    await hasRead.given;
    asked.push(listingIndexes().at(slow, number), listingIndexes().at(slow, number));
    goesOn.give();
    expect(await Promise.all(asked)).toEqual([undefined, undefined, undefined]);
    await listingIndexes().settled();
    // The look of the first call finds too many, and the one in the background takes them in.
    expect(looks).toBe(2);
    expect((await listingIndexes().at(tenant(), number))?.revision).toBe(number);
  });

  it('never goes back to what a slower look has read', async () => {
    const index = (await ListingIndex.load(tenant(), Number.MAX_SAFE_INTEGER)) as ListingIndex;
    const priced = (price: number) =>
      index.count({ statuses: [], neighborhoods: [], conditions: [compare('price', '=', price)] });
    await server.put('acme', 'listings', [record(1, { financials_price: 71 })]);
    const hasRead = new Signal();
    const goesOn = new Signal();
    const late = index.follow(
      slowed(tenant(), async (rows) => {
        if (!rows.some((row) => 'amenities_low' in row)) return;
        hasRead.give();
        await goesOn.given;
      }),
      MANY,
    );
    await hasRead.given;
    await server.put('acme', 'listings', [record(1, { financials_price: 72 })]);
    expect(await index.follow(tenant(), MANY)).toBe('current');
    const { revision } = index;
    goesOn.give();
    expect(await late).toBe('current');
    expect([index.revision, priced(71), priced(72)]).toEqual([revision, 0, 1]);
  });

  it('begins again with another series of changes', async () => {
    server.clock.advance(IDLE_MS);
    await makeIndex();
    await ask({});
    await beginSeries();
    await ask({ bedsMin: 1 });
    expect(listingIndexes().bytes).toBe(0);
  });

  it('is read again only after as much was counted as that costs', async () => {
    const indexes = new ListingIndexes(server.clock, { worthRows: 1000 });
    const counted = async (rows: number) => {
      indexes.counted(tenant(), rows);
      await indexes.settled();
      return indexes.bytes > 0;
    };
    expect(await counted(1000)).toBe(true);
    await beginSeries();
    expect(await indexes.at(tenant(), 0)).toBeUndefined();
    expect(indexes.bytes).toBe(0);
    expect(await counted(1000)).toBe(false);
    expect(await counted(30 * LISTINGS)).toBe(true);
  });

  it('is read for one client at a time', async () => {
    await server.addTenant('other');
    const other = (await server.services.tenants.tenant('other'))?.database as TenantDatabase;
    const { number } = await revisionOf(other);
    const indexes = new ListingIndexes(server.clock, { worthRows: 1000 });
    indexes.counted(tenant(), 1000);
    indexes.counted(other, 1000);
    await indexes.settled();
    expect(indexes.bytes).toBeGreaterThan(0);
    expect(await indexes.at(other, number)).toBeUndefined();
    indexes.counted(other, 1);
    await indexes.settled();
    expect((await indexes.at(other, number))?.listings).toBe(0);
  });
});
