import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { grouped, idsOf } from '../../lib/grouped.js';
import { countPast, lockTable } from '../../store/engines/dialect.js';
import { changedRows, inPortions, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import { noteEvents } from '../../store/tenant/followers.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { changedFields, fieldNames } from '../kinds/changed-fields.js';
import { filesOf, tablePagesExport } from '../kinds/files.js';
import { outcomeOf, rowsInOrder, type TransferRecord, type WriteOutcome } from '../kinds/kind.js';
import { problem, readFields } from '../kinds/transfer-fields.js';
import { LISTING_OF_ANY } from '../members/visitor-fields.js';
import { leadChange } from '../webhook-events.js';
import {
  commentRecord,
  commentsOf,
  lead,
  leadRecord,
  repeat,
  type StoredComment,
  type StoredLead,
} from './lead.js';

type CommentRow = Omit<StoredComment, 'id' | 'alert_id'>;

interface LeadImport {
  readonly id: number;
  readonly values: Partial<StoredLead>;
  /** All of its repeats; undefined when the record has no list of them. */
  readonly comments: readonly CommentRow[] | undefined;
}

const leadFieldNames = fieldNames(lead.reads);

function readComments(value: unknown, zone: string): readonly CommentRow[] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (!Array.isArray(value)) throw problem('comments', value, 'a list of objects');
  return value.map((comment: unknown) => {
    if (typeof comment !== 'object' || comment === null || Array.isArray(comment)) {
      throw problem('comments', comment, 'an object with received and comment');
    }
    const values = readFields(repeat.reads, comment as TransferRecord, zone);
    const row = { ...repeat.defaults, ...values };
    return { ...row, listing_space: row.listing_id === 0 ? 0 : row.listing_space };
  });
}

/** Inserts or updates leads and repeats, in their order. The agents got their email when the leads came. */
async function writeLeads(
  database: TenantDatabase,
  imports: readonly LeadImport[],
): Promise<WriteOutcome> {
  if (imports.length === 0) return { refused: [], unchanged: [] };
  return writeUnversioned(database, async (transaction) => {
    // A lead that comes in during the import waits, and then gets an id above these.
    await lockTable(transaction, 'alert');
    const ids = [...new Set(idsOf(imports))];
    const stored = await storedById(transaction, 'alert', ids);
    const { rows } = rowsInOrder(stored, imports, nextLead, () => undefined);
    const written = changedRows(stored, [...rows.values()]);
    await upsert(database, transaction, 'alert', columnsOf(lead.defaults), ['id'], written);
    await countPast(transaction, 'alert', Math.max(...ids));
    const changed = new Set(idsOf(written));
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
  const row = { ...lead.defaults, ...before, ...values, id };
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
  const rows = await commentsOf(transaction, idsOf(listed));
  const stored = grouped(rows.map(({ id: _, alert_id, ...comment }) => [alert_id, comment]));
  const replaced = listed.filter(
    ({ id, comments }) => !isDeepStrictEqual(stored.get(id) ?? [], comments),
  );
  const ids = idsOf(replaced);
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

const exportLeads = tablePagesExport('alert', async (leads, { database }) => {
  const comments = await commentsOf(database.db, idsOf(leads));
  const byLead = new Map<number, object[]>(leads.map(({ id }) => [id, []]));
  for (const comment of comments) byLead.get(comment.alert_id)?.push(commentRecord(comment));
  return leads.map((row) => ({ ...leadRecord(row), comments: byLead.get(row.id) }));
});

/** Leads in files. A record, as `portico lead show --json` prints one, has more that follows and is ignored. */
export const leadFiles = filesOf(lead, {
  ignored: ['comments', 'client', 'letters'],
  keys: { ...lead.keys, listingID: LISTING_OF_ANY },
  read: (record, zone) => ({
    ...lead.read(record, zone),
    comments: readComments(record.comments, zone),
  }),
  // Without a listing it is in no other's place.
  inOrder: true,
  write: writeLeads,
  export: exportLeads,
});
