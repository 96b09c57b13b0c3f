import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { PostgresServers, serverLabel } from '../../src/store/engines/postgres/postgres-server.js';
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
  ])('%s and %s are one', (one, other) => {
    expect(servers.at(one)).toBe(servers.at(other));
  });

  test.each([
    ['postgres://ann:secret@h/d', 'postgres://bob:secret@h/d'],
    ['postgres://ann:secret@h/d', 'postgres://ann:secret@h/e'],
    ['postgres://ann:secret@h/d', 'postgres://ann:secret@h:5433/d'],
    ['postgres://ann:secret@h/d', 'postgres://ann:other@h/d'],
    ['postgres://ann:secret@h/d', 'postgres://ann:secret@h/d?sslmode=require'],
  ])('%s and %s are two', (one, other) => {
    expect(servers.at(one)).not.toBe(servers.at(other));
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
    const server = servers.at(database.databaseUrl ?? '');
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
