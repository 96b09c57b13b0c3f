import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ResourceName } from 'portico-importer/resource.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusals } from '../../../src/http/gate/refusals.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { writeTo } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aBuilding, aListing, anAgent } from '../../rig/makers.js';
import { statementsTo } from '../../rig/queries.js';
import { serverFor } from '../../rig/server.js';

interface Change {
  readonly kind: string;
  readonly id: number;
  readonly op: string;
  readonly seq: number;
  readonly at: string;
  readonly record?: Readonly<Record<string, unknown>>;
}
interface Page {
  readonly CURSOR: string;
  readonly MORE: boolean;
  readonly CHANGES: readonly Change[];
}

const DAY_MS = 86_400_000;

forEachDatabase('GET /changes', (database) => {
  const server = serverFor(database);
  const keys: Record<string, string> = {};

  beforeAll(async () => {
    for (const name of [
      'records',
      'pages',
      'pruned',
      'other',
      'old',
      'broker',
      'statements',
      'crowd',
    ]) {
      await server.addTenant(name);
      keys[name] = await server.addKey(name);
    }
    await server.addTenant('feed', { kind: 'mls', time_zone: 'Europe/Berlin' });
  });

  const put = (tenant: string, kind: ResourceName, ...records: object[]) =>
    server.put(tenant, kind, records);
  const ask = (tenant: string, query = '') =>
    server.get(keys[tenant] ?? '', `/changes${query}`) as Promise<Page>;
  const short = ({ CHANGES }: Page) => CHANGES.map(({ op, kind, id }) => `${op} ${kind} ${id}`);
  const opened = async (tenant: string) =>
    (await server.services.tenants.tenant(tenant))?.database as TenantDatabase;
  const remove = async (tenant: string, ...ids: number[]) =>
    writeTo(await opened(tenant), async (transaction, changes) => {
      await transaction.deleteFrom('office').where('id', 'in', ids).execute();
      changes.removed('offices', ids);
    });
  const raw = async (tenant: string, query: string, headers: Record<string, string> = {}) => {
    server.clock.advance(1100);
    return server.app.inject({
      url: `/changes?${query}&apiKey=${keys[tenant]}`,
      headers: { 'x-forwarded-proto': 'https', ...headers },
    });
  };

  it('answers everything first, and then what came, changed or went', async () => {
    await put('records', 'offices', { id: 1, name: 'One' }, { id: 2, name: 'Two' });
    await put('records', 'docs', { id: 3, title: 'Form' });
    const first = await ask('records', '?since=0');
    expect(short(first)).toEqual(['upsert offices 1', 'upsert offices 2', 'upsert docs 3']);
    expect(first.MORE).toBe(false);
    expect(first.CHANGES[0]?.at).toMatch(/^2026-11-20T17:\d\d:\d\d\.\d{3}Z$/);
    expect(first.CHANGES[0]?.seq).toBe(first.CHANGES[1]?.seq);
    expect(short(await ask('records', `?since=${first.CURSOR}`))).toEqual([]);
    await put('records', 'offices', { id: 2, name: 'Second' });
    await remove('records', 1);
    const next = await ask('records', `?since=${first.CURSOR}`);
    expect(short(next)).toEqual(['upsert offices 2', 'remove offices 1']);
    // Each record is there once, at its last change.
    await put('records', 'offices', { id: 2, name: 'Third' });
    expect(short(await ask('records', `?since=${first.CURSOR}`))).toEqual([
      'remove offices 1',
      'upsert offices 2',
    ]);
    // What was removed before a first load began is no part of it.
    expect(short(await ask('records'))).toEqual(['upsert docs 3', 'upsert offices 2']);
  });

  it('answers the records as the reads do', async () => {
    await put('records', 'buildings', aBuilding({ id: 5 }));
    await put('records', 'agents', anAgent({ id: 6 }), anAgent({ id: 7, status: 'Suspend' }));
    await put('records', 'teams', { id: 8, name: 'Team', agent_ids: '6' });
    const listing = {
      main_id: 1,
      essentials_building: 5,
      agents_agent_id: 6,
      labels: 'Sunny,Loft',
    };
    await put('records', 'listings', aListing({ ...listing, custom_tier: 'gold' }));
    await put('records', 'photos', { listing_id: 1, filename: 'a.jpg' });
    await put('records', 'blogs', { id: 1, title: 'A' }, { id: 2, title: 'B', status: 0 });
    await put('records', 'testimonials', { id: 1, content: 'Good', agentid: 6 });
    const { CHANGES } = await ask('records', '?records=true');
    const of = (kind: string, id: number) =>
      CHANGES.find((change) => change.kind === kind && change.id === id);
    const read = async (path: string) =>
      ((await server.get(keys.records ?? '', path)) as Record<string, unknown>[])[0];
    expect(of('buildings', 5)?.record).toEqual(await read('/buildings/5'));
    expect(of('agents', 6)?.record).toEqual(await read('/agents/6'));
    expect(of('agents', 7)).toBeUndefined();
    expect(of('teams', 8)?.record).toEqual(await read('/teams/8'));
    expect(of('offices', 2)?.record).toEqual(await read('/offices/2'));
    expect(of('blogs', 1)?.record).toEqual(await read('/blogs/1'));
    expect(of('blogs', 2)).toBeUndefined();
    expect(of('testimonials', 1)?.record).toMatchObject({ content: 'Good', agentid: 6 });
    const flags = 'addPhotos=true&addOpenHouse=true&addCustomValues=true&addLabels=true';
    const detail = await read(`/properties/1?${flags}`);
    expect(of('listings', 1)?.record).toMatchObject(detail ?? {});
    expect(detail).toMatchObject({ custom_tier: 'gold', labels: 'Loft,Sunny' });
    const found = (await server.get(
      keys.records ?? '',
      `/properties?id=1&addDescription=true&${flags}`,
    )) as { LISTINGS: object[] };
    expect(of('listings', 1)?.record).toMatchObject(found.LISTINGS[0] ?? {});
    for (const change of CHANGES) expect(change.record, change.kind).toBeDefined();
  });

  it('comes in pages of any size, those of one write too', async () => {
    const offices = Array.from({ length: 25 }, (_, at) => ({ id: at + 1, name: `Office ${at}` }));
    await put('pages', 'offices', ...offices);
    await put('pages', 'links', { id: 1, title: 'A', url: 'https://example.com' });
    const ids: string[] = [];
    let since = '0';
    for (let more = true; more; ) {
      const page = await ask('pages', `?since=${since}&limit=7`);
      expect(page.CHANGES.length).toBeLessThanOrEqual(7);
      ids.push(...short(page));
      ({ CURSOR: since, MORE: more } = page);
      // A record that moves while a website pages is met again, later.
      if (ids.length === 14) await put('pages', 'offices', { id: 2, name: 'Moved' });
    }
    expect(ids).toEqual([
      ...offices.map(({ id }) => `upsert offices ${id}`),
      'upsert links 1',
      'upsert offices 2',
    ]);
  });

  it('follows some kinds', async () => {
    const { CURSOR, CHANGES } = await ask('pages', '?kinds=links,docs');
    expect(CHANGES.map(({ kind }) => kind)).toEqual(['links']);
    await put('pages', 'offices', { id: 30, name: 'Not followed' });
    await put('pages', 'docs', { id: 1, title: 'Followed' });
    expect(short(await ask('pages', `?kinds=docs,links&since=${CURSOR}`))).toEqual([
      'upsert docs 1',
    ]);
    const other = await raw('pages', `since=${CURSOR}`);
    expect(other.json()).toMatchObject({
      STATUS_CODE: '256',
      MESSAGE: expect.stringMatching(/^since: /),
    });
  });

  it.each([
    'since=x',
    'since=1',
    `since=${Buffer.from('1.1.1.1.1.1').toString('base64url')}`,
    `since=${Buffer.from('2.1.1.1.1.1.0').toString('base64url')}`,
    `since=${Buffer.from('1.1.1.01.1.1.0').toString('base64url')}`,
    'limit=0',
    'kinds=clients',
    'records=maybe',
    'isMLS=true&isRLS=true',
    'isMLS=true&kinds=offices',
  ])('refuses %s, which is malformed', async (query) => {
    const answer = await raw('pages', query);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ STATUS: 'Error', STATUS_CODE: '256' });
  });

  it('refuses a cursor of another client, and one whose removals are forgotten', async () => {
    await put(
      'pruned',
      'offices',
      { id: 1, name: 'A' },
      { id: 2, name: 'B' },
      { id: 3, name: 'C' },
    );
    const { CURSOR: before } = await ask('pruned');
    const { CURSOR: first } = await ask('pruned', '?limit=1');
    const elsewhere = await raw('other', `since=${before}`);
    expect(elsewhere.statusCode).toBe(410);
    expect(elsewhere.headers.etag).toBeUndefined();
    expect(elsewhere.headers['cache-control']).toBe('no-store');
    expect(elsewhere.json()).toEqual({
      STATUS: 'Error',
      STATUS_CODE: '410',
      MESSAGE: expect.stringMatching(/another client.* ask again without since\.$/),
    });
    await remove('pruned', 1);
    const { CURSOR: between } = await ask('pruned', `?since=${before}`);
    server.clock.advance(89 * DAY_MS);
    await remove('pruned', 2);
    expect(short(await ask('pruned', `?since=${before}`))).toEqual([
      'remove offices 1',
      'remove offices 2',
    ]);
    server.clock.advance(2 * DAY_MS);
    await put('pruned', 'offices', { id: 4, name: 'D' });
    await remove('pruned', 4);
    for (const cursor of [before, first]) {
      const gone = await raw('pruned', `since=${cursor}`);
      expect(gone.statusCode).toBe(410);
      expect(gone.json()).toMatchObject({ MESSAGE: expect.stringContaining('too old') });
    }
    expect(short(await ask('pruned', `?since=${between}`))).toEqual([
      'remove offices 2',
      'remove offices 4',
    ]);
    // A first load begins below what is forgotten, and ends all the same.
    await put('pruned', 'offices', { id: 5, name: 'E' }, { id: 6, name: 'F' });
    let page = await ask('pruned', '?limit=1');
    const ids = [...short(page)];
    while (page.MORE) {
      page = await ask('pruned', `?limit=1&since=${page.CURSOR}`);
      ids.push(...short(page));
    }
    expect(ids).toEqual(['upsert offices 3', 'upsert offices 5', 'upsert offices 6']);
  });

  it('answers what a first load has seen and was removed then', async () => {
    await put('old', 'offices', { id: 1, name: 'A' }, { id: 2, name: 'B' });
    const first = await ask('old', '?limit=1');
    expect(short(first)).toEqual(['upsert offices 1']);
    await remove('old', 1);
    const rest = await ask('old', `?since=${first.CURSOR}`);
    expect(short(rest)).toEqual(['upsert offices 2', 'remove offices 1']);
  });

  it('is answered 304 while nothing changes', async () => {
    const { CURSOR } = await ask('old');
    const answer = await raw('old', `since=${CURSOR}`);
    const tag = { 'if-none-match': String(answer.headers.etag) };
    expect((await raw('old', `since=${CURSOR}`, tag)).statusCode).toBe(304);
    server.clock.advance(120_000);
    expect((await raw('old', `since=${CURSOR}&records=true`)).statusCode).toBe(200);
    expect((await raw('old', `since=${CURSOR}`, tag)).statusCode).toBe(304);
    await put('old', 'offices', { id: 9, name: 'New' });
    expect((await raw('old', `since=${CURSOR}`, tag)).json()).toMatchObject({ MORE: false });
  });

  it('follows a feed while it is attached', async () => {
    await put('feed', 'listings', aListing({ main_id: 1 }));
    const none = await ask('broker', '?isMLS=true');
    expect(none).toMatchObject({ MORE: false, CHANGES: [] });
    expect(await ask('broker', `?isMLS=true&since=${none.CURSOR}`)).toEqual(none);
    const { directory } = server.services;
    await directory.setTenant('broker', { mls_feed: 'feed' });
    server.clock.advance(1000);
    expect((await raw('broker', `isMLS=true&since=${none.CURSOR}`)).statusCode).toBe(410);
    const page = await ask('broker', '?isMLS=true&records=true');
    expect(short(page)).toEqual(['upsert listings 1']);
    const [detail] = (await server.get(keys.broker ?? '', '/properties/1?isMLS=true')) as object[];
    expect(page.CHANGES[0]?.record).toMatchObject(detail ?? {});
    expect((await raw('broker', `since=${page.CURSOR}&kinds=listings`)).statusCode).toBe(410);
    await directory.setTenant('broker', { mls_feed: null });
    server.clock.advance(1000);
    expect((await raw('broker', `isMLS=true&since=${page.CURSOR}`)).statusCode).toBe(410);
  });

  describe('costs', () => {
    it('one statement for a thousand changes, and few for the records of five hundred', async () => {
      const offices = Array.from({ length: 1000 }, (_, at) => ({ id: at + 1, name: `${at}` }));
      await put('statements', 'offices', ...offices);
      const { db } = await opened('statements');
      const of = (query: string, count: number) =>
        statementsTo(db as never, () =>
          server.inThisProcess(async () => {
            const { CHANGES, MORE } = await ask('statements', `?limit=1000${query}`);
            expect([CHANGES.length, MORE]).toEqual([count, count < 1000]);
          }),
        );
      // The look at the revision, of which the tag is made, and the page.
      expect(await of('', 1000)).toHaveLength(2);
      // Calls that come in one turn of the loop share a look at the revision; this one comes in another.
      await nextTurn();
      expect(await of('&records=true', 500)).toHaveLength(3);
    });

    it('as much as has changed, however many records the kinds have', async () => {
      // PostgreSQL chooses by what it has counted.
      if (database.kind !== 'sqlite') return;
      const { db } = await opened('statements');
      const sent = await statementsTo(db as never, () =>
        server.inThisProcess(() => ask('statements', '?kinds=offices')),
      );
      const page = sent.find((text) => text.includes('change_entry'))?.replaceAll('?', '0');
      const plan = await sql`explain query plan ${sql.raw(page ?? '')}`.execute(db);
      expect(JSON.stringify(plan.rows)).toContain(
        'SEARCH change_entry USING INDEX change_entry_seq',
      );
    });

    it('other calls no time while large pages are made, of which those that would be late are refused (R298)', async () => {
      const listings = Array.from({ length: 500 }, (_, at) => aListing({ main_id: at + 1 }));
      await put('crowd', 'listings', ...listings);
      const crowd = await Promise.all(Array.from({ length: 10 }, () => server.addKey('crowd')));
      await server.inThisProcess(async () => {
        const now = (key: string | undefined, limit: number) =>
          server.app.inject({
            url: `/changes?records=true&limit=${limit}&apiKey=${key}`,
            headers: { 'x-forwarded-proto': 'https' },
          });
        server.clock.advance(1100);
        const crowded = crowd.flatMap((key) => [now(key, 500), now(key, 500)]);
        const small = await Promise.all(crowd.map((key) => now(key, 50)));
        expect(small.map(({ statusCode }) => statusCode)).toEqual(small.map(() => 200));
        const large = await Promise.all(crowded);
        const answered = large.filter(({ statusCode }) => statusCode === 200);
        expect(answered.length).toBeGreaterThanOrEqual(2);
        for (const { body } of answered) expect(JSON.parse(body).CHANGES).toHaveLength(500);
        const refused = large.filter(({ statusCode }) => statusCode !== 200);
        // Two are made at a time, and four wait.
        expect(refused.length).toBeGreaterThanOrEqual(10);
        for (const { statusCode, body, headers } of refused) {
          expect([statusCode, body]).toEqual([420, JSON.stringify(refusals.busyPages.words)]);
          expect(headers['retry-after']).toBe('2');
        }
        // Of PostgreSQL's answers the turns are not counted: they come while this process waits.
        if (database.kind !== 'sqlite') return;
        const turnsOf = async (limit: number) => {
          server.clock.advance(1100);
          let turns = 0;
          let next = setImmediate(function count() {
            turns += 1;
            next = setImmediate(count);
          });
          expect((await now(crowd[0], limit)).statusCode).toBe(200);
          clearImmediate(next);
          return turns;
        };
        expect(await turnsOf(500)).toBeGreaterThan((await turnsOf(1)) + 2);
      });
    });
  });
});
