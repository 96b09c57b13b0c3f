import type { InjectOptions } from 'fastify';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { auditEntries, auditTables, storeAudit } from '../../../src/store/audit/audit.js';
import { aLead, STORED } from '../../resources/leads/leads.js';
import { Website } from '../../resources/members/website.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { manageCall } from './manage-call.js';

const DAY_MS = 86_400_000;

forEachDatabase('the audit of /manage', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  let key = '';

  beforeAll(async () => {
    await site.open();
    key = await server.addKey('acme', { scopes: ['manage'] });
  });
  beforeEach(async () => {
    const { db } = await site.database();
    await db.deleteFrom('audit_entry').execute();
  });

  async function ask(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    more?: Partial<InjectOptions>,
  ) {
    const answer = await manageCall(server, key, method, url, more);
    return { status: answer.statusCode, tag: String(answer.headers.etag) };
  }
  const put = (kind: string, records: readonly object[], headers: Record<string, string> = {}) =>
    ask('PUT', `/manage/${kind}`, { payload: [...records], headers });

  /** The entries, the newest first, and what they say. */
  async function entries(filter: { kind?: string; record?: string } = {}) {
    const { db } = await site.database();
    const found = [];
    for await (const entry of auditEntries(auditTables(db), {
      ...filter,
      now: server.clock.now(),
    })) {
      const { id: _, details, ...rest } = entry;
      found.push({ ...rest, ...JSON.parse(details) });
    }
    return found;
  }

  it('says which key changed which fields, and a price before, and nothing of what is as it was', async () => {
    const home = { main_id: 7, main_status: 'For Sale', financials_price: 500_000 };
    expect(await put('listings', [home, { ...home, main_id: 8 }])).toMatchObject({ status: 200 });
    const change = { main_id: 7, financials_price: 480_000, main_description: 'Bright' };
    await put('listings', [change, { ...home, main_id: 8 }]);
    await put('listings', [change]);
    const by = { actor: `key ${key.slice(0, 11)}`, client: '', kind: 'listings' };
    const changed = ['financials_price', 'main_description'];
    expect(await entries()).toEqual([
      {
        ...{ ...by, at: server.clock.now() - 1100, action: 'PUT /manage' },
        counts: { stored: 1, removed: 0 },
        records: [{ id: 7, changed, before: { financials_price: 500_000 } }],
      },
      {
        ...{ ...by, at: server.clock.now() - 2200, action: 'PUT /manage' },
        counts: { stored: 2, removed: 0 },
        records: [{ id: 7 }, { id: 8 }],
      },
    ]);
    expect(await entries({ record: '8' })).toHaveLength(1);
    expect(await entries({ record: '7', kind: 'listings' })).toHaveLength(2);
    expect(await entries({ record: '7', kind: 'agents' })).toEqual([]);
    expect(await ask('DELETE', '/manage/listings/7')).toMatchObject({ status: 200 });
    expect(await ask('DELETE', '/manage/listings/7')).toMatchObject({ status: 404 });
    const [removal, ...others] = await entries();
    expect(others).toHaveLength(2);
    expect(removal).toMatchObject({ action: 'DELETE /manage', records: [{ id: 7 }] });
  });

  it('says that a note of a lead changed, and not what it says', async () => {
    await put('leads', [{ id: 5, email: 'nora@example.com' }]);
    await put('leads', [{ id: 5, state: 'lost', notes: 'Nora went elsewhere' }]);
    const [change] = await entries();
    expect(change?.records).toEqual([{ id: 5, changed: ['state', 'notes'] }]);
    expect(JSON.stringify(await entries())).not.toMatch(/nora/i);
  });

  it('counts the records of a call that are more than a hundred', async () => {
    const agents = Array.from({ length: 101 }, (_, at) => ({ id: at + 1, firstname: 'A' }));
    await put('agents', agents);
    await put(
      'agents',
      [...agents.slice(1)].map((agent) => ({ ...agent, firstname: 'B' })),
    );
    const [hundred, more] = await entries();
    expect(hundred?.records).toHaveLength(100);
    expect(more).toMatchObject({ counts: { stored: 101, removed: 0 } });
    expect(more).not.toHaveProperty('records');
  });

  it('has numbers only where fields would fill it', async () => {
    const { db } = await site.database();
    const changed = Array.from({ length: 30 }, (_, at) => `a_long_name_of_a_field_${at}`);
    const records = Array.from({ length: 20 }, (_, id) => ({ id, changed }));
    const actor = { name: 'key pk_1', action: 'PUT /manage', now: () => server.clock.now() };
    await db
      .transaction()
      .execute((transaction) => storeAudit(transaction, actor, { kind: 'agents', records }));
    expect((await entries())[0]?.records).toEqual(records.map(({ id }) => ({ id })));
  });

  it('has no entry of what was not stored, and none of what websites do', async () => {
    const { tag } = await ask('GET', '/manage/agents/1');
    await put('agents', [{ id: 1, firstname: 'C' }]);
    const before = await entries();
    expect(await put('agents', [{ id: 1, firstname: 'D' }], { 'if-match': tag })).toMatchObject({
      status: 412,
    });
    expect(await put('agents', [{ id: 1, status: 'Unknown' }])).toMatchObject({ status: 200 });
    expect(await site.post('/alerts', aLead())).toEqual(STORED);
    expect(await entries()).toEqual(before);
  });

  it('keeps entries for 400 days', async () => {
    const { db } = await site.database();
    const actor = { name: 'command ann', action: 'remove', now: () => server.clock.now() };
    const add = () =>
      db.transaction().execute((transaction) => storeAudit(transaction, actor, { kind: 'agents' }));
    await add();
    server.clock.advance(400 * DAY_MS);
    await add();
    expect(await entries()).toHaveLength(2);
    server.clock.advance(1);
    expect(await entries()).toHaveLength(1);
    await add();
    const { rows } = await db
      .selectFrom('audit_entry')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    expect(Number(rows)).toBe(2);
  });
});
