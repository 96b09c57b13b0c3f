import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runExport } from 'portico-importer/export.js';
import { type ImportOptions, runImport } from 'portico-importer/import.js';
import { expect, it, vi } from 'vitest';
import { CompleteImport } from '../../../src/changes/removal/complete-import.js';
import { removeRecords } from '../../../src/changes/removal/remove-records.js';
import { exportResources, importResources } from '../../../src/changes/transfers.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { FIRST_KEY_NUMBER, numberKeys } from '../../../src/store/tenant/source-keys.js';
import { revisionOf } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { databaseOf, offline } from '../../rig/offline.js';
import { serverFor } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';

const LISTINGS = `
resource: listings
source: mlsgrid
fields:
  main_id: { key: listing_key }
  main_status: { const: For Rent }
  main_street: street
  financials_price: price
  agents_agent_id: { key: { column: agent, transform: lower } }
  essentials_building: { key: building }
`;
const AGENTS = `
resource: agents
source: mlsgrid
fields:
  id: { key: { column: email, transform: lower } }
  email: email
  firstname: name
  office: { key: office, source: crm }
`;
const OFFICES = `
resource: offices
source: crm
fields: { id: { key: code }, name: name }
`;

const listing = (key: string, more: object = {}) => ({
  ...{ listing_key: key, street: `${key} Street`, price: 3000 },
  ...{ agent: 'Ann@Example.com', building: 'b1', ...more },
});

const LAST_NUMBER = Number.MAX_SAFE_INTEGER;

forEachDatabase('source keys', (database) => {
  const server = serverFor(database);

  const opened = async (name: string): Promise<TenantDatabase> => {
    await server.addTenant(name);
    return databaseOf(server.services, name);
  };

  it('are refused where no number is left for them', async () => {
    const target = await opened('full');
    const kind = { kind: 'listings', table: 'listing', counted: false } as const;
    const highest = { kind: 'listings', source: 'x', key: 'last', number: LAST_NUMBER - 1 };
    await target.write((transaction) =>
      transaction.insertInto('source_key').values(highest).execute(),
    );
    const number = (...keys: string[]) => numberKeys(target, [{ kind, source: 'x', keys }]);
    await expect(number('a', 'b')).rejects.toThrow(
      'There are no numbers left for keys of listings.',
    );
    expect(await number('a')).toEqual([new Map([['a', LAST_NUMBER]])]);
    await expect(number('b')).rejects.toThrow('no numbers left');
  });

  /** Imports records as a file, through a mapping where one is given. */
  async function take(
    target: TenantDatabase,
    records: readonly object[],
    how: { mapping?: string; name?: string } & Partial<ImportOptions> = {},
  ) {
    const { mapping, name = 'records', ...options } = how;
    const folder = temporaryFolder();
    const file = join(folder, `${name}.ndjson`);
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    if (mapping !== undefined) writeFileSync(join(folder, 'map.yaml'), mapping);
    const summary = await runImport({
      sources: [file],
      ...(mapping === undefined ? {} : { mapping: join(folder, 'map.yaml') }),
      resources: importResources(target, 'America/New_York', server.clock),
      rejects: join(folder, 'rejects.ndjson'),
      ...options,
    });
    const rejects =
      summary.rejects === null
        ? []
        : readFileSync(summary.rejects, 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as { line: number; field: string; reason: string });
    return { summary, rejects };
  }

  const keys = (target: TenantDatabase) =>
    target.db.selectFrom('source_key').selectAll().orderBy('kind').orderBy('number').execute();

  /** What the records say, with keys in the place of their numbers. */
  async function told(target: TenantDatabase) {
    const names = new Map(
      (await keys(target)).map(({ kind, source, key, number }) => [
        `${kind} ${number}`,
        `${source} ${key}`,
      ]),
    );
    const keyOf = (kind: string, id: number) => names.get(`${kind} ${id}`);
    const rows = await target.db.selectFrom('listing').selectAll().execute();
    const agents = await target.db.selectFrom('agent').selectAll().execute();
    return {
      listings: rows
        .map((row) => [
          ...[keyOf('listings', row.id), row.street, row.price],
          ...[keyOf('agents', row.agent_id), keyOf('buildings', row.building_id)],
        ])
        .sort(),
      agents: agents
        .map((row) => [keyOf('agents', row.id), row.firstname, keyOf('offices', row.office)])
        .sort(),
    };
  }

  it('find each other across kinds and files, in whatever order these come', async () => {
    const acme = await opened('across');
    const key = await server.addKey('across');
    await take(acme, [listing('L-1'), listing('L-2', { agent: 'ben@example.com' })], {
      mapping: LISTINGS,
    });
    await take(acme, [{ email: 'ann@example.com', name: 'Ann', office: 7 }], { mapping: AGENTS });
    await take(acme, [{ code: '7', name: 'Midtown' }], { mapping: OFFICES });
    const all = await keys(acme);
    expect(all.map(({ kind, source, key }) => [kind, source, key])).toEqual([
      ['agents', 'mlsgrid', 'ann@example.com'],
      ['agents', 'mlsgrid', 'ben@example.com'],
      ['buildings', 'mlsgrid', 'b1'],
      ['listings', 'mlsgrid', 'L-1'],
      ['listings', 'mlsgrid', 'L-2'],
      ['offices', 'crm', '7'],
    ]);
    expect(all[0]?.number).toBe(FIRST_KEY_NUMBER);
    const [first] = (await server.get(key, `/properties/${FIRST_KEY_NUMBER}`)) as object[];
    expect(first).toMatchObject({ main_id: FIRST_KEY_NUMBER, agents_agent_name: 'Ann' });
    const [agent] = (await server.get(key, '/agents/search')) as object[];
    expect(agent).toMatchObject({ firstname: 'Ann', office: FIRST_KEY_NUMBER });
  });

  it('bring the same records a second time, which stores nothing and moves no revision', async () => {
    const acme = await opened('twice');
    const rows = [listing('L-1'), listing('L-2')];
    await take(acme, rows, { mapping: LISTINGS });
    const before = [await keys(acme), await told(acme), await revisionOf(acme)];
    const { summary } = await take(acme, rows, { mapping: LISTINGS });
    expect(summary.listings).toMatchObject({ read: 2, written: 2, rejected: 0 });
    expect([await keys(acme), await told(acme), await revisionOf(acme)]).toEqual(before);
  });

  it('give the same records in another order, and split over files', async () => {
    const rows = ['L-1', 'L-2', 'L-3', 'L-4'].map((key, at) =>
      listing(key, { agent: `a${at % 2}@example.com`, building: `b${at}`, price: 1000 + at }),
    );
    const people = [
      { email: 'A0@example.com', name: 'Ann', office: 1 },
      { email: 'a1@example.com', name: 'Ben', office: 2 },
    ];
    const one = await opened('order-one');
    await take(one, people, { mapping: AGENTS });
    await take(one, rows, { mapping: LISTINGS });
    const other = await opened('order-other');
    for (const row of [...rows].reverse()) await take(other, [row], { mapping: LISTINGS });
    await take(other, [...people].reverse(), { mapping: AGENTS });
    expect(await told(other)).toEqual(await told(one));
  });

  it('of two sources are two records', async () => {
    const acme = await opened('sources');
    const second = LISTINGS.replace('mlsgrid', 'rebny');
    await take(acme, [listing('1')], { mapping: LISTINGS });
    await take(acme, [listing('1', { price: 1 })], { mapping: second });
    expect((await told(acme)).listings).toEqual([
      ['mlsgrid 1', '1 Street', 3000, 'mlsgrid ann@example.com', 'mlsgrid b1'],
      ['rebny 1', '1 Street', 1, 'rebny ann@example.com', 'rebny b1'],
    ]);
  });

  it('stand in records of no mapping, too, and in lists', async () => {
    const acme = await opened('plain');
    const ofMain = (key: unknown) => ({ key });
    const { rejects } = await take(
      acme,
      [
        { id: ofMain('p1'), title: 'One', labels: [ofMain('news'), 5], agent_id: ofMain(' 12 ') },
        { id: ofMain(12), title: 'Two', status: 1 },
        { id: ofMain(''), title: 'None' },
        { id: { key: 'x', source: 'No Name' } },
        { id: { key: 'x', name: 'y' } },
        { id: ofMain('k'.repeat(501)) },
        { id: ofMain(2 ** 53) },
        { id: ofMain('half \ud800') },
        { id: 7, title: 'A number' },
      ],
      { name: 'blogs' },
    );
    expect(rejects.map(({ line, field, reason }) => [line, field, reason.slice(0, 40)])).toEqual([
      [3, 'id', 'the key "" was given; accepted is text o'],
      [4, 'id', 'source "No Name" was given; accepted is '],
      [5, 'id', 'a key has no "name"; accepted are key an'],
      [6, 'id', expect.stringContaining('the key "kkk')],
      [7, 'id', 'the key 9007199254740992 was given; acce'],
      [8, 'id', expect.stringContaining('the key "half')],
    ]);
    expect((await keys(acme)).map(({ kind, source, key }) => [kind, source, key])).toEqual([
      ['agents', 'main', '12'],
      ['blog-labels', 'main', 'news'],
      ['blogs', 'main', 'p1'],
      ['blogs', 'main', '12'],
    ]);
    const labels = await acme.db.selectFrom('blog_label').select('label_id').execute();
    expect(labels.map(({ label_id }) => label_id).sort()).toEqual([5, FIRST_KEY_NUMBER]);
  });

  it('of listings name those of the client alone', async () => {
    const acme = await opened('own');
    await take(acme, [{ id: { key: 'c' }, email: 'c@example.com' }], { name: 'clients' });
    const favorite = { clientID: { key: 'c' }, listingID: { key: 'l' } };
    const { rejects } = await take(acme, [favorite, { ...favorite, listingOf: 'mls' }], {
      name: 'favorites',
    });
    expect(rejects.map(({ line, field }) => [line, field])).toEqual([[2, 'listingID']]);
  });

  it('cost no statement and no row where there are none', async () => {
    const acme = await opened('none');
    const asked = vi.spyOn(acme.db, 'selectFrom');
    await take(acme, [{ id: 1, firstname: 'Ann' }], { name: 'agents' });
    expect(asked.mock.calls.flat()).not.toContain('source_key');
    expect(await keys(acme)).toEqual([]);
  });

  it('of a dry run are not kept, and find each other', async () => {
    const acme = await opened('dry');
    const rows = [{ id: { key: 'a' }, firstname: 'Ann' }];
    await take(acme, rows, { name: 'agents', dryRun: true });
    expect(await keys(acme)).toEqual([]);
    const { summary } = await take(acme, [listing('L-1')], { mapping: LISTINGS, dryRun: true });
    expect(summary).toMatchObject({ listings: { written: 1 }, missing: { agents: { count: 1 } } });
  });

  it('keep their numbers when their records are removed', async () => {
    const acme = await opened('removed');
    await take(acme, [listing('L-1'), listing('L-2')], { mapping: LISTINGS });
    await removeRecords(acme, 'listings', [FIRST_KEY_NUMBER, FIRST_KEY_NUMBER + 1]);
    await take(acme, [listing('L-3')], { mapping: LISTINGS });
    await take(acme, [listing('L-1')], { mapping: LISTINGS });
    const rows = await acme.db
      .selectFrom('listing')
      .select(['id', 'street'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { id: FIRST_KEY_NUMBER, street: 'L-1 Street' },
      { id: FIRST_KEY_NUMBER + 2, street: 'L-3 Street' },
    ]);
    await take(acme, [{ main_id: { key: 'L-1', source: 'mlsgrid' }, _remove: true }], {
      name: 'listings',
    });
    expect((await told(acme)).listings).toHaveLength(1);
    expect(await keys(acme)).toHaveLength(5);
  });

  it('limit a complete import to their source', async () => {
    const acme = await opened('complete');
    await take(acme, [{ main_id: 5, main_status: 'For Rent' }], { name: 'listings' });
    await take(acme, [listing('1')], { mapping: LISTINGS.replace('mlsgrid', 'rebny') });
    await take(acme, [listing('1'), listing('2')], { mapping: LISTINGS });
    const complete = new CompleteImport(acme);
    const resources = importResources(acme, 'UTC', server.clock);
    const { summary } = await take(acme, [listing('2')], {
      mapping: LISTINGS,
      resources: complete.noting(resources),
    });
    const options = { force: new Set<string>(), expect: undefined };
    const would = await complete.finish(summary, { ...options, dryRun: true });
    expect(would).toEqual({ removed: { listings: 1 }, refused: {}, incomplete: undefined });
    await complete.finish(summary, { ...options, dryRun: false });
    expect((await told(acme)).listings.map(([name]) => name)).toEqual([
      undefined,
      'mlsgrid 2',
      'rebny 1',
    ]);
  });

  it('come out of an export and into an empty client with their numbers', async () => {
    const acme = await opened('export');
    await take(acme, [listing('L-1'), listing('L-2')], { mapping: LISTINGS });
    await take(acme, [{ email: 'ann@example.com', name: 'Ann', office: 'o' }], { mapping: AGENTS });
    await removeRecords(acme, 'listings', [FIRST_KEY_NUMBER]);
    for (const format of ['ndjson', 'csv'] as const) {
      const folder = join(temporaryFolder(), 'export');
      await runExport({
        resources: exportResources(acme, 'America/New_York', server.clock),
        ...{ folder, timeZone: 'America/New_York', format, gzip: false },
      });
      const copy = await opened(`copy-${format}`);
      const summary = await runImport({
        sources: [folder],
        resources: importResources(copy, 'America/New_York', server.clock),
        rejects: join(temporaryFolder(), 'rejects.ndjson'),
      });
      expect(summary).toMatchObject({ 'source-keys': { read: 5, written: 5 }, rejects: null });
      expect(await keys(copy)).toEqual(await keys(acme));
      expect(await told(copy)).toEqual(await told(acme));
      await take(copy, [listing('L-1')], { mapping: LISTINGS });
      const rows = await copy.db.selectFrom('listing').select('id').orderBy('id').execute();
      expect(rows.map(({ id }) => id)).toEqual([FIRST_KEY_NUMBER, FIRST_KEY_NUMBER + 1]);
    }
  });

  it('can be given to records that have numbers, once and for ever', async () => {
    const acme = await opened('adopted');
    await take(acme, [{ main_id: 5, main_status: 'For Rent' }], { name: 'listings' });
    const key = { kind: 'listings', source: 'mlsgrid', key: 'L-1', id: 5 };
    const { summary, rejects } = await take(
      acme,
      [
        key,
        { ...key, id: 6 },
        { ...key, key: 'L-2' },
        { ...key, kind: 'photos' },
        { ...key, kind: 'clients' },
        { ...key, id: 0 },
      ],
      { name: 'source-keys' },
    );
    expect(summary['source-keys']).toMatchObject({ read: 6, written: 1, rejected: 5 });
    expect(rejects.map(({ line, field }) => [line, field]).sort()).toEqual([
      [2, 'id'],
      [3, 'id'],
      [4, 'kind'],
      [5, 'id'],
      [6, 'id'],
    ]);
    await take(acme, [listing('L-1')], { mapping: LISTINGS });
    expect((await told(acme)).listings).toEqual([
      ['mlsgrid L-1', 'L-1 Street', 3000, 'mlsgrid ann@example.com', 'mlsgrid b1'],
    ]);
  });

  it('leave the numbers that records have, and those that websites and listings make', async () => {
    const acme = await opened('beside');
    // The second is past all numbers that these keys need, and keeps none of them free.
    const taken = [1, 1000].map((past) => FIRST_KEY_NUMBER + past);
    await take(
      acme,
      taken.map((main_id) => ({ main_id, main_status: 'For Rent' })),
      { name: 'listings' },
    );
    await take(
      acme,
      ['a', 'b', 'c'].map((key) => listing(key)),
      { mapping: LISTINGS },
    );
    const rows = await acme.db.selectFrom('listing').select('id').orderBy('id').execute();
    expect(rows.map(({ id }) => id - FIRST_KEY_NUMBER)).toEqual([1, 2, 3, 4, 1000]);
    await take(acme, [{ id: { key: 'b' }, cat: { key: 'waits' } }], { name: 'buildings' });
    await take(acme, [{ cat_id: { key: 'there' }, cat_name: 'There' }], { name: 'neighborhoods' });
    await take(acme, [{ main_id: 9, main_status: 'For Rent', main_neighborhood: 'Elsewhere' }], {
      name: 'listings',
    });
    const places = await acme.db.selectFrom('neighborhood').select(['id', 'name']).execute();
    expect(places.map(({ id, name }) => [id - FIRST_KEY_NUMBER, name]).sort()).toEqual([
      [1, 'There'],
      [2, 'Elsewhere'],
    ]);
  });

  it('have one number each, whatever imports run at once', async () => {
    await opened('together');
    const runs = 4;
    const draws = Array.from({ length: runs }, (_, run) =>
      Array.from({ length: 300 }, (_, at) => `K-${(at * (run + 3) + run * 7) % 400}`),
    );
    await Promise.all(
      draws.map((drawn) =>
        // Each with connections of its own, as another process.
        offline({ ...database }, async (services) => {
          const acme = await databaseOf(services, 'together');
          const rows = drawn.map((key, at) =>
            listing(key, { agent: `a${at % 50}@example.com`, building: drawn[(at * 7) % 300] }),
          );
          await take(acme, rows, { mapping: LISTINGS, batchSize: 50 });
          const gone = await acme.db.selectFrom('listing').select('id').limit(20).execute();
          await removeRecords(
            acme,
            'listings',
            gone.map(({ id }) => id),
          );
          await take(acme, rows.slice(0, 100), { mapping: LISTINGS, batchSize: 30 });
        }),
      ),
    );
    const acme = await databaseOf(server.services, 'together');
    const all = await keys(acme);
    const names = all.map(({ kind, key }) => `${kind} ${key}`);
    const numbers = all.map(({ kind, number }) => `${kind} ${number}`);
    expect(new Set(names).size).toBe(all.length);
    expect(new Set(numbers).size).toBe(all.length);
    expect(new Set(names.filter((name) => name.startsWith('listings')))).toEqual(
      new Set(draws.flat().map((key) => `listings ${key}`)),
    );
    // Each listing is that of its key: the street is made of it.
    for (const [name, street] of (await told(acme)).listings) {
      expect(street).toBe(`${String(name).replace('mlsgrid ', '')} Street`);
    }
  });
});
