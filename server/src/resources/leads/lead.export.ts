import { inPortions } from '../../store/tenant/bulk.js';
import { tablePagesExport } from '../kinds/table-export.js';
import { commentRecord, leadRecord } from './lead.record.js';

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
