import { inPortions, storedById, upsert } from '../../data/bulk.js';
import { countPast, lockTable } from '../../data/dialect.js';
import { columnsOf } from '../../data/tenant-database/columns.js';
import { LEAD_DEFAULTS } from '../../data/tenant-database/leads-tables.js';
import type { TenantDatabase } from '../../data/tenant-database/open.js';
import { writeUnversioned } from '../../data/tenant-database/write.js';
import type { LeadImport } from './lead.import.js';

/**
 * Inserts or updates leads and their repeats in one transaction. It queues no email: the agents got
 * theirs when the leads came.
 */
export async function writeLeads(
  database: TenantDatabase,
  imports: readonly LeadImport[],
): Promise<void> {
  if (imports.length === 0) return;
  await writeUnversioned(database, async (transaction) => {
    // A lead that comes in during the import waits, and then gets an id above these.
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

    const replaced = imports.flatMap(({ id, comments }) => (comments === undefined ? [] : [id]));
    await inPortions(replaced, async (portion) => {
      await transaction.deleteFrom('alert_comment').where('alert_id', 'in', portion).execute();
      return [];
    });
    const comments = imports.flatMap(({ id, comments = [] }) =>
      comments.map((comment) => ({ ...comment, alert_id: id })),
    );
    // No record shows the ids of comments, so they get new ones.
    await inPortions(comments, async (portion) => {
      await transaction.insertInto('alert_comment').values(portion).execute();
      return [];
    });
  });
}
