import type { Selectable } from 'kysely';
import type { DocumentTable } from '../../store/tenant/content-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { placeInTime } from '../../store/tenant/place-in-time.js';
import type { DocumentSearch } from './document.params.js';

/** A stored document. */
export type DocumentRow = Selectable<DocumentTable>;

/** One page of documents by date; one without a date counts as the oldest (R123). */
export function searchDocuments(
  database: TenantDatabase,
  { order, limit, page, id: ids }: DocumentSearch,
): Promise<DocumentRow[]> {
  let query = database.db.selectFrom('document').selectAll();
  if (ids !== undefined) query = query.where('id', 'in', [...ids]);
  return query
    .orderBy(placeInTime('created_at'), order)
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}
