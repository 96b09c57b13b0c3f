import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runExport } from 'portico-importer/export.js';
import { runImport } from 'portico-importer/import.js';
import { beforeAll, expect, it } from 'vitest';
import { exportResources, importResources } from '../../../src/changes/transfers.js';
import { FIRST_KEY_NUMBER } from '../../../src/store/tenant/source-keys.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';
import { Website } from '../members/website.js';
import { aLead, BARE, STORED } from './leads.js';

/** A record of everything that can be told. */
const WHOLE = {
  id: 5000,
  kind: 'marketplace',
  received: '2026-11-01T10:11:12.345Z',
  firstname: '=Nora',
  lastname: "O'Quinn",
  email: 'Nora@Example.com',
  phone: '+1 212 555 0142',
  comment: 'Is Sunday possible?\nWe are "two".',
  alertType: 'For Sale',
  priceFrom: 450_000,
  priceTo: 550_000,
  minBeds: 2,
  minBath: 1.5,
  minSize: 850,
  area: 'Park Slope',
  unit: '4B',
  source: 'StreetWise',
  backLink: 'https://example.com/7',
  agentID: 3,
  listingID: 7,
  listingOf: 'mls',
  clientID: 9,
  clientReference: 'sw-77',
  tourKind: 'video',
  tourTimes: ['2026-12-05T14:00:00-05:00', '2026-12-06T10:30:00-05:00'],
  state: 'open',
  notes: '=Called, "Sunday" is fine.\nAsk about parking.',
  comments: [
    { received: '2026-11-02T10:00:00.001Z', comment: '[one', listingID: 8, listingOf: 'own' },
    { received: '2026-11-01T10:00:00.000Z', comment: '', listingID: null, listingOf: null },
  ],
};

forEachDatabase('leads that are imported', (database) => {
  const server = serverFor(database);
  const sites = new Map<string, Website>();
  const siteOf = (name: string) => {
    const site = sites.get(name);
    if (site === undefined) throw new Error(`There is no website of ${name}.`);
    return site;
  };
  const opened = async (name: string) => {
    const tenant = await server.services.tenants.tenant(name);
    if (tenant === undefined) throw new Error(`There is no client ${name}.`);
    return tenant.database;
  };
  const stored = async (name: string) => {
    const { db } = await opened(name);
    return db.selectFrom('alert').selectAll().orderBy('id').execute();
  };
  const resources = async (name: string) =>
    importResources(await opened(name), 'America/New_York', server.clock);
  const exported = async (name: string, format: 'ndjson' | 'csv') => {
    const folder = join(temporaryFolder(), 'export');
    const written = exportResources(await opened(name), 'America/New_York', server.clock);
    const counts = await runExport({
      resources: written,
      folder,
      format,
      gzip: false,
      timeZone: 'America/New_York',
    });
    return { folder, counts, leads: readFileSync(join(folder, `leads.${format}`), 'utf8') };
  };
  const imported = async (name: string, folder: string) =>
    runImport({
      sources: [folder],
      resources: await resources(name),
      rejects: join(temporaryFolder(), 'rejects'),
    });
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  beforeAll(async () => {
    for (const name of ['acme', 'ndjson', 'csv', 'many']) await server.addTenant(name);
    for (const name of ['later', 'folds', 'beside']) {
      const site = new Website(server, name);
      await site.open({ fold_repeat_leads: name === 'folds' ? 1 : 0 });
      sites.set(name, site);
    }
  });

  it.each(['ndjson', 'csv'] as const)('come back from %s as they were', async (format) => {
    await server.put('acme', 'leads', [WHOLE, { id: 3 }, { id: 4, email: 'bo@example.com' }]);
    const before = await exported('acme', format);
    expect(before.counts).toMatchObject({ leads: 3 });
    expect(await imported(format, before.folder)).toMatchObject({
      leads: { read: 3, written: 3, rejected: 0 },
      rejects: null,
    });
    expect((await exported(format, format)).leads).toBe(before.leads);
    if (format === 'ndjson') {
      const [bare, , whole] = linesOf(before.leads);
      expect(whole).toEqual(WHOLE);
      expect(bare).toMatchObject({ id: 3, kind: 'alert', received: null, comments: [] });
      expect(bare).toMatchObject({ state: 'new', notes: '' });
    }
    expect(await stored(format)).toEqual(await stored('acme'));
  });

  it.each(['ndjson', 'csv'] as const)(
    'come back from %s with their keys, those of a website next to them, too',
    async (format) => {
      const [from, to] = [`keys-${format}`, `copy-${format}`];
      const site = new Website(server, from);
      await site.open();
      await server.addTenant(to);
      const target = (await resources(from)).get('leads');
      const keyed = { id: { key: 'a', source: 'crm' }, email: 'a@example.com' };
      const [numbered] = (await target?.numberKeys?.([keyed], false)) ?? [];
      const outcome = await target?.write([target.parse(numbered as never)]);
      expect(outcome?.refused).toEqual([]);
      expect(await site.post('/alerts', aLead({ email: 'bo@example.com' }))).toEqual(STORED);
      const before = await exported(from, format);
      expect(await imported(to, before.folder)).toMatchObject({
        leads: { read: 2, written: 2, rejected: 0 },
        rejects: null,
      });
      const rows = await stored(to);
      expect(rows.map(({ email }) => email)).toEqual(['a@example.com', 'bo@example.com']);
      expect(rows.every(({ id }) => id >= FIRST_KEY_NUMBER)).toBe(true);
      expect(await stored(to)).toEqual(await stored(from));
    },
  );

  it('change by their id, and keep what is not told', async () => {
    await server.put(
      'acme',
      'leads',
      [WHOLE, { id: 5000, phone: '', listingID: 0 }, { id: 3, comments: [{ comment: 'a' }] }].slice(
        0,
        1,
      ),
    );
    await server.put('acme', 'leads', [{ id: 5000, phone: '', email: 'NEW@example.com' }]);
    const { leads } = await exported('acme', 'ndjson');
    const told = linesOf(leads).find(({ id }) => id === 5000);
    expect(told).toEqual({ ...WHOLE, phone: '', email: 'NEW@example.com' });
    const row = (await stored('acme')).find(({ id }) => id === 5000);
    expect([row?.email_key, row?.listing_space]).toEqual(['new@example.com', 1]);

    await server.put('acme', 'leads', [{ id: 5000, listingID: 0, comments: [] }]);
    const bare = linesOf((await exported('acme', 'ndjson')).leads).find(({ id }) => id === 5000);
    expect(bare).toMatchObject({ listingID: null, listingOf: null, comments: [] });
    // The space of a listing that there is none of would be that of the next one.
    const kept = (await stored('acme')).find(({ id }) => id === 5000);
    expect([kept?.listing_id, kept?.listing_space]).toEqual([0, 0]);
  });

  it('have comments of which nothing is told but the words, or not even these', async () => {
    const comments = [{ comment: 'Hello' }, { comment: 'A', listingID: 8 }, { listingOf: 'mls' }];
    await server.put('acme', 'leads', [{ id: 900, comments }]);
    const { db } = await opened('acme');
    const rows = await db
      .selectFrom('alert_comment')
      .select(['created_at', 'text', 'listing_id', 'listing_space'])
      .where('alert_id', '=', 900)
      .orderBy('text', 'desc')
      .execute();
    const nothing = { created_at: 0, text: '', listing_id: 0, listing_space: 0 };
    const about = { ...nothing, text: 'A', listing_id: 8 };
    expect(rows).toEqual([{ ...nothing, text: 'Hello' }, about, nothing]);
  });

  it('are unchanged where each has the comments that its record lists, however many they are', async () => {
    const records = Array.from({ length: 1001 }, (_, index) => ({
      id: 20_000 + index,
      comments: [{ comment: `Message ${index}` }],
    }));
    const target = (await resources('many')).get('leads');
    if (target === undefined) throw new Error('There is no import of leads.');
    const write = () => target.write(records.map((record) => target.parse(record)));
    expect((await write()).unchanged).toHaveLength(0);
    expect((await write()).unchanged).toHaveLength(1001);
    records.splice(7, 1, { id: 20_007, comments: [{ comment: 'Another message' }] });
    expect((await write()).unchanged).not.toContain(7);
  });

  it('keep their comments in order, and one that has none listed keeps those it has', async () => {
    const comments = ['first', 'second', 'third'].map((comment) => ({ comment }));
    const record = { id: 700, comments };
    await server.put('many', 'leads', [record]);
    // A row that was changed stands behind the others on PostgreSQL, unless they are put in order.
    const { db } = await opened('many');
    await db
      .updateTable('alert_comment')
      .set({ created_at: 0 })
      .where('text', '=', 'first')
      .execute();
    const told = async () => {
      const { leads } = await exported('many', 'ndjson');
      return linesOf(leads).find(({ id }) => id === 700)?.comments;
    };
    expect(await told()).toMatchObject(comments);
    const target = (await resources('many')).get('leads');
    if (target === undefined) throw new Error('There is no import of leads.');
    for (const same of [
      record,
      { id: 700 },
      { id: 700, comments: null },
      { id: 700, comments: '' },
    ]) {
      expect((await target.write([target.parse(same)])).unchanged).toHaveLength(1);
    }
    expect(await told()).toMatchObject(comments);
    const fewer = { id: 700, comments: comments.slice(0, 2) };
    expect((await target.write([target.parse(fewer)])).unchanged).toHaveLength(0);
    expect(await told()).toMatchObject(fewer.comments);
    expect(await told()).toHaveLength(2);
  });

  it('send no email and move no entity tag', async () => {
    const { db } = await opened('beside');
    const revision = () => db.selectFrom('revision').selectAll().execute();
    const before = await revision();
    await server.put('beside', 'leads', [{ ...WHOLE, agentID: 1 }]);
    expect(await revision()).toEqual(before);
    expect(await db.selectFrom('letter').selectAll().execute()).toEqual([]);
  });

  it('take no number that the server gives out later', async () => {
    const site = siteOf('later');
    expect(await site.post('/alerts', aLead())).toEqual(STORED);
    await server.put('later', 'leads', [{ id: 5000 }, { id: 40 }]);
    await server.put('later', 'leads', [{ id: 41 }]);
    for (let call = 0; call < 2; call++) {
      expect(await site.post('/alerts', aLead())).toEqual(STORED);
    }
    const ids = (await stored('later')).map(({ id }) => id);
    expect(ids.slice(0, 4)).toEqual([1, 40, 41, 5000]);
    expect(ids.slice(4).every((id) => id > 5000)).toBe(true);
    expect(new Set(ids).size).toBe(6);
  });

  it('wait for leads that come in beside them', async () => {
    const site = siteOf('beside');
    const records = Array.from({ length: 300 }, (_, index) => ({ id: 6000 + index }));
    const [answer] = await Promise.all([
      site.post('/alerts', aLead()),
      server.put('beside', 'leads', records),
    ]);
    expect(answer).toEqual(STORED);
    expect(await stored('beside')).toHaveLength(302);
  });

  it('are known again when somebody repeats them', async () => {
    const site = siteOf('folds');
    const at = new Date(server.clock.now() - 60_000).toISOString();
    await server.put('folds', 'leads', [{ id: 12, email: 'Nora@example.com', received: at }]);
    expect(await site.post('/alerts', aLead({ comment: 'Again' }))).toEqual(STORED);
    const { leads } = await exported('folds', 'ndjson');
    expect(linesOf(leads)).toMatchObject([{ id: 12, comments: [{ comment: 'Again' }] }]);
  });

  it('are as the server stores them', async () => {
    await server.put('csv', 'leads', [
      {
        id: 77,
        firstname: 'Nora',
        lastname: 'Quinn',
        email: 'nora@example.com',
        alertType: 'For Rent',
      },
    ]);
    const { created_at, id, ...row } = (await stored('csv')).find(({ id }) => id === 77) ?? {};
    expect(row).toEqual(BARE);
  });

  it.each([
    [{ id: 0 }, 'id'],
    [{ id: 2 ** 53 - 1 }, 'id'],
    [{ id: 1, kind: 'spam' }, 'kind'],
    [{ id: 1, received: 'soon' }, 'received'],
    [{ id: 1, listingOf: 'other' }, 'listingOf'],
    [{ id: 1, priceFrom: -1 }, 'priceFrom'],
    [{ id: 1, state: 'sold' }, 'state'],
    [{ id: 1, comments: 'text' }, 'comments'],
    [{ id: 1, comments: ['text'] }, 'comments'],
    [{ id: 1, comments: [null] }, 'comments'],
    [{ id: 1, comments: [[]] }, 'comments'],
    [{ id: 1, comments: [{ received: 'soon' }] }, 'received'],
  ])('are refused when they are %j', async (record, field) => {
    const leads = (await resources('acme')).get('leads');
    expect(() => leads?.parse(record)).toThrow(expect.objectContaining({ field }));
  });

  it('say what they accept where a word is not known', async () => {
    const leads = (await resources('acme')).get('leads');
    expect(() => leads?.parse({ id: 1, kind: 'spam' })).toThrow('alert, listing, marketplace');
    expect(() => leads?.parse({ id: 1, listingOf: 'other' })).toThrow('own, mls, rls');
    expect(() => leads?.parse({ id: 1, state: 'sold' })).toThrow('new, open, won, lost');
    expect(() => leads?.parse({ id: 1, comments: 'text' })).toThrow('a list of objects');
    expect(() => leads?.parse({ id: 1, comments: [1] })).toThrow(
      'an object with received and comment',
    );
  });

  it('are taken as `lead show` prints them', async () => {
    const leads = (await resources('acme')).get('leads');
    const shown = { client: 'acme', ...WHOLE, letters: [{ id: 1 }] };
    expect(Object.keys(shown).filter((field) => !leads?.fields.has(field))).toEqual([]);
    expect(leads?.parse(shown)).toEqual(leads?.parse(WHOLE));
  });
});
