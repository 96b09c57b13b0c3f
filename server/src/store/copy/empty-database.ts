import type { Transaction } from 'kysely';
import { drawEpoch } from '../tenant/changes.js';
import { forImport } from '../tenant/import-lock.js';
import type { TenantDatabase } from '../tenant/open.js';
import { writeTo } from '../tenant/write.js';
import { shapes } from './dump.js';

/**
 * What stays: the row that every database has, and the numbers of keys. Clients name listings of a feed by number, and these
 * must not become those of other listings when the feed is filled again. R240.
 */
const KEPT: readonly string[] = ['revision', 'source_key', 'highest_number'];

/** How many rows a database has. */
export async function countRows(database: TenantDatabase): Promise<number> {
  let rows = 0;
  for (const { name } of await shapes(database)) {
    if (KEPT.includes(name)) continue;
    const query = database.db
      .selectFrom(name as 'listing')
      .select((eb) => eb.fn.countAll().as('rows'));
    rows += Number((await query.executeTakeFirstOrThrow()).rows);
  }
  return rows;
}

/**
 * Deletes all records of a database, in one transaction. A website that follows its changes gets
 * another epoch and starts again, in place of an entry for each record.
 *
 * @returns How many rows there were.
 */
export async function emptyDatabase(database: TenantDatabase): Promise<number> {
  return writeTo(forImport(database), async (transaction) => {
    let rows = 0;
    const loose = transaction as unknown as Transaction<Record<string, object>>;
    for (const { name } of await shapes({ db: transaction })) {
      if (KEPT.includes(name)) continue;
      const { numDeletedRows } = await loose.deleteFrom(name).executeTakeFirstOrThrow();
      rows += Number(numDeletedRows);
    }
    await transaction.updateTable('revision').set({ epoch: drawEpoch(), floor_seq: 0 }).execute();
    return rows;
  });
}
