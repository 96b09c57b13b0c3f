import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { importResources } from '../../../src/changes/transfers.js';
import { systemClock } from '../../../src/lib/clock.js';
import { openServices } from '../../../src/services.js';
import { forEachDatabase } from '../../rig/databases.js';
import { post, programEnvironment, serve, startProgram } from '../../rig/program.js';
import { testConfig } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';
import { command } from './installation.js';

/** Leads that the writer gets acknowledged before, and at least while, the backup is made. */
const BEFORE = 40;
const DURING = 10;

forEachDatabase('a backup beside a server', (database) => {
  it('has every lead that was acknowledged before it began', async () => {
    await command(database, 'client', 'add', 'acme');
    await fillListings(3000);
    const keys: string[] = [];
    for (let key = 0; key < 10; key++) {
      keys.push(String((await command(database, 'key', 'add', 'acme')).json.apiKey));
    }
    const server = await serve(database);
    const acknowledged: string[] = [];
    let sent = 0;
    let alive = true;
    const send = async () => {
      while (alive) {
        const email = `lead${sent++}@example.com`;
        const apiKey = keys[sent % keys.length] ?? '';
        const fields = { apiKey, firstname: 'Nora', lastname: 'Quinn', email };
        const answer = await post(`${server.url}/alerts`, fields);
        if (answer.body.includes('"STATUS_CODE":"101"')) acknowledged.push(email);
        else expect(answer.status).toBe(420);
      }
    };
    const writers = Promise.all([send(), send()]);
    try {
      const backup = join(temporaryFolder(), 'backup');
      while (acknowledged.length < BEFORE) await pause();
      const before = [...acknowledged];
      const { code, errors } = await command(database, 'backup', backup);
      const during = acknowledged.length - before.length;
      while (acknowledged.length < BEFORE + DURING) await pause();
      alive = false;
      await writers;
      expect([code, errors]).toEqual([0, '']);

      const restored = { dataFolder: temporaryFolder(), databaseUrl: undefined };
      expect((await command(restored, 'restore', backup)).code).toBe(0);
      const list = await command(restored, 'lead', 'list', 'acme', '--limit', '10000');
      const emails = new Set((list.json.leads as { email: string }[]).map(({ email }) => email));
      expect(before.filter((email) => !emails.has(email))).toEqual([]);
      // Two more at most were stored when it ended, and not acknowledged yet.
      expect(emails.size).toBeLessThanOrEqual(before.length + during + 2);
    } finally {
      alive = false;
      await writers;
      await server.stop();
    }
  });

  it('that is killed is none, and can be made again', async () => {
    const backup = join(temporaryFolder(), 'backup');
    const child = startProgram(database, 'backup', backup);
    const ended = once(child, 'close');
    const begun = () => existsSync(join(backup, 'databases'));
    let over = false;
    void ended.then(() => {
      over = true;
    });
    while (!begun() && !over) await pause();
    child.kill('SIGKILL');
    await ended;
    expect(readdirSync(backup)).toContain('databases');
    expect(readdirSync(backup)).not.toContain('manifest.json');
    const place = { dataFolder: temporaryFolder(), databaseUrl: undefined };
    const refused = await command(place, 'restore', backup);
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('is not a backup')]);
    expect((await command(database, 'backup', backup)).code).toBe(1);
    expect((await command(database, 'backup', `${backup}-2`)).code).toBe(0);
  });

  it('that is interrupted leaves an empty folder', async () => {
    const backup = join(temporaryFolder(), 'backup');
    const child = startProgram(database, 'backup', backup);
    let errors = '';
    child.stderr?.on('data', (text) => {
      errors += text;
    });
    const ended = once(child, 'close');
    while (!existsSync(join(backup, 'databases')) && child.exitCode === null) await pause();
    child.kill('SIGINT');
    const [code] = await ended;
    expect([code, errors]).toEqual([1, expect.stringContaining('The backup was interrupted.')]);
    expect(readdirSync(backup)).toEqual([]);
  });

  it('whose restore is killed serves nobody, and is restored elsewhere', async () => {
    const backup = join(temporaryFolder(), 'backup');
    expect((await command(database, 'backup', backup)).code).toBe(0);
    const place = { dataFolder: join(temporaryFolder(), 'data'), databaseUrl: undefined };
    const environment = programEnvironment(place);
    // Its working folder has to be there before the data folder is.
    const child = startProgram(
      { dataFolder: temporaryFolder(), environment, databaseUrl: undefined },
      'restore',
      backup,
    );
    const ended = once(child, 'close');
    const begun = () => existsSync(join(place.dataFolder, 'clients', 'acme.sqlite'));
    while (!begun() && child.exitCode === null) await pause();
    child.kill('SIGKILL');
    await ended;
    expect((await command(place, 'client', 'list')).json).toEqual({ clients: [] });
    expect((await command(place, 'restore', backup)).code).toBe(1);
    const fresh = { dataFolder: temporaryFolder(), databaseUrl: undefined };
    expect((await command(fresh, 'restore', backup)).code).toBe(0);
    expect((await command(fresh, 'client', 'list')).json.clients).toHaveLength(1);
  });

  async function fillListings(amount: number): Promise<void> {
    const services = await openServices(
      { ...testConfig(database), secretKey: undefined },
      systemClock,
      pino({ level: 'silent' }),
    );
    const tenant = await services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no client acme.');
    const listings = importResources(tenant.database, 'UTC', systemClock).get('listings');
    await listings?.write(
      Array.from({ length: amount }, (_, index) =>
        listings.parse({
          main_id: index + 1,
          main_status: 'For Rent',
          // What does not pack well takes a while to be written.
          main_description: Array.from({ length: 40 }, () => Math.random().toString(36)).join(' '),
        }),
      ),
    );
    await services.close();
  }
});

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2));
}
