import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import { type DatabaseKind, openSqlite, type Place, type Ways } from '../dialect.js';
import type { ClientSchemaNotes } from '../directory/client-schemas.js';
import { type AppliedStep, migrate, NewerDatabaseError, noteOf, type Schema } from '../migrate.js';
import type { OpenFiles } from '../open-files.js';
import { clientRole, isRoleComplete, makeRole } from '../postgres-roles.js';
import type { PostgresServer } from '../postgres-server.js';
import { clientSteps } from './migrations.js';
import type { ClientTables } from './tables.js';

/**
 * One client database, or a feed: the only door to a brokerage's data. A handler is given one, made
 * from the key of its caller, and can reach nothing else (R2).
 *
 * An operator may move the database to another place while it is used. `db` and `kind` are asked for
 * anew by each query, and never kept over an `await`; inside of a transaction `kindOf` tells the
 * engine of that transaction.
 */
export interface ClientDatabase {
  /** The client's or feed's name. */
  readonly name: string;
  /** `client`: a brokerage's own; otherwise the kind of feed. */
  readonly role: 'client' | 'mls' | 'rls';
  readonly kind: DatabaseKind;
  /** For reading. */
  readonly db: Kysely<ClientTables>;
  /**
   * Runs `work` in a transaction, where the database is by then: the one way to change anything in
   * it. A database that is being moved is waited for, so `work` may run more than once and has to
   * leave nothing behind beside the transaction.
   *
   * @throws DatabaseMovingError when the move takes too long.
   */
  write<Result>(work: (transaction: Transaction<ClientTables>) => Promise<Result>): Promise<Result>;
  /**
   * As `write`, for notes that a power cut may take back without harm to anybody: the commit does not
   * wait for the disk. Whatever is acknowledged to a caller is no such note.
   */
  note<Result>(work: (transaction: Transaction<ClientTables>) => Promise<Result>): Promise<Result>;
}

/** Where a client database is kept: a folder of SQLite files, or a PostgreSQL server. */
export type ClientStore =
  | { readonly folder: string; readonly files?: OpenFiles | undefined }
  | { readonly server: PostgresServer };

/** A client database in one place. */
export interface OpenedDatabase extends Ways<ClientTables> {
  readonly kind: DatabaseKind;
  /** Gives up what it has open until its next use; not on PostgreSQL, which has nothing open. */
  rest?(): void;
  close(): Promise<void>;
}

/** The tables of a client database with the rights of their owner: for moves, and for its schema. */
export interface OwnedDatabase extends OpenedDatabase {
  readonly place: Place;
  /** On PostgreSQL the role of the client's own statements. */
  readonly role: string | undefined;
}

/** How a client database is opened. */
export interface OpenOptions {
  /**
   * Brings a new one no further than this step of the schema: a backup is restored into the tables
   * that it was made of.
   */
  readonly lastStep?: string | undefined;
  /** Where it is kept how far schemas are; only of databases in the place that the directory names. */
  readonly notes?: ClientSchemaNotes | undefined;
}

/** There was a database of a client or feed, and it is not where it was. */
export class MissingDatabaseError extends Error {
  constructor(name: string) {
    super(
      `The database of ${name} is missing where the directory says that it is: bring its file or its schema back.`,
    );
    this.name = 'MissingDatabaseError';
  }
}

/**
 * Opens a client database, makes it where there is none, and brings it to the newest schema.
 *
 * @throws NewerDatabaseError when a newer Portico made it.
 * @throws MissingDatabaseError when it was there before.
 * @throws MissingRightError when the PostgreSQL server refuses what is needed.
 */
export async function openClientDatabase(
  store: ClientStore,
  name: string,
  options: OpenOptions = {},
): Promise<OpenedDatabase> {
  if ('folder' in store) return openFile(store, name, options, store.files);
  const owned = await openAsOwner(store, name, options);
  if (owned.role === undefined) return owned;
  return { ...owned, ...store.server.ways<ClientTables>(schemaOf(name), owned.role) };
}

/** As `openClientDatabase`; on PostgreSQL as the role that logs in, which owns the tables. */
export async function openAsOwner(
  store: ClientStore,
  name: string,
  { lastStep, notes }: OpenOptions = {},
): Promise<OwnedDatabase> {
  if ('folder' in store) return openFile(store, name, { lastStep, notes });
  const schema = schemaOf(name);
  const role = clientRole(await store.server.database(), name);
  const ways = store.server.ways<ClientTables>(schema);
  const place = { kind: 'postgres', schema } as const;
  const found = {
    database: name,
    place,
    lastStep,
    through: store.server.steps(schema),
    beside: {
      isDone: (loose: Kysely<never>) => isRoleComplete(loose, schema, role),
      make: (transaction: Kysely<never>) => makeRole(transaction, schema, role),
    },
  };
  await bringUp(ways.db as unknown as Kysely<never>, found, notes);
  // The pool belongs to the server and outlives this client.
  return { kind: 'postgres', place, role, ...ways, close: async () => {} };
}

/** Takes the steps that are missing, and has the directory note it. */
async function bringUp(
  db: Kysely<never>,
  found: Omit<Schema, 'steps'>,
  notes: ClientSchemaNotes | undefined,
): Promise<void> {
  const steps = clientSteps(found.place);
  const name = found.database;
  const beforeSteps = async (applied: readonly AppliedStep[]) => {
    if (applied.length === 0) await checkIsNew(notes, name);
    await notes?.forget(name);
  };
  try {
    const { applied, taken } = await migrate(db, { ...found, steps, beforeSteps });
    if (taken.length > 0) await notes?.set(name, noteOf(applied, steps));
  } catch (error) {
    // What the directory has of it is not so, or it would not have been opened.
    if (error instanceof NewerDatabaseError) await notes?.set(name, error.note);
    throw error;
  }
}

/** @throws MissingDatabaseError */
async function checkIsNew(notes: ClientSchemaNotes | undefined, name: string): Promise<void> {
  if (await notes?.has(name)) throw new MissingDatabaseError(name);
}

async function openFile(
  { folder }: { readonly folder: string },
  name: string,
  { lastStep, notes }: OpenOptions,
  files?: OpenFiles,
): Promise<OwnedDatabase> {
  const file = clientFile(folder, name);
  // Once it is opened it is there, be it empty.
  if (notes !== undefined && !existsSync(file)) await checkIsNew(notes, name);
  const { db, notes: unlasting, rest } = openSqlite<ClientTables>(file, files);
  const place = { kind: 'sqlite', schema: undefined } as const;
  try {
    await bringUp(db as unknown as Kysely<never>, { database: name, place, lastStep }, notes);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const close = () => db.destroy();
  return { kind: 'sqlite', place, role: undefined, db, notes: unlasting, rest, close };
}

/** The file of a client database on SQLite. */
export function clientFile(folder: string, name: string): string {
  return join(folder, `${name}.sqlite`);
}

/** The schema of a client database on PostgreSQL. */
export function schemaOf(name: string): string {
  return `client_${name}`;
}
