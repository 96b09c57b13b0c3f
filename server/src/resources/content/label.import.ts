import type { TransferRecord } from '../kinds/record-kind.js';
import { readId, readKey } from '../kinds/transfer-fields.js';

/** A label from an import record. */
export interface LabelImport {
  readonly id: number;
  /** Undefined when the record lacks it. */
  readonly name: string | undefined;
}

/** Every field that an import record of a label may carry. */
export const labelImportFields: ReadonlySet<string> = new Set(['id', 'labelname']);

/** Reads one import record of a label of listings. R125. */
export function readLabel({ labelname, ...record }: TransferRecord): LabelImport {
  return {
    id: readId(record, 'id'),
    name:
      labelname === undefined || labelname === null
        ? undefined
        : readKey(labelname, 'labelname').trim(),
  };
}
