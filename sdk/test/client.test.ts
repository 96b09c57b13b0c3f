import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../server/test/rig/temp.js';
import { AbortedError, Portico, RefusedError } from '../src/index.js';
import { Pace } from '../src/pace.js';
import { demoServer } from './demo-server.js';
import { buildPackage } from './examples.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const FAST = ['--rate', '1000', '--in-flight', '100'];

describe('a client of a real server', () => {
  const server = demoServer();

  test('calls every endpoint of a real server', { timeout: 120_000 }, async () => {
    const built = temporaryFolder();
    await buildPackage(built);
    const { apiKey: manageKey } = await server.key(...FAST, '--scope', 'manage');
    const own = await server.key(...FAST, '--private');
    const options = { ...own, manageKey, pace: { inFlight: 20, perSecond: 500 } };
    const script = join(root, 'sdk/test/every-endpoint.mjs');
    const { stdout } = await run(process.execPath, [
      script,
      join(built, 'dist'),
      JSON.stringify(options),
    ]);
    expect(JSON.parse(stdout)).toEqual([]);
  });

  test('gets a repeat for a 304, and the same for all who ask at once', async () => {
    const statuses: number[] = [];
    const portico = new Portico({
      ...(await server.key(...FAST)),
      fetch: async (...request) => {
        const response = await fetch(...request);
        statuses.push(response.status);
        return response;
      },
    });
    const [first, second] = await Promise.all([
      portico.listings.search({ perPage: 5 }),
      portico.listings.search({ perPage: 5 }),
    ]);
    expect(statuses).toEqual([200]);
    expect(second.items).toEqual(first.items);
    expect(second.items).not.toBe(first.items);
    const third = await portico.listings.search({ perPage: 5 });
    expect(statuses).toEqual([200, 304]);
    expect(third.items).toEqual(first.items);
  });

  test('asks nothing while an answer is fresh', async () => {
    let asked = 0;
    const portico = new Portico({
      ...(await server.key(...FAST)),
      freshFor: 60_000,
      fetch: (...request) => {
        asked++;
        return fetch(...request);
      },
    });
    const listing = await portico.listings.get(1500);
    expect(await portico.listings.get(1500)).toEqual(listing);
    expect(asked).toBe(1);
  });

  test('gives a stale answer at once, and asks for the next reader', async () => {
    const statuses: number[] = [];
    const portico = new Portico({
      ...(await server.key(...FAST)),
      freshFor: 0,
      staleFor: 60_000,
      fetch: async (...request) => {
        const response = await fetch(...request);
        statuses.push(response.status);
        return response;
      },
    });
    const listing = await portico.listings.get(1500);
    expect(await portico.listings.get(1500)).toEqual(listing);
    await expect.poll(() => statuses).toEqual([200, 304]);
  });

  test('brings a stale answer up to date once, also for readers that have gone', async () => {
    const gate: { open?: () => void } = {};
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    const statuses: number[] = [];
    let asked = 0;
    const portico = new Portico({
      ...(await server.key(...FAST)),
      staleFor: 60_000,
      fetch: async (...request) => {
        if (asked++ > 0) await opened;
        const response = await fetch(...request);
        statuses.push(response.status);
        return response;
      },
    });
    await portico.listings.get(1500);
    const visit = new AbortController();
    const { signal } = visit;
    await Promise.all([1, 2, 3].map(() => portico.listings.get(1500, {}, { signal })));
    visit.abort();
    gate.open?.();
    await expect.poll(() => statuses).toEqual([200, 304]);
    expect(asked).toBe(2);
  });

  test('reads the records of a back office as they are now', async () => {
    const portico = new Portico({
      ...(await server.key(...FAST, '--scope', 'manage')),
      freshFor: 60_000,
    });
    const { records } = portico;
    for (const name of ['Harbor', 'Harbor West']) {
      await records.put('offices', [{ id: 4711, name }]);
      expect(await records.get('offices', 4711)).toMatchObject({ name });
      expect((await records.list('offices')).find(({ id }) => id === 4711)).toMatchObject({ name });
    }
    await records.remove('offices', 4711);
    expect(await records.get('offices', 4711)).toBeUndefined();
  });

  test('asks no other endpoint than it was told to', async () => {
    const portico = new Portico(await server.key(...FAST));
    for (const id of ['1/../../clients/list', '1?addHitCounter=true', '%2e%2e/agents', '1#', '..'])
      await expect(portico.listings.get(id as never)).rejects.toThrow('This is no path');
  });

  test('counts a view in the background', async () => {
    const portico = new Portico({ ...(await server.key(...FAST)), pace: { inFlight: 1 } });
    const views = async () =>
      (await portico.listings.get(1501, { addHitCounter: true }))?.hitcounter;
    const before = Number(await views());
    portico.listings.countViewSoon(1501);
    await expect.poll(() => views()).toBe(before + 1);
  });

  test('gives favourites as listings, and no listing where there is no favourite', async () => {
    const portico = new Portico({ ...(await server.key(...FAST, '--private')) });
    const { id: memberID } = await portico.members.register({
      firstname: 'Ada',
      lastname: 'King',
      email: 'ada.king@example.com',
      password: 'correct horse battery',
    });
    expect(await portico.members.favoriteListings(memberID)).toEqual([]);
    const { items } = await portico.listings.search({ status: [1], perPage: 3 });
    for (const { main_id } of items) {
      await portico.members.setFavorite({ memberID, listingID: main_id });
    }
    const ids = (await portico.members.favoriteListings(memberID)).map(({ main_id }) => main_id);
    expect(ids.sort()).toEqual(items.map(({ main_id }) => main_id).sort());
  });

  test('records a login from any address that a socket or a proxy writes', async () => {
    const portico = new Portico({ ...(await server.key(...FAST, '--private')) });
    const [email, password] = ['grace.hopper@example.com', 'correct horse battery'];
    const person = { firstname: 'Grace', lastname: 'Hopper', email, password };
    const { id } = await portico.members.register(person);
    const addresses = [
      ...['192.0.2.1', '192.0.2.1:51234', ' 192.0.2.1 ', '::ffff:192.0.2.1', 'fe80::1%eth0'],
      ...['2001:db8::1', '[2001:db8::1]', '[2001:db8::1]:443', '[::ffff:192.0.2.1]:443'],
    ];
    for (const userIP of addresses)
      expect(await portico.members.login({ email, password }, { userIP })).toMatchObject({ id });
    const unknown = portico.members.login({ email, password }, { userIP: 'unknown' });
    await expect(unknown).rejects.toThrow('userIP');
  });

  test('never has its key in a URL', async () => {
    const urls: string[] = [];
    const options = await server.key(...FAST, '--private');
    const portico = new Portico({
      ...options,
      fetch: (url, ...rest) => {
        urls.push(String(url));
        return fetch(url, ...rest);
      },
    });
    await portico.site.get();
    await portico.members.search();
    expect(urls).toHaveLength(2);
    for (const url of urls) {
      expect(url).not.toContain(options.apiKey as string);
      expect(url).not.toContain(options.secret as string);
    }
  });

  test('goes through pages, and says when there are no more', async () => {
    const portico = new Portico({ ...(await server.key(...FAST)), pace: { perSecond: 500 } });
    const sizes: number[] = [];
    const first = await portico.listings.search({ perPage: 100, status: [2] });
    for await (const page of first.pages()) sizes.push(page.items.length);
    expect(sizes.slice(0, -1).every((size) => size === 100)).toBe(true);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(first.total);
    // More than the server gives in one page: its own size counts.
    const large = await portico.listings.search({ perPage: 5000 });
    const seen = new Set<number>();
    for await (const { main_id } of large) seen.add(main_id);
    expect(seen.size).toBe(large.total);
  });

  test('gives the response along', async () => {
    const portico = new Portico(await server.key(...FAST));
    const { data, response } = await portico.neighborhoods.list().withResponse();
    expect(data.length).toBeGreaterThan(0);
    expect(response.headers.get('etag')).toBeTruthy();
  });

  test('throws what the server refuses, with its code and its words', async () => {
    const portico = new Portico(await server.key(...FAST));
    const error = await portico.listings
      .search({ priceMin: 'cheap' as never })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ code: '256', status: 400 });
    expect(String(error)).toContain('priceMin');
  });
});

describe('calls that wait for their turn', () => {
  test('start in order, and go when they are aborted', async () => {
    const pace = new Pace({ inFlight: 1, perSecond: 1000 });
    const order: number[] = [];
    const gate: { open?: () => void } = {};
    const first = pace.run(
      () =>
        new Promise<void>((resolve) => {
          gate.open = resolve;
        }),
    );
    const controller = new AbortController();
    const second = pace.run(async () => order.push(2), controller.signal);
    const third = pace.run(async () => order.push(3));
    const fourth = pace.run(async () => order.push(4));
    controller.abort();
    await expect(second).rejects.toBeInstanceOf(AbortedError);
    gate.open?.();
    await Promise.all([first, third, fourth]);
    expect(order).toEqual([3, 4]);
  });

  test('are never more in a second than allowed', async () => {
    const pace = new Pace({ inFlight: 100, perSecond: 5 });
    const starts: number[] = [];
    await Promise.all(
      Array.from({ length: 12 }, () => pace.run(async () => starts.push(performance.now()))),
    );
    // A call notes its start a moment after its turn has come: on a busy machine some of them late.
    for (const [index, start] of starts.entries()) {
      const sixth = starts[index + 5];
      if (sixth !== undefined) expect(sixth - start).toBeGreaterThan(800);
    }
  });
});
