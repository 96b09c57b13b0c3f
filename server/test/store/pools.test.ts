import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { DatabaseAway } from '../../src/lib/unavailable.js';
import { BoundedPool } from '../../src/store/engines/postgres/bounded-pool.js';
import { PostgresServers, serverLabel } from '../../src/store/engines/postgres/postgres-servers.js';
import { onPostgres } from '../rig/databases.js';

describe('the pools of PostgreSQL servers', () => {
  const servers = new PostgresServers(3, () => {});

  test.each([
    [
      'postgres://ann:secret@db.example.com:5432/portico',
      'postgresql://ann:secret@DB.example.com/portico',
    ],
    ['postgres://ann@localhost', 'postgres://ann@localhost:5432/ann'],
    ['postgres://a%6en:x@h/d', 'postgres://ann:x@h/%64'],
    [
      'postgres://ann@h/d?sslmode=require&application_name=p',
      'postgres://ann@h/d?application_name=p&sslmode=require',
    ],
  ])('%s and %s are one', async (one, other) => {
    expect(await servers.at(one)).toBe(await servers.at(other));
  });

  test.each([
    ['postgres://ann:secret@h/d', 'postgres://bob:secret@h/d'],
    ['postgres://ann:secret@h/d', 'postgres://ann:secret@h/e'],
    ['postgres://ann:secret@h/d', 'postgres://ann:secret@h:5433/d'],
    ['postgres://ann:secret@h/d', 'postgres://ann:other@h/d'],
    ['postgres://ann:secret@h/d', 'postgres://ann:secret@h/d?sslmode=require'],
  ])('%s and %s are two', async (one, other) => {
    expect(await servers.at(one)).not.toBe(await servers.at(other));
  });

  test('are named without a password', () => {
    expect(serverLabel('postgres://ann:secret@DB.example.com/portico?password=x')).toBe(
      'db.example.com:5432/portico',
    );
    expect(JSON.stringify(servers.pools())).not.toMatch(/secret|other/);
    expect(servers.pools()[0]).toEqual({
      server: 'db.example.com:5432/portico',
      total: 0,
      idle: 0,
      waiting: 0,
    });
  });
});

onPostgres('a pool whose connections are all in use', (database) => {
  test('has others wait for a while and then says what is the matter', {
    timeout: 20_000,
  }, async () => {
    const servers = new PostgresServers(2, () => {});
    const server = await servers.at(database.databaseUrl ?? '');
    const db = server.schema('public');
    const hold = (): { release: () => void; done: Promise<void> } => {
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const done = db.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction);
        await released;
      });
      return { release, done };
    };
    const held = [hold(), hold()];
    try {
      await expect(sql`select 1`.execute(db)).rejects.toThrow(
        `None of the 2 connections to ${server.label} became free within 2 s.`,
      );
      const waiting = sql<{ one: number }>`select 1 as one`.execute(db);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(servers.pools()).toEqual([{ server: server.label, total: 2, idle: 0, waiting: 1 }]);
      held[0]?.release();
      expect((await waiting).rows).toEqual([{ one: 1 }]);
    } finally {
      for (const { release } of held) release();
      await Promise.all(held.map(({ done }) => done));
      await servers.close();
    }
  });
});

onPostgres('a pool that loses or cannot open one of its connections', (database) => {
  const poolOf = (connectionString: string, connectionTimeoutMillis = 20_000) =>
    new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis });

  test('refuses nobody while another one is open', async () => {
    const url = database.databaseUrl ?? '';
    const pool = new BoundedPool([poolOf(url), poolOf(url), poolOf(url)], 20_000);
    try {
      const [lost, ...others] = await Promise.all([pool.borrow(), pool.borrow(), pool.borrow()]);
      const pid = (await lost?.query('select pg_backend_pid() as pid'))?.rows[0].pid;
      lost?.release();
      await others[0]?.query(`select pg_terminate_backend(${pid})`);
      while (pool.use.idle > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const other of others) other.release();
      const again = await Promise.all([pool.borrow(), pool.borrow()]);
      for (const connection of again) connection.release();
    } finally {
      await pool.end();
    }
  });

  test('refuses only who waits for the one that does not open', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    let away = 0;
    const pools = [
      poolOf(database.databaseUrl ?? ''),
      poolOf(`postgres://127.0.0.1:${port}/x`, 200),
    ];
    const pool = new BoundedPool(pools, 2_000, () => {
      away += 1;
    });
    try {
      const open = await pool.borrow();
      await expect(pool.borrow()).rejects.toThrow(DatabaseAway);
      open.release();
      const again = await pool.borrow();
      expect((await again.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      again.release();
      expect(away).toBe(0);
    } finally {
      await pool.end();
      silent.close();
    }
  });
});
