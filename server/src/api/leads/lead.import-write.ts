import { inPortions, storedById, upsert } from '../../data/bulk.js';
import { columnsOf } from '../../data/client-database/columns.js';
import { LEAD_DEFAULTS } from '../../data/client-database/leads-tables.js';
import type { ClientDatabase } from '../../data/client-database/open.js';
import { writeUnversioned } from '../../data/client-database/write.js';
import { countPast, lockTable } from '../../data/dialect.js';
import type { LeadImport } from './lead.import.js';

/**
 * Inserts or updates leads, with what their repeats said, in one transaction. Nobody gets a letter:
 * whoever is to know of them was told when they came.
 */
export async function writeLeads(
  database: ClientDatabase,
  imports: readonly LeadImport[],
): Promise<void> {
  if (imports.length === 0) return;
  await writeUnversioned(database, async (transaction) => {
    // A lead that comes in meanwhile waits, and is then counted on behind these.
    await lockTable(transaction, 'alert');
    const ids = imports.map(({ id }) => id);
    const stored = await storedById(transaction, 'alert', ids);
    const rows = imports.map(({ id, values }) => {
      const row = { ...LEAD_DEFAULTS, ...stored.get(id), ...values, id };
      return {
        ...row,
        email_key: row.email.toLowerCase(),
        listing_space: row.listing_id === 0 ? 0 : row.listing_space,
      };
    });
    await upsert(database, transaction, 'alert', columnsOf(LEAD_DEFAULTS), ['id'], rows);
    await countPast(transaction, 'alert', Math.max(...ids));

    const told = imports.flatMap(({ id, comments }) => (comments === undefined ? [] : [id]));
    await inPortions(told, async (portion) => {
      await transaction.deleteFrom('alert_comment').where('alert_id', 'in', portion).execute();
      return [];
    });
    const comments = imports.flatMap(({ id, comments = [] }) =>
      comments.map((comment) => ({ ...comment, alert_id: id })),
    );
    // Their own numbers are nobody's business, and counted anew.
    await inPortions(comments, async (portion) => {
      await transaction.insertInto('alert_comment').values(portion).execute();
      return [];
    });
  });
}
