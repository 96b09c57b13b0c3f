import type { TenantDatabase } from '../../store/tenant/open.js';
import { pagedExport } from '../kinds/table-export.js';

/** Exports photos of buildings, building by building, with the paths of their import. */
export const exportBuildingPhotos = pagedExport(buildingsWithPhotos, (buildings, { database }) =>
  database.db
    .selectFrom('building_photo')
    .select(['building_id', 'filename', 'name', 'sort'])
    .where(
      'building_id',
      'in',
      buildings.map(({ id }) => id),
    )
    .orderBy('building_id')
    .orderBy('sort')
    .orderBy('position')
    .execute(),
);

function buildingsWithPhotos(
  database: TenantDatabase,
  after: number,
  limit: number,
): Promise<{ id: number }[]> {
  return database.db
    .selectFrom('building_photo')
    .select('building_id as id')
    .distinct()
    .where('building_id', '>', after)
    .orderBy('building_id')
    .limit(limit)
    .execute();
}
