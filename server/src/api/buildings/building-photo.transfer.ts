import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { photoFields, readLoosePhoto } from '../listings/photo.import.js';
import { problem, readId } from '../transfer-fields.js';
import { pagedById } from '../transfer-table.js';
import { type BuildingPhotoImport, writeBuildingPhotos } from './building-photo.write.js';

/** Imports photos of buildings, each of which names its building. */
export function buildingPhotoImport(database: ClientDatabase): ImportResource<BuildingPhotoImport> {
  return {
    name: 'building-photos',
    fields: new Set(['building_id', ...photoFields]),
    parse: (record) => ({ buildingId: readId(record, 'building_id'), ...readLoosePhoto(record) }),
    key: (row) => `${row.buildingId} ${row.filename}`,
    async write(rows) {
      const strangers = await writeBuildingPhotos(database, rows);
      return strangers.map((index) => ({
        index,
        problem: problem(
          'building_id',
          rows[index]?.buildingId,
          'the id of a building that exists',
        ),
      }));
    },
  };
}

/** Exports photos of buildings, building by building, with the paths they were imported with. */
export function buildingPhotoExport(database: ClientDatabase): ExportResource {
  return {
    name: 'building-photos',
    async *records() {
      for await (const buildings of pagedById((after, limit) =>
        withPhotos(database, after, limit),
      )) {
        yield* await database.db
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
          .execute();
      }
    },
  };
}

function withPhotos(
  database: ClientDatabase,
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
