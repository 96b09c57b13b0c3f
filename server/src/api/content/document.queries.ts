import type { Selectable } from 'kysely';
import type { DocumentTable } from '../../data/client-database/content-tables.js';
import type { ClientDatabase } from '../../data/client-database/open.js';
import { placeInTime } from '../../data/client-database/place-in-time.js';
import type { DocumentSearch } from './document.params.js';

/** A stored document. */
export type DocumentRow = Selectable<DocumentTable>;

/** One page of documents by date; one without a date counts as the oldest (R123). */
export function searchDocuments(
  database: ClientDatabase,
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
