import type { Selectable } from 'kysely';
import { mentions, withinMonth } from '../../resources/content.filters.js';
import type { VideoTable } from '../../store/tenant/content-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { placeInTime } from '../../store/tenant/place-in-time.js';
import type { VideoSearch } from './video.params.js';

/** A stored video. */
export type VideoRow = Selectable<VideoTable>;

/** The video with an id, if it exists. */
export function findVideo(database: TenantDatabase, id: number): Promise<VideoRow[]> {
  return database.db.selectFrom('video').selectAll().where('id', '=', id).execute();
}

/** The videos of an agent in their order. */
export function findVideosOfAgent(database: TenantDatabase, agent: number): Promise<VideoRow[]> {
  return database.db
    .selectFrom('video')
    .selectAll()
    .where('agent_id', '=', agent)
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

/**
 * The videos that a search finds, newest first.
 *
 * @param zone IANA zone on whose calendar months begin.
 */
export async function searchVideos(
  database: TenantDatabase,
  search: VideoSearch,
  zone: string,
  count: number,
): Promise<VideoRow[]> {
  if (count === 0) return [];
  let query = database.db.selectFrom('video').selectAll();
  const { keyword, month_year: month } = search;
  if (keyword !== undefined) query = query.where(mentions(['title_key'], keyword));
  if (month !== undefined) query = query.where(withinMonth('created_at', month, zone));
  return query.orderBy(placeInTime('created_at'), 'desc').orderBy('id').limit(count).execute();
}
