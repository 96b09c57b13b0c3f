import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { runBackup } from '../../../src/commands/backup/backup.js';
import { type Manifest, readManifest } from '../../../src/commands/backup/manifest.js';
import { systemClock } from '../../../src/lib/clock.js';
import { openServices, type Services } from '../../../src/services.js';
import { shapes } from '../../../src/store/copy/dump.js';
import { beginState, type MoveState, OPEN, stateOf } from '../../../src/store/copy/guard.js';
import { moveTenant } from '../../../src/store/copy/move.js';
import { copyOrder } from '../../../src/store/copy/switch.js';
import { installGuard } from '../../../src/store/copy/triggers.js';
import { onPostgres } from '../../rig/databases.js';
import { testConfig } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';
import { command, exported, filesOf, type Place } from './installation.js';

const messageOf = (json: Record<string, unknown>) => (json.error as { message: string }).message;

const onSqlite = (secretKey?: Buffer): Place => ({
  ...{ dataFolder: temporaryFolder(), databaseUrl: undefined },
  ...(secretKey === undefined ? {} : { secretKey }),
});

/** Runs a command that has to succeed. */
async function done(place: Place, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, json } = await command(place, ...args);
  expect([args, code === 0 ? 0 : json]).toEqual([args, 0]);
  return json;
}

async function importAgent(place: Place, tenant: string, id: number): Promise<void> {
  const file = join(temporaryFolder(), 'agents.ndjson');
  writeFileSync(file, `{"id":${id},"firstname":"Agent ${id}"}\n`);
  await done(place, 'import', tenant, file);
}

async function backedUp(place: Place, ...options: string[]) {
  const folder = join(temporaryFolder(), 'backup');
  await done(place, 'backup', folder, ...options);
  return { folder, manifest: await readManifest(folder) };
}

async function databaseOf(place: Place, tenant: string): Promise<unknown> {
  const { clients: tenants } = await done(place, 'client', 'list');
  return (tenants as { client: string; database: unknown }[]).find((one) => one.client === tenant)
    ?.database;
}

async function withServices<Result>(
  place: Place,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const config = { ...testConfig(place), secretKey: place.secretKey };
  const services = await openServices(config, systemClock, pino({ level: 'silent' }));
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** Leaves the database of a tenant as a killed move does; without a phase, tells how it stands. */
async function phaseOf(place: Place, name: string, leave?: Pick<MoveState, 'part' | 'phase'>) {
  return withServices(place, async ({ tenants, directory }) => {
    const entry = await directory.tenant(name);
    if (entry === undefined) throw new Error(`There is no client ${name}.`);
    const owned = await tenants.openAt(entry);
    try {
      if (leave !== undefined) {
        const open = leave.phase === 'copying' ? OPEN.people : OPEN.nothing;
        await beginState(owned, { move_id: 'killed', ...leave }, open);
        const tables = (await shapes(owned)).map((table) => table.name);
        await installGuard(owned, tables, leave.part === 'source' ? copyOrder(tables).records : []);
      }
      return (await stateOf(owned))?.phase;
    } finally {
      await owned.close();
    }
  });
}

const savedOf = ({ databases }: Manifest, tenant: string) =>
  databases.filter(({ name }) => name === tenant);

onPostgres('backups of clients that are moved', (database) => {
  const url = database.databaseUrl ?? '';
  const password = new URL(url).password;
  const masked = url.replace(`:${password}@`, ':***@');
  const home: Place = { dataFolder: database.dataFolder, databaseUrl: undefined };
  let before: Record<string, string>;

  const dropSchemas = async (...names: string[]) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const name of names) await client.query(`drop schema "client_${name}" cascade`);
    await client.end();
  };

  beforeAll(async () => {
    await done(home, 'client', 'add', 'acme');
    await importAgent(home, 'acme', 1);
    await done(home, 'client', 'move', 'acme', url);
    await importAgent(home, 'acme', 2);
    before = await exported(home, 'acme');
  });

  it('hold each client once, from the place that counts, and no password', async () => {
    const { folder, manifest } = await backedUp(home);
    expect(savedOf(manifest, 'acme')).toMatchObject([
      { engine: 'postgres', place: expect.stringMatching(/^v1\./) },
    ]);
    for (const [name, text] of Object.entries(filesOf(folder))) {
      const bytes = readFileSync(join(folder, name));
      const plain = name.endsWith('.gz') ? gunzipSync(bytes).toString() : text;
      expect(plain).not.toContain(password);
    }
  });

  it('are restored to the URL, which is sealed anew under another key', async () => {
    const { folder } = await backedUp(home);
    const otherKey = onSqlite(randomBytes(32));
    const refused = await command(otherKey, 'restore', folder);
    expect([refused.code, messageOf(refused.json)]).toEqual([
      1,
      expect.stringMatching(
        /its own place, postgres:\/\/\S*\*\*\*@\S+, and holds data there already/,
      ),
    ]);
    await dropSchemas('acme');
    await done(otherKey, 'restore', folder);
    expect(await databaseOf(otherKey, 'acme')).toBe(masked);
    expect(await exported(otherKey, 'acme')).toEqual(before);
    expect(await exported(home, 'acme')).toEqual(before);
  });

  it('bring one client under another name, its URL sealed for that', async () => {
    const { folder } = await backedUp(home, '--no-secret-key');
    await done(home, 'restore', folder, '--client', 'acme', '--as', 'acme-2');
    expect(await databaseOf(home, 'acme-2')).toBe(masked);
    expect(await exported(home, 'acme-2')).toEqual(before);
    await importAgent(home, 'acme-2', 3);
    expect(await exported(home, 'acme')).toEqual(before);
  });

  it('are not restored to a place that cannot be read, unless another is named', async () => {
    const { folder } = await backedUp(home, '--no-secret-key');
    const place = onSqlite(randomBytes(32));
    for (const options of [[], ['--without-secrets']]) {
      const refused = await command(place, 'restore', folder, ...options);
      expect([refused.code, messageOf(refused.json)]).toEqual([
        1,
        expect.stringMatching(/cannot be read, .*: acme, acme-2\. .*PORTICO_SECRET_KEY.*--home/),
      ]);
      expect(filesOf(place.dataFolder)).toEqual({});
    }
    const beside = onSqlite();
    await done(beside, 'client', 'add', 'other');
    const refused = await command(beside, 'restore', folder, '--client', 'acme');
    expect([refused.code, messageOf(refused.json)]).toEqual([
      1,
      expect.stringMatching(/another secret key: acme\. .*--home/),
    ]);
    await done(place, 'restore', folder, '--home');
    expect(await databaseOf(place, 'acme')).toBeNull();
    expect(await exported(place, 'acme')).toEqual(before);
  });

  it('name the client whose server cannot be reached, and nothing secret', async () => {
    const { folder } = await backedUp(home);
    const place = onSqlite();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const name = pg.escapeIdentifier(rows[0]?.name ?? '');
    await client.query(`alter database ${name} connection limit 1`);
    try {
      const refused = await command(place, 'restore', folder);
      expect([refused.code, messageOf(refused.json)]).toEqual([
        1,
        expect.stringContaining('The database of acme cannot be opened where it is to be restored'),
      ]);
      expect(refused.errors + messageOf(refused.json)).not.toContain(password);
    } finally {
      await client.query(`alter database ${name} connection limit -1`);
      await client.end();
    }
    expect(filesOf(place.dataFolder)).toEqual({});
  });
});

onPostgres('backups of clients that were moved to the data folder', (database) => {
  it('keep them there, wherever the configuration puts others, or take them home', async () => {
    await done(database, 'client', 'add', 'acme');
    await importAgent(database, 'acme', 1);
    await done(database, 'client', 'move', 'acme', 'sqlite');
    await importAgent(database, 'acme', 2);
    const { folder, manifest } = await backedUp(database);
    expect(savedOf(manifest, 'acme')).toMatchObject([
      { engine: 'sqlite', place: expect.stringMatching(/^sqlite\./) },
    ]);
    const before = await exported(database, 'acme');
    for (const [options, where] of [
      [[], 'sqlite'],
      [['--home'], null],
    ] as const) {
      const place = onSqlite();
      await done(place, 'restore', folder, ...options);
      expect(await databaseOf(place, 'acme')).toBe(where);
      expect(await exported(place, 'acme')).toEqual(before);
    }
  });
});

onPostgres('backups in the middle of a move', (database) => {
  const url = database.databaseUrl ?? '';

  it.each(['copying', 'frozen'] as const)(
    'take what is %s as it stands, and what is restored of it takes writes',
    async (phase) => {
      for (const place of [onSqlite(), { ...database, dataFolder: temporaryFolder() }]) {
        const name = `${phase}-${place.databaseUrl === undefined ? 'file' : 'schema'}`;
        await done(place, 'client', 'add', name);
        await importAgent(place, name, 1);
        expect(await phaseOf(place, name, { part: 'source', phase })).toBe(phase);
        const { folder, manifest } = await backedUp(place);
        const tables = savedOf(manifest, name)[0]?.tables.map((table) => table.name);
        expect(tables).toContain('agent');
        expect(tables?.filter((table) => table.startsWith('move_'))).toEqual([]);
        const target = onSqlite();
        await done(target, 'restore', folder);
        expect(await phaseOf(target, name)).toBeUndefined();
        expect(await exported(target, name)).toEqual(await exported(place, name));
        await importAgent(target, name, 3);
        // The move itself is nobody's business here: it goes on, or is ended by its own command.
        expect(await phaseOf(place, name)).toBe(phase);
      }
    },
  );

  it('hold what was acknowledged in the place that it was moved to meanwhile', async () => {
    const place = onSqlite();
    await done(place, 'client', 'add', 'acme');
    await importAgent(place, 'acme', 1);
    const folder = join(temporaryFolder(), 'backup');
    await withServices(place, async (services) => {
      const { tenants, directory, places } = services;
      let opened = 0;
      const openAt: typeof tenants.openAt = async (entry) => {
        const owned = await tenants.openAt(entry);
        opened += 1;
        if (opened > 1) return owned;
        const parts = {
          directory,
          tenants: tenants,
          places,
          clock: systemClock,
          random: randomBytes,
        };
        const { signal } = new AbortController();
        await moveTenant({ ...parts, signal, say: () => {} }, entry, url as 'postgres');
        await importAgent(place, 'acme', 2);
        return owned;
      };
      await runBackup(
        { ...services, tenants: Object.assign(Object.create(tenants), { openAt }) },
        {
          ...{ folder, media: true, secretKey: true },
          ...{ say: () => {}, signal: new AbortController().signal },
        },
      );
      expect(opened).toBe(2);
    });
    const manifest = await readManifest(folder);
    expect(savedOf(manifest, 'acme')).toMatchObject([{ engine: 'postgres' }]);
    const target = onSqlite();
    await done(target, 'restore', folder, '--home');
    expect((await exported(target, 'acme'))['agents.ndjson']).toContain('Agent 2');
  });

  it('are made over what a place holds already only where that is said, and is theirs to use', async () => {
    const first = onSqlite();
    await done(first, 'client', 'add', 'delta', '--database', url);
    await importAgent(first, 'delta', 1);
    const second = onSqlite();
    const add = (...more: string[]) =>
      command(second, 'client', 'add', 'delta', '--database', url, ...more);
    const refused = await add();
    expect([refused.code, messageOf(refused.json)]).toEqual([
      1,
      expect.stringMatching(/^The database of delta at \S+ holds data already\. Say --adopt/),
    ]);
    for (const phase of ['left', 'filling'] as const) {
      await phaseOf(first, 'delta', { part: 'target', phase });
      const { code, json } = await add('--adopt');
      expect([code, messageOf(json)]).toEqual([1, expect.stringContaining('takes no writes')]);
    }
    await phaseOf(first, 'delta', { part: 'source', phase: 'frozen' });
    expect((await add('--adopt')).code).toBe(0);
    await importAgent(second, 'delta', 2);
    const agents = (await exported(second, 'delta'))['agents.ndjson'];
    expect([agents?.includes('Agent 1'), agents?.includes('Agent 2')]).toEqual([true, true]);
    const alone = await command(second, 'client', 'add', 'epsilon', '--adopt');
    expect([alone.code, messageOf(alone.json)]).toEqual([
      2,
      expect.stringContaining('--adopt: it is about a database that --database names'),
    ]);
  });

  it('have what outlived the machine adopted where it counts, and refused where it does not', async () => {
    const place = onSqlite();
    await done(place, 'client', 'add', 'gamma', '--database', url);
    await importAgent(place, 'gamma', 1);
    const { folder } = await backedUp(place);

    await phaseOf(place, 'gamma', { part: 'source', phase: 'frozen' });
    const adopting = onSqlite();
    await done(adopting, 'restore', folder, '--adopt');
    await importAgent(adopting, 'gamma', 2);

    await phaseOf(place, 'gamma', { part: 'source', phase: 'left' });
    const refused = await command(onSqlite(), 'restore', folder, '--adopt');
    expect([refused.code, messageOf(refused.json)]).toEqual([
      1,
      expect.stringContaining('what a move to another place has left behind'),
    ]);
    expect(messageOf(refused.json)).not.toContain(new URL(url).password);
    expect(await phaseOf(place, 'gamma')).toBe('left');
  });
});
