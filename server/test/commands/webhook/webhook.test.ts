import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/clock.js';
import { openServices, type Services } from '../../../src/services.js';
import { receiverFor } from '../../outbox/webhook/receiver.js';
import { forEachDatabase } from '../../rig/databases.js';
import { testConfig } from '../../rig/server.js';
import { type Place, portico, porticoJson } from '../portico.js';

// Programs take seconds to start where others share the machine.
/** Each leads to this machine, to a private network, or to where clouds tell secrets. */
const HOSTILE = [
  ...['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0.0.0.0'],
  ...['169.254.169.254', '10.0.0.1', '100.64.0.1', '[fd00::1]', '[64:ff9b::7f00:1]'],
];

forEachDatabase('portico webhook', (database) => {
  const receiver = receiverFor();
  let place: Place;
  let services: Services;

  beforeAll(async () => {
    const { dataFolder: folder, databaseUrl } = database;
    const environment = { PORTICO_DATA: '.', PORTICO_DATABASE_URL: databaseUrl };
    place = { folder, environment: { ...environment, PORTICO_WEBHOOK_ALLOW: '127.0.0.0/8' } };
    services = await openServices(testConfig(database), systemClock, pino({ level: 'silent' }));
    expect((await portico(place, 'client', 'add', 'acme')).code).toBe(0);
  });
  afterAll(() => services.close());
  beforeEach(async () => {
    const tenant = await services.tenants.tenant('acme');
    for (const table of ['webhook_attempt', 'webhook_message', 'webhook_endpoint'] as const) {
      await tenant?.database.db.deleteFrom(table).execute();
    }
  });

  const webhook = (...args: string[]) => porticoJson(place, 'webhook', ...args);

  async function add(
    types = 'import.completed',
    ...more: string[]
  ): Promise<Record<string, unknown>> {
    const run = await webhook('add', 'acme', '--url', receiver.url(), '--types', types, ...more);
    expect(run.code).toBe(0);
    return run.json;
  }

  it('adds a receiver, whose secret is shown once and signs', async () => {
    const { id, secret, ...rest } = await add(
      'lead.created,listing.*',
      '--contact',
      'it@acme.example',
    );
    expect(rest).toMatchObject({
      types: ['lead.created', 'listing.created', 'listing.updated', 'listing.removed'],
      ...{ client: 'acme', contact: 'it@acme.example', state: 'active', failingSince: null },
    });
    const { json: listed } = await webhook('list', 'acme');
    expect(listed).toMatchObject({ endpoints: [{ id, messages: { waiting: 0, sent: 0 } }] });
    const { json: shown } = await webhook('show', 'acme', String(id));
    expect(JSON.stringify([listed, shown])).not.toContain(String(secret));
    const sent = await webhook('test', 'acme', String(id));
    expect([sent.code, sent.json]).toMatchObject([0, { status: 204, state: 'sent' }]);
    const [message] = receiver.received;
    const body = new Webhook(String(secret)).verify(message?.body ?? '', message?.headers ?? {});
    expect(body).toMatchObject({ type: 'webhook.test', data: { client: 'acme' } });
  });

  it.each([
    ['--types', 'lead.deleted', 'lead.deleted'],
    ['--types', 'sale.*', 'sale.*'],
    ['--url', 'https://user:pw@crm.example.com/', 'user name or password'],
    ['--url', 'http://192.0.2.1:8080/', 'plain HTTP'],
    ['--contact', 'nobody', 'is not one email address'],
  ])('refuses %s %s', async (option, value, words) => {
    const options = new Map([
      ['--url', 'https://crm.example.com/'],
      ['--types', 'lead.created'],
    ]).set(option, value);
    const run = await webhook('add', 'acme', ...[...options].flat());
    expect([run.code, run.json]).toMatchObject([2, { error: { option } }]);
    expect(JSON.stringify(run.json)).toContain(words);
    expect(JSON.stringify(run.json)).not.toContain('pw@');
  });

  it.each(HOSTILE)('sends nothing to %s', async (host) => {
    const closed = { ...place, environment: { ...place.environment, PORTICO_WEBHOOK_ALLOW: '' } };
    const url = `https://${host}:${receiver.port}/`;
    const added = await porticoJson(
      closed,
      ...['webhook', 'add', 'acme', '--url', url, '--types', 'lead.created'],
    );
    if (added.code === 0) {
      const run = await porticoJson(closed, 'webhook', 'test', 'acme', String(added.json.id));
      expect([run.code, JSON.stringify(run.json)]).toEqual([
        1,
        expect.stringContaining('not public'),
      ]);
    } else {
      expect(JSON.stringify(added.json)).toContain('not public');
    }
    expect(receiver.received).toEqual([]);
  });

  it('says what a receiver answered, and sends again what it did not take', async () => {
    const { id } = await add();
    receiver.answer = (_request, response) => void response.writeHead(500).end('Broken.');
    const failed = await webhook('test', 'acme', String(id));
    expect([failed.code, JSON.stringify(failed.json)]).toEqual([1, expect.stringContaining('500')]);
    const { json: log } = await webhook('log', 'acme', String(id), '--state', 'failed');
    const [message] = log.messages as { id: string }[];
    const { json: whole } = await webhook(
      'log',
      'acme',
      String(id),
      '--message',
      message?.id ?? '',
    );
    expect(whole).toMatchObject({
      type: 'webhook.test',
      log: [{ status: 500, answer: 'Broken.' }],
    });
    receiver.answer = (_request, response) => void response.writeHead(200).end();
    const again = await webhook('redeliver', 'acme', String(id), message?.id ?? '');
    expect([again.code, again.json]).toMatchObject([0, { message: message?.id, state: 'sent' }]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const nothing = await webhook('redeliver', 'acme', String(id), 'msg_none');
    expect(nothing.code).toBe(1);
  });

  it('pauses, goes on, makes a new secret, recovers and removes', async () => {
    const { id, secret } = await add();
    expect((await webhook('pause', 'acme', String(id))).json).toMatchObject({ state: 'paused' });
    const early = await webhook('recover', 'acme', String(id), '--since', '2026-01-01');
    expect([early.code, JSON.stringify(early.json)]).toEqual([
      1,
      expect.stringContaining('resume'),
    ]);
    expect((await webhook('resume', 'acme', String(id))).json).toMatchObject({ state: 'active' });
    const { json: rotated } = await webhook('rotate', 'acme', String(id));
    await webhook('test', 'acme', String(id));
    for (const each of [secret, rotated.secret]) {
      const [message] = receiver.received;
      new Webhook(String(each)).verify(message?.body ?? '', message?.headers ?? {});
    }
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    await webhook('test', 'acme', String(id));
    const recovered = await webhook('recover', 'acme', String(id), '--since', '2020-01-01');
    expect(recovered.json).toMatchObject({ recovered: 1 });
    const bad = await webhook('recover', 'acme', String(id), '--since', 'lately');
    expect([bad.code, JSON.stringify(bad.json)]).toEqual([2, expect.stringContaining('--since')]);
    expect((await webhook('remove', 'acme', String(id))).json).toEqual({
      removed: id,
      client: 'acme',
    });
    expect((await webhook('show', 'acme', String(id))).code).toBe(1);
    expect((await webhook('list', 'acme')).json).toMatchObject({ endpoints: [] });
  });

  it('hears of imports, and not of dry runs', async () => {
    writeFileSync(join(place.folder, 'offices.ndjson'), '{"id":1,"name":"Main"}\n{"id":2}\n');
    const { id } = await add('import.completed');
    expect((await portico(place, 'import', 'acme', 'offices.ndjson')).code).toBe(0);
    const noted = await services.directory.emailNotes.noted();
    expect(noted.map(({ entry }) => entry.name)).toContain('acme');
    const { json } = await webhook('log', 'acme', String(id));
    expect(json.messages).toMatchObject([{ type: 'import.completed', state: 'waiting' }]);
    const [message] = json.messages as { id: string }[];
    await webhook('redeliver', 'acme', String(id), message?.id ?? '');
    const [body] = receiver.received.map((each) => JSON.parse(each.body));
    expect(body.data).toMatchObject({
      client: 'acme',
      resource: 'import',
      counts: { offices: { read: 2 } },
    });
    // A dry run has written nothing.
    await portico(place, 'import', 'acme', 'offices.ndjson', '--dry-run');
    expect((await webhook('log', 'acme', String(id))).json.messages).toHaveLength(1);
  });
});
