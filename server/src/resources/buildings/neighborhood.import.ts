import type { NeighborhoodTable } from '../../store/tenant/tables.js';
import { fieldNames } from '../kinds/changed-fields.js';
import type { TransferRecord } from '../kinds/record-kind.js';
import { type Fields, keyText, readFields, readId, text, whole } from '../kinds/transfer-fields.js';

/** A neighborhood from an import record, with only the values that the record has. */
export interface NeighborhoodImport {
  readonly id: number;
  readonly values: Partial<Omit<NeighborhoodTable, 'id' | 'name_key' | 'from_listings'>>;
}

const fields: Fields<NeighborhoodImport['values']> = {
  cat_name: keyText('name'),
  img: text('img'),
  imgname: text('imgname'),
  parent: whole('parent'),
  sort: whole('sort'),
  text_1: text('text_1'),
};

/** The names of columns in records of neighborhoods. */
export const neighborhoodFieldNames = fieldNames(fields);

/** Every field that an import record of a neighborhood may carry. */
export const neighborhoodImportFields: ReadonlySet<string> = new Set([
  'cat_id',
  ...Object.keys(fields),
]);

/** Reads one import record of a neighborhood. R108. */
export function readNeighborhood(record: TransferRecord, zone: string): NeighborhoodImport {
  return { id: readId(record, 'cat_id'), values: readFields(fields, record, zone) };
}
