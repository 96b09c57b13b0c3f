import { describe, expect, test } from 'vitest';
import { PostgresServers, serverLabel } from '../../src/data/postgres-server.js';

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
