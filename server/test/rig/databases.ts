import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { isWholeRun } from './part.js';
import { stepAside } from './step-aside.js';

/** One of the two databases the program promises to work on. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** What a suite is given: the places of a database nobody used before. */
export interface TestDatabase {
  readonly kind: DatabaseKind;
  /** Absolute path of a folder that exists, empty, while the suite runs, and is removed after it. */
  readonly dataFolder: string;
  /**
   * `postgres://…` of an empty database that exists while the suite runs; undefined for SQLite. Its
   * role owns the database and may create roles, but is no superuser.
   */
  readonly databaseUrl: string | undefined;
}

/**
 * Declares the same suite twice: on SQLite and on PostgreSQL. Each of the two has a data folder and
 * a database of its own, made before the suite's own hooks and removed after them. Without a
 * PostgreSQL its half is skipped, and named at the end of `npm test`.
 *
 * The paths and the URL are known while the suite is declared; what they lead to is there from its
 * first `beforeAll` on.
 *
 * @param name The suite's name.
 * @param declare Called once for each database, to declare hooks and tests.
 */
export function forEachDatabase(name: string, declare: (database: TestDatabase) => void): void {
  onSqlite(name, declare);
  onPostgres(name, declare);
}

/**
 * Declares a suite of what does not depend on the database, such as bodies, pictures, mail servers and the processes of
 * a server. Only a whole run, and one of named files, runs it on PostgreSQL too.
 */
export const forAnyDatabase: typeof forEachDatabase = (name, declare) => {
  if (isWholeRun) forEachDatabase(name, declare);
  else onSqlite(name, declare);
};

/** Declares a suite on PostgreSQL only, as `forEachDatabase` declares its second half. */
export function onPostgres(name: string, declare: (database: TestDatabase) => void): void {
  const server = process.env.PORTICO_TEST_DATABASE_URL;
  const there = server !== undefined && server !== '' && server !== 'none';
  if (!there) stepAside('PostgreSQL', `${name}, on PostgreSQL`);
  describe.skipIf(!there)(`${name}, on PostgreSQL`, () => {
    // A skipped suite is declared too, so that its tests are counted; nothing in it runs.
    const database = describeDatabase('postgres', there ? server : 'postgres://absent.invalid/');
    makeFolder(database.dataFolder);
    if (there) makeDatabase(server, database);
    declare(database);
  });
}

function onSqlite(name: string, declare: (database: TestDatabase) => void): void {
  describe(`${name}, on SQLite`, () => {
    const database = describeDatabase('sqlite', undefined);
    makeFolder(database.dataFolder);
    declare(database);
  });
}

function describeDatabase(kind: DatabaseKind, server: string | undefined): TestDatabase {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const dataFolder = join(realpathSync(tmpdir()), `portico-${name}`);
  if (server === undefined) return { kind, dataFolder, databaseUrl: undefined };
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { kind, dataFolder, databaseUrl: url.href };
}

function makeFolder(folder: string): void {
  beforeAll(() => {
    mkdirSync(folder, { mode: 0o700 });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });
}

function makeDatabase(server: string, { databaseUrl }: TestDatabase): void {
  const name = pg.escapeIdentifier(new URL(databaseUrl ?? '').pathname.slice(1));
  // template0 accepts no connection, so that making a copy of it never meets one.
  beforeAll(() => atServer(server, `CREATE DATABASE ${name} TEMPLATE template0`));
  // Forced: a pool that a failed test left open must not fail the clearing away as well.
  afterAll(async () => {
    await atServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await dropRoles(server, new URL(databaseUrl ?? '').pathname.slice(1));
  });
}

/** Removes the roles of a database's tenants: they belong to the server, and outlive the database. */
export async function dropRoles(server: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const digest = createHash('sha256').update(database).digest('hex').slice(0, 12);
    const { rows } = await client.query<{ rolname: string }>(
      'SELECT rolname FROM pg_roles WHERE starts_with(rolname, $1) OR starts_with(rolname, $2)',
      [`portico_${database}_`, `portico_${digest}_`],
    );
    for (const { rolname } of rows) {
      await client.query(`DROP ROLE IF EXISTS ${pg.escapeIdentifier(rolname)}`);
    }
  } finally {
    await client.end();
  }
}

async function atServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
