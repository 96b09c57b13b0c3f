import type { Selectable } from 'kysely';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { OfficeTable } from '../../store/tenant/people-tables.js';

/** A stored office. */
export type OfficeRow = Selectable<OfficeTable>;

/** All offices in the order of their ids, or the one with an id (R39). */
export function findOffices(database: TenantDatabase, id?: number): Promise<OfficeRow[]> {
  const all = database.db.selectFrom('office').selectAll().orderBy('id');
  return (id === undefined ? all : all.where('id', '=', id)).execute();
}
