import { beforeAll, beforeEach, expect, it } from 'vitest';
import { erasePerson, findPerson } from '../../../src/changes/removal/erase-person.js';
import { removeRecords } from '../../../src/changes/removal/remove-records.js';
import { addEndpoint } from '../../../src/outbox/webhook/endpoint-store.js';
import { Website } from '../../resources/members/website.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';

const TYPES = [
  ...['lead.updated', 'lead.removed', 'lead.erased', 'member.updated', 'member.removed'],
  ...['favorite.added', 'favorite.removed'],
];

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

  it('count the members of a write that changes more than 200, in one message', async () => {
    const acme = await site.database();
    await addEndpoint(acme, {
      ...{ public_id: 'ep_flood', url: 'https://crm.example.com/', include: '', contact: '' },
      types: 'member.updated,member.removed',
      ...{ sealed_secret: '', old_sealed_secret: '', old_until: 0, state: 'active', reason: '' },
      ...{ created_at: 0, failing_since: 0, not_before: 0, leased_until: 0 },
    });
    const members = (length: number, firstName: string) =>
      Array.from({ length }, (_, at) => ({
        ...{ id: 5000 + at, firstName, email: `flood${at}@example.com`, verify: `code${at}` },
      }));
    await server.put('acme', 'clients', members(201, 'Ada'));
    await server.put('acme', 'clients', members(200, 'Bea'));
    const each = await stored();
    expect(each).toHaveLength(200);
    expect(each.at(-1)).toEqual([
      'member.updated',
      { resource: 'clients', id: 5199, op: 'updated', changed: ['firstName'] },
    ]);
    await acme.db.deleteFrom('webhook_message').execute();
    await server.put('acme', 'clients', members(201, 'Cleo'));
    const ids = members(201, '').map(({ id }) => id);
    await removeRecords(acme, 'clients', ids);
    expect(await stored()).toEqual([
      ['member.updated', { resource: 'clients', op: 'updated', count: 201 }],
      ['member.removed', { resource: 'clients', op: 'removed', count: 201 }],
    ]);
    await acme.db.deleteFrom('webhook_endpoint').where('public_id', '=', 'ep_flood').execute();
  });

  it('say what becomes of leads, members and favourites, and of those who leave no more than numbers', async () => {
    const acme = await site.database();
    await addEndpoint(acme, {
      ...{ public_id: 'ep_more', url: 'https://crm.example.com/', include: '', contact: '' },
      types: TYPES.join(','),
      ...{ sealed_secret: '', old_sealed_secret: '', old_until: 0, state: 'active', reason: '' },
      ...{ created_at: 0, failing_since: 0, not_before: 0, leased_until: 0 },
    });
    const heard = async () => {
      const all = await stored();
      await acme.db.deleteFrom('webhook_message').execute();
      return all.filter(([type]) => TYPES.includes(type));
    };
    await server.put('acme', 'listings', [aListing({ main_id: 7 })]);
    const { id } = await site.register({ email: 'lee@example.com' });
    await site.post('/clients/Update', { clientID: id, firstname: 'Leonora', phone: '555' });
    for (const isFavorite of ['true', 'true', 'false', 'false']) {
      await site.post('/clients/favoriteListing/', { clientID: id, listingID: 7, isFavorite });
    }
    const favorite = { resource: 'favorites', clientID: id, listingID: 7, listingOf: 'own' };
    expect(await heard()).toEqual([
      [
        'member.updated',
        { resource: 'clients', id, op: 'updated', changed: ['firstName', 'phone'] },
      ],
      ['favorite.added', { ...favorite, op: 'created' }],
      ['favorite.removed', { ...favorite, op: 'removed' }],
    ]);

    const lead = { id: 900, firstname: 'Lee', email: 'lee@example.com', comment: 'Hello' };
    await server.put('acme', 'leads', [lead, { ...lead, id: 901 }]);
    await server.put('acme', 'favorites', [{ clientID: id, listingID: 7 }]);
    expect(await heard()).toEqual([['favorite.added', { ...favorite, op: 'created' }]]);
    await server.put('acme', 'leads', [{ ...lead, comment: 'Good day' }]);
    await server.put('acme', 'leads', [{ ...lead, comment: 'Good day' }]);
    await server.put('acme', 'leads', [{ id: 900, state: 'lost', notes: 'Bought elsewhere' }]);
    await removeRecords(acme, 'leads', [901]);
    expect(await heard()).toEqual([
      ['lead.updated', { resource: 'leads', id: 900, op: 'updated', changed: ['comment'] }],
      ['lead.updated', { resource: 'leads', id: 900, op: 'updated', changed: ['state', 'notes'] }],
      ['lead.removed', { resource: 'leads', id: 901, op: 'removed' }],
    ]);
    await erasePerson(acme, await findPerson(acme, { id }), false);
    expect(await heard()).toEqual([
      ['lead.erased', { resource: 'leads', id: 900, op: 'erased' }],
      ['member.removed', { resource: 'clients', id, op: 'removed' }],
    ]);
    const { id: other } = await site.register({ email: 'kim@example.com' });
    await removeRecords(acme, 'clients', [other]);
    expect(await heard()).toEqual([
      ['member.removed', { resource: 'clients', id: other, op: 'removed' }],
    ]);
  });
});
