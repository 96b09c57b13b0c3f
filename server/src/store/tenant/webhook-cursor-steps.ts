import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';

/**
 * The step that adds how far each receiver of webhooks follows the changes of records, and since when
 * each record is there.
 *
 * The defaults are right for what an earlier program writes: its receivers follow nothing, and a record
 * without a beginning counts as one that was there before.
 */
export async function makeWebhookCursors(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer } = columnTypes(place.kind);
  const add = (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, integer, (built) => built.notNull().defaultTo(0))
      .execute();
  for (const column of ['follows', 'change_epoch', 'change_seq', 'changes_at']) {
    await add('webhook_endpoint', column);
  }
  await add('change_entry', 'since_seq');
}
