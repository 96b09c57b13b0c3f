import type { Selectable } from 'kysely';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { OfficeTable } from '../../data/client-database/people-tables.js';

/** A stored office. */
export type OfficeRow = Selectable<OfficeTable>;

/** All offices in the order of their ids, or the one with an id (R39). */
export function findOffices(database: ClientDatabase, id?: number): Promise<OfficeRow[]> {
  const all = database.db.selectFrom('office').selectAll().orderBy('id');
  return (id === undefined ? all : all.where('id', '=', id)).execute();
}
