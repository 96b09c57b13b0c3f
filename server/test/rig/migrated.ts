/**
 * Databases of the newest schema for tests, which make thousands of them. The steps of the schema run
 * once in each process; from then on a SQLite file is copied, and PostgreSQL gets all statements of the
 * steps in one message instead of 150.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Services } from '../../src/services.js';
import {
  type ClientEntry,
  DIRECTORY_FILE,
  DIRECTORY_SCHEMA,
} from '../../src/store/directory/directory.js';
import { directorySteps } from '../../src/store/directory/migrations.js';
import { type DatabaseKind, openSqlite, type Place } from '../../src/store/engines/dialect.js';
import { isRoleComplete, makeRole, tenantRole } from '../../src/store/engines/postgres/roles.js';
import { migrate, noteOf, type SchemaStep } from '../../src/store/schema/migrate.js';
import { drawEpoch } from '../../src/store/tenant/changes.js';
import { tenantSteps } from '../../src/store/tenant/migrations.js';
import { schemaOf, tenantFile } from '../../src/store/tenant/open.js';
import type { TestDatabase } from './databases.js';
import { openFile } from './sqlite-file.js';

type Steps = (place: Place) => Record<string, SchemaStep>;

/** What the steps have sent to PostgreSQL, and the names in it. */
interface Recording {
  readonly script: string;
  readonly schema: string;
  readonly role: string | undefined;
}

const files = new Map<Steps, Promise<Buffer>>();
const recordings = new Map<string, Promise<Recording>>();

/** Makes the directory of an installation, where there is none. */
export async function makeDirectory({
  dataFolder,
  databaseUrl,
}: Pick<TestDatabase, 'dataFolder' | 'databaseUrl'>): Promise<void> {
  if (databaseUrl === undefined) {
    await copyFile(directorySteps, join(dataFolder, DIRECTORY_FILE));
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const exists = 'select from pg_namespace where nspname = $1';
    if ((await client.query(exists, [DIRECTORY_SCHEMA])).rowCount !== 0) return;
    const run = (script: string) => client.query(script);
    await replay(directorySteps, databaseUrl, DIRECTORY_SCHEMA, undefined, run);
  } finally {
    await client.end();
  }
}

/** Makes the database of a tenant that the directory lists, and leaves it as its first opening would. */
export async function makeTenant(
  { tenants, directory, servers, config }: Services,
  entry: ClientEntry,
): Promise<void> {
  const { name } = entry;
  const store = await tenants.store('default');
  if ('folder' in store) {
    await copyFile(tenantSteps, tenantFile(store.folder, name));
  } else {
    const url = config.databaseUrl ?? '';
    const schema = schemaOf(name);
    const server = await servers.at(url);
    const run = (script: string) => sql.raw(script).execute(server.steps(schema));
    await replay(tenantSteps, url, schema, tenantRole(await store.server.database(), name), run);
  }
  const kind: DatabaseKind = 'folder' in store ? 'sqlite' : 'postgres';
  const steps = tenantSteps({ kind, schema: schemaOf(name) });
  const applied = Object.entries(steps).map(([step, { additive }]) => ({ name: step, additive }));
  await directory.tenantSchemas.set(name, noteOf(applied, steps));
  // Each database has an epoch of its own, which a copy would share.
  const database = await tenants.database(entry);
  await database.write((transaction) =>
    transaction.updateTable('revision').set({ epoch: drawEpoch() }).execute(),
  );
}

async function copyFile(steps: Steps, file: string): Promise<void> {
  if (existsSync(file)) return;
  let bytes = files.get(steps);
  if (bytes === undefined) {
    bytes = fileOf(steps);
    files.set(steps, bytes);
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, await bytes, { mode: 0o600 });
}

/** The content of a SQLite file that the steps have made. */
async function fileOf(steps: Steps): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-migrated-'));
  try {
    const file = join(folder, 'migrated.sqlite');
    const { db } = openSqlite<never>(file);
    const place = { kind: 'sqlite', schema: undefined } as const;
    await migrate(db, { database: 'migrated', place, steps: steps(place) });
    await db.destroy();
    // A close writes statistics, which a new database has not got.
    const made = openFile(file);
    made.exec('drop table if exists sqlite_stat1; drop table if exists sqlite_stat4');
    made.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a schema: by the steps the first time, and by what they sent from then on. */
async function replay(
  steps: Steps,
  url: string,
  schema: string,
  role: string | undefined,
  run: (script: string) => Promise<unknown>,
): Promise<void> {
  // The statements name the role that logs in.
  const key = `${steps.name} ${new URL(url).username}`;
  const recorded = recordings.get(key);
  if (recorded === undefined) {
    const recording = record(steps, url, schema, role);
    recordings.set(key, recording);
    recording.catch(() => recordings.delete(key));
    await recording;
    return;
  }
  const { script, schema: otherSchema, role: otherRole } = await recorded;
  const named = script.replaceAll(placesOf(otherSchema), pg.escapeIdentifier(schema));
  await run(
    role === undefined || otherRole === undefined
      ? named
      : named.replaceAll(pg.escapeIdentifier(otherRole), pg.escapeIdentifier(role)),
  );
}

/** Where a statement names a schema, and not a column that is called the same. */
function placesOf(schema: string): RegExp {
  const name = pg.escapeIdentifier(schema);
  return new RegExp(`${name}(?=\\.)|(?<=schema )${name}`, 'g');
}

async function record(
  steps: Steps,
  url: string,
  schema: string,
  role: string | undefined,
): Promise<Recording> {
  const statements: string[] = [];
  const log = ({ query: { sql: text, parameters } }: LogEvent) => {
    if (/^\s*(begin|commit|select)\b/i.test(text)) return;
    statements.push(
      text.replaceAll(/\$(\d+)/g, (_, number) => literal(parameters[Number(number) - 1])),
    );
  };
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }), log }).withSchema(schema);
  const place = { kind: 'postgres', schema } as const;
  const prerequisite = role && {
    isDone: (loose: Kysely<never>) => isRoleComplete(loose, schema, role),
    make: (transaction: Kysely<never>) => makeRole(transaction, schema, role),
  };
  try {
    const database = { database: schema, place, steps: steps(place) };
    await migrate(db, prerequisite ? { ...database, prerequisite } : database);
  } finally {
    await db.destroy();
  }
  return { script: statements.join(';\n'), schema, role };
}

function literal(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value);
  return pg.escapeLiteral(String(value));
}
