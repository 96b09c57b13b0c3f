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
import { changedFields, fieldNames } from '../kinds/changed-fields.js';
import { outcomeOf, rowsInOrder, type WriteOutcome } from '../kinds/record-kind.js';
import { tablePagesExport } from '../kinds/table-export.js';
import {
  type Fields,
  keyText,
  number,
  oneOf,
  problem,
  readFields,
  readId,
  text,
  whole,
} from '../kinds/transfer-fields.js';
import { leadChange } from '../members/people-events.js';
import { listingOf, received } from '../members/visitor-fields.js';
import {
  commentRecord,
  LEAD_KINDS,
  leadRecord,
  type StoredComment,
  type StoredLead,
} from './lead.js';
import { readTourTimes, TOUR_KINDS } from './tour.js';

type CommentRow = Omit<StoredComment, 'id' | 'alert_id'>;

/** A lead as an import record gives it. */
interface LeadImport {
  readonly id: number;
  readonly values: Partial<StoredLead>;
  /** All of its repeats; undefined when the record has no list of them. */
  readonly comments: readonly CommentRow[] | undefined;
}

/** The fields that a lead and a repeat share. */
const ABOUT: Fields<Pick<StoredLead, 'created_at' | 'listing_id' | 'listing_space'>> = {
  received: received('created_at'),
  listingID: whole('listing_id'),
  listingOf: listingOf('listing_space'),
};

const COMMENT_FIELDS: Fields<CommentRow> = { ...ABOUT, comment: text('text') };

const fields: Fields<StoredLead> = {
  ...ABOUT,
  kind: oneOf('kind', LEAD_KINDS, LEAD_DEFAULTS.kind),
  firstname: text('first_name'),
  lastname: text('last_name'),
  email: keyText('email'),
  phone: text('phone'),
  comment: text('comment'),
  alertType: text('alert_type'),
  priceFrom: whole('price_from'),
  priceTo: whole('price_to'),
  minBeds: number('min_beds'),
  minBath: number('min_bath'),
  minSize: whole('min_size'),
  area: text('area'),
  unit: text('unit'),
  source: text('source'),
  backLink: text('back_link'),
  agentID: whole('agent_id'),
  clientID: whole('client_id'),
  clientReference: text('client_reference'),
  tourKind: oneOf('tour_kind', ['', ...TOUR_KINDS], ''),
  tourTimes: { column: 'tour_times', read: readTourTimes },
};

/** The names of columns in records of leads. */
const leadFieldNames = fieldNames(fields);

/** Every field that a record of `leads` may have; the last two follow from others and are ignored. */
export const leadImportFields: ReadonlySet<string> = new Set([
  'id',
  'comments',
  ...Object.keys(fields),
  'client',
  'letters',
]);

/**
 * Reads a record of `leads`, as `portico lead show --json` prints one. See docs/importing/records.md.
 *
 * @throws RecordProblem
 */
export function readLead(record: Readonly<Record<string, unknown>>, zone: string): LeadImport {
  return {
    id: readId(record, 'id'),
    values: readFields(fields, record, zone),
    comments: readComments(record.comments, zone),
  };
}

function readComments(value: unknown, zone: string): readonly CommentRow[] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (!Array.isArray(value)) throw problem('comments', value, 'a list of objects');
  return value.map((comment: unknown) => {
    if (typeof comment !== 'object' || comment === null || Array.isArray(comment)) {
      throw problem('comments', comment, 'an object with received and comment');
    }
    const row = {
      created_at: 0,
      text: '',
      listing_id: 0,
      listing_space: 0,
      ...readFields(COMMENT_FIELDS, comment as Record<string, unknown>, zone),
    };
    return { ...row, listing_space: row.listing_id === 0 ? 0 : row.listing_space };
  });
}

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

/** Exports leads, each with the comments of its repeats. */
export const exportLeads = tablePagesExport('alert', async (leads, { database }) => {
  const comments = await inPortions(
    leads.map(({ id }) => id),
    (ids) =>
      database.db
        .selectFrom('alert_comment')
        .selectAll()
        .where('alert_id', 'in', ids)
        .orderBy('id')
        .execute(),
  );
  const byLead = new Map<number, object[]>(leads.map(({ id }) => [id, []]));
  for (const comment of comments) byLead.get(comment.alert_id)?.push(commentRecord(comment));
  return leads.map((lead) => ({ ...leadRecord(lead), comments: byLead.get(lead.id) }));
});
