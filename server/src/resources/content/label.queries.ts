import type { Selectable } from 'kysely';
import type { LabelTable } from '../../store/tenant/content-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';

/** The columns of a label that answers show. */
export type LabelRow = Pick<Selectable<LabelTable>, 'id' | 'name'>;

/** All labels in the order of their ids, or the one with an id. */
export function findLabels(database: TenantDatabase, id?: number): Promise<LabelRow[]> {
  const all = database.db.selectFrom('label').select(['id', 'name']).orderBy('id');
  return (id === undefined ? all : all.where('id', '=', id)).execute();
}
