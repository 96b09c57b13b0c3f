import { beforeAll, beforeEach, expect, it } from 'vitest';
import { feedDisplay } from '../../../src/api/named-settings.js';
import { beginRun, endRun } from '../../../src/store/tenant/import-runs.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { writeUnversioned } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing, anAgent } from '../../rig/makers.js';
import { NOON, serverFor } from '../../rig/server.js';

type Fields = Readonly<Record<string, unknown>>;

const OWN = ['courtesy_of', 'courtesy_contact'];
const OF_FEED = [
  ...OWN,
  ...['source_name', 'source_copyright', 'source_logo', 'source_disclaimer', 'source_updated'],
];

forEachDatabase('addAttribution', (database) => {
  const server = serverFor(database);
  let key: string;
  let actris: TenantDatabase;

  beforeAll(async () => {
    const feed = { kind: 'mls', title: 'ACTRIS', time_zone: 'America/Chicago' } as const;
    actris = await server.services.tenants.database(await server.addTenant('actris', feed));
    await server.addTenant('acme', { mls_feed: 'actris' });
    key = await server.addKey('acme');
    for (const name of ['acme', 'actris']) {
      const offices = ['Able Realty', 'Other Realty'].map((office, at) => ({
        id: at + 1,
        name: `${office} of ${name}`,
      }));
      await server.put(name, 'offices', offices);
      await server.put(name, 'agents', [
        anAgent({ id: 1, office: 1 }),
        anAgent({ id: 2, office: 2 }),
        anAgent({ id: 3, office: 0 }),
      ]);
    }
    await server.put('acme', 'listings', [
      aListing({ main_id: 1, agents_agent_id: 1, agents_listingagent_id: 3 }),
      aListing({ main_id: 2, agents_agent_id: 0 }),
      aListing({ main_id: 3, agents_agent_id: 1, custom_list_office: 'Named & Sons' }),
    ]);
    await server.put('actris', 'listings', [
      aListing({ main_id: 1, agents_agent_id: 1, agents_listingagent_id: 2 }),
      aListing({
        ...{ main_id: 2, agents_agent_id: 1, custom_list_office: 'Big Co', custom_other: 'x' },
        ...{ custom_attribution: '512-555-0100', custom_copyright: '© their MLS' },
      }),
      aListing({ main_id: 3, agents_agent_id: 1, agents_listingagent_id: 1, listing_office: 2 }),
    ]);
  });
  beforeEach(() => setDisplay());

  /** Sets what websites show of the feed, and nothing else of it. */
  const setDisplay = async (...changes: readonly string[]) => {
    const display = feedDisplay.change('', changes);
    await server.services.directory.setTenant('actris', { display });
    server.clock.advance(2000);
  };
  const end = async (result: 'ok' | 'failed') => {
    const id = await beginRun(actris, { mode: 'import', files: '[]' });
    const now = server.clock.now();
    const run = { counts: {}, result, message: '' } as const;
    await writeUnversioned(actris, (transaction) =>
      endRun(transaction, id, run, { now, mayEmail: false }),
    );
    return now;
  };
  const part = (record: Fields = {}, names = OF_FEED) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
  const page = async (query: string) => {
    const { LISTINGS } = (await server.get(key, `/properties?${query}`)) as { LISTINGS: Fields[] };
    return new Map(LISTINGS.map((record) => [`${record.ismls} ${record.main_id}`, record]));
  };

  it('adds nothing where it is not asked for', async () => {
    const feed = [...(await page('isMLS=include')).values()];
    const [own] = (await server.get(key, '/properties/1?addLabels=true')) as Fields[];
    expect([...feed, own].map((record) => part(record))).toEqual(Array(7).fill({}));
  });

  it('names the office that the source names, by name or number, else that of the listing agent, else of the agent', async () => {
    const records = await page('isMLS=include&addAttribution=true');
    const offices = [...records].map(([id, record]) => [id, record.courtesy_of]);
    expect(Object.fromEntries(offices)).toEqual({
      '0 1': 'Able Realty of acme',
      '0 2': '',
      '0 3': 'Named & Sons',
      '1 1': 'Other Realty of actris',
      '1 2': 'Big Co',
      '1 3': 'Other Realty of actris',
    });
  });

  it('adds no notice of an MLS to listings of the brokerage', async () => {
    const [own] = (await server.get(key, '/properties/1?addAttribution=true')) as Fields[];
    expect(part(own)).toEqual({ courtesy_of: 'Able Realty of acme', courtesy_contact: '' });
    expect(Object.keys(own ?? {})).not.toContain('source_updated_iso');
  });

  it('adds what the licence of the feed asks for, which a setting says, else the listing', async () => {
    const read = async (id: number) => {
      const path = `/properties/${id}?isMLS=true&addAttribution=true`;
      return part(((await server.get(key, path)) as Fields[])[0]);
    };
    const bare = { source_name: 'ACTRIS', source_logo: '', source_disclaimer: '' };
    expect(await read(1)).toMatchObject({ ...bare, source_copyright: '', courtesy_contact: '' });
    expect(await read(2)).toMatchObject({
      ...{ ...bare, source_copyright: '© their MLS', courtesy_contact: '512-555-0100' },
    });
    const set = {
      copyright: '© 2026 ACTRIS',
      logo: 'https://mls.example/logo.png',
      disclaimer: 'Deemed reliable, not guaranteed.',
    };
    await setDisplay(...Object.entries(set).map(([name, value]) => `${name}=${value}`));
    expect(await read(2)).toMatchObject({
      ...{ source_copyright: set.copyright, source_logo: set.logo },
      source_disclaimer: set.disclaimer,
    });
  });

  it('says when the feed was last brought up to date, on its clock, and has another tag from then on', async () => {
    const ask = async (query: string, tag = '') => {
      server.clock.advance(1100);
      const { statusCode, headers, body } = await server.app.inject({
        url: `/properties/1?isMLS=true&${query}&apiKey=${key}`,
        headers: { 'x-forwarded-proto': 'https', 'if-none-match': tag },
      });
      const [record = {}] = body === '' ? [] : (JSON.parse(body) as Fields[]);
      return { status: statusCode, tag: String(headers.etag), record };
    };
    const FLAGS = 'addAttribution=true&addIso=true';
    // All of this falls into one minute, with which answers turn anyway.
    server.clock.advance(60_000 - (server.clock.now() % 60_000));
    const first = await ask(FLAGS);
    expect(first.record).toMatchObject({ source_updated: '', source_updated_iso: '' });
    const plain = await ask('addIso=true');
    await end('failed');
    expect((await ask(FLAGS, first.tag)).status).toBe(304);
    const at = await end('ok');
    expect(at).toBeGreaterThan(NOON);
    const later = await ask(FLAGS, first.tag);
    expect(later.status).toBe(200);
    const iso = String(later.record.source_updated_iso);
    expect(iso).toMatch(/^2026-11-20T11:\d\d:\d\d-06:00$/);
    expect(Math.floor(at / 1000)).toBe(Date.parse(iso) / 1000);
    expect(later.record.source_updated).toBe(iso.slice(0, 19).replace('T', ' '));
    // Nobody else asks for the listings of a feed again because a pull has found nothing.
    expect((await ask('addIso=true', plain.tag)).status).toBe(304);
  });

  it('picks single fields', async () => {
    const records = await page('isMLS=true&addAttribution=true&fields=main_id,courtesy_of');
    expect([...records.values()]).toContainEqual({ main_id: 2, courtesy_of: 'Big Co' });
  });
});
