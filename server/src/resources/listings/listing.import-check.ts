import { RecordProblem, type RefusedRow } from 'portico-importer/resource.js';
import { statuses } from '../../search/params/listing.vocabulary.js';
import { inPortions } from '../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { ListingImport } from './listing.import.js';

const MISSING = new RecordProblem(
  'main_status',
  `is missing, and no search finds a listing without a status; accepted is ${statuses.words.join(', ')}, or "" on purpose`,
);

/**
 * The listings that would have no status because their records have none. An import would count them as
 * written, and nobody would see them. A listing that is there already keeps its status, and a status that is
 * empty text takes a listing out of all searches on purpose.
 */
export async function listingsWithoutStatus(
  database: TenantDatabase,
  listings: readonly ListingImport[],
): Promise<RefusedRow[]> {
  const suspects = listings.flatMap(({ id, values }, index) =>
    values.status === undefined ? [{ id, index }] : [],
  );
  const stored = await inPortions(
    suspects.map(({ id }) => id),
    (ids) => database.db.selectFrom('listing').select('id').where('id', 'in', ids).execute(),
  );
  const existing = new Set(stored.map(({ id }) => id));
  return suspects
    .filter(({ id }) => !existing.has(id))
    .map(({ index }) => ({ index, problem: MISSING }));
}
