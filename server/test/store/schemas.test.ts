import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { addEntry, newEntry } from '../../src/commands/client/entry.js';
import { checkStart } from '../../src/commands/serve/start-checks.js';
import { ManualClock } from '../../src/lib/clock.js';
import { openServices, type Services } from '../../src/services.js';
import { Directory } from '../../src/store/directory/directory.js';
import { directorySteps } from '../../src/store/directory/migrations.js';
import { PostgresServers } from '../../src/store/engines/postgres/postgres-servers.js';
import {
  appliedSteps,
  isKnown,
  migrate,
  NewerDatabaseError,
  noteOf,
  type SchemaStep,
} from '../../src/store/schema/migrate.js';
import { tenantSteps } from '../../src/store/tenant/migrations.js';
import { type OwnedDatabase, openAsOwner } from '../../src/store/tenant/open.js';
import { forEachDatabase, type TestDatabase } from '../rig/databases.js';
import { offline } from '../rig/offline.js';
import { serverFor, testConfig } from '../rig/server.js';

const steps = tenantSteps({ kind: 'sqlite', schema: undefined });
const newest = Object.keys(steps).sort().at(-1) ?? '';

/*
 * An earlier program works on a database with a later step only where that is additive. A released step stays what it was.
 */
it.each([
  ['a client', tenantSteps, []],
  ['the directory', directorySteps, ['005-client-schemas']],
])('the released steps of %s are additive, but for a few', (_, stepsOf, breaking) => {
  const released = Object.entries(stepsOf({ kind: 'sqlite', schema: undefined }));
  expect(released.filter(([, { additive }]) => !additive).map(([name]) => name)).toEqual(breaking);
});

describe('a schema', () => {
  const taken = (...names: [string, boolean][]) =>
    names.map(([name, additive]) => ({ name, additive }));
  const known: Record<string, SchemaStep> = {
    '1': { additive: true, up: async () => {} },
    '2': { additive: false, up: async () => {} },
  };

  it.each([
    [taken(), { step: '', breakingStep: '' }, true],
    [taken(['1', true]), { step: '1', breakingStep: '' }, true],
    [taken(['1', true], ['2', false]), { step: '2', breakingStep: '2' }, true],
    [taken(['1', true], ['2', false], ['3', true]), { step: '3', breakingStep: '2' }, true],
    [taken(['1', true], ['2', false], ['3', false]), { step: '3', breakingStep: '3' }, false],
    [taken(['3', false], ['4', true], ['1', true]), { step: '4', breakingStep: '3' }, false],
    // Steps from before it was kept: what the program says of them counts.
    [taken(['1', false], ['2', false]), { step: '2', breakingStep: '2' }, true],
    [taken(['1', false]), { step: '1', breakingStep: '' }, true],
  ])('of %j is noted as %j', (applied, note, works) => {
    expect(noteOf(applied, known)).toEqual(note);
    expect(isKnown(note, known)).toBe(works);
  });
});

forEachDatabase('the schemas of clients', (database) => {
  const server = serverFor(database);
  const notes = async (services: Services) =>
    Object.fromEntries(
      (await services.directory.tenantSchemas.all()).map((one) => [one.name, one.note]),
    );
  const current = { step: newest, breakingStep: noteOf(taken(), steps).breakingStep };
  function taken() {
    return Object.entries(steps).map(([name, { additive }]) => ({ name, additive }));
  }
  const ready = async () => {
    server.clock.advance(6_000);
    const { statusCode, body } = await server.app.inject({ url: '/health/ready' });
    return [statusCode, (JSON.parse(body) as { reason?: string }).reason];
  };
  const add = (name: string) =>
    addEntry(server.services, newEntry(name, 'client', server.clock.now()));
  const owned = async <Result>(name: string, work: (owned: OwnedDatabase) => Promise<Result>) => {
    const opened = await openAsOwner(await server.services.tenants.store('default'), name);
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };
  /** Has a database take a step as a newer program would. */
  const takeFuture = (name: string, step: string, additive: boolean) =>
    owned(name, ({ db, place }) =>
      migrate(db as unknown as Kysely<never>, {
        ...{ database: name, place },
        steps: { ...tenantSteps(place), [step]: { additive, up: async () => {} } },
      }),
    );

  it('are noted when they are made, looked at when they are not noted, and then known', async () => {
    const { services } = server;
    await add('acme');
    await server.addTenant('beta');
    expect(await notes(services)).toEqual({ acme: current, beta: current });
    await services.directory.tenantSchemas.forget('acme');
    expect(await notes(services)).toEqual({ acme: undefined, beta: current });
    await checkStart(services);
    expect(await notes(services)).toEqual({ acme: current, beta: current });
    expect(await ready()).toEqual([200, undefined]);
  });

  it('that are noted and lack the newest step take it, and are noted with it', async () => {
    const { services } = server;
    const names = Object.keys(steps).sort();
    const lastStep = names.at(-2) ?? '';
    const notesOf = services.directory.tenantSchemas;
    const entry = newEntry('older', 'client', server.clock.now());
    await services.directory.addTenant(entry);
    const store = await services.tenants.store('default');
    await (await openAsOwner(store, 'older', { lastStep, notes: notesOf })).close();
    expect((await notes(services)).older?.step).toBe(lastStep);
    await services.tenants.database(entry);
    expect((await notes(services)).older).toEqual(current);
    await services.directory.removals.end('older');
  });

  it('are not noted while a step may have changed them', async () => {
    const { services } = server;
    const notesOf = services.directory.tenantSchemas;
    const entry = newEntry('broken', 'client', server.clock.now());
    await services.directory.addTenant(entry);
    const store = await services.tenants.store('default');
    const older = await openAsOwner(store, 'broken', { lastStep: '001-listings', notes: notesOf });
    // What a step is to make is there: it fails, as a process that is killed in it would.
    await older.db.schema.createTable('word').addColumn('id', 'integer').execute();
    await older.close();
    await expect(services.tenants.database(entry)).rejects.toThrow();
    expect(await notes(services)).toHaveProperty('broken', undefined);
    await services.directory.removals.end('broken');
  });

  it('with a later additive step are opened by an earlier program', async () => {
    await takeFuture('acme', '998-added', true);
    await server.services.directory.tenantSchemas.forget('acme');
    await checkStart(server.services);
    expect((await notes(server.services)).acme).toEqual({ ...current, step: '998-added' });
    await owned('acme', async ({ db, place }) => {
      const applied = await appliedSteps(db as unknown as Kysely<never>, place);
      expect(applied).toContainEqual({ name: '998-added', additive: true });
    });
    await offline(database, async ({ tenants, directory }) => {
      const entry = await directory.tenant('acme');
      if (entry === undefined) throw new Error('There is no acme.');
      const { db } = await tenants.database(entry);
      expect(await db.selectFrom('revision').selectAll().execute()).toHaveLength(1);
    });
    expect(await ready()).toEqual([200, undefined]);
  });

  it('with a later breaking step keep an earlier program from starting, and from being ready', async () => {
    await takeFuture('acme', '999-breaking', false);
    await server.services.directory.tenantSchemas.forget('acme');
    await expect(checkStart(server.services)).rejects.toThrow(NewerDatabaseError);
    await expect(checkStart(server.services)).rejects.toThrow(
      /^The database acme was made by a newer Portico: this one does not know the step 999-breaking/,
    );
    expect(await ready()).toEqual([503, 'The database of 1 client or feed cannot be opened.']);
    await takeFuture('beta', '999-breaking', false);
    // A note that was not kept up is put right by the first process that opens the database.
    await offline(database, async ({ tenants, directory }) => {
      const entry = await directory.tenant('beta');
      if (entry === undefined) throw new Error('There is no beta.');
      await expect(tenants.database(entry)).rejects.toThrow(
        /^The database beta was made by a newer/,
      );
    });
    expect(await ready()).toEqual([503, 'The databases of 2 clients or feeds cannot be opened.']);
    for (const name of ['acme', 'beta']) {
      await forgetSteps(name, "name like '99%'");
      await server.services.directory.tenantSchemas.forget(name);
    }
    await checkStart(server.services);
    expect(await ready()).toEqual([200, undefined]);
  });

  it('are not noted while steps are taken, so that one who is killed leaves no wrong note', async () => {
    const { directory } = server.services;
    await owned('acme', async ({ db, place }) => {
      const attempt = migrate(db as unknown as Kysely<never>, {
        ...{ database: 'acme', place },
        steps: {
          ...tenantSteps(place),
          '999-killed': { additive: true, up: () => Promise.reject(new Error('killed')) },
        },
        beforeSteps: () => directory.tenantSchemas.forget('acme'),
      });
      await expect(attempt).rejects.toThrow('killed');
    });
    expect((await notes(server.services)).acme).toBeUndefined();
    // One who found it before the steps, and notes it after, takes nobody's note away.
    const late = new Map([['acme', { step: 'early', breakingStep: '' }]]);
    await directory.tenantSchemas.set('acme', { step: 'late', breakingStep: 'late' });
    await directory.tenantSchemas.fill(late);
    expect((await notes(server.services)).acme).toEqual({ step: 'late', breakingStep: 'late' });
    await directory.tenantSchemas.forget('acme');
    await checkStart(server.services);
  });

  it('of commit after commit: those from before flags were kept lose nothing', async () => {
    await add('older');
    await owned('older', async ({ db }) => {
      await db
        .insertInto('alert_comment')
        .values({ text: 'kept' } as never)
        .execute();
      await dropFlags(db);
    });
    await server.services.directory.tenantSchemas.forget('older');
    await checkStart(server.services);
    expect((await notes(server.services)).older).toEqual(current);
    await takeFuture('older', '998-added', true);
    await owned('older', async ({ db }) => {
      expect(await db.selectFrom('alert_comment').select('text').execute()).toEqual([
        { text: 'kept' },
      ]);
    });
  });

  it('are made once by starts that begin together', async () => {
    await server.services.directory.addTenant(newEntry('together', 'client', 0));
    const starts = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        offline(database, (services) => opened(services, 'together')),
      ),
    );
    expect(starts.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    expect((await notes(server.services)).together).toEqual(current);
  });

  it('that are missing are counted, and not made again', async () => {
    await add('gone');
    await removeDatabase(database, 'gone');
    expect(await ready()).toEqual([503, 'The database of 1 client or feed cannot be opened.']);
    await offline(database, async (services) => {
      await expect(opened(services, 'gone')).rejects.toThrow('The database of gone is missing');
    });
    expect(await ready()).toEqual([503, 'The database of 1 client or feed cannot be opened.']);
    await server.services.directory.tenantSchemas.forget('gone');
    expect(await ready()).toEqual([200, undefined]);
  });

  it('that are missing are named in the log when there are more or fewer of them', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const clock = new ManualClock(0);
    const services = await openServices(testConfig(database), clock, log);
    const closed = () => {
      clock.advance(6_000);
      return services.schemas.closed();
    };
    try {
      await add('lost');
      await removeDatabase(database, 'lost');
      expect([await closed(), await closed()]).toEqual([1, 1]);
      await services.directory.tenantSchemas.forget('lost');
      expect([await closed(), await closed()]).toEqual([0, 0]);
      expect(lines.map(({ level, msg, newer, missing }) => [level, msg, newer, missing])).toEqual([
        [50, 'clients cannot be opened', 0, ['lost']],
        [30, 'all clients can be opened again', 0, []],
      ]);
    } finally {
      await services.close();
    }
  });

  it('are counted again at once where the directory could not be read', async () => {
    const { schemas, directory } = server.services;
    server.clock.advance(6_000);
    const { schema } = directory.tables.db;
    await schema.alterTable('client_schema').renameTo('client_schema_gone').execute();
    await expect(schemas.closed()).rejects.toThrow();
    await schema.alterTable('client_schema_gone').renameTo('client_schema').execute();
    expect(await schemas.closed()).toBe(0);
  });

  it('are told from the directory, and no database is opened for a probe', async () => {
    const config = testConfig(database);
    let opens = 0;
    const services = await openServices(config, new ManualClock(0), pino({ level: 'silent' }));
    const open = services.tenants.database.bind(services.tenants);
    services.tenants.database = (entry) => {
      opens += 1;
      return open(entry);
    };
    try {
      expect(await services.schemas.closed()).toBe(0);
      expect(opens).toBe(0);
    } finally {
      await services.close();
    }
  });

  async function opened({ tenants, directory }: Services, name: string) {
    const entry = await directory.tenant(name);
    if (entry === undefined) throw new Error(`There is no ${name}.`);
    return tenants.database(entry);
  }

  /** Takes back what `takeFuture` did. */
  async function forgetSteps(name: string, where: string): Promise<void> {
    await bare(name, (db, prefix) =>
      sql`delete from ${sql.raw(prefix)}schema_step where ${sql.raw(where)}`.execute(db),
    );
  }

  async function dropFlags(db: OwnedDatabase['db']): Promise<void> {
    await db.schema.alterTable('schema_step').dropColumn('additive').execute();
  }

  async function dropAll(db: OwnedDatabase['db'], schema: string | undefined): Promise<void> {
    if (schema !== undefined) await sql`drop schema ${sql.id(schema)} cascade`.execute(db);
  }

  /** A database past its steps. */
  async function bare<Result>(
    name: string,
    work: (db: Kysely<never>, prefix: string) => Promise<Result>,
  ): Promise<Result> {
    const store = await server.services.tenants.store('default');
    if ('server' in store)
      return work(store.server.schema<never>(`client_${name}`), `client_${name}.`);
    const { openSqlite } = await import('../../src/store/engines/dialect.js');
    const { db } = openSqlite<never>(join(database.dataFolder, 'clients', `${name}.sqlite`));
    try {
      return await work(db, '');
    } finally {
      await db.destroy();
    }
  }

  async function removeDatabase({ dataFolder }: TestDatabase, name: string): Promise<void> {
    const store = await server.services.tenants.store('default');
    if ('server' in store) {
      await dropAll(store.server.schema(`client_${name}`) as never, `client_${name}`);
      return;
    }
    for (const end of ['', '-wal', '-shm']) {
      rmSync(join(dataFolder, 'clients', `${name}.sqlite${end}`), { force: true });
    }
  }
});

forEachDatabase('a directory from before', (database) => {
  it('is brought up to date, and loses nothing', async () => {
    const servers = new PostgresServers(2, () => {});
    const { databaseUrl } = database;
    const store =
      databaseUrl === undefined
        ? { folder: database.dataFolder }
        : { server: await servers.at(databaseUrl) };
    const older = await Directory.open(store, '004-installation');
    // By itself: making a tenant knows tables of today.
    await older.tables.db
      .insertInto('client')
      .values(newEntry('acme', 'client', 1))
      .execute();
    await older.tables.db.schema.alterTable('schema_step').dropColumn('additive').execute();
    const before = await older.tenants();
    await older.close();
    const opened = await Promise.all([Directory.open(store), Directory.open(store)]);
    for (const directory of opened) {
      expect(await directory.tenants()).toEqual(
        before.map((tenant) => ({
          ...tenant,
          ...{ lead_recipients: 'agent', lead_copies: '', site: '' },
          ...{ listing_page: '', unsubscribe_page: '' },
          ...{ password_page: '', confirm_page: '', display: '' },
        })),
      );
      expect(await directory.tenantSchemas.all()).toEqual([
        { name: 'acme', place: null, note: undefined },
      ]);
      await directory.close();
    }
    await servers.close();
  });
});
