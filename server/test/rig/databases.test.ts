import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { forEachDatabase, onPostgres, type TestDatabase } from './databases.js';
import { openFile } from './sqlite-file.js';

const server = process.env.PORTICO_TEST_DATABASE_URL;
const used: TestDatabase[] = [];
const roles: string[] = [];

/** Runs SQL statements on either database; answers the rows of the last one. */
async function sql(database: TestDatabase, ...statements: string[]): Promise<unknown[]> {
  let rows: unknown[] = [];
  if (database.kind === 'sqlite') {
    const file = openFile(join(database.dataFolder, 'rig.sqlite'));
    for (const text of statements) {
      const statement = file.prepare(text);
      rows = statement.reader ? statement.all() : [statement.run()];
    }
    file.close();
  } else {
    const client = new pg.Client({ connectionString: database.databaseUrl });
    await client.connect();
    try {
      for (const text of statements) rows = (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }
  return rows;
}

forEachDatabase('a suite with a table', (database) => {
  it('keeps rows from one test to the next', async () => {
    used.push(database);
    await sql(
      database,
      'CREATE TABLE door (name TEXT NOT NULL)',
      "INSERT INTO door (name) VALUES ('front'), ('back')",
    );
    expect(await sql(database, 'SELECT name FROM door ORDER BY name')).toEqual([
      { name: 'back' },
      { name: 'front' },
    ]);
  });

  it('has a data folder for nothing but its own files', () => {
    expect(readdirSync(database.dataFolder)).toEqual(
      database.kind === 'sqlite' ? ['rig.sqlite'] : [],
    );
  });
});

onPostgres('a suite with roles of clients', (database) => {
  it('makes one', async () => {
    const name = new URL(database.databaseUrl ?? '').pathname.slice(1);
    roles.push(`portico_${name}_acme`);
    await sql(database, `CREATE ROLE "portico_${name}_acme" NOLOGIN`);
    const rows = await sql(database, `SELECT FROM pg_roles WHERE rolname = 'portico_${name}_acme'`);
    expect(rows).toHaveLength(1);
  });
});

forEachDatabase('a second suite', (database) => {
  it('does not see the table of the first', async () => {
    await expect(sql(database, 'SELECT name FROM door')).rejects.toThrow(
      database.kind === 'sqlite' ? /no such table: door/ : /relation "door" does not exist/,
    );
  });

  if (database.kind === 'sqlite') return;

  it('works as an owner who is no superuser', async () => {
    const rows = await sql(
      database,
      `SELECT rolsuper AS "super", pg_get_userbyid(datdba) = current_user AS "owner"
       FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
    );
    expect(rows).toEqual([{ super: false, owner: true }]);
  });
});

describe('after the suites', () => {
  it('their folders are gone', () => {
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter(({ dataFolder }) => existsSync(dataFolder))).toEqual([]);
  });

  it.skipIf(!server)('the roles of their clients are gone', async () => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    const found = await client.query('SELECT rolname FROM pg_roles WHERE rolname = ANY($1)', [
      roles,
    ]);
    await client.end();
    expect(roles).toHaveLength(1);
    expect(found.rows).toEqual([]);
  });

  it.skipIf(!server)('their databases are gone', async () => {
    const names = used
      .filter(({ kind }) => kind === 'postgres')
      .map(({ databaseUrl }) => new URL(databaseUrl ?? '').pathname.slice(1));
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    const found = await client.query('SELECT datname FROM pg_database WHERE datname = ANY($1)', [
      names,
    ]);
    await client.end();
    expect(names).toHaveLength(1);
    expect(found.rows).toEqual([]);
  });
});
