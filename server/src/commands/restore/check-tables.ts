import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { copiedColumns, type Row } from '../../store/copy/dump.js';
import { directorySteps } from '../../store/directory/migrations.js';
import { openSqlite } from '../../store/engines/dialect.js';
import type { CatalogColumn } from '../../store/engines/dialect-tables.js';
import { migrate } from '../../store/schema/migrate.js';
import { tenantSteps } from '../../store/tenant/migrations.js';
import type { Manifest, SavedTable, SavedTables } from '../backup/manifest.js';
import { CommandError } from '../command-error.js';

/** The part of a backup that gives access to its tables. */
export interface BackupRows {
  readonly manifest: Manifest;
  /** The rows of a table in portions. */
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
async function expectedTables(
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
      const wrong = types.findIndex((type, at) => !fits(row[at], type));
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

function fits(value: unknown, column: CatalogColumn | undefined): boolean {
  if (value === null) return column?.nullable === true;
  return typeof value === column?.type;
}
