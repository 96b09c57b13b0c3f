import { expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import type { Fault } from './counterpart.js';
import { feedOfPulls, keyOf, prices, pullFolder, put } from './feed-of-pulls.js';
import { pricesOf, pullOnce, pullText, SMALL_MAP } from './pulling.js';

const MAP = `${SMALL_MAP}  photos:
    each: Media
    fields: { filename: MediaURL, key: MediaKey, sort: Order }
`;

const media = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ MediaKey: `m${at}`, Order: at, MediaURL: `https://pictures.example/${at}.jpg` },
  }));

forEachDatabase('a pull of records that contain a part of their pictures', (database) => {
  const rig = feedOfPulls(database);
  const { server } = rig;

  async function source(kind: 'reso' | 'trestle' | 'spark' | 'bridge', map = 'small.yaml') {
    const counterpart = await rig.source(kind);
    counterpart.table('Property').clear();
    for (const at of [1, 2, 3]) put(counterpart, at, at, { Media: media(at === 2 ? 7 : 2) });
    server.clock.advance(3_600_000);
    const text = pullText(counterpart.url, kind).replace('small.yaml', `${map}, expand: Media`);
    rig.pulling = { ...rig.pulling, folder: pullFolder(text, MAP) };
    counterpart.mostExpanded = 2;
    return counterpart;
  }
  const shown = async () => {
    const rows = await rig.pulling.database.db
      .selectFrom('photo')
      .innerJoin('listing', 'listing.id', 'photo.listing_id')
      .select(['price', 'filename'])
      .orderBy('filename')
      .execute();
    const of = (price: number) => rows.filter((row) => Number(row.price) === price).length;
    return [of(1), of(2), of(3)];
  };
  const isRest = (path: string) => path.includes('/Media/');

  it.each(['reso', 'trestle', 'spark', 'bridge'] as const)(
    'follows the links of %s to the rest of them, with its token and at its pace',
    async (kind) => {
      const counterpart = await source(kind);
      expect((await pullOnce(rig.pulling)).listings).toMatchObject({ written: 3, rejected: 0 });
      expect(await shown()).toEqual([2, 7, 2]);
      const rest = counterpart.calls.filter(({ path }) => isRest(path));
      expect(rest.map(({ path }) => path.split('/').at(-1))).toEqual(['2', '4', '6']);
      expect(rest.every(({ authorization }) => authorization?.startsWith('Bearer '))).toBe(true);
      const gaps = rest.slice(1).map(({ at }, place) => at - (rest[place]?.at ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(250);
    },
  );

  it.each<readonly [string, Fault | undefined, string | undefined]>([
    ['is gone', { status: 404 }, undefined],
    ['fails', { status: 500 }, undefined],
    ['is to no address', undefined, 'http://['],
    ['is to this machine, where the source is not', undefined, 'http://127.0.0.2:9/rest'],
    ['leads to itself', undefined, 'itself'],
  ])('takes none off, and rejects the record, where such a link %s', async (_, fault, link) => {
    const counterpart = await source('reso');
    await pullOnce(rig.pulling);
    put(counterpart, 2, 22, { Media: media(7) });
    put(counterpart, 3, 33, { Media: media(1) });
    const own = counterpart.relink;
    const itself = `${counterpart.url}Property?$filter=ListingKey%20eq%20'none'&again=1`;
    counterpart.relink = (next) => {
      if (!isRest(next) || link === undefined) return own(next);
      return link === 'itself' ? itself : link;
    };
    counterpart.fault = ({ path }) => (isRest(path) ? fault : undefined);
    if (link === 'itself') {
      const fetchItself = counterpart.fault;
      counterpart.fault = (call) =>
        call.query.again === undefined
          ? fetchItself(call)
          : { status: 200, body: JSON.stringify({ value: [], '@odata.nextLink': itself }) };
    }
    server.clock.advance(3_600_000);
    expect((await pullOnce(rig.pulling)).listings).toMatchObject({ rejected: 1, written: 1 });
    expect(await pricesOf(rig.pulling.database)).toEqual(prices([1, 1], [2, 2], [3, 33]));
    expect((await shown())[1]).toBe(7);
    counterpart.relink = own;
    counterpart.fault = () => undefined;
    await pullOnce(rig.pulling, { sweep: true });
    expect(await pricesOf(rig.pulling.database)).toEqual(prices([1, 1], [2, 22], [3, 33]));
  });

  it('of the mapping that ships, too', async () => {
    const counterpart = await source('reso', 'reso/property.yaml');
    for (const at of [1, 2, 3])
      put(counterpart, at, at, { PropertyType: 'Land', Media: media(at === 2 ? 7 : 2) });
    server.clock.advance(3_600_000);
    await pullOnce(rig.pulling);
    expect(await shown()).toEqual([2, 7, 2]);
    put(counterpart, 2, 2, { PropertyType: 'Land', Media: media(7) });
    counterpart.fault = ({ path }) => (isRest(path) ? { status: 404 } : undefined);
    server.clock.advance(3_600_000);
    expect((await pullOnce(rig.pulling)).listings).toMatchObject({ rejected: 1 });
    expect(await shown()).toEqual([2, 7, 2]);
  });

  it('ends where many of them have no end', async () => {
    const counterpart = await source('reso');
    for (let at = 1; at <= 9; at += 1) put(counterpart, at, at, { Media: media(9) });
    let pages = 0;
    counterpart.fault = ({ path }) => {
      if (!isRest(path)) return undefined;
      pages += 1;
      const next = `${counterpart.url}Property('${keyOf(1)}')/Media/${pages + 10}`;
      return { status: 200, body: JSON.stringify({ value: [], '@odata.nextLink': next }) };
    };
    server.clock.advance(3_600_000);
    await expect(pullOnce(rig.pulling)).rejects.toThrow('It does not end.');
    expect(pages).toBeLessThanOrEqual(200);
    expect(await shown()).toEqual([0, 0, 0]);
  });
});
