import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { feedDisplay } from '../../api/named-settings.js';
import { HIGHEST_LIMITS } from '../../http/gate/rates.js';
import { quoted } from '../../lib/text.js';
import { readLeadCopies, readLeadRoles } from '../../resources/leads/lead.email.js';
import { siteSettings } from '../../resources/site/site.settings.js';
import { copiedColumns, type Row } from '../../store/copy/dump.js';
import { directorySteps } from '../../store/directory/migrations.js';
import { openSqlite } from '../../store/engines/dialect.js';
import type { CatalogColumn } from '../../store/engines/dialect-tables.js';
import { migrate } from '../../store/schema/migrate.js';
import { tenantSteps } from '../../store/tenant/migrations.js';
import type { Manifest, SavedTable, SavedTables } from '../backup/manifest.js';
import { PATTERNS } from '../client/entry.js';
import { CommandError } from '../command-error.js';
import { checkAddresses, checkKeyName, checkName, checkTimeZone, checkTitle } from '../options.js';

type Value = Row[number] | undefined;
type Fields = Readonly<Record<string, Value>>;

/** The last moment that a `Date` can hold, in milliseconds since the epoch. */
const LAST_MOMENT = 8_640_000_000_000_000;

/** The conditions on a row beyond the types of its columns. Each check throws with its reason. */
const CHECKS = {
  client: {
    name: text(checkName),
    kind: oneOf('client', 'mls', 'rls'),
    title: text(checkTitle),
    time_zone: text(checkTimeZone),
    fold_repeat_leads: oneOf(0, 1),
    coarsen_hidden: oneOf(0, 1),
    database_url: (value) => value === null || fits(value, /^(default|sqlite|v1)\.[\w-]{1,4000}$/),
    mls_feed: (value) => value === null || text(checkName)(value),
    rls_feed: (value) => value === null || text(checkName)(value),
    ...Object.fromEntries(
      Object.entries(PATTERNS).map(([column, [, check]]) => [column, text(check)]),
    ),
    lead_recipients: text(readLeadRoles),
    lead_copies: text(readLeadCopies),
    site: text((column) => siteSettings.read(column)),
    display: text((column) => feedDisplay.read(column)),
  },
  api_key: {
    client: text(checkName),
    hash: (value) => fits(value, /^[0-9a-f]{64}$/),
    prefix: (value) => fits(value, /^[\w-]{1,20}$/),
    scopes: (value) => fits(value, /^[a-z,]{1,100}$/),
    addresses: text((value) => value === '' || checkAddresses(value.split(','))),
    active: oneOf(0, 1),
    private_access: oneOf(0, 1),
    sealed_secret: (value) => value === null || fits(value, /^v1\.[\w-]{1,4000}$/),
    name: text(checkKeyName),
    expires_at: (value) => value === null || isWhole(value, 0, LAST_MOMENT),
    per_second: (value) => value === null || isWhole(value, 1, HIGHEST_LIMITS.perSecond),
    in_flight: (value) => value === null || isWhole(value, 1, HIGHEST_LIMITS.inFlight),
  },
  key_use: { used_at: (value) => isWhole(value, 0, LAST_MOMENT) },
  partner: {
    name: text(checkTitle),
    key_hash: (value) => fits(value, /^[0-9a-f]{64}$/),
    prefix: (value) => fits(value, /^[\w-]{1,20}$/),
    secret_hash: (value) => fits(value, /^[0-9a-f]{64}$/),
    active: oneOf(0, 1),
  },
  installation: { only: oneOf(1), name: (value) => fits(value, /^[0-9a-f]{16}$/) },
} satisfies Record<string, Readonly<Record<string, Check>>>;

type Check = (value: Value) => unknown;

/**
 * Checks a backup's tenants, feeds and keys as the commands check an operator's input. Names become
 * parts of paths and schemas, and every other value is used unchanged.
 *
 * @throws CommandError that names the first error.
 */
export async function checkDirectory(backup: {
  readonly manifest: Manifest;
  records(saved: SavedTables, name: string): Promise<Fields[]>;
}): Promise<void> {
  const { directory, databases } = backup.manifest;
  for (const [table, checks] of Object.entries(CHECKS)) {
    for (const row of await backup.records(directory, table)) {
      for (const [column, check] of Object.entries(checks)) {
        // A column that is newer than the backup gets its default from its step.
        if (row[column] !== undefined) checkValue(`${table}.${column}`, row[column], check);
      }
    }
  }
  const clients = await backup.records(directory, 'client');
  const kinds = new Map(clients.map(({ name, kind }) => [name, kind]));
  for (const { name, kind, place } of databases) {
    if (kinds.get(name) !== kind) {
      throw damaged(`its directory has no ${kind === 'client' ? 'client' : 'feed'} ${name}`);
    }
    checkValue(`the place of ${name}`, place, CHECKS.client.database_url);
  }
  const names = new Set<Value>(databases.map(({ name }) => name));
  for (const name of kinds.keys()) {
    if (!names.has(name)) throw damaged(`the database of ${name} is not in it`);
  }
}

/** Checks the names of databases in a manifest, because they become parts of paths. @throws CommandError */
export function checkNames({ databases }: Pick<Manifest, 'databases'>): void {
  const names = new Set<string>();
  for (const { name } of databases) {
    checkValue('databases.name', name, text(checkName));
    if (names.has(name)) throw damaged(`it has the database of ${name} twice`);
    names.add(name);
  }
}

function checkValue(where: string, value: Value, check: Check): void {
  try {
    check(value);
  } catch (error) {
    const { message } = error as Error;
    throw damaged(`${where}: ${message || quoted(value)}`);
  }
}

function damaged(words: string): CommandError {
  return new CommandError(
    `The backup is damaged, and nothing was restored: ${words.replace(/\.$/, '')}.`,
  );
}

function text(check: (value: string) => unknown): Check {
  return (value) => {
    if (typeof value !== 'string') throw new Error(`${quoted(value)} is not text`);
    return check(value);
  };
}

function oneOf(...values: readonly Value[]): Check {
  return (value) => {
    if (!values.includes(value))
      throw new Error(`${quoted(value)} is not one of ${values.join(', ')}`);
  };
}

function isWhole(value: Value, least: number, most: number): boolean {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return true;
  throw new Error(`${quoted(value)} is not a whole number from ${least} to ${most}`);
}

function fits(value: Value, pattern: RegExp): boolean {
  if (typeof value === 'string' && pattern.test(value)) return true;
  // The value may be a secret, so the message does not quote it.
  throw new Error('it is not of its form');
}

/** The part of a backup that gives access to its tables. */
interface BackupRows {
  readonly manifest: Manifest;
  rows(table: SavedTable): AsyncGenerator<readonly Row[]>;
}

/** The columns of each table, by name. */
type ExpectedTables = ReadonlyMap<string, ReadonlyMap<string, CatalogColumn>>;

/**
 * Checks every table of a backup: its schema has the table with these columns, and its file holds
 * as many rows as the manifest says, with values that the columns accept.
 *
 * @throws CommandError that names the first error.
 */
export async function checkTables(backup: BackupRows, signal: AbortSignal): Promise<void> {
  const { directory, databases } = backup.manifest;
  const schemas = new Map<string, ExpectedTables>();
  for (const saved of [directory, ...databases]) {
    const of = saved === directory ? 'directory' : 'client';
    const lastStep = saved.steps.at(-1) ?? '';
    const key = `${of} ${lastStep}`;
    const expected = schemas.get(key) ?? (await expectedTables(of, lastStep));
    schemas.set(key, expected);
    checkShape(saved, expected);
    for (const table of saved.tables) await checkRows(backup, table, expected, signal);
  }
}

/**
 * The tables of a directory or a tenant database after a schema step. The steps themselves create them
 * in a temporary file, where they are looked up.
 */
export async function expectedTables(
  of: 'directory' | 'client',
  lastStep: string,
): Promise<ExpectedTables> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-schema-'));
  const db = openSqlite<never>(join(folder, 'schema.sqlite')).db as Kysely<never>;
  const place = { kind: 'sqlite', schema: undefined } as const;
  const steps = of === 'directory' ? directorySteps(place) : tenantSteps(place);
  try {
    await migrate(db, { database: of, place, steps, lastStep });
    const tables = new Map<string, Map<string, CatalogColumn>>();
    for (const column of await copiedColumns({ db })) {
      const columns = tables.get(column.table) ?? new Map<string, CatalogColumn>();
      tables.set(column.table, columns.set(column.column, column));
    }
    return tables;
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

function checkShape({ tables }: SavedTables, expected: ExpectedTables): void {
  const names = tables.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new CommandError(`The backup is damaged: it has ${twice} twice.`);
  for (const { name, columns } of tables) {
    const unknown = columns.find((column) => expected.get(name)?.has(column) !== true);
    if (unknown !== undefined) throw new CommandError(`There is no ${name}.${unknown}.`);
    const twice = columns.find((column, at) => columns.indexOf(column) !== at);
    if (twice !== undefined) {
      throw new CommandError(`The backup is damaged: it has ${name}.${twice} twice.`);
    }
  }
  for (const [name, columns] of expected) {
    const table = tables.find((each) => each.name === name);
    const missing =
      table === undefined ? name : [...columns.keys()].find((one) => !table.columns.includes(one));
    if (missing === undefined) continue;
    const words = table === undefined ? name : `${name}.${missing}`;
    throw new CommandError(`The backup is damaged: ${words} is not in it.`);
  }
}

async function checkRows(
  backup: BackupRows,
  table: SavedTable,
  expected: ExpectedTables,
  signal: AbortSignal,
): Promise<void> {
  const types = table.columns.map((name) => expected.get(table.name)?.get(name));
  let rows = 0;
  const path = table.file?.path ?? table.name;
  for await (const portion of backup.rows(table)) {
    signal.throwIfAborted();
    for (const row of portion) {
      rows += 1;
      if (!Array.isArray(row) || row.length !== types.length) {
        throw new CommandError(`The backup is damaged: row ${rows} of ${path} has other columns.`);
      }
      const wrong = types.findIndex((type, at) => !fitsColumn(row[at], type));
      if (wrong === -1) continue;
      const column = table.columns[wrong];
      throw new CommandError(
        `The backup is damaged: row ${rows} of ${path} has a wrong value for ${column}.`,
      );
    }
    // A small file may unpack to an endless number of rows.
    if (rows > table.rows) break;
  }
  if (rows === table.rows) return;
  const found = rows > table.rows ? 'more rows than' : `${rows} rows instead of`;
  throw new CommandError(`The backup is damaged: ${path} has ${found} ${table.rows}.`);
}

function fitsColumn(value: unknown, column: CatalogColumn | undefined): boolean {
  if (value === null) return column?.nullable === true;
  return typeof value === column?.type;
}
