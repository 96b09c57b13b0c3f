import { inPortions, storedById, upsert } from '../../data/bulk.js';
import type { ClientDatabase } from '../../data/client-database/open.js';
import { writeUnseen } from '../../data/client-database/write.js';
import { countPast, lockTable } from '../../data/dialect.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { pagedExport } from '../transfer-table.js';
import {
  COMPUTED_FIELDS,
  EMPTY_LEAD,
  LEAD_FIELDS,
  type LeadImport,
  type LeadRow,
  readLead,
} from './lead.import.js';
import { commentRecord, leadRecord } from './lead.record.js';

const COLUMNS = Object.keys(EMPTY_LEAD) as (keyof LeadRow)[];
/**
 * Imports leads as `portico lead show --json` prints them, with what their repeats said. See
 * docs/importing.md. Nobody gets a letter: whoever is to know of them was told when they came.
 */
export function leadImport(database: ClientDatabase, zone: string): ImportResource<LeadImport> {
  return {
    name: 'leads',
    fields: new Set(['id', 'comments', ...Object.keys(LEAD_FIELDS), ...COMPUTED_FIELDS]),
    parse: (record) => readLead(record, zone),
    key: (row) => String(row.id),
    write: (rows) => writeLeads(database, rows),
  };
}

async function writeLeads(
  database: ClientDatabase,
  imports: readonly LeadImport[],
): Promise<readonly []> {
  if (imports.length === 0) return [];
  await writeUnseen(database, async (transaction) => {
    // A lead that comes in meanwhile waits, and is then counted on behind these.
    await lockTable(transaction, 'alert');
    const ids = imports.map(({ id }) => id);
    const stored = await storedById(transaction, 'alert', ids);
    const rows = imports.map(({ id, values }) => {
      const row = { ...EMPTY_LEAD, ...stored.get(id), ...values, id };
      return {
        ...row,
        email_key: row.email.toLowerCase(),
        listing_space: row.listing_id === 0 ? 0 : row.listing_space,
      };
    });
    await upsert(database, transaction, 'alert', COLUMNS, ['id'], rows);
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
  return [];
}

/** Exports leads, each with what its repeats said. */
export function leadExport(database: ClientDatabase): ExportResource {
  return pagedExport(
    'leads',
    (after, limit) =>
      database.db
        .selectFrom('alert')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    async (leads) => {
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
      for (const comment of comments) {
        byLead.get(comment.alert_id)?.push(commentRecord(comment));
      }
      return leads.map((lead) => ({ ...leadRecord(lead), comments: byLead.get(lead.id) }));
    },
  );
}
