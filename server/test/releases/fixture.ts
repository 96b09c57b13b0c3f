import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { type DatabaseKind, forAnyDatabase, forEachDatabase } from '../rig/databases.js';
import type { Replay } from './replay.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The database in which fixtures are made: the roles of its tenants carry its name. */
export const DATABASE = 'portico_release';

/** The versions of which there is a fixture. */
export function releases(): string[] {
  return readdirSync(HERE, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d/.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** The first release is opened on both databases at every change, those after it on SQLite, and on both in a whole run. */
export function onDatabases(release: string) {
  return release === releases()[0] ? forEachDatabase : forAnyDatabase;
}

/** The folder of a fixture. */
export function fixtureFolder(release: string, kind: DatabaseKind): string {
  return join(HERE, release, kind);
}

/** What the release that made a fixture said and sent of it. */
export function recorded(release: string, kind: DatabaseKind): Replay {
  const packed = readFileSync(join(fixtureFolder(release, kind), 'answers.json.br'));
  return JSON.parse(brotliDecompressSync(packed).toString()) as Replay;
}

/** Puts a fixture into an empty data folder and, on PostgreSQL, into an empty database. */
export async function restore(
  fixture: string,
  {
    dataFolder,
    databaseUrl,
  }: { readonly dataFolder: string; readonly databaseUrl: string | undefined },
): Promise<void> {
  const tar = brotliDecompressSync(readFileSync(join(fixture, 'data.tar.br')));
  execFileSync('tar', ['-xf', '-', '-C', dataFolder], { input: tar });
  const dump = join(fixture, 'dump.sql.br');
  if (databaseUrl === undefined || !existsSync(dump)) return;
  const name = new URL(databaseUrl).pathname.slice(1);
  // The program makes a role of the server for each tenant, and names it after the database.
  const sql = brotliDecompressSync(readFileSync(dump))
    .toString()
    .replaceAll(rolesOf(DATABASE), `portico_${name}_`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const role of new Set(sql.match(new RegExp(`\\b${`portico_${name}_`}\\w+`, 'g')))) {
      const id = pg.escapeIdentifier(role);
      await client.query(`create role ${id} nologin; grant ${id} to current_user`);
    }
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function rolesOf(database: string): RegExp {
  return new RegExp(`\\bportico_${database}_`, 'g');
}
