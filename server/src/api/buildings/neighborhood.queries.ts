import type { Selectable } from 'kysely';
import type { TenantDatabase } from '../../data/tenant-database/open.js';
import type { NeighborhoodTable } from '../../data/tenant-database/tables.js';

/** A stored neighborhood. */
export type NeighborhoodRow = Selectable<NeighborhoodTable>;

/** All neighborhoods in their order, or the one with an id. */
export function findNeighborhoods(
  database: TenantDatabase,
  id?: number,
): Promise<NeighborhoodRow[]> {
  const all = database.db.selectFrom('neighborhood').selectAll().orderBy('sort').orderBy('id');
  return (id === undefined ? all : all.where('id', '=', id)).execute();
}
