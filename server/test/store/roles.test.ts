import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { tenantRole } from '../../src/store/engines/postgres/roles.js';
import { onPostgres } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';

describe("the name of a client's role", () => {
  test('holds the database and the client', () => {
    expect(tenantRole('portico', 'acme-2')).toBe('portico_portico_acme-2');
  });

  test('is never cut, as two clients would then share a role', () => {
    const database = 'd'.repeat(63);
    const names = [`${'c'.repeat(39)}1`, `${'c'.repeat(39)}2`].map((name) =>
      tenantRole(database, name),
    );
    expect(new Set(names).size).toBe(2);
    expect(Math.max(...names.map((name) => Buffer.byteLength(name)))).toBeLessThanOrEqual(63);
    expect(tenantRole(`${database.slice(1)}e`, 'c'.repeat(40))).not.toBe(
      tenantRole(database, 'c'.repeat(40)),
    );
  });
});

onPostgres('a role for each client', (database) => {
  const server = serverFor(database);
  let name = '';

  const asLogin = async <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
    const client = new pg.Client({ connectionString: database.databaseUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  const tablesOf = (client: pg.Client, schema: string) =>
    client
      .query<{ name: string }>('select tablename as name from pg_tables where schemaname = $1', [
        schema,
      ])
      .then(({ rows }) => rows.map((row) => row.name));

  /** What comes of a statement, with a role or without; nothing of it stays. */
  const attempt = async (client: pg.Client, role: string | undefined, statement: string) => {
    await client.query('begin');
    try {
      if (role !== undefined) await client.query(`set local role ${pg.escapeIdentifier(role)}`);
      await client.query(statement);
      return 'done';
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await client.query('rollback');
    }
  };

  beforeAll(async () => {
    await server.addTenant('acme');
    await server.addTenant('brown');
    await server.addTenant('onekey', { kind: 'mls' });
    name = new URL(database.databaseUrl ?? '').pathname.slice(1);
  });

  it('cannot log in, owns nothing and may do nothing beside', async () => {
    const role = tenantRole(name, 'acme');
    const { rows } = await asLogin((client) =>
      client.query(
        `select rolcanlogin, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
           (select count(*) from pg_class where relowner = r.oid) as owned
         from pg_roles r where rolname = $1`,
        [role],
      ),
    );
    expect(rows).toEqual([
      {
        rolcanlogin: false,
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
        owned: 0,
      },
    ]);
  });

  it('is denied every table of others and of the directory, which the login role is not', async () => {
    const role = tenantRole(name, 'acme');
    const outcomes: Record<string, string[]> = { withRole: [], without: [] };
    let walked = 0;
    await asLogin(async (client) => {
      for (const schema of ['client_brown', 'client_onekey', 'portico_directory']) {
        const tables = await tablesOf(client, schema);
        expect(tables.length).toBeGreaterThan(3);
        for (const table of tables) {
          walked += 1;
          for (const statement of [
            `select from "${schema}"."${table}"`,
            `delete from "${schema}"."${table}"`,
            `insert into "${schema}"."${table}" select * from "${schema}"."${table}" limit 0`,
            `truncate "${schema}"."${table}"`,
          ]) {
            outcomes.withRole?.push(await attempt(client, role, statement));
            outcomes.without?.push(await attempt(client, undefined, statement));
          }
        }
      }
    });
    expect(walked).toBeGreaterThan(60);
    expect(new Set(outcomes.withRole)).toEqual(new Set(['42501']));
    // The guard is what denies them: without it, the very same statements succeed.
    expect(new Set(outcomes.without)).toEqual(new Set(['done']));
  });

  it('reads and writes every table of its own, and changes none of them', async () => {
    const role = tenantRole(name, 'acme');
    await asLogin(async (client) => {
      const tables = (await tablesOf(client, 'client_acme')).filter(
        (table) => table !== 'schema_step',
      );
      for (const table of tables) {
        const own = `"client_acme"."${table}"`;
        expect([
          table,
          await attempt(client, role, `select from ${own}`),
          await attempt(client, role, `delete from ${own}`),
          await attempt(client, role, `insert into ${own} select * from ${own} limit 0`),
          await attempt(client, role, `drop table ${own}`),
          await attempt(client, role, `truncate ${own}`),
        ]).toEqual([table, 'done', 'done', 'done', '42501', '42501']);
      }
      for (const statement of [
        'select from "client_acme".schema_step',
        'delete from "client_acme".schema_step',
        'create table "client_acme".more (id int)',
        'create table public.more (id int)',
        'create schema more',
        'create role more',
      ]) {
        expect([statement, await attempt(client, role, statement)]).toEqual([statement, '42501']);
      }
    });
  });

  it('sets what its tables count by, and no other', async () => {
    const role = tenantRole(name, 'acme');
    const setting = (schema: string) =>
      `select setval(s, greatest(7, nextval(s)), true), last_value from "${schema}".alert_id_seq,
         pg_get_serial_sequence('"${schema}".alert', 'id') s`;
    await asLogin(async (client) => {
      expect(await attempt(client, role, setting('client_acme'))).toBe('done');
      expect(await attempt(client, role, setting('client_brown'))).toBe('42501');
      expect(await attempt(client, undefined, setting('client_brown'))).toBe('done');
      // A right that was lost comes back when the database is next opened.
      await client.query(
        `revoke all on sequence client_acme.alert_id_seq from ${pg.escapeIdentifier(role)}`,
      );
      expect(await attempt(client, role, setting('client_acme'))).toBe('42501');
      const { openTenantDatabase } = await import('../../src/store/tenant/open.js');
      const store = { server: await server.services.servers.at(database.databaseUrl ?? '') };
      await openTenantDatabase(store, 'acme');
      expect(await attempt(client, role, setting('client_acme'))).toBe('done');
    });
  });

  it('is what the statements of a client have, alone and in transactions', async () => {
    const opened = await server.services.tenants.tenant('acme');
    if (opened === undefined) throw new Error('There is no client acme.');
    const whoami = sql<{ name: string }>`select current_user as name`;
    const role = tenantRole(name, 'acme');
    expect((await whoami.execute(opened.database.db)).rows).toEqual([{ name: role }]);
    const inside = await opened.database.write((transaction) => whoami.execute(transaction));
    expect(inside.rows).toEqual([{ name: role }]);
    // The same statement through the door of acme: what a mistake in a query would do.
    const foreign = sql`select * from client_brown.listing`;
    await expect(foreign.execute(opened.database.db)).rejects.toThrow(/permission denied/);
    await expect(
      opened.database.write((transaction) => foreign.execute(transaction)),
    ).rejects.toThrow(/permission denied/);
  });

  it('leaves nothing on a connection for its next user', async () => {
    const opened = await server.services.tenants.tenant('acme');
    const pool = await server.services.servers.at(database.databaseUrl ?? '');
    const login = pool.schema<{ client: { name: string } }>('portico_directory');
    const wrong = sql`select 1 / 0`;
    for (let round = 0; round < 30; round += 1) {
      await Promise.all([
        expect(wrong.execute(opened?.database.db as never)).rejects.toThrow(/division by zero/),
        expect(opened?.database.write((db) => wrong.execute(db))).rejects.toThrow(/by zero/),
        login.selectFrom('client').select('name').execute(),
      ]);
    }
    const { rows } = await sql<{ name: string }>`select current_user as name`.execute(login);
    expect(rows).toEqual([{ name: new URL(database.databaseUrl ?? '').username }]);
    expect(server.services.servers.pools()).toEqual([
      expect.objectContaining({
        server: expect.stringMatching(/^127\.0\.0\.1:\d+\/test_/),
        waiting: 0,
      }),
    ]);
    expect(JSON.stringify(server.services.servers.pools())).not.toContain(
      new URL(database.databaseUrl ?? '').password,
    );
  });

  it('refuses to report a commit that was none', async () => {
    const opened = await server.services.tenants.tenant('acme');
    const swallowed = opened?.database.write(async (transaction) => {
      await sql`select 1 / 0`.execute(transaction).catch(() => {});
    });
    await expect(swallowed).rejects.toThrow('rolled back');
  });

  it('is made anew where it is missing, as after a database was restored elsewhere', async () => {
    const role = pg.escapeIdentifier(tenantRole(name, 'brown'));
    await asLogin(async (client) => {
      await client.query(`drop owned by ${role}`);
      await client.query(`drop role ${role}`);
    });
    const { openTenantDatabase } = await import('../../src/store/tenant/open.js');
    const store = { server: await server.services.servers.at(database.databaseUrl ?? '') };
    const opened = await openTenantDatabase(store, 'brown');
    expect(await opened.db.selectFrom('revision').select('number').execute()).toEqual([
      // One of its steps counts as a write.
      { number: 2 },
    ]);
  });

  it('says what to grant where the login role may not make roles', async () => {
    const { openTenantDatabase } = await import('../../src/store/tenant/open.js');
    const { PostgresServers } = await import(
      '../../src/store/engines/postgres/postgres-servers.js'
    );
    const poor = `poor_${name}`;
    await asLogin(async (client) => {
      await client.query(`create role ${poor} login password 'poor'`);
      await client.query(`grant create on database ${name} to ${poor}`);
    });
    const url = new URL(database.databaseUrl ?? '');
    url.username = poor;
    url.password = 'poor';
    const servers = new PostgresServers(2, () => {});
    try {
      const opening = openTenantDatabase({ server: await servers.at(url.href) }, 'carter');
      await expect(opening).rejects.toThrow(`ALTER ROLE "${poor}" CREATEROLE`);
    } finally {
      await servers.close();
      await asLogin(async (client) => {
        // Nothing half made: no schema, no role.
        expect(await tablesOf(client, 'client_carter')).toEqual([]);
        await client.query(`drop owned by ${poor}`).catch(() => {});
        await client.query(`grant ${poor} to current_user`);
        await client.query(`drop owned by ${poor}`);
        await client.query(`drop role ${poor}`);
      });
    }
  });
});
