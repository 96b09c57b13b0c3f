import type { Selectable } from 'kysely';
import { idsOf } from '../../lib/grouped.js';
import { lockRows } from '../../store/engines/dialect.js';
import { inPortions, upsert } from '../../store/tenant/bulk.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { BUILDING_PHOTO_DEFAULTS, type BuildingPhotoTable } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { pagedExport } from '../kinds/files.js';
import { outcomeOf, type RefusedRow, recordKind, type WriteOutcome } from '../kinds/kind.js';
import { problem, readId } from '../kinds/transfer-fields.js';
import type { PhotoRow } from '../listings/listing.queries.js';
import { type LoosePhotoImport, Photo, photoFields, readLoosePhoto } from '../listings/photo.js';

/** A photo from a `building-photos` file. */
export interface BuildingPhotoImport extends LoosePhotoImport {
  readonly buildingId: number;
}

type Row = Selectable<BuildingPhotoTable>;

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

/** Photos of buildings in files. */
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

const ACCEPTED = 'the id of a building that exists';

/**
 * Adds photos to buildings, or updates those whose file a building already has, in one transaction.
 * An existing photo keeps the values that its record lacks.
 *
 * Photos whose building does not exist are refused.
 */
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
    const albums = new Map(existing.map((id) => [id, new Album()]));
    for (const row of stored) albums.get(row.building_id)?.keep(row);
    const refused: RefusedRow[] = [];
    const rows: Row[] = [];
    const changed = new Set<BuildingPhotoImport>();
    photos.forEach((photo, index) => {
      const { buildingId } = photo;
      const album = albums.get(buildingId);
      const row = album?.add(photo);
      if (row !== undefined) {
        rows.push(row);
        changed.add(photo);
      } else if (album === undefined) {
        refused.push({ index, problem: problem('building_id', buildingId, ACCEPTED) });
      }
    });
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

class Album {
  readonly #photos = new Map<string, Row>();
  #next = 0;

  keep(row: Row): void {
    this.#photos.set(row.filename, row);
    this.#next = Math.max(this.#next, row.position + 1);
  }

  /**
   * The row of a photo: in its old place if its file is known, otherwise after the others. Undefined if
   * it is there as it is.
   */
  add({ buildingId, filename, name, sort }: BuildingPhotoImport): Row | undefined {
    const before = this.#photos.get(filename);
    const row = {
      building_id: buildingId,
      position: before?.position ?? this.#next,
      filename,
      name: name ?? before?.name ?? '',
      sort: sort ?? before?.sort ?? 0,
    };
    if (before?.name === row.name && before.sort === row.sort) return undefined;
    this.keep(row);
    return row;
  }
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
