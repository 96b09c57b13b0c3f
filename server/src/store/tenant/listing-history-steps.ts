import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, type Table } from './table-builder.js';

/**
 * The step that makes the prices and statuses that listings had, and adds to each change of a record which of
 * its fields changed. Listings that are there get no history: nobody knows it.
 *
 * The defaults are right for what an earlier program writes: a change of which nobody knows the fields.
 */
export async function makeListingHistory(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, number, text } = columnTypes(place.kind);
  const table = db.schema.createTable('listing_history') as unknown as Table;
  await columns(columns(table, integer, 'listing_id at status'), number, 'price')
    .addPrimaryKeyConstraint('listing_history_key', ['listing_id', 'at'] as never)
    .execute();
  for (const [column, type, initial] of [
    ['changed', text, ''],
    ['changed_after', integer, 0],
  ] as const) {
    await db.schema
      .alterTable('change_entry')
      .addColumn(column, type, (built) => built.notNull().defaultTo(initial))
      .execute();
  }
}
