import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { feedOfPulls, filters, keyOf, prices, pullFolder, put, ten } from './feed-of-pulls.js';
import { pricesOf, pullOnce, pullText } from './pulling.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const sixty = Array.from({ length: 60 }, (_, at) => [at + 1, 1001 + at] as const);

forEachDatabase('a pull', (database) => {
  const rig = feedOfPulls(database);
  const { server, source } = rig;

  it.each(['trestle', 'bridge', 'spark'] as const)(
    'of %s has what its source has, also beyond the rows of one chain, and behind changes',
    async (kind) => {
      const counterpart = await source(kind);
      for (const [at, price] of sixty) put(counterpart, at, price);
      rig.pulling = { ...rig.pulling, folder: pullFolder(pullText(counterpart.url, kind, '', 10)) };
      server.clock.advance(HOUR_MS);
      await pullOnce(rig.pulling);
      expect(await pricesOf(rig.pulling.database)).toEqual(prices(...sixty));
      server.clock.advance(10 * MINUTE_MS);
      for (let at = 1; at <= 50; at += 1) {
        if (at % 10 === 0) server.clock.advance(1000);
        put(counterpart, at, at);
      }
      counterpart.table('Property').delete(keyOf(60));
      server.clock.advance(20 * MINUTE_MS);
      await pullOnce(rig.pulling, { sweep: true });
      const changed = sixty.slice(0, 59).map(([at, price]) => [at, at <= 50 ? at : price] as const);
      expect(await pricesOf(rig.pulling.database)).toEqual(prices(...changed));
    },
  );

  it('of Trestle goes on behind the end of a chain in which a page came again', async () => {
    const counterpart = await source('trestle');
    for (const [at, price] of sixty) put(counterpart, at, price);
    rig.pulling = {
      ...rig.pulling,
      folder: pullFolder(pullText(counterpart.url, 'trestle', '', 10)),
    };
    // Smaller pages than are requested.
    counterpart.page = 8;
    let links = 0;
    let second = '';
    counterpart.relink = (link) => {
      links += 1;
      if (links === 1) second = link;
      return links === 3 ? `${second}&again=1` : link;
    };
    await pullOnce(rig.pulling);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...sixty));
  });

  it('of Trestle goes on behind the end of a chain that an earlier run has begun', async () => {
    const counterpart = await source('trestle');
    for (const [at, price] of sixty) put(counterpart, at, price);
    const folder = pullFolder(pullText(counterpart.url, 'trestle', '', 10));
    rig.pulling = { ...rig.pulling, folder };
    // Smaller pages than are requested, and a run that ends ahead of the last one of the chain.
    counterpart.page = 8;
    const controller = new AbortController();
    counterpart.afterPage = () => {
      if (counterpart.calls.length === 6) controller.abort();
    };
    const summary = await pullOnce(rig.pulling, { signal: controller.signal });
    expect(summary).toMatchObject({ interrupted: true });
    counterpart.table('Property').delete(keyOf(1));
    await pullOnce(rig.pulling, { sweep: true });
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...sixty.slice(1)));
  });

  it.each([
    ['mlsgrid', 'everything', 0],
    ['mlsgrid', 'changes', 0],
    ['bridge', 'changes', 0],
    ['mlsgrid', 'changes, of which each moment has two', 2],
    ['mlsgrid', 'a multiple of the page', 3],
    ['bridge', 'changes, of which the last moment has a page', 'last'],
  ] as const)(
    'of %s reads %s to the end without links, in pages that are full',
    async (kind, what, ties) => {
      const counterpart = await source(kind);
      counterpart.order = 'changed';
      await pullOnce(rig.pulling);
      if (what === 'everything') {
        rig.pulling = {
          ...rig.pulling,
          folder: pullFolder(pullText(counterpart.url, kind, 'pictures: fetch')),
        };
        await rig.pulling.database.db.deleteFrom('pull_resource').execute();
      }
      counterpart.links = false;
      server.clock.advance(HOUR_MS);
      for (let at = 1; at <= 12; at += 1) {
        put(counterpart, at, at);
        if (ties === 'last' ? at < 10 : ties === 0 || at % ties === 0) server.clock.advance(1000);
      }
      server.clock.advance(HOUR_MS);
      if (ties === 'last') {
        counterpart.counts = false;
        await expect(pullOnce(rig.pulling)).rejects.toThrow('changed at one moment');
        counterpart.counts = true;
      }
      const run = pullOnce(rig.pulling);
      if (ties === 3) {
        // Whether there are more of this moment, nobody knows.
        await expect(run).rejects.toThrow(
          'More records of the source have changed at one moment than fit a page of 3',
        );
        writeFileSync(
          join(rig.pulling.folder, 'pull.yaml'),
          pullText(counterpart.url, kind, '', 4),
        );
        await pullOnce(rig.pulling);
      } else await run;
      const all = Array.from({ length: 12 }, (_, at) => [at + 1, at + 1] as const);
      expect(await pricesOf(rig.pulling.database)).toEqual(prices(...all));
      counterpart.calls.length = 0;
      server.clock.advance(HOUR_MS);
      await pullOnce(rig.pulling);
      expect(counterpart.calls).toHaveLength(1);
    },
  );

  it('of MLS Grid removes nothing where the list of keys may be cut', async () => {
    const counterpart = await source('mlsgrid');
    await pullOnce(rig.pulling);
    counterpart.links = false;
    counterpart.counts = false;
    await expect(pullOnce(rig.pulling, { sweep: true, force: 'all' })).rejects.toThrow(
      'The source names a full page of Property, no next one and no count: nothing was removed.',
    );
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten));
  });

  it('of MLS Grid ends behind full pages of one moment where links have led to them', async () => {
    const counterpart = await source('mlsgrid');
    for (const at of [11, 12]) put(counterpart, at, 1000 + at);
    server.clock.advance(HOUR_MS);
    for (let at = 1; at <= 12; at += 1) put(counterpart, at, at);
    server.clock.advance(HOUR_MS);
    for (let runs = 0; runs < 2; runs += 1) await pullOnce(rig.pulling);
    const all = Array.from({ length: 12 }, (_, at) => [at + 1, at + 1] as const);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...all));
  });

  it('of Bridge reads everything by links in headers, and changes by the field of Bridge', async () => {
    const counterpart = await source('bridge');
    await pullOnce(rig.pulling);
    const [first, second] = counterpart.calls;
    expect([first?.path, first?.query]).toEqual(['/odata/Property/replication', {}]);
    expect(second?.query.$skiptoken).toBe(keyOf(3));
    expect(first?.prefer).toBe('odata.maxpagesize=3');
    server.clock.advance(HOUR_MS);
    put(counterpart, 3, 5);
    counterpart.calls.length = 0;
    expect((await pullOnce(rig.pulling)).listings).toMatchObject({ read: 1, written: 1 });
    expect(counterpart.calls[0]).toMatchObject({
      path: '/odata/Property',
      query: {
        $filter: expect.stringMatching(/^BridgeModificationTimestamp ge /),
        $orderby: 'BridgeModificationTimestamp',
      },
    });
  });

  it('of Bridge gets past more changes of one moment than a chain has rows', async () => {
    const counterpart = await source('bridge');
    await pullOnce(rig.pulling);
    server.clock.advance(HOUR_MS);
    for (const [at, price] of sixty) put(counterpart, at, price + 1);
    rig.pulling = {
      ...rig.pulling,
      folder: pullFolder(pullText(counterpart.url, 'bridge', '', 10)),
    };
    server.clock.advance(10 * MINUTE_MS);
    await pullOnce(rig.pulling);
    const all = sixty.map(([at, price]) => [at, price + 1] as const);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...all));
    server.clock.advance(HOUR_MS);
    counterpart.calls.length = 0;
    await pullOnce(rig.pulling);
    expect(counterpart.calls).toHaveLength(1);
  });

  it('of Spark asks again for what its cache has not shown yet', async () => {
    const counterpart = await source('spark');
    await pullOnce(rig.pulling);
    expect(await pricesOf(rig.pulling.database)).toEqual({});
    server.clock.advance(16 * MINUTE_MS);
    await pullOnce(rig.pulling);
    put(counterpart, 4, 7);
    await pullOnce(rig.pulling);
    server.clock.advance(16 * MINUTE_MS);
    await pullOnce(rig.pulling);
    const changed = ten.map(([at, price]) => [at, at === 4 ? 7 : price] as const);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...changed));
  });

  it('of Trestle renews its token, and asks for changes of pictures too', async () => {
    const counterpart = await source('trestle');
    counterpart.afterPage = () => void server.clock.advance(21 * MINUTE_MS);
    await pullOnce(rig.pulling);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten));
    const tokens = new Set(counterpart.calls.map(({ authorization }) => authorization));
    expect(tokens.size).toBeGreaterThan(1);
    counterpart.afterPage = () => {};
    server.clock.advance(HOUR_MS);
    const row = counterpart.table('Property').get(keyOf(5));
    const PhotosChangeTimestamp = new Date(server.clock.now()).toISOString();
    counterpart.table('Property').set(keyOf(5), { ...row, ListPrice: 5, PhotosChangeTimestamp });
    await pullOnce(rig.pulling);
    expect(filters(counterpart).at(-1)).toMatch(
      /^\(ModificationTimestamp ge (\S+) or PhotosChangeTimestamp ge \1\)$/,
    );
    expect((await pricesOf(rig.pulling.database))[keyOf(5)]).toBe(5);
  });

  const TRESTLE = ['trestle', 'hour-quota-resettime', 'hour-quota-available'] as const;
  const RATE = 'application-ratelimit';
  const BRIDGE = ['bridge', `${RATE}-reset`, `${RATE}-remaining`] as const;
  const ms = (at: number) => String(at);
  const seconds = (at: number) => String(Math.ceil(at / 1000));
  const iso = (at: number) => new Date(at).toISOString();
  it.each([
    [...TRESTLE, '0', 10, ms],
    [...TRESTLE, '7', 1, ms],
    [...BRIDGE, undefined, 10, seconds],
    [...BRIDGE, undefined, 10, iso],
    [...BRIDGE, '7', 1, seconds],
  ] as const)(
    'of %s with its header %s and %s: %s is silent for %i minutes',
    async (kind, reset, left, requests, minutes, text) => {
      const counterpart = await source(kind);
      const from = server.clock.now();
      const headers = {
        [reset]: text(from + 10 * MINUTE_MS),
        ...(requests === undefined ? {} : { [left]: requests }),
      };
      let refusals = 0;
      const pages = () => counterpart.calls.filter(({ path }) => !path.endsWith('/token'));
      counterpart.fault = ({ path }) => {
        if (path.endsWith('/token')) return undefined;
        refusals += 1;
        return refusals === 1 ? { status: 429, headers } : undefined;
      };
      await pullOnce(rig.pulling);
      expect(pages()[1]?.at).toBeGreaterThanOrEqual(from + minutes * MINUTE_MS);
      expect(pages()[1]?.at).toBeLessThan(from + minutes * MINUTE_MS + 5000);
    },
  );

  it('of no dialect takes the page of another', async () => {
    const counterpart = await source('bridge');
    writeFileSync(
      join(rig.pulling.folder, 'pull.yaml'),
      pullText(counterpart.url, 'bridge', '', 201),
    );
    await expect(pullOnce(rig.pulling)).rejects.toMatchObject({
      problems: [expect.stringContaining('page: 201 is not a whole number from 1 to 200')],
    });
  });
});
