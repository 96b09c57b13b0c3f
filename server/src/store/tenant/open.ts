import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import type { SchemaNotes } from '../directory/schema-notes.js';
import { type DatabaseKind, openSqlite, type Place, type Ways } from '../engines/dialect.js';
import type { PostgresServer } from '../engines/postgres/postgres-server.js';
import { isRoleComplete, makeRole, tenantRole } from '../engines/postgres/roles.js';
import type { OpenFiles } from '../engines/sqlite/open-files.js';
import {
  type AppliedStep,
  migrate,
  NewerDatabaseError,
  noteOf,
  type Schema,
} from '../schema/migrate.js';
import type { SealedCodes } from '../secrets/sealed-codes.js';
import { tenantSteps } from './migrations.js';
import type { TenantTables } from './tables.js';

/**
 * One tenant database, or a feed: the only door to a brokerage's data. The gate resolves the caller's
 * key to one of these, and a handler can reach nothing else (R2).
 *
 * An operator may move the database while it is used. Each query reads `db` and `kind` again and never
 * keeps them across an `await`; within a transaction `engineOf` returns the engine of that transaction.
 */
export interface TenantDatabase {
  /** The tenant's or feed's name. */
  readonly name: string;
  /** `client`: a brokerage's own; otherwise the kind of feed. */
  readonly role: 'client' | 'mls' | 'rls';
  readonly kind: DatabaseKind;
  /** For reading. */
  readonly db: Kysely<TenantTables>;
  /** Milliseconds since the epoch, for what a write records of its time. */
  now(): number;
  /** How long the entries of removed records are kept, in milliseconds. */
  readonly removedKeptMs: number;
  /** Seals and opens the verification codes in it. */
  readonly codes: SealedCodes;
  /**
   * Notes in the directory, before listings are written, that its counts of this database will be out of
   * date. Never fails. Absent within a transaction that was announced before it began.
   */
  announce?(): Promise<void>;
  /**
   * Makes sure that a server which was away is back, before work that should not fail half way. It asks
   * nothing of one that was not. @throws DatabaseAway
   */
  reach?(): Promise<void>;
  /**
   * Runs `work` in a transaction in the current place of the database. Every change goes through
   * here or `note`. A write waits for a move and runs `work` again, so `work` must have no effect
   * outside the transaction.
   *
   * @param size `large` for hundreds of rows and more, in a process that answers calls.
   * @throws DatabaseMovingError when the move takes too long.
   * @throws RecordsReadOnly when it changes records, and they are being copied.
   */
  write<Result>(
    work: (transaction: Transaction<TenantTables>) => Promise<Result>,
    size?: WriteSize,
  ): Promise<Result>;
  /**
   * Like `write`, but the commit does not wait for the disk: for notes that may be lost in a power cut
   * without harm. Nothing that was acknowledged to a caller may be written like this.
   */
  note<Result>(work: (transaction: Transaction<TenantTables>) => Promise<Result>): Promise<Result>;
}

/** How much a transaction writes. */
export type WriteSize = 'small' | 'large';

export type TenantStore =
  | { readonly folder: string; readonly files?: OpenFiles | undefined }
  | { readonly server: PostgresServer };

export interface OpenedDatabase extends Ways<TenantTables> {
  readonly kind: DatabaseKind;
  /** Closes its files until the next use. PostgreSQL has none. */
  rest?(): void;
  /** As of `TenantDatabase`. */
  reach?(): Promise<void>;
  close(): Promise<void>;
}

/** A tenant database opened with the rights of the owner of its tables: for moves and schema changes. */
export interface OwnedDatabase extends OpenedDatabase {
  readonly place: Place;
  /** On PostgreSQL, the role that the tenant's own statements run as. */
  readonly role: string | undefined;
}

export interface OpenOptions {
  /**
   * The last schema step of a new database; a restore needs the tables of the time of the backup.
   */
  readonly lastStep?: string | undefined;
  /** The directory's record of schema steps; only for a database in the place that it names. */
  readonly notes?: SchemaNotes | undefined;
}

/** The directory lists the database of a tenant or feed, and it does not exist in that place. */
export class MissingDatabaseError extends Error {
  constructor(name: string) {
    super(
      `The database of ${name} is missing where the directory says that it is: bring its file or its schema back.`,
    );
    this.name = 'MissingDatabaseError';
  }
}

/**
 * Opens a tenant database, creates it if it does not exist, and migrates it to the newest schema.
 *
 * @throws NewerDatabaseError when a newer Portico made it.
 * @throws MissingDatabaseError when the directory lists it and it does not exist.
 * @throws MissingRightError when the PostgreSQL server denies a required right.
 */
export async function openTenantDatabase(
  store: TenantStore,
  name: string,
  options: OpenOptions = {},
): Promise<OpenedDatabase> {
  if ('folder' in store) return openFile(store, name, options, store.files);
  const owned = await openAsOwner(store, name, options);
  if (owned.role === undefined) return owned;
  const { server } = store;
  return {
    ...owned,
    ...server.ways<TenantTables>(schemaOf(name), owned.role),
    reach: () => server.reach(),
  };
}

/** Like `openTenantDatabase`, but on PostgreSQL as the login role, which owns the tables. */
export async function openAsOwner(
  store: TenantStore,
  name: string,
  { lastStep, notes }: OpenOptions = {},
): Promise<OwnedDatabase> {
  if ('folder' in store) return openFile(store, name, { lastStep, notes });
  const schema = schemaOf(name);
  const role = tenantRole(await store.server.database(), name);
  const ways = store.server.ways<TenantTables>(schema);
  const place = { kind: 'postgres', schema } as const;
  const found = {
    database: name,
    place,
    lastStep,
    through: store.server.steps(schema),
    prerequisite: {
      isDone: (loose: Kysely<never>) => isRoleComplete(loose, schema, role),
      make: (transaction: Kysely<never>) => makeRole(transaction, schema, role),
    },
  };
  await bringUp(ways.db as unknown as Kysely<never>, found, notes);
  // The pool belongs to the server and outlives this tenant.
  return { kind: 'postgres', place, role, ...ways, close: async () => {} };
}

/** Takes the missing steps and records them in the directory. */
async function bringUp(
  db: Kysely<never>,
  found: Omit<Schema, 'steps'>,
  notes: SchemaNotes | undefined,
): Promise<void> {
  const steps = tenantSteps(found.place);
  const name = found.database;
  const beforeSteps = async (applied: readonly AppliedStep[]) => {
    if (applied.length === 0) await checkIsNew(notes, name);
    await notes?.forget(name);
  };
  try {
    const { applied, taken } = await migrate(db, { ...found, steps, beforeSteps });
    if (taken.length > 0) await notes?.set(name, noteOf(applied, steps));
  } catch (error) {
    // The directory's record is wrong: with a correct one, the database would not have been opened.
    if (error instanceof NewerDatabaseError) await notes?.set(name, error.note);
    throw error;
  }
}

/** @throws MissingDatabaseError */
async function checkIsNew(notes: SchemaNotes | undefined, name: string): Promise<void> {
  if (await notes?.has(name)) throw new MissingDatabaseError(name);
}

async function openFile(
  { folder }: { readonly folder: string },
  name: string,
  { lastStep, notes }: OpenOptions,
  files?: OpenFiles,
): Promise<OwnedDatabase> {
  const file = tenantFile(folder, name);
  // Checked first, because opening creates an empty file.
  if (notes !== undefined && !existsSync(file)) await checkIsNew(notes, name);
  const { rest, ...ways } = openSqlite<TenantTables>(file, files);
  const { db } = ways;
  const place = { kind: 'sqlite', schema: undefined } as const;
  try {
    await bringUp(db as unknown as Kysely<never>, { database: name, place, lastStep }, notes);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const close = () => db.destroy();
  return { kind: 'sqlite', place, role: undefined, ...ways, rest, close };
}

/** The folder or server of a store, without secrets. */
export function storeLabel(store: TenantStore): string {
  return 'folder' in store ? store.folder : store.server.label;
}

/** Where the database of a tenant is in a store, for people. */
export function whereIs(store: TenantStore, name: string): string {
  if ('folder' in store) return tenantFile(store.folder, name);
  return `schema ${schemaOf(name)} of ${store.server.label}`;
}

export function tenantFile(folder: string, name: string): string {
  return join(folder, `${name}.sqlite`);
}

/** The schema of a tenant database on PostgreSQL. */
export function schemaOf(name: string): string {
  return `client_${name}`;
}
