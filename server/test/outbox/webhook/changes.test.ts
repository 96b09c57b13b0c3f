import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import type { RemovableKind } from '../../../src/changes/removal/removals.js';
import { removeRecords } from '../../../src/changes/removal/remove-records.js';
import { importResources } from '../../../src/changes/transfers.js';
import { parseRange } from '../../../src/lib/ip-address.js';
import { AVAILABLE_EVERY_MS } from '../../../src/outbox/webhook/change-messages.js';
import { addEndpoint, endpointOf, setState } from '../../../src/outbox/webhook/endpoint-store.js';
import { newSecret } from '../../../src/outbox/webhook/post.js';
import { WebhookSender } from '../../../src/outbox/webhook/webhook-sender.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { writeTo } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aBuilding, aListing, anAgent } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { ManualTimer } from '../email/manual-timer.js';
import { receiverFor } from './receiver.js';

const LISTINGS = 'listing.created,listing.updated,listing.removed';

/** Records of which nothing else is told than these three messages, each with what changes of it. */
const OTHERS: readonly [subject: string, RemovableKind, record: object, change: object][] = [
  ['team', 'teams', { id: 5, name: 'One' }, { name: 'Two' }],
  ['office', 'offices', { id: 5, name: 'Main' }, { city: 'Queens', name: 'North' }],
  ['neighborhood', 'neighborhoods', { cat_id: 5, cat_name: 'Elm' }, { cat_name: 'Oak' }],
  ['label', 'labels', { id: 5, labelname: 'New' }, { labelname: 'Fresh' }],
  ['press', 'press', { id: 5, title: 'One' }, { title: 'Two' }],
  ['video', 'videos', { id: 5, title: 'One' }, { title: 'Two' }],
  ['testimonial', 'testimonials', { id: 5, title: 'One' }, { title: 'Two' }],
  ['document', 'docs', { id: 5, title: 'One' }, { title: 'Two' }],
  ['link', 'links', { id: 5, title: 'One' }, { title: 'Two' }],
];

forEachDatabase('webhooks about changes', (database) => {
  const receiver = receiverFor();
  const server = serverFor(database);
  let count = 0;
  let name: string;
  let acme: TenantDatabase;
  let of: WebhookSender;

  beforeEach(async () => {
    count += 1;
    name = `acme${count}`;
    acme = await server.services.tenants.database(await server.addTenant(name));
    of = sender();
  });

  const sender = () =>
    new WebhookSender({
      ...{ clock: server.clock, timer: new ManualTimer(server.clock), chance: () => 0.5 },
      ...{ log: pino({ level: 'silent' }), webhooks: server.services.webhooks, timeoutMs: 2_000 },
      allowed: [parseRange('127.0.0.0/8')].flatMap((range) => (range === undefined ? [] : [range])),
      secretsOf: async () => [newSecret(randomBytes)],
      email: server.services.outbox,
    });

  async function endpoint(types: string): Promise<string> {
    const id = `ep_${randomBytes(6).toString('hex')}`;
    await addEndpoint(acme, {
      ...{ public_id: id, url: receiver.url(), types, include: '', contact: '' },
      ...{ sealed_secret: '', old_sealed_secret: '', old_until: 0, state: 'active', reason: '' },
      ...{ created_at: 0, failing_since: 0, not_before: 0, leased_until: 0 },
    });
    return id;
  }

  async function pass(): Promise<void> {
    of.wake(acme);
    await of.settled();
  }

  /** What has arrived since the last look: type and data, without the client. */
  function arrived(): (readonly [string, Record<string, unknown>])[] {
    const messages = receiver.received.splice(0).map(({ body }) => JSON.parse(body));
    return messages.map(({ type, data: { client, ...data } }) => {
      expect(client).toBe(name);
      return [type, data];
    });
  }

  const listings = (from: number, to: number, price = 1000) =>
    server.put(
      name,
      'listings',
      Array.from({ length: to - from + 1 }, (_, at) => ({
        ...aListing({ main_id: from + at }),
        ...{ essentials_building: '', agents_agent_id: '', financials_price: price },
      })),
    );

  it('tell what was created, updated and removed, once each', async () => {
    await listings(1, 2);
    await endpoint(LISTINGS);
    await pass();
    expect(arrived()).toEqual([]);
    await listings(2, 3, 2000);
    await pass();
    const [updated, created, ...more] = arrived();
    expect(more).toEqual([]);
    expect(updated).toEqual([
      'listing.updated',
      {
        ...{ resource: 'listings', id: 2, op: 'updated', seq: expect.any(Number) },
        ...{ changed: ['financials_price'], before: { financials_price: 1000 } },
      },
    ]);
    expect(created?.slice(0, 1)).toEqual(['listing.created']);
    expect(created?.[1]).toMatchObject({ id: 3, op: 'created' });
    await removeRecords(acme, 'listings', [3]);
    await pass();
    await pass();
    expect(arrived().map(([type, { id }]) => [type, id])).toEqual([['listing.removed', 3]]);
    // It appears again.
    await listings(3, 3);
    await pass();
    expect(arrived().map(([type, { id }]) => [type, id])).toEqual([['listing.created', 3]]);
  });

  it('tell of buildings, agents and blog posts, only what was asked for', async () => {
    await endpoint('building.created,agent.updated,agent.removed,blog.created,blog.removed');
    await server.put(name, 'buildings', [aBuilding({ id: 5 })]);
    await server.put(name, 'agents', [anAgent({ id: 6 }), anAgent({ id: 7 })]);
    await server.put(name, 'blogs', [
      { id: 8, title: 'One', status: 1 },
      { id: 9, title: 'Draft', status: 0 },
    ]);
    await listings(1, 2);
    await pass();
    const firsts = arrived().map(([type, { id }]) => `${type} ${id}`);
    // A draft that nobody could read is no more than one that is gone.
    expect(firsts.sort()).toEqual(['blog.created 8', 'blog.removed 9', 'building.created 5']);
    await server.put(name, 'buildings', [aBuilding({ id: 5, built: 1901 })]);
    await server.put(name, 'agents', [
      anAgent({ id: 6, status: 'Suspend' }),
      anAgent({ id: 7, firstname: 'Another' }),
    ]);
    await pass();
    const seconds = arrived().map(([type, { id }]) => `${type} ${id}`);
    expect(seconds.sort()).toEqual(['agent.removed 6', 'agent.updated 7']);
  });

  it('say nothing of a write that was taken back', async () => {
    await endpoint(LISTINGS);
    const failing = writeTo(acme, async (_transaction, changes) => {
      changes.wrote('listings', [1]);
      throw new Error('Too late.');
    });
    await expect(failing).rejects.toThrow('Too late.');
    await pass();
    expect(arrived()).toEqual([]);
  });

  it('come one by one up to 200, and as one that leads to them above', async () => {
    const key = await server.addKey(name);
    await endpoint('listing.created');
    await listings(1, 200);
    await pass();
    const single = arrived();
    expect(single.map(([, { id }]) => id)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
    expect(new Set(single.map(([type]) => type))).toEqual(new Set(['listing.created']));
    await listings(201, 401);
    await pass();
    const [available, ...more] = arrived();
    expect(more).toEqual([]);
    expect(available?.[0]).toBe('changes.available');
    const page = (await server.get(key, `/changes?since=${available?.[1].cursor}&limit=1000`)) as {
      CHANGES: { kind: string; id: number }[];
    };
    const ids = page.CHANGES.filter(({ kind }) => kind === 'listings').map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 201 }, (_, at) => at + 201));
  });

  it('come as one at most every five seconds', async () => {
    await endpoint('changes.available');
    await server.put(name, 'offices', [{ id: 1, name: 'Main' }]);
    await pass();
    expect(arrived().map(([type]) => type)).toEqual(['changes.available']);
    for (let each = 0; each < 3; each += 1) {
      await server.put(name, 'offices', [{ id: 1, name: `Main ${each}` }]);
      await pass();
    }
    server.clock.advance(AVAILABLE_EVERY_MS - 1);
    await pass();
    expect(arrived()).toEqual([]);
    server.clock.advance(1);
    await pass();
    expect(arrived().map(([type]) => type)).toEqual(['changes.available']);
    server.clock.advance(AVAILABLE_EVERY_MS);
    await pass();
    expect(arrived()).toEqual([]);
  });

  it('keep their own types while their receiver fails, and all leave at its first success', async () => {
    const id = await endpoint(LISTINGS);
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    for (let each = 1; each < 4; each += 1) {
      await listings(each, each);
      await pass();
      // From the second attempt on each of them waits for minutes.
      server.clock.advance(6_000);
      await pass();
    }
    expect(new Set(arrived().map(([type]) => type))).toEqual(new Set(['listing.created']));
    receiver.answer = (_request, response) => void response.writeHead(204).end();
    await listings(4, 4);
    await pass();
    expect(
      arrived()
        .map(([type, { id: of }]) => [type, of])
        .sort(),
    ).toEqual([1, 2, 3, 4].map((of) => ['listing.created', of]));
    expect((await endpointOf(acme, id))?.failing_since).toBe(0);
  });

  it('are tried for days, however often other messages reach their receiver', async () => {
    await endpoint(LISTINGS);
    const isFirst = (body: string) => body.includes('"id":1,');
    receiver.answer = (_request, response) =>
      void response.writeHead(isFirst(receiver.received.at(-1)?.body ?? '') ? 500 : 204).end();
    await listings(1, 1);
    for (let each = 2; each < 20; each += 1) {
      await pass();
      server.clock.advance(60_000);
      await listings(each, each);
    }
    await pass();
    const states = await acme.db
      .selectFrom('webhook_message')
      .select('attempts')
      .where('state', '=', 'waiting')
      .execute();
    expect(states).toHaveLength(1);
    expect(states[0]?.attempts).toBeGreaterThan(10);
  });

  it('say which fields changed, and what price and status were before', async () => {
    await listings(1, 2);
    await endpoint('listing.updated');
    await pass();
    await listings(1, 2, 2000);
    await pass();
    const price = { changed: ['financials_price'], before: { financials_price: 1000 } };
    expect(arrived().map(([, data]) => data)).toMatchObject([price, price]);
    const put = (values: object) =>
      server.put(name, 'listings', [{ main_id: 1, ...values } as { main_id: number }]);
    await put({ main_description: 'New', custom_view: 'Park' });
    await pass();
    const [[, texts] = ['', {}]] = arrived();
    expect(texts).not.toHaveProperty('before');
    expect(texts.changed).toEqual(['custom_view', 'main_description']);
    // Several changes between two looks are one message, with what was before the first of them.
    await put({ financials_price: 3000 });
    await put({ financials_price: 4000, main_status: 'Rented' });
    await pass();
    expect(arrived().map(([, data]) => data)).toMatchObject([
      {
        changed: ['financials_price', 'main_status'],
        before: { financials_price: 2000, main_status: 'For Rent' },
      },
    ]);
  });

  it.each(OTHERS)('tell of a record: %s', async (subject, kind, record, change) => {
    await endpoint(['created', 'updated', 'removed'].map((op) => `${subject}.${op}`).join());
    await server.put(name, kind, [record]);
    await pass();
    await server.put(name, kind, [{ ...record, ...change }]);
    await pass();
    const [id] = Object.values(record) as [number];
    await removeRecords(acme, kind, [id]);
    await pass();
    const data = (op: string) => ({ resource: kind, id, op, seq: expect.any(Number) });
    expect(arrived()).toEqual([
      [`${subject}.created`, data('created')],
      [`${subject}.updated`, { ...data('updated'), changed: Object.keys(change) }],
      [`${subject}.removed`, data('removed')],
    ]);
  });

  it('say the fields of a record that the same write also touched', async () => {
    await server.put(name, 'agents', [{ id: 6, firstname: 'Bo' }]);
    await server.put(name, 'teams', [{ id: 5, name: 'One', agent_ids: [] }]);
    await endpoint('team.updated');
    await pass();
    await server.put(name, 'teams', [{ id: 5, name: 'Two', agent_ids: [6] }]);
    await pass();
    expect(arrived()).toMatchObject([['team.updated', { id: 5, changed: ['agents', 'name'] }]]);
    await server.put(name, 'agents', [{ id: 6, firstname: 'Bea' }]);
    await pass();
    expect(arrived()).toMatchObject([['team.updated', { id: 5, changed: ['agents'] }]]);
  });

  it('say no fields to a receiver that was away while others were told', async () => {
    await listings(1, 1);
    const away = (await endpointOf(acme, await endpoint(LISTINGS)))?.id ?? 0;
    await endpoint('listing.updated');
    await pass();
    await setState(acme, away, 'paused');
    for (const price of [2000, 3000]) {
      await listings(1, 1, price);
      await pass();
    }
    expect(arrived().map(([, { changed }]) => changed)).toEqual([
      ['financials_price'],
      ['financials_price'],
    ]);
    await setState(acme, away, 'active');
    await pass();
    const [[type, data] = ['', {}]] = arrived();
    expect([type, data.changed]).toEqual(['listing.updated', undefined]);
  });

  it('of a paused receiver are told, merged, when it goes on', async () => {
    const id = (await endpointOf(acme, await endpoint(LISTINGS)))?.id ?? 0;
    await setState(acme, id, 'paused');
    await listings(1, 3);
    await listings(2, 2, 2000);
    await removeRecords(acme, 'listings', [3]);
    await pass();
    expect(await acme.db.selectFrom('webhook_message').select('id').execute()).toEqual([]);
    await setState(acme, id, 'active');
    expect(await of.look(acme)).toEqual({ waiting: 1, failed: 0 });
    await of.settled();
    const told = arrived().map(([type, { id }]) => `${type} ${id}`);
    expect(told).toEqual(['listing.created 1', 'listing.created 2', 'listing.removed 3']);
    expect(await of.look(acme)).toEqual({ waiting: 0, failed: 0 });
  });

  it('of another epoch are told as one, without a cursor', async () => {
    await endpoint(LISTINGS);
    await listings(1, 1);
    // As a restore leaves it.
    await acme.db
      .updateTable('revision')
      .set((eb) => ({ epoch: 7, number: eb('number', '+', 9), entries_seq: eb('number', '+', 9) }))
      .execute();
    await pass();
    expect(arrived()).toEqual([['changes.available', {}]]);
    server.clock.advance(AVAILABLE_EVERY_MS);
    await pass();
    await listings(2, 2);
    await pass();
    expect(arrived().map(([type, { id }]) => [type, id])).toEqual([['listing.created', 2]]);
  });

  it('are stored once, however many processes look', async () => {
    await endpoint(LISTINGS);
    const both = [of, sender(), sender()];
    for (let each = 1; each <= 20; each += 1) {
      await listings(each, each);
      for (const one of both) one.wake(acme);
    }
    await Promise.all(both.map((one) => one.settled()));
    await pass();
    const told = arrived().map(([, { id }]) => Number(id));
    expect(told.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  });

  it('leave a note in the directory only where a receiver follows', async () => {
    const noted = async () => {
      const all = await server.services.directory.emailNotes.noted();
      return all.some(({ entry, notedAt }) => entry.name === name && notedAt !== undefined);
    };
    // A write of listings always leaves one, for their number.
    const offices = importResources(acme, 'America/New_York', server.clock).get('offices');
    const write = (title: string) => offices?.write([offices.parse({ id: 1, name: title })]);
    await write('One');
    expect(await noted()).toBe(false);
    await endpoint('lead.created');
    await write('Two');
    expect(await noted()).toBe(false);
    await endpoint('blog.created');
    await write('Three');
    await expect.poll(() => noted()).toBe(true);
  });
});
