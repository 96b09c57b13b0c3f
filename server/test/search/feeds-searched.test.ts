import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { aListing, anAgent } from '../rig/makers.js';
import { serverFor } from '../rig/server.js';
import { type AnswerRecord, found, search } from './asking.js';

/** A listing of the brokerage (`acme`) or of its feed. */
interface Fact {
  readonly from: 'acme' | 'feed';
  readonly id: number;
  readonly status: 'For Rent' | 'Rented';
  readonly place: string;
  readonly price: number;
  readonly size: number;
  readonly beds: number;
  readonly number: string;
}

const PLACES = ['Chelsea', 'Harlem', 'SoHo'];
/** The ids that neighborhoods have; the feed has one that the brokerage has not. */
const CATS = {
  acme: { Chelsea: 11, Harlem: 12, SoHo: 13 },
  feed: { SoHo: 11, Chelsea: 21, Harlem: 22, Tribeca: 23 },
};

const factOf = (from: 'acme' | 'feed', index: number): Fact => {
  const spread = (index * 7919 + (from === 'acme' ? 31 : 0)) % 1009;
  const places = from === 'acme' ? PLACES : [...PLACES, 'Tribeca'];
  return {
    from,
    id: index + 1,
    status: spread % 5 === 0 ? 'Rented' : 'For Rent',
    place: places[spread % places.length] as string,
    price: 1000 + 100 * (spread % 40),
    size: 300 + 50 * (spread % 9),
    beds: spread % 4,
    // Each third of the brokerage's is in the feed under a number of its own, and some have none.
    number:
      from === 'feed'
        ? index % 9 === 0
          ? ''
          : `F-${index}`
        : index % 3 === 0
          ? `F-${2 * index}`
          : '',
  };
};
const acme = Array.from({ length: 160 }, (_, index) => factOf('acme', index));
const feed = Array.from({ length: 250 }, (_, index) => factOf('feed', index));

const record = ({ id, status, place, price, size, beds, number }: Fact) =>
  aListing({
    main_id: id,
    main_status: status,
    main_neighborhood: place,
    main_hide_address: id % 2,
    financials_price: price,
    essentials_size: size,
    essentials_beds: beds,
    essentials_type: 'Condo',
    mls_no: number,
    agents_agent_id: 1,
    openhouse: id === 7 ? '2026-11-20 11:30:00' : '',
  });

const questions = fc.record({
  sort: fc.constantFrom('price' as const, 'size' as const),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  page: fc.integer({ min: 1, max: 12 }),
  perPage: fc.constantFrom(1, 7, 40, 200),
  status: fc.constantFrom<number[]>([2], [22], [2, 22]),
  cat: fc.constantFrom<number[]>([], [11], [12, 13], [99]),
  priceMin: fc.constantFrom(0, 1500, 3000),
  beds: fc.constantFrom<number[]>([], [0], [1, 2]),
});
type Question = typeof questions extends fc.Arbitrary<infer Asked> ? Asked : never;

const numbers = new Set(acme.map(({ number }) => number).filter((number) => number !== ''));
const both = [...acme, ...feed.filter(({ number }) => !numbers.has(number))];

const code = { 'For Rent': 2, Rented: 22 } as const;
const matches = ({ status, cat, priceMin, beds }: Question, withCat = true) =>
  both.filter(
    (fact) =>
      status.includes(code[fact.status]) &&
      (!withCat ||
        cat.length === 0 ||
        cat.some((id) => CATS.acme[fact.place as keyof typeof CATS.acme] === id)) &&
      fact.price >= priceMin &&
      (beds.length === 0 || beds.includes(fact.beds)),
  );

/** The answer, without a database: each listing as its database and id. */
function answerTo(question: Question): { total: number; page: string[] } {
  const { sort, order, page, perPage } = question;
  const direction = order === 'desc' ? -1 : 1;
  const rank = { acme: 0, feed: 1 };
  const all = matches(question).sort(
    (one, other) =>
      direction * (one[sort] - other[sort]) ||
      rank[one.from] - rank[other.from] ||
      one.id - other.id,
  );
  const start = (page - 1) * perPage;
  return { total: all.length, page: all.slice(start, start + perPage).map(named) };
}
const named = ({ from, id }: Pick<Fact, 'from' | 'id'>) => `${from} ${id}`;
const nameOf = (listing: AnswerRecord) =>
  `${listing.ismls === 1 ? 'feed' : 'acme'} ${listing.main_id}`;

forEachDatabase('A search of a feed', (database) => {
  const server = serverFor(database);
  const keys = { acme: '', lone: '' };
  beforeAll(async () => {
    await server.addTenant('feed', { kind: 'mls', time_zone: 'America/Los_Angeles' });
    await server.addTenant('rival', { kind: 'rls' });
    await server.addTenant('acme', { mls_feed: 'feed', rls_feed: 'rival' });
    await server.addTenant('lone');
    for (const name of ['acme', 'feed'] as const) {
      const cats = Object.entries(CATS[name]);
      const records = cats.map(([cat_name, cat_id]) => ({ cat_id, cat_name }));
      await server.put(name, 'neighborhoods', records);
      await server.put(name, 'agents', [anAgent({ id: 1, office: name === 'acme' ? 5 : 6 })]);
    }
    await server.put('acme', 'listings', acme.map(record));
    await server.put('feed', 'listings', feed.map(record));
    await server.put('rival', 'listings', [aListing({ main_id: 900, mls_no: 'R-1' })]);
    for (const name of ['acme', 'lone'] as const) keys[name] = await server.addKey(name);
  });

  const queryOf = (question: object, more: object = {}) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...question, ...more })) {
      query.set(name, String(value));
    }
    return query.toString();
  };

  it('along with its own finds what a walk over both finds, in one order', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const query = queryOf(question, { isMLS: 'include' });
        const { TOTAL_COUNT, LISTINGS } = await search(server, keys.acme, query);
        expect({ total: TOTAL_COUNT, page: LISTINGS.map(nameOf) }).toEqual(answerTo(question));
      }),
      { numRuns: 60 },
    );
  });

  it('along with its own counts the facets of both, under its own neighborhoods', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const query = queryOf(question, {
          isMLS: 'include',
          list: false,
          facets: 'neighborhood,bath,price',
        });
        const { FACETS } = (await server.get(keys.acme, `/properties?${query}`)) as {
          FACETS: Record<string, { value: number; name: string; count: number }[]>;
        };
        const expected = PLACES.map((name) => ({
          value: CATS.acme[name as keyof typeof CATS.acme],
          name,
          count: matches(question, false).filter(({ place }) => place === name).length,
        }))
          .filter(({ count }) => count > 0)
          .sort((one, other) => other.count - one.count || one.value - other.value);
        expect(FACETS.neighborhood).toEqual(expected);
        const total = matches(question).length;
        // A neighborhood that only the feed has is in no facet, but its listings are.
        expect(FACETS.bath).toEqual(total === 0 ? [] : [{ value: 1, count: total }]);
      }),
      { numRuns: 20 },
    );
  });

  it('alone asks the feed, with its ids and its clock', async () => {
    const { TOTAL_COUNT, LISTINGS } = await search(
      server,
      keys.acme,
      'isMLS=true&cat=11&perPage=200',
    );
    const soho = feed.filter(({ place, status }) => place === 'SoHo' && status === 'For Rent');
    expect(TOTAL_COUNT).toBe(soho.length);
    expect(new Set(LISTINGS.map(({ ismls, iscompany }) => `${ismls} ${iscompany}`))).toEqual(
      new Set(['1 0']),
    );
    expect(LISTINGS[0]).not.toHaveProperty('access_note');
    // 11:30 is over in New York, where it is noon, and to come in Los Angeles.
    expect(await found(server, keys.acme, 'id=7&extras=openhouse')).toEqual([]);
    expect(await found(server, keys.acme, 'isMLS=true&id=7&extras=openhouse')).toEqual([7]);
    expect(await found(server, keys.acme, 'isRLS=true')).toEqual([900]);
    expect(await found(server, keys.acme, 'isMLS=true&office=6&id=3,4')).toEqual([3, 4]);
    expect(await found(server, keys.acme, 'isMLS=true&office=5')).toEqual([]);
    expect(await found(server, keys.lone, 'isMLS=true')).toEqual([]);
    expect(await found(server, keys.lone, 'isMLS=include')).toEqual([]);
  });

  it('along with its own leaves ids of the brokerage to the brokerage', async () => {
    for (const mine of ['id=3,4', 'agent=1', 'office=5']) {
      const query = `${mine}&isMLS=include&status=2,22&perPage=200`;
      const { LISTINGS } = await search(server, keys.acme, query);
      expect(new Set(LISTINGS.map(({ ismls }) => ismls)), mine).toEqual(new Set([0]));
    }
  });

  it('along with its own finds what is similar in both', async () => {
    const model = acme.find(({ number }) => number !== '') as Fact;
    const query = `similar=${model.id}&isMLS=include&perPage=200`;
    const { TOTAL_COUNT, LISTINGS } = await search(server, keys.acme, query);
    const score = (fact: Fact) =>
      (fact.place === model.place ? 0 : 1000) +
      100 * Math.abs(fact.beds - model.beds) +
      (100 * Math.abs(fact.price - model.price)) / model.price;
    const similar = both
      .filter((fact) => fact !== model && fact.status === 'For Rent')
      .filter(({ price }) => Math.abs(price - model.price) <= model.price / 4)
      .filter(({ beds }) => Math.abs(beds - model.beds) <= 1)
      .sort((one, other) => score(one) - score(other));
    expect(TOTAL_COUNT).toBe(similar.length);
    // Equal ones: the brokerage's own first, then by id, as they are in the list.
    expect(LISTINGS.map(nameOf)).toEqual(similar.map(named));
  });

  it('follows writes of both, and tags move with them', async () => {
    const ask = async (tag = '') =>
      server.app.inject({
        method: 'GET',
        url: `/properties?apiKey=${keys.acme}&isMLS=include&status=2,22&list=false`,
        headers: { 'x-forwarded-proto': 'https', 'if-none-match': tag },
      });
    const total = (body: string) => (JSON.parse(body) as { TOTAL_COUNT: number }).TOTAL_COUNT;
    const first = await ask();
    expect(total(first.body)).toBe(both.length);
    expect((await ask(String(first.headers.etag))).statusCode).toBe(304);
    server.clock.advance(1100);
    await server.put('acme', 'listings', [{ main_id: 2, mls_no: 'F-1' }]);
    const second = await ask(String(first.headers.etag));
    expect([second.statusCode, total(second.body)]).toEqual([200, both.length - 1]);
    server.clock.advance(1100);
    await server.put('feed', 'listings', [{ main_id: 2, mls_no: 'F-1000' }]);
    expect(total((await ask(String(second.headers.etag))).body)).toBe(both.length);
    await server.put('acme', 'listings', [{ main_id: 2, mls_no: '' }]);
    await server.put('feed', 'listings', [{ main_id: 2, mls_no: 'F-1' }]);
  });

  it('draws from both, and says which is which', async () => {
    const draw = async (query: string) =>
      (await server.get(keys.acme, `/properties/random/200?${query}`)) as AnswerRecord[];
    const rentals = both.filter(({ status }) => status === 'For Rent').map(named);
    const drawn = (await draw('isMLS=include')).map(nameOf);
    expect(new Set(drawn).size).toBe(200);
    expect(rentals).toEqual(expect.arrayContaining(drawn));
    expect(new Set(drawn.map((name) => name.slice(0, 4)))).toEqual(new Set(['acme', 'feed']));
    const few = (await draw('isMLS=include&cat=12&beds=3')).map(nameOf).sort();
    const harlem = both.filter(({ place, beds }) => place === 'Harlem' && beds === 3);
    expect(few).toEqual(
      harlem
        .filter(({ status }) => status === 'For Rent')
        .map(named)
        .sort(),
    );
    expect((await draw('isMLS=true'))[0]).toHaveProperty('ismls', 1);
    expect((await draw(''))[0]).not.toHaveProperty('ismls');
  });

  it('reads one of the two, and pages not too far behind', async () => {
    const refused = async (query: string) =>
      ((await server.get(keys.acme, `/properties?${query}`)) as { MESSAGE: string }).MESSAGE;
    expect(await refused('isMLS=true&isRLS=include')).toMatch(/^isMLS: "true" was given; accepted/);
    expect(await refused('isMLS=include&perPage=200&page=51')).toMatch(/^page: accepted is a page/);
    expect((await search(server, keys.acme, 'isMLS=include&perPage=200&page=50')).LISTINGS).toEqual(
      [],
    );
  });

  it('suggests the names of the feed, with its ids', async () => {
    const suggested = (key: string, more: string) =>
      server.get(key, `/suggest?q=chel&kinds=neighborhood${more}`) as Promise<{
        SUGGESTIONS: { id: number; text: string; count: number }[];
      }>;
    const onMarket = feed.filter(
      ({ place, status }) => place === 'Chelsea' && status === 'For Rent',
    );
    expect((await suggested(keys.acme, '')).SUGGESTIONS).toMatchObject([{ id: 11 }]);
    expect((await suggested(keys.acme, '&isMLS=true')).SUGGESTIONS).toEqual([
      { kind: 'neighborhood', id: 21, text: 'Chelsea', count: onMarket.length },
    ]);
    expect((await suggested(keys.lone, '&isMLS=true')).SUGGESTIONS).toEqual([]);
  });
});
