import { join } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import { type DatabaseKind, openSqlite, type Place, type Ways } from '../dialect.js';
import { migrate } from '../migrate.js';
import { clientRole, isRoleComplete, makeRole } from '../postgres-roles.js';
import type { PostgresServer } from '../postgres-server.js';
import { clientSteps } from './migrations.js';
import type { ClientTables } from './tables.js';

/**
 * One client database, or a feed: the only door to a brokerage's data. A handler is given one, made
 * from the key of its caller, and can reach nothing else (Specification: What the service does, 4).
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
export type ClientStore = { readonly folder: string } | { readonly server: PostgresServer };

/** A client database in one place. */
export interface OpenedDatabase extends Ways<ClientTables> {
  readonly kind: DatabaseKind;
  close(): Promise<void>;
}

/** The tables of a client database with the rights of their owner: for moves, and for its schema. */
export interface OwnedDatabase extends OpenedDatabase {
  readonly place: Place;
  /** On PostgreSQL the role of the client's own statements. */
  readonly role: string | undefined;
}

/**
 * Opens a client database, makes it where there is none, and brings it to the newest schema.
 *
 * @param lastStep Brings a new one no further than this step of the schema: a backup is restored
 * into the tables that it was made of.
 * @throws NewerDatabaseError when a newer Portico made it.
 * @throws MissingRightError when the PostgreSQL server refuses what is needed.
 */
export async function openClientDatabase(
  store: ClientStore,
  name: string,
  lastStep?: string,
): Promise<OpenedDatabase> {
  const owned = await openAsOwner(store, name, lastStep);
  if ('folder' in store || owned.role === undefined) return owned;
  return { ...owned, ...store.server.ways<ClientTables>(schemaOf(name), owned.role) };
}

/** As `openClientDatabase`; on PostgreSQL as the role that logs in, which owns the tables. */
export async function openAsOwner(
  store: ClientStore,
  name: string,
  lastStep?: string,
): Promise<OwnedDatabase> {
  if ('folder' in store) {
    const { db, notes } = openSqlite<ClientTables>(clientFile(store.folder, name));
    const place = { kind: 'sqlite', schema: undefined } as const;
    try {
      const steps = clientSteps(place);
      await migrate(db as unknown as Kysely<never>, { database: name, place, steps, lastStep });
    } catch (error) {
      await db.destroy();
      throw error;
    }
    return { kind: 'sqlite', place, role: undefined, db, notes, close: () => db.destroy() };
  }
  const schema = schemaOf(name);
  const role = clientRole(await store.server.database(), name);
  const { db, notes } = store.server.ways<ClientTables>(schema);
  const place = { kind: 'postgres', schema } as const;
  await migrate(db as unknown as Kysely<never>, {
    database: name,
    place,
    steps: clientSteps(place),
    lastStep,
    through: store.server.steps(schema),
    beside: {
      isDone: (loose) => isRoleComplete(loose, schema, role),
      make: (transaction) => makeRole(transaction, schema, role),
    },
  });
  // The pool belongs to the server and outlives this client.
  return { kind: 'postgres', place, role, db, notes, close: async () => {} };
}

/** The file of a client database on SQLite. */
export function clientFile(folder: string, name: string): string {
  return join(folder, `${name}.sqlite`);
}

/** The schema of a client database on PostgreSQL. */
export function schemaOf(name: string): string {
  return `client_${name}`;
}
