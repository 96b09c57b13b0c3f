import type { Selectable } from 'kysely';
import { lockRows } from '../../store/engines/dialect.js';
import { inPortions, upsert } from '../../store/tenant/bulk.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { BUILDING_PHOTO_DEFAULTS, type BuildingPhotoTable } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { outcomeOf, type RefusedRow, type WriteOutcome } from '../kinds/record-kind.js';
import { problem } from '../kinds/transfer-fields.js';
import type { BuildingPhotoImport } from './building-photo.import.js';

type Row = Selectable<BuildingPhotoTable>;

const ACCEPTED = 'the id of a building that exists';

/**
 * Adds photos to buildings, or updates those whose file a building already has, in one transaction.
 * An existing photo keeps the values that its record lacks.
 *
 * Photos whose building does not exist are refused.
 */
export async function writeBuildingPhotos(
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
    const existing = buildings.map(({ id }) => id);
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

/** The photos of one building, by file. */
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
