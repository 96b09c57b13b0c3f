import type { Selectable } from 'kysely';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { NeighborhoodTable } from '../../store/tenant/tables.js';

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
