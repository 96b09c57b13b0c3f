import type { Selectable } from 'kysely';
import { stampDate } from '../../lib/dates.js';
import { changedRows, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import { DEAL_DEFAULTS, type DealTable } from '../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeRecords } from '../../store/tenant/write.js';
import {
  outcomeOf,
  rowsInOrder,
  type TransferContext,
  type TransferRecord,
  type WriteOutcome,
} from '../kinds/record-kind.js';
import {
  type Fields,
  momentOrZero,
  money,
  readFields,
  readId,
  text,
  whole,
} from '../kinds/transfer-fields.js';
import { knownClients, noClient } from './known-clients.js';

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

/** The columns of a deal that an import record has. */
interface DealImport {
  readonly id: number;
  readonly values: Partial<DealRow>;
}

/** Reads one import record of a deal. See docs/importing/files.md. @throws RecordProblem */
export function readDeal(record: TransferRecord, zone: string): DealImport {
  return { id: readId(record, 'id'), values: readFields(fields, record, zone) };
}

/**
 * Inserts or updates deals in one transaction, several rows of one deal in their order.
 *
 * Deals of unknown clients are refused.
 */
export function writeDeals(
  database: TenantDatabase,
  imports: readonly DealImport[],
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    const ids = [...new Set(imports.map(({ id }) => id))];
    const stored = await storedById(transaction, 'deal', ids);
    const named = [...stored.values(), ...imports.map(({ values }) => values)];
    const clients = await knownClients(
      transaction,
      named.map(({ client_id }) => client_id),
    );
    const { rows, refused } = rowsInOrder(
      stored,
      imports,
      (before, { id, values }) => ({ ...DEAL_DEFAULTS, ...before, ...values, id }),
      ({ client_id }) => (clients.has(client_id) ? undefined : noClient('client_id', client_id)),
    );
    const written = changedRows(stored, [...rows.values()]);
    await upsert(database, transaction, 'deal', columnsOf(DEAL_DEFAULTS), ['id'], written);
    if (written.length > 0) changes.unnamed();
    const changed = new Set(written.map(({ id }) => id));
    return outcomeOf(imports, ({ id }) => changed.has(id), refused);
  });
}

/** The export record of a deal. */
export function exportedDeal({ dealt_at, ...row }: DealRow, { timeZone }: TransferContext): object {
  return { ...row, date: stampDate(dealt_at || null, timeZone) };
}
