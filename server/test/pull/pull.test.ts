import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SourceProblem } from '../../src/pull/source-request.js';
import { pullNotes } from '../../src/store/tenant/pull-ends.js';
import { pullState } from '../../src/store/tenant/pulls.js';
import { revisionOf } from '../../src/store/tenant/write.js';
import { forEachDatabase } from '../rig/databases.js';
import { feedOfPulls, filters, keyOf, prices, pullFolder, put, ten } from './feed-of-pulls.js';
import { pricesOf, pullOnce, pullText, SMALL_MAP, TOKEN, UnderWay } from './pulling.js';

forEachDatabase('a pull', (database) => {
  const rig = feedOfPulls(database);
  const { server, source } = rig;

  it('of MLS Grid reads everything, then changes and removals', async () => {
    const counterpart = await source('mlsgrid');
    const began = server.clock.now();
    expect((await pullOnce(rig.pulling)).listings).toMatchObject({ read: 10, written: 10 });
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten));
    expect(filters(counterpart)[0]).toBe(
      "OriginatingSystemName eq 'actris' and MlgCanView eq true",
    );
    const { watermark } = await pullState(rig.pulling.database, 'actris', 'Property');
    expect(watermark).toBe(new Date(Math.floor(began / 1000) * 1000).toISOString());

    server.clock.advance(600_000);
    put(counterpart, 3, 5);
    put(counterpart, 4, 4, { MlgCanView: false });
    put(counterpart, 5, 5, { StandardStatus: 'Expired' });
    put(counterpart, 11, 11, { StandardStatus: 'Canceled' });
    counterpart.calls.length = 0;
    expect((await pullOnce(rig.pulling)).listings).toMatchObject({ written: 3, removed: 2 });
    const left = ten.filter(([at]) => ![3, 4, 5].includes(at));
    expect(await pricesOf(rig.pulling.database)).toEqual(prices([3, 5], ...left));
    const since = new Date(Date.parse(watermark) - 120_000).toISOString();
    expect(filters(counterpart)).toEqual(
      expect.arrayContaining([
        `OriginatingSystemName eq 'actris' and ModificationTimestamp ge ${since}`,
      ]),
    );
    // What was never here gets no number.
    const keys = await rig.pulling.database.db.selectFrom('source_key').select('key').execute();
    expect(keys.map(({ key }) => key)).not.toContain(keyOf(11));
  });

  it('writes nothing, and moves no revision, where nothing has changed', async () => {
    const counterpart = await source('reso');
    await pullOnce(rig.pulling);
    const before = await revisionOf(rig.pulling.database);
    put(counterpart, 1, 1001);
    expect((await pullOnce(rig.pulling)).listings).toMatchObject({ read: 1, unchanged: 1 });
    expect((await revisionOf(rig.pulling.database)).number).toBe(before.number);
  });

  it.each(['mlsgrid', 'reso'] as const)(
    'of %s goes on behind its last record where a link has died',
    async (kind) => {
      const counterpart = await source(kind);
      for (let at = 1; at <= 10; at += 1) {
        server.clock.advance(1000);
        put(counterpart, at, 1000 + at);
      }
      counterpart.fault = ({ query }) =>
        query.$skiptoken === undefined ? undefined : { status: 410 };
      await pullOnce(rig.pulling);
      expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten));
      const starts = counterpart.calls.filter(({ query }) => query.$skiptoken === undefined);
      const [first, ...others] = starts.map(({ query }) => query.$filter);
      expect(others.length).toBeGreaterThan(2);
      expect(others).not.toContain(first);
    },
  );

  it('does not go on from the middle of pages that come in no order', async () => {
    const counterpart = await source('mlsgrid');
    counterpart.order = 'none';
    counterpart.table('Property').clear();
    for (const at of [5, 1, 9, 2, 8, 3, 7, 4, 6, 10]) {
      server.clock.advance(at % 2 === 0 ? 1000 : -1000);
      put(counterpart, at, 1000 + at);
    }
    let links = 0;
    counterpart.fault = ({ query }) => {
      if (query.$skiptoken !== undefined) links += 1;
      return links === 2 && query.$skiptoken !== undefined ? { status: 404 } : undefined;
    };
    await pullOnce(rig.pulling);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten));
  });

  it('goes on where the run before it was cut off, and loses no change', async () => {
    const counterpart = await source('reso');
    counterpart.fault = ({ query }) =>
      (query.$skiptoken ?? '') >= keyOf(6) ? { status: 500 } : undefined;
    await expect(pullOnce(rig.pulling)).rejects.toThrow('Property answered 500.');
    expect(Object.keys(await pricesOf(rig.pulling.database))).toHaveLength(6);
    put(counterpart, 1, 7);
    counterpart.fault = () => undefined;
    counterpart.calls.length = 0;
    await pullOnce(rig.pulling);
    expect(counterpart.calls[0]?.query.$skiptoken).toBe(keyOf(6));
    await pullOnce(rig.pulling);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices([1, 7], ...ten.slice(1)));
  });

  it('asks again after cut connections and errors that pass', async () => {
    const counterpart = await source('reso');
    const faults = ['cut', { status: 503 }, undefined, 'cut', undefined] as const;
    let at = 0;
    counterpart.fault = () => faults[at++];
    await pullOnce(rig.pulling);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten));
  });

  it('keeps to the pace, and is silent for longer and longer where the source has had enough', async () => {
    const counterpart = await source('mlsgrid');
    const busy = [0, 1, 3];
    counterpart.fault = () =>
      busy.includes(counterpart.calls.length - 1) ? { status: 429 } : undefined;
    await pullOnce(rig.pulling);
    const times = counterpart.calls.map(({ at }) => at);
    const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(pauses.slice(0, 2)).toEqual([60_000, 120_000]);
    // The answer in between has ended the doubling.
    expect(pauses[3]).toBe(60_000);
    for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(625);
    // A run that comes right behind it knows what was asked.
    await pullOnce(rig.pulling);
    const [last, next] = counterpart.calls.slice(times.length - 1).map(({ at }) => at);
    expect((next ?? 0) - (last ?? 0)).toBeGreaterThanOrEqual(625);
  });

  it('waits as long as the source says, and ends where that is too long', async () => {
    const counterpart = await source('reso');
    const after = (seconds: number) => {
      let answers = 0;
      counterpart.fault = () =>
        answers++ === 0 ? { status: 429, headers: { 'retry-after': `${seconds}` } } : undefined;
    };
    after(300);
    const start = server.clock.now();
    await pullOnce(rig.pulling);
    expect(server.clock.now() - start).toBeGreaterThanOrEqual(300_000);
    after(7200);
    await expect(pullOnce(rig.pulling)).rejects.toThrow(
      'Nothing more may be asked of the source until',
    );
    const before = counterpart.calls.length;
    const [note] = await pullNotes(rig.pulling.database);
    expect(note?.waitsUntil).toBeGreaterThanOrEqual(server.clock.now() + 7_199_000);
    await expect(pullOnce(rig.pulling)).rejects.toThrow('a later run goes on');
    expect(counterpart.calls.length).toBe(before);
  });

  it('removes what has gone without a word, under the brake', async () => {
    const counterpart = await source('reso');
    await pullOnce(rig.pulling);
    counterpart.table('Property').delete(keyOf(2));
    await pullOnce(rig.pulling);
    expect(Object.keys(await pricesOf(rig.pulling.database))).toHaveLength(10);
    // A day later it compares by itself.
    server.clock.advance(25 * 3_600_000);
    expect((await pullOnce(rig.pulling)).removed).toEqual({ listings: 1 });
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten.filter(([at]) => at !== 2)));
    for (let at = 3; at <= 8; at += 1) counterpart.table('Property').delete(keyOf(at));
    await expect(pullOnce(rig.pulling, { sweep: true })).rejects.toThrow(
      'Nothing was removed of listings: 6 of 9 are not among the keys of the source. If that is right, pull again with --sweep --force.',
    );
    expect(Object.keys(await pricesOf(rig.pulling.database))).toHaveLength(9);
    await pullOnce(rig.pulling, { sweep: true, force: 'all' });
    expect(Object.keys(await pricesOf(rig.pulling.database))).toHaveLength(3);
  });

  it('removes nothing where the source does not tell all of its keys', async () => {
    const counterpart = await source('reso');
    await pullOnce(rig.pulling);
    const told = counterpart.tables.get('Property') ?? new Map();
    const sweeping = () => pullOnce(rig.pulling, { sweep: true, force: 'all' });
    counterpart.tables.set('Property', new Map());
    await expect(sweeping()).rejects.toThrow(
      'Nothing was removed of listings: the source names none of its records.',
    );
    counterpart.tables.set('Property', new Map([...told].slice(0, 5)));
    counterpart.countLess = -5;
    await expect(sweeping()).rejects.toThrow(
      'The source has 10 records of Property, and has named 5 of them: nothing was removed.',
    );
    counterpart.countLess = 0;
    counterpart.page = 2;
    counterpart.relink = (link) => link.replace(/skiptoken=[^&]*/, 'skiptoken=');
    await expect(sweeping()).rejects.toThrow('The pages of the source do not end');
    expect(Object.keys(await pricesOf(rig.pulling.database))).toHaveLength(10);
  });

  it('asks again for records that were rejected', async () => {
    const counterpart = await source('mlsgrid');
    put(counterpart, 4, 4, { StandardStatus: 'Odd' });
    expect((await pullOnce(rig.pulling)).listings).toMatchObject({ written: 9, rejected: 1 });
    writeFileSync(
      join(rig.pulling.folder, 'small.yaml'),
      SMALL_MAP.replace('Active:', 'Odd: For Sale, Active:'),
    );
    // As if the time of the record were long past, so that only its key leads to it.
    await pullOnce(rig.pulling, { sweep: true });
    expect(await pricesOf(rig.pulling.database)).toEqual(
      prices(...ten.filter(([at]) => at !== 4), [4, 4]),
    );
    expect(
      filters(counterpart).some((filter) => filter.endsWith(`ListingId eq '${keyOf(4)}'`)),
    ).toBe(false);
    put(counterpart, 5, 5, { StandardStatus: 'Odder' });
    await pullOnce(rig.pulling);
    put(counterpart, 5, 6);
    await pullOnce(rig.pulling, { sweep: true });
    expect((await pricesOf(rig.pulling.database))[keyOf(5)]).toBe(6);
  });

  it('reads everything again with another mapping, and misses no removal meanwhile', async () => {
    const counterpart = await source('mlsgrid');
    await pullOnce(rig.pulling);
    server.clock.advance(3_600_000);
    put(counterpart, 4, 4, { MlgCanView: false });
    const map = SMALL_MAP.replace('ListPrice', '{ column: ListPrice, transform: "multiply:2" }');
    writeFileSync(join(rig.pulling.folder, 'small.yaml'), map);
    await pullOnce(rig.pulling);
    const doubled = ten.filter(([at]) => at !== 4).map(([at, price]) => [at, price * 2] as const);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...doubled));
  });

  it('removes what only: of its mapping no longer takes', async () => {
    const counterpart = await source('reso');
    writeFileSync(
      join(rig.pulling.folder, 'small.yaml'),
      `${SMALL_MAP}only: { Kind: [null, Home] }\n`,
    );
    await pullOnce(rig.pulling);
    put(counterpart, 4, 4, { Kind: 'Boat' });
    await pullOnce(rig.pulling);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten.filter(([at]) => at !== 4)));
  });

  it('takes its token to its own address, and asks no other that is not public', async () => {
    const counterpart = await source('reso');
    const other = await source('reso');
    rig.pulling = { ...rig.pulling, folder: pullFolder(pullText(counterpart.url, 'reso')) };
    counterpart.relink = (link) => link.replace(counterpart.url, other.url);
    await expect(pullOnce(rig.pulling)).rejects.toThrow('is not HTTPS: only this machine');
    counterpart.relink = (link) =>
      link.replace(counterpart.url, other.url).replace('http:', 'https:');
    await expect(pullOnce(rig.pulling)).rejects.toThrow('leads to an address that is not public');
    expect(other.calls).toEqual([]);
    expect(new Set(counterpart.calls.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${TOKEN}`]),
    );
  });

  it('says nothing of its token, also where the source repeats it', async () => {
    const counterpart = await source('reso');
    const body = JSON.stringify({ error: { message: `no right for ${TOKEN}` } });
    counterpart.fault = () => ({ status: 403, body });
    await expect(pullOnce(rig.pulling)).rejects.toThrow(
      'answered 403: it refuses the credentials (no right for ***).',
    );
    const tables = ['pull_source', 'pull_resource', 'pull_token', 'pull_minute'] as const;
    for (const table of tables) {
      const rows = await rig.pulling.database.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(TOKEN);
    }
  });

  it('is one at a time, and writes nothing once another has taken over', async () => {
    const counterpart = await source('reso');
    let during: Promise<unknown> | undefined;
    counterpart.afterPage = () => {
      during ??= pullOnce(rig.pulling).catch((error: unknown) => error);
    };
    await pullOnce(rig.pulling);
    expect(await during).toBeInstanceOf(UnderWay);
    counterpart.afterPage = () => server.clock.advance(600_000);
    put(counterpart, 1, 1);
    let taken = false;
    const wait = async () => {
      if (taken) return;
      taken = true;
      await rig.pulling.database.db.updateTable('pull_source').set({ holder: 'another' }).execute();
    };
    const slow = { ...rig.pulling };
    counterpart.fault = () => (taken ? undefined : { status: 500 });
    await expect(pullOnce(slow, { wait })).rejects.toThrow('Another pull has taken over actris.');
    expect((await pricesOf(rig.pulling.database))[keyOf(1)]).toBe(1001);
  });

  it('shows records and writes none in a dry run', async () => {
    await source('reso');
    const summary = await pullOnce(rig.pulling, { dryRun: true, show: 1 });
    expect(summary.shown?.listings).toMatchObject([
      { main_id: { key: keyOf(1), source: 'actris' } },
    ]);
    expect(await pricesOf(rig.pulling.database)).toEqual({});
    expect((await pullState(rig.pulling.database, 'actris', 'Property')).watermark).toBe('');
  });

  it('ends as an import does that was stopped, with what it has done', async () => {
    await source('reso');
    const controller = new AbortController();
    const wait = async () => controller.abort();
    const summary = await pullOnce(rig.pulling, { signal: controller.signal, wait });
    expect(summary).toMatchObject({ interrupted: true, listings: { written: 3 } });
    const noted = await rig.pulling.database.db.selectFrom('pull_source').selectAll().execute();
    expect(noted).toMatchObject([{ succeeded_at: 0 }]);
    await pullOnce(rig.pulling);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten));
  });

  it('fails by a page that is none', async () => {
    const counterpart = await source('reso');
    counterpart.fault = () => ({ status: 200, body: '[]' });
    const error = await pullOnce(rig.pulling).catch((thrown: Error) => thrown);
    expect((error as Error).cause).toBeInstanceOf(SourceProblem);
    expect((error as Error).message).toMatch(
      /\/odata\/Property answered without a list of records\.$/,
    );
  });
});
