import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importResources } from '../../../src/changes/transfers.js';
import { newEntry } from '../../../src/commands/client/entry.js';
import { ManualClock, systemClock } from '../../../src/lib/clock.js';
import { parseRange } from '../../../src/lib/ip-address.js';
import {
  addEndpoint,
  endpointOf,
  removeEndpoint,
  rotateSecret,
  type StoredEndpoint,
  setState,
} from '../../../src/outbox/webhook/endpoint-store.js';
import {
  recoverMessages,
  redeliverMessage,
  type StoredMessage,
} from '../../../src/outbox/webhook/message-store.js';
import { newSecret } from '../../../src/outbox/webhook/post.js';
import { ENDPOINT_LEASE_MS, WebhookSender } from '../../../src/outbox/webhook/webhook-sender.js';
import { newLead } from '../../../src/resources/leads/lead.js';
import { storeLead } from '../../../src/resources/leads/lead.write.js';
import { leadEvent } from '../../../src/resources/webhook-events.js';
import { openServices, type Services } from '../../../src/services.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { testConfig } from '../../rig/server.js';
import { ManualTimer } from '../email/manual-timer.js';
import { receiverFor } from './receiver.js';

const DAY_MS = 86_400_000;

forEachDatabase('webhooks', (database) => {
  const receiver = receiverFor();
  let services: Services;
  let acme: TenantDatabase;
  let clock: ManualClock;
  let timer: ManualTimer;
  let senders: WebhookSender[] = [];

  beforeEach(async () => {
    // The library that verifies has only the clock of the machine.
    clock = new ManualClock(systemClock.now());
    timer = new ManualTimer(clock);
    const config = { ...testConfig(database), webhookAllow: ['127.0.0.0/8'] };
    services = await openServices(config, clock, pino({ level: 'silent' }));
    if ((await services.directory.tenant('acme')) === undefined) {
      await services.directory.addTenant(newEntry('acme', 'client', clock.now()));
    }
    const tenant = await services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no acme.');
    acme = tenant.database;
    senders = [];
  });
  afterEach(async () => {
    for (const each of senders) await each.stop();
    for (const table of ['webhook_attempt', 'webhook_message', 'webhook_endpoint'] as const) {
      await acme.db.deleteFrom(table).execute();
    }
    await acme.db.deleteFrom('letter').execute();
    await services.close();
  });

  /** A sender as a process of its own would have one. */
  function sender(timeoutMs = 2_000): WebhookSender {
    const made = new WebhookSender({
      ...{ clock, timer, timeoutMs, log: pino({ level: 'silent' }), chance: () => 0.5 },
      webhooks: services.webhooks,
      allowed: [parseRange('127.0.0.0/8')].flatMap((range) => (range === undefined ? [] : [range])),
      secretsOf: (endpoint, now) => services.endpointSecrets.of(endpoint, now),
      email: services.outbox,
    });
    senders.push(made);
    return made;
  }

  async function endpoint(
    settings: Partial<StoredEndpoint> = {},
  ): Promise<{ secret: string; id: string }> {
    const id = `ep_${randomBytes(6).toString('hex')}`;
    const secret = newSecret(randomBytes);
    await addEndpoint(acme, {
      ...{ public_id: id, url: receiver.url(), types: 'lead.created,lead.repeated', include: '' },
      sealed_secret: await services.endpointSecrets.seal(secret, id),
      ...{ contact: '', old_sealed_secret: '', old_until: 0, state: 'active', reason: '' },
      ...{ created_at: clock.now(), failing_since: 0, not_before: 0, leased_until: 0 },
      ...settings,
    });
    return { secret, id };
  }

  const stored = async (id: string) => (await endpointOf(acme, id)) as StoredEndpoint;

  async function lead(comment = 'Is it still free?'): Promise<number> {
    const tenant = await services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no acme.');
    const columns = { kind: 'alert' as const, first_name: 'Nora', email: 'nora@example.com' };
    const subject = { agent: undefined, listing: undefined };
    const made = newLead({ ...columns, comment }, subject, clock.now());
    return storeLead(tenant, services.tools, made);
  }

  const messages = (): Promise<StoredMessage[]> =>
    acme.db.selectFrom('webhook_message').selectAll().orderBy('id').execute();

  async function pass(of: WebhookSender): Promise<void> {
    of.wake(acme);
    await of.settled();
  }

  it('bring a lead with what it says, signed, to the receiver that asks for it', async () => {
    const { secret } = await endpoint({ include: 'lead' });
    await endpoint({ url: receiver.url('/thin') });
    await endpoint({ url: receiver.url('/none'), types: 'import.completed' });
    const id = await lead();
    await pass(sender());
    const thick = receiver.received.find(({ path }) => path === '/hook');
    const verified = new Webhook(secret).verify(thick?.body ?? '', thick?.headers ?? {});
    expect(verified).toMatchObject({
      type: 'lead.created',
      timestamp: new Date(clock.now()).toISOString(),
      data: { client: 'acme', resource: 'leads', id, op: 'created' },
    });
    expect(verified).toMatchObject({
      data: { lead: { id, firstname: 'Nora', comment: 'Is it still free?' } },
    });
    const thin = receiver.received.find(({ path }) => path === '/thin');
    expect(Object.keys(JSON.parse(thin?.body ?? '').data)).toEqual([
      ...['client', 'resource', 'id', 'op'],
    ]);
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/hook', '/thin']);
    expect((await messages()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('are stored if, and only if, their cause was', async () => {
    await endpoint();
    const event = leadEvent(
      1,
      newLead({ kind: 'alert', email: 'a@example.com' }, {} as never, 0),
      false,
    );
    const failing = acme.write(async (transaction) => {
      await services.webhooks.queue(transaction, 'acme', event);
      throw new Error('Too late.');
    });
    await expect(failing).rejects.toThrow('Too late.');
    expect(await messages()).toEqual([]);
  });

  it('stay below 20 kB, whatever a lead says', async () => {
    await endpoint({ include: 'lead' });
    await lead('ä€😀'.repeat(30_000));
    const [message] = await messages();
    expect(Buffer.byteLength(message?.body ?? '')).toBeLessThan(20_000);
    expect(JSON.parse(message?.body ?? '').data.lead.cut).toBe(true);
  });

  it.each([500, 404, 301, 429])(
    'wait after the answer %i, and go on under the same id',
    async (status) => {
      const { id } = await endpoint();
      await lead();
      receiver.answer = (_request, response) => void response.writeHead(status).end('No.');
      const of = sender();
      await pass(of);
      const [waiting] = await messages();
      expect(waiting).toMatchObject({ state: 'waiting', attempts: 1 });
      expect((waiting?.next_attempt_at ?? 0) - clock.now()).toBe(5_000);
      expect((await stored(id)).failing_since).toBe(clock.now());
      receiver.answer = (_request, response) => void response.writeHead(200).end('Yes.');
      // The timer of the next attempt.
      timer.next();
      await of.settled();
      expect((await messages())[0]).toMatchObject({ state: 'sent', attempts: 2 });
      expect((await stored(id)).failing_since).toBe(0);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(ids).toEqual([waiting?.message_id, waiting?.message_id]);
      const log = await acme.db.selectFrom('webhook_attempt').selectAll().orderBy('id').execute();
      expect(log.map(({ status: of, answer }) => [of, answer])).toEqual([
        [status, 'No.'],
        [200, 'Yes.'],
      ]);
    },
  );

  it('wait for a receiver that is down, slow, or closes in the middle', async () => {
    await endpoint({ url: 'http://127.0.0.1:1025/' });
    await endpoint({ url: receiver.url('/silent') });
    await endpoint({ url: receiver.url('/hangs') });
    await endpoint({ url: receiver.url('/closes') });
    receiver.answer = ({ url }, response) => {
      if (url === '/silent') return;
      response.writeHead(200, { 'content-length': '10' });
      response.write('half');
      if (url === '/closes') setTimeout(() => response.destroy(), 20);
    };
    await lead();
    const of = sender(500);
    await pass(of);
    const reasons = (await messages()).map(({ state, last_error }) => [state, last_error]);
    expect(reasons).toEqual([
      ['waiting', 'The receiver refuses connections.'],
      ['waiting', 'It took longer than 0.5 seconds.'],
      ['waiting', 'It took longer than 0.5 seconds.'],
      ['waiting', 'The connection closed in the middle of the answer.'],
    ]);
  });

  it('to one slow receiver delay no other, and each gets one at a time', async () => {
    await endpoint({ url: receiver.url('/slow') });
    await endpoint({ url: receiver.url('/quick') });
    let open = () => {};
    const held = new Promise<void>((resolve) => {
      open = resolve;
    });
    receiver.answer = async ({ url }, response) => {
      if (url === '/slow') await held;
      response.writeHead(204).end();
    };
    for (let each = 0; each < 5; each += 1) await lead();
    const of = sender(20_000);
    of.wake(acme);
    await expect
      .poll(() => receiver.received.filter(({ path }) => path === '/quick'))
      .toHaveLength(5);
    expect(receiver.received.filter(({ path }) => path === '/slow')).toHaveLength(1);
    open();
    await of.settled();
    expect(receiver.received).toHaveLength(10);
    expect([...receiver.most.values()]).toEqual([1, 1]);
  });

  it('of two processes go to each receiver one at a time, each message once', async () => {
    await endpoint();
    for (let each = 0; each < 20; each += 1) await lead();
    const both = [sender(), sender()];
    for (const of of both) of.wake(acme);
    await Promise.all(both.map((of) => of.settled()));
    await pass(both[0] as WebhookSender);
    expect(receiver.received).toHaveLength(20);
    expect(receiver.most.get('/hook')).toBe(1);
  });

  it('of a process that died are sent again under their id when its lease has ended', async () => {
    const { id } = await endpoint();
    await lead();
    await acme.db
      .updateTable('webhook_endpoint')
      .set({ leased_until: clock.now() + ENDPOINT_LEASE_MS })
      .execute();
    const of = sender();
    await pass(of);
    expect(receiver.received).toEqual([]);
    clock.advance(ENDPOINT_LEASE_MS);
    await pass(of);
    expect(receiver.received).toHaveLength(1);
    expect((await stored(id)).leased_until).toBe(0);
  });

  it('wait as long as the receiver asks for, all that wait for it', async () => {
    await endpoint();
    await lead();
    receiver.answer = (_request, response) =>
      void response.writeHead(503, { 'retry-after': '600' }).end();
    const of = sender();
    await pass(of);
    await lead();
    clock.advance(599_000);
    receiver.answer = (_request, response) => void response.writeHead(204).end();
    await pass(of);
    expect(receiver.received).toHaveLength(1);
    clock.advance(1_000);
    await pass(of);
    expect(receiver.received).toHaveLength(3);
  });

  it('end at 410: operator and contact are told, and recover brings what was missed', async () => {
    const { id } = await endpoint({ contact: 'it@acme.example' });
    await lead();
    await lead();
    receiver.answer = (_request, response) => void response.writeHead(410).end();
    const of = sender();
    await pass(of);
    expect(await stored(id)).toMatchObject({
      state: 'disabled',
      reason: 'The receiver answers 410.',
    });
    expect((await messages()).map(({ state }) => state)).toEqual(['failed', 'failed']);
    const letters = await acme.db.selectFrom('letter').selectAll().orderBy('id').execute();
    expect(letters.map(({ kind, to_address }) => [kind, to_address])).toEqual([
      ['webhook', 'operator@localhost'],
      ['webhook', 'it@acme.example'],
    ]);
    // What happens meanwhile is not for it.
    await lead();
    expect(await messages()).toHaveLength(2);

    receiver.answer = (_request, response) => void response.writeHead(204).end();
    const { id: number } = await stored(id);
    await setState(acme, number, 'active');
    expect(await recoverMessages(acme, number, clock.now() + 1, clock.now())).toBe(0);
    expect(await recoverMessages(acme, number, clock.now(), clock.now())).toBe(2);
    await pass(of);
    expect(receiver.received).toHaveLength(3);
    expect((await messages()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('are given up after ten attempts, and their receiver after five days of failure', async () => {
    const { id } = await endpoint();
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    await lead();
    const of = sender();
    for (let each = 0; each < 10; each += 1) {
      await pass(of);
      clock.advance(DAY_MS + 1);
      if (each === 3) await lead();
    }
    const [first] = await messages();
    expect(first).toMatchObject({ state: 'failed' });
    expect(await stored(id)).toMatchObject({ state: 'disabled' });
  });

  it('are not stopped by one failure after a quiet week', async () => {
    const { id } = await endpoint();
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    await lead();
    const of = sender();
    await pass(of);
    await acme.db.deleteFrom('webhook_message').execute();
    clock.advance(7 * DAY_MS);
    await lead();
    await pass(of);
    expect((await stored(id)).state).toBe('active');
  });

  it('are signed with both secrets for a day after a rotation', async () => {
    const { secret, id } = await endpoint();
    const next = newSecret(randomBytes);
    const sealed = await services.endpointSecrets.seal(next, id);
    await rotateSecret(acme, await stored(id), sealed, clock.now() + DAY_MS);
    await lead();
    const of = sender();
    await pass(of);
    const [message] = receiver.received;
    for (const each of [secret, next]) {
      new Webhook(each).verify(message?.body ?? '', message?.headers ?? {});
    }
    clock.advance(DAY_MS);
    await lead();
    await pass(of);
    expect(receiver.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });

  it('wait while their receiver is paused', async () => {
    const { id } = await endpoint();
    await setState(acme, (await stored(id)).id, 'paused');
    await lead();
    const of = sender();
    await pass(of);
    expect(receiver.received).toEqual([]);
    expect(await of.look(acme)).toEqual({ waiting: 0, failed: 0 });
    await setState(acme, (await stored(id)).id, 'active');
    await pass(of);
    expect(receiver.received).toHaveLength(1);
  });

  /** Sends what is due, and does something while the receiver has the first request. */
  async function during(status: number, work: () => Promise<unknown>): Promise<void> {
    let isFirst = true;
    receiver.answer = async (_request, response) => {
      if (isFirst) await work();
      isFirst = false;
      response.writeHead(status).end('Well.');
    };
    await pass(sender());
    receiver.answer = (_request, response) => void response.writeHead(204).end();
  }

  const attempts = () => acme.db.selectFrom('webhook_attempt').selectAll().orderBy('id').execute();

  it('leave nothing behind where their receiver is removed during an attempt', async () => {
    for (const status of [204, 500]) {
      const { id } = await endpoint();
      await lead();
      const { id: number } = await stored(id);
      await during(status, () => removeEndpoint(acme, number));
      expect(await messages()).toEqual([]);
      expect(await attempts()).toEqual([]);
    }
  });

  it('are due again at once where an operator says so during an attempt that fails', async () => {
    const { id } = await endpoint();
    await lead();
    await during(500, async () => {});
    clock.advance(5_000);
    const [first] = await messages();
    const { id: number } = await stored(id);
    await during(500, () => redeliverMessage(acme, number, first?.message_id ?? '', clock.now()));
    // The second attempt failed, and the third followed at once, the first of a new series.
    expect((await attempts()).map(({ status }) => status)).toEqual([500, 500, 500]);
    const [again] = await messages();
    expect(again).toMatchObject({ state: 'waiting', attempts: 1 });
    clock.advance(5_000);
    await pass(sender());
    expect(await messages()).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('are delivered where an operator has them sent again during the attempt that delivers', async () => {
    const { id } = await endpoint();
    await lead();
    const { id: number } = await stored(id);
    await during(204, () => recoverMessages(acme, number, 0, clock.now()));
    await pass(sender());
    expect(await messages()).toMatchObject([{ state: 'sent', attempts: 1 }]);
    expect(receiver.received).toHaveLength(1);
  });

  it('leave no connection open, however their receiver ends them', async () => {
    for (const path of ['/silent', '/half', '/long', '/closes', '/good']) {
      await endpoint({ url: receiver.url(path) });
    }
    receiver.answer = ({ url }, response) => {
      if (url === '/silent') return;
      response.writeHead(url === '/good' ? 204 : 200, { connection: 'keep-alive' });
      if (url === '/closes') response.destroy();
      else if (url === '/half') response.write('half');
      else response.end(url === '/long' ? 'x'.repeat(1_000_000) : undefined);
    };
    for (let each = 0; each < 3; each += 1) await lead();
    const of = sender(300);
    for (let each = 0; each < 4; each += 1) {
      await pass(of);
      clock.advance(1_800_000);
    }
    expect(receiver.received.length).toBeGreaterThan(15);
    await expect.poll(() => receiver.connections()).toBe(0);
  });

  it('leave with the email, by the sweep of a server', async () => {
    await endpoint();
    await lead();
    services.outbox.startSending();
    await services.outbox.settled();
    expect(receiver.received).toHaveLength(1);
  });

  it('are looked for after a write only where there may be a receiver', async () => {
    services.outbox.startSending();
    await services.outbox.settled();
    const wake = vi.spyOn(services.webhookSender, 'wake');
    const first = await lead();
    await services.outbox.settled();
    expect([first > 0, wake.mock.calls]).toEqual([true, []]);
    await endpoint();
    await lead();
    await services.outbox.settled();
    expect(wake).toHaveBeenCalled();
    expect(receiver.received).toHaveLength(1);
  });

  it('about records are looked for by a process that had found no receiver of leads before', async () => {
    await lead();
    services.outbox.startSending();
    await services.outbox.settled();
    await endpoint({ types: 'listing.created' });
    const listings = importResources(acme, 'UTC', clock).get('listings');
    await listings?.write([listings.parse(aListing({ main_id: 1 }))]);
    await services.outbox.settled();
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['listing.created']);
  });

  it('do not open with a secret of another receiver', async () => {
    const one = await endpoint();
    const other = await endpoint();
    const { sealed_secret } = await stored(one.id);
    await acme.db
      .updateTable('webhook_endpoint')
      .set({ sealed_secret })
      .where('public_id', '=', other.id)
      .execute();
    await expect(services.endpointSecrets.of(await stored(other.id), 0)).rejects.toThrow('sealed');
  });
});
