import type { Selectable } from 'kysely';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TeamTable } from '../../store/tenant/people-tables.js';

/** A stored team. */
export type TeamRow = Selectable<TeamTable>;

/** All teams in the order of their ids, or the one with an id. */
export function findTeams(database: TenantDatabase, id?: number): Promise<TeamRow[]> {
  const all = database.db.selectFrom('team').selectAll().orderBy('id');
  return (id === undefined ? all : all.where('id', '=', id)).execute();
}
