import type { TransferRecord } from '../kinds/record-kind.js';
import {
  type Fields,
  momentOrZero,
  money,
  readFields,
  readId,
  text,
  whole,
} from '../kinds/transfer-fields.js';
import type { DealRow } from './deal.queries.js';

const fields: Fields<DealRow> = {
  client_id: whole('client_id'),
  listing_id: whole('listing_id'),
  address: text('address'),
  price: money('price'),
  status: text('status'),
  date: momentOrZero('dealt_at'),
};

/** Every field that an import record of a deal may have. */
export const dealImportFields: ReadonlySet<string> = new Set(['id', ...Object.keys(fields)]);

/** The columns of a deal that an import record has. */
export interface DealImport {
  readonly id: number;
  readonly values: Partial<DealRow>;
}

/** Reads one import record of a deal. See docs/importing.md. @throws RecordProblem */
export function readDeal(record: TransferRecord, zone: string): DealImport {
  return { id: readId(record, 'id'), values: readFields(fields, record, zone) };
}
