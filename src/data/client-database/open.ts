import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { type DatabaseKind, openSqlite, type PostgresServer } from '../dialect.js';
import { migrate } from '../migrate.js';
import { clientSteps } from './migrations.js';
import type { ClientTables } from './tables.js';

/**
 * One client database, or a feed: the only door to a brokerage's data. A handler is given one, made
 * from the key of its caller, and can reach nothing else (Specification: What the service does, 4).
 */
export interface ClientDatabase {
  /** The client's or feed's name. */
  readonly name: string;
  /** `client`: a brokerage's own; otherwise the kind of feed. */
  readonly role: 'client' | 'mls' | 'rls';
  readonly kind: DatabaseKind;
  readonly db: Kysely<ClientTables>;
}

/** Where a client database is kept: a folder of SQLite files, or a PostgreSQL server. */
export type ClientStore = { readonly folder: string } | { readonly server: PostgresServer };

/**
 * Opens a client database, makes it where there is none, and brings it to the newest schema.
 *
 * @param lastStep Brings a new one no further than this step of the schema: a backup is restored
 * into the tables that it was made of.
 * @throws NewerDatabaseError when a newer Portico made it.
 */
export async function openClientDatabase(
  store: ClientStore,
  name: string,
  role: ClientDatabase['role'],
  lastStep?: string,
): Promise<ClientDatabase & { close(): Promise<void> }> {
  if ('folder' in store) {
    const db = openSqlite<ClientTables>(join(store.folder, `${name}.sqlite`));
    const place = { kind: 'sqlite', schema: undefined } as const;
    await migrate(db as unknown as Kysely<never>, name, clientSteps(place), undefined, lastStep);
    return { name, role, kind: 'sqlite', db, close: () => db.destroy() };
  }
  const schema = `client_${name}`;
  await store.server.createSchema(schema);
  const db = store.server.schema<ClientTables>(schema);
  const place = { kind: 'postgres', schema } as const;
  await migrate(db as unknown as Kysely<never>, name, clientSteps(place), schema, lastStep);
  // The pool belongs to the server and outlives this client.
  return { name, role, kind: 'postgres', db, close: async () => {} };
}
