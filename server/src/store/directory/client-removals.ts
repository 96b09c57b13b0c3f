import type { Kysely } from 'kysely';
import { type Actor, storeAudit } from '../audit/audit.js';
import { forgetClient } from './console-account-changes.js';
import { isBeingRemoved, removingPlace } from './places.js';
import type { DirectoryTables, TenantEntry } from './tables.js';

/** What the directory loses with a tenant. */
export interface RemovedEntry {
  readonly keys: number;
}

/**
 * Removes tenants and feeds from the directory, in two steps: `begin` makes every process let go of the
 * database, and `end` takes the entry away once the database is gone. A removal that is killed in between
 * leaves the entry, so that the same command finds it and goes on.
 */
export class ClientRemovals {
  readonly #db: Kysely<DirectoryTables>;
  readonly #actor: Actor | undefined;

  constructor(db: Kysely<DirectoryTables>, actor: Actor | undefined) {
    this.#db = db;
    this.#actor = actor;
  }

  /** Takes away its keys and the roles in it, and marks its place so that no process opens its database. */
  begin({ name, database_url }: TenantEntry): Promise<RemovedEntry> {
    return this.#db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('client')
        .set({ database_url: removingPlace(database_url) })
        .where('name', '=', name)
        .execute();
      const keys = transaction.selectFrom('api_key').select('id').where('client', '=', name);
      await transaction.deleteFrom('key_use').where('key_id', 'in', keys).execute();
      const { numDeletedRows } = await transaction
        .deleteFrom('api_key')
        .where('client', '=', name)
        .executeTakeFirstOrThrow();
      await forgetClient(transaction, name);
      // The sender would look into a tenant without a note.
      const nothing = { noted_at: 0, failed: 0 };
      await transaction
        .insertInto('queued_email')
        .values({ client: name, ...nothing })
        .onConflict((conflict) => conflict.column('client').doUpdateSet(nothing))
        .execute();
      await storeAudit(transaction, this.#actor, { kind: 'settings', client: name });
      return { keys: Number(numDeletedRows) };
    });
  }

  /** Takes away the entry, after which the name is free. */
  async end(name: string): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      for (const table of ['client_schema', 'queued_email'] as const) {
        await transaction.deleteFrom(table).where('client', '=', name).execute();
      }
      // Somebody may have been given a role since the begin.
      await forgetClient(transaction, name);
      await transaction.deleteFrom('client').where('name', '=', name).execute();
    });
  }

  /** The tenants and feeds that are being removed. */
  async names(): Promise<string[]> {
    const rows = await this.#db.selectFrom('client').select(['name', 'database_url']).execute();
    return rows.filter((row) => isBeingRemoved(row.database_url)).map(({ name }) => name);
  }
}
