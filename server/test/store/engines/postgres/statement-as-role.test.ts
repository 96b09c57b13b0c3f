import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PostgresServer } from '../../../../src/store/engines/postgres/postgres-server.js';
import { PostgresServers } from '../../../../src/store/engines/postgres/postgres-servers.js';
import { onPostgres } from '../../../rig/databases.js';

const SCHEMA = 'client_single';

onPostgres('statements as the role of a client', (database) => {
  // One connection for all, so that each statement finds what the one before has left.
  const servers = new PostgresServers(1, () => {});
  let server: PostgresServer;
  let role = '';
  let db: Kysely<never>;

  beforeAll(async () => {
    server = await servers.at(database.databaseUrl ?? '');
    role = `portico_${await server.database()}_single`;
    db = server.schema(SCHEMA, role);
    await asLogin(async (client) => {
      const name = pg.escapeIdentifier(role);
      await client.query(`create schema ${SCHEMA}`);
      await client.query(`create role ${name} nologin`);
      await client.query(`grant ${name} to current_user`);
      await client.query(
        `create table ${SCHEMA}.note (id int primary key, words text, bytes bytea)`,
      );
      await client.query(
        `create table ${SCHEMA}.reply (note int references ${SCHEMA}.note deferrable initially deferred)`,
      );
      await client.query(`create table ${SCHEMA}.denied (id int)`);
      await client.query(`grant usage on schema ${SCHEMA} to ${name}`);
      await client.query(`grant all on ${SCHEMA}.note, ${SCHEMA}.reply to ${name}`);
    });
  });

  afterAll(async () => {
    await servers.close();
    await asLogin(async (client) => {
      await client.query(`drop schema ${SCHEMA} cascade`);
      await client.query(`drop role ${pg.escapeIdentifier(role)}`);
    });
  });

  const asLogin = async (work: (client: pg.Client) => Promise<void>): Promise<void> => {
    const client = new pg.Client({ connectionString: database.databaseUrl });
    await client.connect();
    await work(client).finally(() => client.end());
  };

  /** Who a statement of the login role is on the one connection, and which connection it is. */
  const connection = async () => {
    const { rows } = await sql<{ pid: number; user: string; limit: string; began: boolean }>`
      select pg_backend_pid() as pid, current_user as user,
        current_setting('statement_timeout') as limit,
        now() = statement_timestamp() as began
    `.execute(server.schema<never>('public'));
    return rows[0];
  };

  it('bring every kind of value, and tell what became of them', async () => {
    const words = 'Ünïcödé 🏠 \' " \\ $1';
    const bytes = Buffer.from([0, 255, 10]);
    const inserted = await sql`
      insert into ${sql.table(`${SCHEMA}.note`)} values (${1}, ${words}, ${bytes}), (${2}, ${''}, ${null})
    `.execute(db);
    expect(inserted.numAffectedRows).toBe(2n);
    const { rows } = await sql`
      select id, words, bytes, current_user as role, ${true}::boolean as yes, ${12n}::bigint as many,
        ${1.5}::double precision as half
      from ${sql.table(`${SCHEMA}.note`)} where id = ${1}
    `.execute(db);
    expect(rows).toEqual([{ id: 1, words, bytes, role, yes: true, many: 12, half: 1.5 }]);
    const none = await sql`select id from ${sql.table(`${SCHEMA}.note`)} where id = ${9}`.execute(
      db,
    );
    expect(none.rows).toEqual([]);
    const updated = await sql`
      update ${sql.table(`${SCHEMA}.note`)} set words = ${'x'.repeat(100_000)}
    `.execute(db);
    expect(updated.numAffectedRows).toBe(2n);
  });

  it.each([
    ['that divides by zero', sql`select 1 / ${0}::int`, '22012'],
    ['with a mistake', sql`select from from`, '42601'],
    ['that is several', sql`select 1; select 2`, '42601'],
    [
      'on a table that is not granted',
      sql`select * from ${sql.table(`${SCHEMA}.denied`)}`,
      '42501',
    ],
    ['with a NUL', sql`select ${'a\0b'}::text`, '22021'],
    [
      'whose commit fails',
      sql`insert into ${sql.table(`${SCHEMA}.reply`)} values (${77})`,
      '23503',
    ],
    ['with a value that is none', sql`select ${{ an: 'object' }}::text`, undefined],
  ])('leave the connection as it was after one %s', async (_, statement, code) => {
    const before = await connection();
    const error = await statement.execute(db).then(
      () => undefined,
      (cause: unknown) => cause as { code?: string },
    );
    expect(error).toBeInstanceOf(Error);
    expect(error?.code).toBe(code);
    expect(await connection()).toEqual({ ...before, began: true });
    const { rows } =
      await sql`select count(*) as replies from ${sql.table(`${SCHEMA}.reply`)}`.execute(db);
    expect(rows).toEqual([{ replies: 0 }]);
  });

  it('make many joins in the order in which they are written, and few in the best', async () => {
    const orders = async (joins: number) => {
      const joined = Array.from({ length: joins }, (_, at) => `join one as j${at} on true`);
      const { rows } = await sql<{ limit: string }>`
        with one as (select 1) select current_setting('join_collapse_limit') as "limit"
        from one ${sql.raw(joined.join(' '))}
      `.execute(db);
      return rows;
    };
    const before = await connection();
    expect(await orders(3)).toEqual([{ limit: '8' }]);
    expect(await orders(4)).toEqual([{ limit: '1' }]);
    expect(await orders(3)).toEqual([{ limit: '8' }]);
    expect(await connection()).toEqual({ ...before, began: true });
  });

  it('do nothing where the role is refused, in a transaction either', async () => {
    const before = await connection();
    const stranger = server.schema<never>(SCHEMA, 'portico_nobody');
    const insert = sql`insert into ${sql.table(`${SCHEMA}.note`)} values (${50}, ${''}, ${null})`;
    await expect(insert.execute(stranger)).rejects.toThrow('portico_nobody');
    const both = stranger
      .transaction()
      .execute((transaction) =>
        Promise.all([insert.execute(transaction), insert.execute(transaction)]),
      );
    await expect(both).rejects.toThrow('portico_nobody');
    expect(await connection()).toEqual(before);
    const { rows } =
      await sql`select 1 from ${sql.table(`${SCHEMA}.note`)} where id = ${50}`.execute(db);
    expect(rows).toEqual([]);
  });

  it('begin a transaction with the first, keep the role in all, and take back what fails', async () => {
    const before = await connection();
    const note = (id: number) =>
      sql`insert into ${sql.table(`${SCHEMA}.note`)} values (${id}, ${''}, ${null}) returning current_user as role`;
    const failing = db.transaction().execute(async (transaction) => {
      expect((await note(60).execute(transaction)).rows).toEqual([{ role }]);
      expect((await note(61).execute(transaction)).rows).toEqual([{ role }]);
      await note(60).execute(transaction);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await connection()).toEqual(before);
    await db.transaction().execute(async (transaction) => {
      await note(60).execute(transaction);
      await note(61).execute(transaction);
    });
    await db.transaction().execute(async () => {});
    const { rows } =
      await sql`select id from ${sql.table(`${SCHEMA}.note`)} where id in (60, 61)`.execute(db);
    expect(rows).toHaveLength(2);
    expect(await connection()).toEqual(before);
  });

  it('do nothing behind a first one that failed, although its error was caught', async () => {
    const before = await connection();
    const behind: unknown[] = [];
    const caught = db.transaction().execute(async (transaction) => {
      // Nothing is sent of this one, the beginning of the transaction neither.
      await sql`select ${{ an: 'object' }}::text`.execute(transaction).catch(() => {});
      await sql`select current_user as role`.execute(transaction).then(
        ({ rows }) => behind.push(...rows),
        () => {},
      );
    });
    await expect(caught).rejects.toThrow('rolled back');
    expect(behind).toEqual([]);
    expect(await connection()).toEqual({ ...before, began: true });
  });

  it('end on the server when nobody waits any longer, and leave it no limit', async () => {
    const before = await connection();
    server.bound(1000);
    await expect(sql`select pg_sleep(20)`.execute(db)).rejects.toMatchObject({ code: '57014' });
    expect(await connection()).toEqual({ ...before, limit: '0' });
  });
});
