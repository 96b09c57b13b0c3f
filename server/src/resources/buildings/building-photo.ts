import { idsOf } from '../../lib/grouped.js';
import { lockRows } from '../../store/engines/dialect.js';
import { inPortions, upsert } from '../../store/tenant/bulk.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { BUILDING_PHOTO_DEFAULTS } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { pagedExport } from '../kinds/files.js';
import { outcomeOf, recordKind, type WriteOutcome } from '../kinds/kind.js';
import { readId } from '../kinds/transfer-fields.js';
import type { PhotoRow } from '../listings/listing.queries.js';
import { type LoosePhotoImport, Photo, photoFields, readLoosePhoto } from '../listings/photo.js';
import { albumsOf, placePhotos } from '../listings/photo.write.js';

export interface BuildingPhotoImport extends LoosePhotoImport {
  readonly buildingId: number;
}

/** Exports photos of buildings, building by building, with the paths of their import. */
const exportBuildingPhotos = pagedExport(buildingsWithPhotos, (buildings, { database }) =>
  database.db
    .selectFrom('building_photo')
    .select(['building_id', 'filename', 'name', 'sort'])
    .where('building_id', 'in', idsOf(buildings))
    .orderBy('building_id')
    .orderBy('sort')
    .orderBy('position')
    .execute(),
);

export const buildingPhotoFiles = recordKind<BuildingPhotoImport>({
  fields: new Set(['building_id', ...photoFields]),
  keys: { building_id: { of: 'buildings' } },
  answers: [Photo],
  identity: ['building_id', 'filename'],
  read: (record) => ({ buildingId: readId(record, 'building_id'), ...readLoosePhoto(record) }),
  key: ({ buildingId, filename }) => `${buildingId} ${filename}`,
  write: writeBuildingPhotos,
  export: exportBuildingPhotos,
});

/** Adds photos to buildings, or updates them (`placePhotos`), in one transaction. */
async function writeBuildingPhotos(
  database: TenantDatabase,
  photos: readonly BuildingPhotoImport[],
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    const ids = [...new Set(photos.map(({ buildingId }) => buildingId))];
    // The lock keeps two imports at once from giving two photos the same position.
    const buildings = await inPortions(ids, (portion) =>
      lockRows(
        transaction,
        transaction.selectFrom('building').select('id').where('id', 'in', portion),
      ).execute(),
    );
    const existing = idsOf(buildings);
    const stored = await inPortions(existing, (portion) =>
      transaction
        .selectFrom('building_photo')
        .selectAll()
        .where('building_id', 'in', portion)
        .execute(),
    );
    const albums = albumsOf(existing, stored, (row) => row.building_id);
    const { placed, changed, refused } = placePhotos(
      'building',
      albums,
      photos,
      ({ buildingId }) => buildingId,
    );
    const rows = placed.map(({ owner, ...photo }) => ({ building_id: owner, ...photo }));
    const key = ['building_id', 'position'] as const;
    await upsert(
      database,
      transaction,
      'building_photo',
      columnsOf(BUILDING_PHOTO_DEFAULTS),
      key,
      rows,
    );
    changes.wrote(
      'buildings',
      rows.map((row) => row.building_id),
      changedLine('photos'),
    );
    return outcomeOf(photos, (photo) => changed.has(photo), refused);
  });
}

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
