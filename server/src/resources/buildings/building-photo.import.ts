import type { TransferRecord } from '../kinds/record-kind.js';
import { readId } from '../kinds/transfer-fields.js';
import { type LoosePhotoImport, photoFields, readLoosePhoto } from '../listings/photo.import.js';

/** A photo from a `building-photos` file. */
export interface BuildingPhotoImport extends LoosePhotoImport {
  readonly buildingId: number;
}

/** Every field that a record of a `building-photos` file may carry. */
export const buildingPhotoFields: ReadonlySet<string> = new Set(['building_id', ...photoFields]);

/** Reads one record of a `building-photos` file. @throws RecordProblem */
export function readBuildingPhoto(record: TransferRecord): BuildingPhotoImport {
  return { buildingId: readId(record, 'building_id'), ...readLoosePhoto(record) };
}
