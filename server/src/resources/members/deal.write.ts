import type { Selectable } from 'kysely';
import { stampDate } from '../../lib/dates.js';
import { DEAL_DEFAULTS, type DealTable } from '../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeRecords } from '../../store/tenant/write.js';
import type { TransferContext, TransferRecord, WriteOutcome } from '../kinds/record-kind.js';
import {
  type Fields,
  momentOrZero,
  money,
  readFields,
  readId,
  text,
  whole,
} from '../kinds/transfer-fields.js';
import { type ClientRowImport, type ClientRows, writeClientRows } from './client-rows.js';

/** A deal as it is stored. */
export type DealRow = Selectable<DealTable>;

/** The latest deal of each client, by client; of several on one day the one with the highest id. */
export async function latestDeals(
  database: TenantDatabase,
  clients: readonly number[],
): Promise<ReadonlyMap<number, DealRow>> {
  if (clients.length === 0) return new Map();
  const rows = await database.db
    .selectFrom((eb) =>
      eb
        .selectFrom('deal')
        .selectAll()
        .select((ranked) =>
          ranked.fn
            .agg<number>('row_number')
            .over((over) =>
              over.partitionBy('client_id').orderBy('dealt_at', 'desc').orderBy('id', 'desc'),
            )
            .as('place'),
        )
        .where('client_id', 'in', [...clients])
        .as('ranked'),
    )
    .selectAll()
    .where('place', '=', 1)
    .execute();
  return new Map(rows.map((row) => [row.client_id, row]));
}

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

/** Reads one import record of a deal. See docs/importing/files.md. @throws RecordProblem */
export function readDeal(record: TransferRecord, zone: string): ClientRowImport<DealRow> {
  return { id: readId(record, 'id'), values: readFields(fields, record, zone) };
}

/**
 * Inserts or updates deals in one transaction, several rows of one deal in their order.
 *
 * Deals of unknown clients are refused.
 */
export function writeDeals(
  database: TenantDatabase,
  imports: readonly ClientRowImport<DealRow>[],
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    const { outcome, written } = await writeClientRows(database, transaction, dealRows, imports);
    if (written > 0) changes.unnamed();
    return outcome;
  });
}

const dealRows: ClientRows<DealRow> = {
  table: 'deal',
  defaults: DEAL_DEFAULTS,
  clientField: 'client_id',
};

/** The export record of a deal. */
export function exportedDeal({ dealt_at, ...row }: DealRow, { timeZone }: TransferContext): object {
  return { ...row, date: stampDate(dealt_at || null, timeZone) };
}
