import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addEndpoint } from '../../../src/outbox/webhook/endpoint-store.js';
import { Website } from '../../resources/members/website.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';

forEachDatabase('webhooks about members and leads', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');

  beforeAll(async () => {
    await site.open({ fold_repeat_leads: 1 });
    const endpoint = (public_id: string, types: string, include: string) => ({
      ...{ public_id, url: 'https://crm.example.com/', types, include, contact: '' },
      ...{ sealed_secret: '', old_sealed_secret: '', old_until: 0, state: 'active', reason: '' },
      ...{ created_at: 0, failing_since: 0, not_before: 0, leased_until: 0 },
    });
    const members = 'member.registered,member.verified';
    await addEndpoint(await site.database(), endpoint('ep_members', members, ''));
    const leads = 'lead.created,lead.repeated';
    await addEndpoint(await site.database(), endpoint('ep_leads', leads, 'lead'));
  });
  beforeEach(async () => {
    await (await site.database()).db.deleteFrom('webhook_message').execute();
  });

  /** What is stored for the receivers, as it will be sent: the type and the data without the client. */
  async function stored(): Promise<readonly [string, Record<string, unknown>][]> {
    const { db } = await site.database();
    const rows = await db.selectFrom('webhook_message').selectAll().orderBy('id').execute();
    return rows.map(({ type, body }) => {
      const message = JSON.parse(body) as { type: string; data: Record<string, unknown> };
      const { client, ...data } = message.data;
      expect([message.type, client]).toEqual([type, 'acme']);
      return [type, data];
    });
  }

  it('say that a member registered, and once that the address was confirmed, and no more', async () => {
    const { id, email, verifyCode } = await site.register({ email: 'mia@example.com' });
    const member = { resource: 'clients', id };
    expect(await stored()).toEqual([['member.registered', { ...member, op: 'created' }]]);
    for (let each = 0; each < 2; each += 1) {
      await site.get('/account/verifyAccount', { email, verifyCode });
    }
    expect((await stored()).slice(1)).toEqual([['member.verified', { ...member, op: 'updated' }]]);
  });

  it('say nothing of a registration or a code that is refused', async () => {
    const { email } = await site.register({ email: 'ada@example.com' });
    const before = await stored();
    const again = { firstname: 'Ada', lastname: 'Able', email, password: 'correct horse battery' };
    expect(await site.post('/clients', again)).toMatchObject({ STATUS: 'Error' });
    await site.get('/account/verifyAccount', { email, verifyCode: 'wrong' });
    expect(await stored()).toEqual(before);
  });

  it('name the earlier lead of one that repeats it, and carry what the repeat says', async () => {
    const person = { firstname: 'Nora', lastname: 'Quinn', email: 'nora@example.com' };
    for (const comment of ['Is it free?', 'And on Sunday?']) {
      expect(await site.post('/alerts', { ...person, comment })).toMatchObject({
        STATUS_CODE: '101',
      });
    }
    const [created, repeated, ...more] = await stored();
    expect(more).toEqual([]);
    const id = created?.[1].id;
    expect(created).toMatchObject([
      'lead.created',
      { resource: 'leads', op: 'created', lead: { id, comment: 'Is it free?' } },
    ]);
    expect(repeated).toMatchObject([
      'lead.repeated',
      { resource: 'leads', id, op: 'updated', lead: { id, comment: 'And on Sunday?' } },
    ]);
  });
});
