import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../src/lib/clock.js';
import type { Email } from '../../../src/outbox/email/email.js';
import { openServices, type Services } from '../../../src/services.js';
import { writeTo } from '../../../src/store/tenant/write.js';
import { type Place, portico, porticoJson, Running } from '../../commands/portico.js';
import { forEachDatabase } from '../../rig/databases.js';
import { testConfig } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';
import { MailServer } from './mail-server.js';
import { aLetter } from './office.js';
import { parseMail } from './parse-mail.js';

// Programs take seconds to start where others share the machine.
forEachDatabase('portico outbox', (database) => {
  const mail = new MailServer();
  // Behind the clock of the commands, and a second further with each email: two emails of one
  // millisecond would have no order.
  const clock = new ManualClock(Date.now() - 3_600_000);
  let services: Services;
  let place: Place;
  let byMail: Place;

  beforeAll(async () => {
    const { dataFolder, databaseUrl } = database;
    const environment = { PORTICO_DATA: '.', PORTICO_DATABASE_URL: databaseUrl };
    place = { folder: dataFolder, environment };
    await mail.open();
    const PORTICO_SMTP_URL = mail.url('mailer:hunter2');
    byMail = { folder: dataFolder, environment: { ...environment, PORTICO_SMTP_URL } };
    services = await openServices(testConfig(database), clock, pino({ level: 'silent' }));
    for (const tenant of ['acme', 'brown']) {
      expect((await portico(place, 'client', 'add', tenant)).code).toBe(0);
    }
  });
  beforeEach(async () => {
    mail.arrived.length = 0;
    mail.whim = () => undefined;
    for (const tenant of ['acme', 'brown']) {
      await (await databaseOf(tenant)).db.deleteFrom('letter').execute();
    }
  });
  afterAll(async () => {
    await services.close();
    await mail.close();
  });

  async function databaseOf(tenant: string) {
    const found = await services.tenants.tenant(tenant);
    if (found === undefined) throw new Error(`There is no client ${tenant}.`);
    return found.database;
  }

  /** Stores an email, which nothing sends: this is no server. */
  async function write(tenant: string, told: Partial<Email> = {}) {
    const found = await databaseOf(tenant);
    clock.advance(1000);
    await writeTo(found, (transaction) => services.outbox.queue(transaction, aLetter(told)));
    services.outbox.wake(found);
  }

  it('list prints what became of each email, newest first, and not what it says', async () => {
    await write('acme');
    await write('brown', { subject: 'Second\u001b[31m', to: 'operator', kind: 'marketplace' });
    const { code, json, stdout } = await porticoJson(place, 'outbox', 'list');
    expect(code).toBe(0);
    expect(json.counts).toEqual({ waiting: 2, sent: 0, failed: 0 });
    expect(json.letters).toMatchObject([
      {
        client: 'brown',
        kind: 'marketplace',
        to: { name: '', address: 'operator@localhost' },
        subject: 'Second [31m',
        state: 'waiting',
        attempts: 0,
        sent: null,
        reason: '',
      },
      { client: 'acme', kind: 'lead', to: { name: 'Ann Able', address: 'ann@example.com' } },
    ]);
    expect(stdout).not.toContain('Somebody has written');

    const people = await portico(place, 'outbox', 'list');
    expect(people.stdout).toMatch(/^2 waiting, 0 sent, 0 failed\.\n\nCLIENT +ID +KIND/);
    expect(people.stdout).toMatch(/\nacme +\d+ +lead .* waiting +0 +ann@example\.com +New lead\n/);

    const acme = await porticoJson(place, 'outbox', 'list', '--client', 'acme');
    expect(acme.json.counts).toEqual({ waiting: 1, sent: 0, failed: 0 });
    const failed = await porticoJson(place, 'outbox', 'list', '--state', 'failed');
    expect(failed.json.letters).toEqual([]);
    const one = await porticoJson(place, 'outbox', 'list', '--limit', '1');
    expect(one.json.letters).toHaveLength(1);
  });

  it('flush sends what waits; without a mail server, into files', async () => {
    await write('acme');
    await write('brown');
    const { code, json } = await porticoJson(place, 'outbox', 'flush');
    expect([code, json]).toEqual([0, { sent: 2, waiting: 0, failed: 0 }]);
    const folder = join(database.dataFolder, 'outbox');
    const files = readdirSync(folder);
    expect(files).toHaveLength(2);
    for (const file of files) {
      const message = parseMail(readFileSync(join(folder, file), 'utf8'));
      expect(message.text).toBe('Somebody has written.\n');
    }
    const again = await portico(place, 'outbox', 'flush');
    expect([again.code, again.stdout]).toEqual([0, 'Nothing to send.\n']);
  });

  it('flush fails when an email does not go, and counts', async () => {
    mail.whim = (recipient) =>
      recipient === 'bob@example.com' ? { recipient: 550, words: 'Unknown' } : undefined;
    await write('acme');
    await write('brown', { to: { name: '', address: 'bob@example.com' } });
    for (const [sent, waiting, failed] of [
      [1, 1, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]) {
      const { code, json } = await porticoJson(byMail, 'outbox', 'flush');
      expect(code).toBe(1);
      expect(json.error).toMatchObject({ code: 'failed', done: { sent, waiting, failed } });
    }
    const { json } = await porticoJson(byMail, 'outbox', 'list', '--state', 'failed');
    expect(json.letters).toMatchObject([
      { client: 'brown', attempts: 3, reason: expect.stringContaining('550 Unknown') },
    ]);
    mail.whim = () => undefined;
    const people = await portico(byMail, 'outbox', 'flush');
    expect([people.code, people.stdout]).toEqual([0, '1 sent.\n']);
    expect(mail.arrived.map(({ to }) => to)).toEqual([['ann@example.com'], ['bob@example.com']]);
  });

  it('flush without its mail server says why, and tells no password', async () => {
    await write('acme');
    await mail.close();
    const { code, stdout, stderr } = await portico(byMail, 'outbox', 'flush', '--json');
    await mail.open();
    expect(code).toBe(1);
    expect(stderr).toContain('ECONNREFUSED');
    expect(stdout + stderr).not.toContain('hunter2');
  });

  it('a server sends what it finds, and stops', async () => {
    await write('brown');
    const environment = { ...byMail.environment, PORTICO_PORT: '0' };
    const server = new Running({ ...byMail, environment }, ['serve']);
    await server.until(() => (mail.arrived.length > 0 ? true : undefined));
    server.child.kill('SIGTERM');
    const { code, stdout, stderr } = await server.ended;
    expect(code).toBe(0);
    expect(stderr).toContain('an email was sent');
    expect(stdout + stderr).not.toContain('hunter2');
    expect(stdout + stderr).not.toContain('ann@example.com');
    const { json } = await porticoJson(byMail, 'outbox', 'list');
    expect(json.counts).toEqual({ waiting: 0, sent: 1, failed: 0 });
  });
});

describe('on an empty data folder', () => {
  const empty: Place = { folder: temporaryFolder() };

  it.each([
    ['--client nobody', 1, 'There is no client or feed named nobody.'],
    ['--state lost', 2, "'lost' is invalid. Allowed choices are waiting, sent, failed."],
    ['--limit 0', 2, 'A whole number from 1 to 10000 is accepted.'],
  ])('list %s ends with %i', async (options, code, words) => {
    const run = await portico(empty, 'outbox', 'list', ...options.split(' '));
    expect([run.code, run.stdout]).toEqual([code, '']);
    expect(run.stderr).toContain(words);
  });

  it('a server does not start with a mail server it cannot make sense of', async () => {
    const PORTICO_SMTP_URL = 'smtp://mailer:hunter2@127.0.0.1?debug=true';
    const environment = { PORTICO_PORT: '0', PORTICO_SMTP_URL };
    const { code, stdout, stderr } = await portico({ ...empty, environment }, 'serve');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('PORTICO_SMTP_URL has the option debug, which is not known.');
    expect(stderr).not.toContain('hunter2');
  });
});
