import { expect, it } from 'vitest';
import { ParamProblem } from '../../../src/api/params.js';
import { answerContext } from '../../../src/api/request-context.js';
import {
  canonicalQuery,
  searchOf,
} from '../../../src/resources/saved-searches/saved-search.query.js';
import { findListings } from '../../../src/search/listing.search.js';
import { filtersIn, type SearchReader } from '../../../src/search/listing.source-filters.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { cases } from '../../search/filter-cases.js';
import { openMarket } from '../../search/market.js';
import { AlertedOffice } from './alerted-office.js';

/** A generator of numbers that always gives the same. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % sides;
  };
}

/** Parts of searches: what columns tell, and what only the database does. */
const PARTS = [
  ...['priceMin=2000', 'priceMax=3000', 'bedsMin=2', 'bedsMax=1', 'beds=0,2', 'bathMin=2'],
  ...['minSize=800', 'pets=1', 'type=condo', 'status=1', 'status=1,2', 'cat=1', 'roomsMax=3'],
  ...['bbox=-73.98,40.77,-73.97,40.78', 'near=40.7769,-73.9796&within=300m', 'extras=nofee'],
  ...['polygon=POLYGON((-73.98 40.77,-73.97 40.77,-73.97 40.78))', 'city=Hoboken', 'zipcode=10024'],
  ...['q=bright', 'q=harbor', 'address=12 Bank Street', 'taxesMin=100', 'yearBuiltMin=1950'],
  ...['isMLS=include', 'isMLS=include', 'isMLS=include', 'isMLS=true', 'priceDrop=7'],
];

forEachDatabase('what saved searches find of what is new', (database) => {
  const server = serverFor(database);

  it('is what the hand-made tables of every parameter say', async () => {
    await openMarket(server);
    const office = await new AlertedOffice(server, 'acme').adopt();
    const member = await office.member();
    const expected: Record<number, readonly number[]> = {};
    const queries = new Map<string, readonly number[]>();
    for (const [query, ids] of Object.values(cases).flat()) {
      const kept = canonicalQuery(query);
      // What says how an answer looks finds nothing else.
      if (kept.dropped.length === 0) queries.set(kept.query, ids);
    }
    expect(queries.size).toBeGreaterThan(190);
    for (const [query, ids] of queries) {
      const id = await office.search(member, query, { updated_at: 0, frequency: 'weekly' });
      if (ids.length > 0) expected[id] = ids;
    }
    await office.sweep();
    await office.forgetWhatWasThere();
    await office.sweep();
    expect(await office.matches()).toEqual(expected);
  });

  it('is what a whole search finds among them, at random, in the feed and in its own listings', async () => {
    const office = await new AlertedOffice(server).open();
    const roll = dice(7);
    const pick = <Value>(values: readonly Value[]) => values[roll(values.length)] as Value;
    const listing = (main_id: number) => ({
      ...{ main_id, main_status: pick(['For Rent', 'For Rent', 'For Sale', 'Rented']) },
      ...{ financials_price: 1000 + 500 * roll(8), essentials_beds: roll(4) },
      ...{ essentials_bath: 1 + roll(3), essentials_size: 600 + 100 * roll(5) },
      ...{ essentials_rooms: 2 + roll(4), essentials_type: pick(['Condo', 'Coop', 'N/A']) },
      ...{ city: pick(['New York', 'Hoboken']), main_zipcode: pick(['10023', '10024']) },
      ...{ main_neighborhood: pick(['Upper West Side', 'Soho']), built: pick([1928, 1960]) },
      ...{ financials_taxes: pick([0, 200]), extras_nofee: roll(2), mls_no: `M${roll(60)}` },
      main_description: pick(['A bright home.', 'On the harbor.']),
      ...(roll(3) === 0 ? { main_house: '12', main_street: 'Bank Street' } : {}),
      ...(roll(3) === 0 ? { extras_latitude: 40.7712, extras_longitude: -73.9712 } : {}),
    });
    const some = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => listing(from + at));
    await office.list(some(1, 40));
    await office.list(some(1, 40), office.feed);
    const member = await office.member();
    const searches = new Map<number, string>();
    while (searches.size < 120) {
      const parts = Array.from({ length: 1 + roll(3) }, () => pick(PARTS));
      try {
        const { query } = canonicalQuery(parts.join('&'));
        searches.set(await office.search(member, query, { frequency: 'weekly' }), query);
      } catch (error) {
        if (!(error instanceof ParamProblem)) throw error;
      }
    }
    await office.sweep();
    await office.list(some(31, 70));
    await office.list(some(31, 70), office.feed);
    await office.sweep();

    const tenant = await office.tenant();
    const context = answerContext(tenant.settings, server.clock.now(), '');
    const { tools } = server.services;
    const reader: SearchReader = { tenant, tools, context, feedContext: () => context };
    const news = async ({ db }: typeof tenant.database) => {
      const rows = await db.selectFrom('listing_history').selectAll().orderBy('at').execute();
      const isNew = (id: number) => id > 40;
      const ids = new Set(rows.map(({ listing_id }) => listing_id).filter(isNew));
      for (const id of new Set(rows.map(({ listing_id }) => listing_id))) {
        const [was, is] = rows.filter(({ listing_id }) => listing_id === id);
        if (was === undefined || is === undefined || isNew(id)) continue;
        const rents = [2, 21, 22];
        const isCheaper = is.price < was.price;
        const isOneKind = rents.includes(is.status) === rents.includes(was.status);
        const isBack = [1, 2].includes(is.status) && ![1, 2].includes(was.status);
        if (isBack || (isCheaper && isOneKind)) ids.add(id);
      }
      return ids;
    };
    const expected: Record<number, number[]> = {};
    for (const [id, query] of searches) {
      for (const { source, filter } of await filtersIn(reader, searchOf(query))) {
        const order = { sort: 'price', descending: false, offset: 0, limit: 1000 } as const;
        const { matches } = await findListings(source.database, { ...filter, ...order });
        const fresh = await news(source.database);
        const sign = source.database === tenant.database ? 1 : -1;
        const ids = matches.map((match) => match.id).filter((one) => fresh.has(one));
        if (ids.length > 0) {
          expected[id] = [...(expected[id] ?? []), ...ids.map((one) => sign * one)];
        }
      }
    }
    const inOrder = (found: Record<number, number[]>) =>
      Object.fromEntries(
        Object.entries(found).map(([id, ids]) => [id, ids.toSorted((a, b) => a - b)]),
      );
    expect(Object.keys(expected).length).toBeGreaterThan(40);
    expect(inOrder(await office.matches())).toEqual(inOrder(expected));
  });
});
