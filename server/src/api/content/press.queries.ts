import type { Selectable } from 'kysely';
import { mentions, withinMonth } from '../../resources/content.filters.js';
import type { PressTable } from '../../store/tenant/content-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { placeInTime } from '../../store/tenant/place-in-time.js';
import type { PressSearch } from './press.params.js';

/** A stored press article. */
export type PressRow = Selectable<PressTable>;

/** The press article with an id, if it exists. */
export function findPress(database: TenantDatabase, id: number): Promise<PressRow[]> {
  return database.db.selectFrom('press').selectAll().where('id', '=', id).execute();
}

/**
 * The articles that a search finds, newest publication first.
 *
 * @param zone IANA zone on whose calendar months begin.
 */
export async function searchPress(
  database: TenantDatabase,
  search: PressSearch,
  zone: string,
  count: number,
): Promise<PressRow[]> {
  if (count === 0) return [];
  let query = database.db.selectFrom('press').selectAll();
  const { keyword, month_year: month, agent_id: agents } = search;
  if (keyword !== undefined) {
    query = query.where(mentions(['title_key', 'sub_title_key'], keyword));
  }
  if (month !== undefined) query = query.where(withinMonth('published_at', month, zone));
  if (agents !== undefined) query = query.where('agent_id', 'in', [...agents]);
  return query.orderBy(placeInTime('published_at'), 'desc').orderBy('id').limit(count).execute();
}
