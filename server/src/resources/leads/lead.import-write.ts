import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { grouped } from '../../lib/grouped.js';
import { countPast, lockTable } from '../../store/engines/dialect.js';
import { changedRows, inPortions, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import { noteEvents } from '../../store/tenant/followers.js';
import { LEAD_DEFAULTS } from '../../store/tenant/leads-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { changedFields } from '../kinds/changed-fields.js';
import { outcomeOf, rowsInOrder, type WriteOutcome } from '../kinds/record-kind.js';
import { leadChange } from '../members/people-events.js';
import { type LeadImport, leadFieldNames } from './lead.import.js';
import type { StoredLead } from './lead.queries.js';
import { leadRecord } from './lead.record.js';

/**
 * Inserts or updates leads and their repeats in one transaction, several rows of one lead in their order. It queues no email: the agents got
 * theirs when the leads came.
 */
export async function writeLeads(
  database: TenantDatabase,
  imports: readonly LeadImport[],
): Promise<WriteOutcome> {
  if (imports.length === 0) return { refused: [], unchanged: [] };
  return writeUnversioned(database, async (transaction) => {
    // A lead that comes in during the import waits, and then gets an id above these.
    await lockTable(transaction, 'alert');
    const ids = [...new Set(imports.map(({ id }) => id))];
    const stored = await storedById(transaction, 'alert', ids);
    const { rows } = rowsInOrder(stored, imports, nextLead, () => undefined);
    const written = changedRows(stored, [...rows.values()]);
    await upsert(database, transaction, 'alert', columnsOf(LEAD_DEFAULTS), ['id'], written);
    await countPast(transaction, 'alert', Math.max(...ids));
    const changed = new Set(written.map(({ id }) => id));
    const commented = new Set(await replaceComments(transaction, imports));
    for (const id of commented) changed.add(id);
    const updated = [...rows.values()].filter(({ id }) => changed.has(id) && stored.has(id));
    noteEvents(
      transaction,
      updated.map((row) => {
        const fields = changedFields(leadFieldNames, stored.get(row.id), row);
        if (commented.has(row.id)) fields.push('comments');
        return leadChange(row.id, 'updated', fields, leadRecord(row));
      }),
    );
    return outcomeOf(imports, ({ id }) => changed.has(id));
  });
}

function nextLead(before: StoredLead | undefined, { id, values }: LeadImport): StoredLead {
  const row = { ...LEAD_DEFAULTS, ...before, ...values, id };
  return {
    ...row,
    email_key: row.email.toLowerCase(),
    listing_space: row.listing_id === 0 ? 0 : row.listing_space,
  };
}

/** Replaces the comments of leads whose last record lists others. @returns The ids of these leads. */
async function replaceComments(
  transaction: Transaction<TenantTables>,
  imports: readonly LeadImport[],
): Promise<readonly number[]> {
  const last = new Map(
    imports.flatMap(({ id, comments }) =>
      comments === undefined ? [] : [[id, comments] as const],
    ),
  );
  const listed = [...last].map(([id, comments]) => ({ id, comments }));
  const rows = await inPortions(
    listed.map(({ id }) => id),
    (ids) =>
      transaction
        .selectFrom('alert_comment')
        .selectAll()
        .where('alert_id', 'in', ids)
        .orderBy('id')
        .execute(),
  );
  const stored = grouped(rows.map(({ id: _, alert_id, ...comment }) => [alert_id, comment]));
  const replaced = listed.filter(
    ({ id, comments }) => !isDeepStrictEqual(stored.get(id) ?? [], comments),
  );
  const ids = replaced.map(({ id }) => id);
  await inPortions(ids, (portion) =>
    transaction.deleteFrom('alert_comment').where('alert_id', 'in', portion).execute(),
  );
  const comments = replaced.flatMap(({ id, comments }) =>
    comments.map((comment) => ({ ...comment, alert_id: id })),
  );
  // No record shows the ids of comments, so they get new ones.
  await inPortions(comments, (portion) =>
    transaction.insertInto('alert_comment').values(portion).execute(),
  );
  return ids;
}
