import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ManualClock, systemClock } from '../../../src/lib/clock.js';
import { holdListener, LISTENER_LEASE_MS } from '../../../src/outbox/webhook/endpoint-store.js';
import { TEST_EVENT } from '../../../src/outbox/webhook/webhooks.js';
import { openServices, type Services } from '../../../src/services.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { receiverFor } from '../../outbox/webhook/receiver.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { testConfig } from '../../rig/server.js';
import { type Place, portico, porticoJson, Running } from '../portico.js';

forAnyDatabase('portico webhook listen', (database) => {
  const receiver = receiverFor();
  let place: Place;
  let services: Services;
  let tenant: TenantDatabase;

  beforeAll(async () => {
    const { dataFolder: folder, databaseUrl } = database;
    // Receivers in private networks are not allowed here: the command may reach them all the same.
    place = { folder, environment: { PORTICO_DATA: '.', PORTICO_DATABASE_URL: databaseUrl } };
    services = await openServices(testConfig(database), systemClock, pino({ level: 'silent' }));
    expect((await portico(place, 'client', 'add', 'acme')).code).toBe(0);
    const found = await services.tenants.tenant('acme');
    if (found === undefined) throw new Error('There is no acme.');
    tenant = found.database;
  });
  afterAll(() => services.close());
  // A test that ends while it listens kills the command, and its receiver is left.
  beforeEach(async () => {
    for (const table of ['webhook_attempt', 'webhook_message', 'webhook_endpoint'] as const) {
      await tenant.db.deleteFrom(table).execute();
    }
  });

  const listeners = () => tenant.db.selectFrom('webhook_endpoint').selectAll().execute();

  async function listen(...more: string[]): Promise<{ run: Running; secret: string; id: string }> {
    const args = ['webhook', 'listen', 'acme', '--forward', receiver.url(), ...more];
    const run = new Running(place, args);
    const secret = await run.until(({ stdout }) => /whsec_\S+/.exec(stdout)?.[0]);
    await run.until(({ stdout }) => (stdout.includes('until Ctrl-C') ? true : undefined));
    const [listener] = await listeners();
    return { run, secret, id: listener?.public_id ?? '' };
  }

  it('sends what other processes store, signs it, prints it, and ends with its receiver', async () => {
    const { run, secret, id } = await listen();
    writeFileSync(join(place.folder, 'offices.ndjson'), '{"id":1,"name":"Main"}\n');
    expect((await portico(place, 'import', 'acme', 'offices.ndjson')).code).toBe(0);
    await receiver.waitFor(2);
    const types = receiver.received.map(({ body, headers }) => {
      new Webhook(secret).verify(body, headers);
      return JSON.parse(body).type;
    });
    expect(types.sort()).toEqual(['import.completed', 'office.created']);
    await run.until(({ stdout }) =>
      /^import\.completed {2}msg_\S+ {2}204 after \d+ ms$/m.test(stdout) ? true : undefined,
    );
    const paused = await porticoJson(place, 'webhook', 'pause', 'acme', id);
    expect([paused.code, JSON.stringify(paused.json)]).toEqual([
      1,
      expect.stringContaining('listen'),
    ]);
    const recovered = await portico(
      place,
      'webhook',
      'recover',
      'acme',
      id,
      '--since',
      '2026-01-01',
    );
    expect([recovered.code, recovered.stderr]).toEqual([
      1,
      expect.stringContaining('This receiver goes when its `portico webhook listen` ends.'),
    ]);
    run.child.kill('SIGINT');
    const { code, stderr } = await run.ended;
    expect([code, stderr, await listeners()]).toEqual([0, '', []]);
  });

  it('says what failed, and does not try it again', async () => {
    const { run, id } = await listen('--types', 'lead.created');
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    const test = await porticoJson(place, 'webhook', 'test', 'acme', id);
    expect([test.code, test.json.state]).toEqual([0, 'waiting']);
    await run.until(({ stdout }) =>
      /^webhook\.test {2}msg_\S+ {2}The receiver answers 500\.$/m.test(stdout) ? true : undefined,
    );
    const { json } = await porticoJson(place, 'webhook', 'log', 'acme', id);
    expect(json.messages).toMatchObject([{ state: 'failed', attempts: 1 }]);
  });

  it('ends at once while its receiver does not answer', async () => {
    const { run, id } = await listen();
    receiver.answer = () => {};
    await porticoJson(place, 'webhook', 'test', 'acme', id);
    await receiver.waitFor(1);
    run.child.kill('SIGTERM');
    expect([(await run.ended).code, await listeners()]).toEqual([0, []]);
  });

  it('ends with its receiver when its terminal is closed', async () => {
    const { run } = await listen();
    run.child.kill('SIGHUP');
    expect([(await run.ended).code, await listeners()]).toEqual([0, []]);
  });

  it('removes the receiver of a command that was killed when it starts again', async () => {
    const { run: killed, id: lapsed } = await listen();
    await killed.kill();
    await tenant.db
      .updateTable('webhook_endpoint')
      .set({ leased_until: systemClock.now() })
      .execute();
    await listen();
    const [listener, ...others] = await listeners();
    expect(others).toEqual([]);
    expect(listener?.public_id).not.toBe(lapsed);
  });

  it('ends when its receiver is removed', async () => {
    const { run, id } = await listen();
    expect((await portico(place, 'webhook', 'remove', 'acme', id)).code).toBe(0);
    const { code, stderr } = await run.ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('The receiver was removed.')]);
  });

  it('leaves a receiver to which no server sends, and which a server removes, when it is killed', async () => {
    const { run } = await listen();
    await run.kill();
    const [listener] = await listeners();
    if (listener === undefined) throw new Error('The receiver is gone.');
    await tenant.write((transaction) =>
      services.webhooks.queueTo(transaction, listener, 'acme', [TEST_EVENT]),
    );
    services.webhookSender.wake(tenant);
    await services.webhookSender.settled();
    await services.webhookSender.tidy(tenant);
    const { messages } = (await porticoJson(place, 'webhook', 'log', 'acme', listener.public_id))
      .json;
    expect(messages).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    await tenant.db
      .updateTable('webhook_endpoint')
      .set({ leased_until: systemClock.now() })
      .execute();
    await services.webhookSender.tidy(tenant);
    expect(await listeners()).toEqual([]);
  });

  it('renews its lease when half of it is over', async () => {
    const { run, id } = await listen();
    await run.kill();
    const [listener] = await listeners();
    const clock = new ManualClock((listener?.leased_until ?? 0) - LISTENER_LEASE_MS);
    const until = async () => {
      await holdListener(tenant, id, clock.now());
      return ((await listeners())[0]?.leased_until ?? 0) - clock.now();
    };
    clock.advance(LISTENER_LEASE_MS / 2);
    expect(await until()).toBe(LISTENER_LEASE_MS / 2);
    clock.advance(1);
    expect(await until()).toBe(LISTENER_LEASE_MS);
  });

  it.each([
    ['--forward', 'crm.example.com', '--forward'],
    ['--forward', 'http://user:pw@127.0.0.1:3000/', '--forward'],
    ['--types', 'lead.creatd', '--types'],
  ])('refuses %s %s', async (option, value, words) => {
    const options = new Map([['--forward', receiver.url()]]).set(option, value);
    const { code, stderr } = await portico(
      place,
      ...['webhook', 'listen', 'acme', ...[...options].flat()],
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(stderr).not.toContain('pw@');
  });
});
