import type { TenantDatabase } from '../../store/tenant/open.js';
import type { PhotoRow } from '../listings/listing.queries.js';

/** The photos of a building, in order. */
export function photosOfBuilding(database: TenantDatabase, id: number): Promise<PhotoRow[]> {
  return database.db
    .selectFrom('building_photo')
    .select(['filename', 'name', 'sort'])
    .where('building_id', '=', id)
    .orderBy('sort')
    .orderBy('position')
    .execute();
}
