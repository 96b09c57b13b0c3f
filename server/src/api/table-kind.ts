import type { Selectable } from 'kysely';
import {
  outcomeOf,
  type RecordKind,
  recordKind,
  type TransferContext,
} from '../resources/kinds/record-kind.js';
import { tableExport } from '../resources/kinds/table-export.js';
import { type Fields, readFields, readId } from '../resources/kinds/transfer-fields.js';
import { changedRows, type KeyedTable, storedById, upsert } from '../store/tenant/bulk.js';
import type { ChangeKind } from '../store/tenant/change-tables.js';
import { columnsOf } from '../store/tenant/columns.js';
import type { TenantTables } from '../store/tenant/tables.js';
import { writeRecords } from '../store/tenant/write.js';

/** How import records become rows of one table only. */
export interface TableImport<Table extends KeyedTable = KeyedTable> {
  /** The name that its changes carry. */
  readonly kind: ChangeKind;
  readonly table: Table & string;
  /** The values of a new row for columns that its record lacks; every column has one. */
  readonly defaults: Selectable<TenantTables[Table]>;
  /** Every field except `id`. */
  readonly fields: Fields<Selectable<TenantTables[Table]>>;
  /** Computed fields that records contain: accepted and ignored. */
  readonly computed?: readonly string[];
  /** Columns computed from the other columns, out of the row to be stored. */
  readonly derived?: (
    row: Selectable<TenantTables[Table]>,
  ) => Partial<Selectable<TenantTables[Table]>>;
}

interface TableRow {
  readonly id: number;
  readonly values: object;
}

/**
 * A kind whose records are rows of one table. An import inserts or updates by id; a column that a
 * record lacks keeps its value.
 */
export function tableKind<Table extends KeyedTable>(
  { kind, table, defaults, fields, computed = [], derived }: TableImport<Table>,
  record: (row: Selectable<TenantTables[Table]>, context: TransferContext) => object,
): RecordKind {
  type Row = Selectable<TenantTables[Table]>;
  const columns = columnsOf<Record<string, unknown>>({ ...defaults });
  return recordKind<TableRow>({
    fields: new Set(['id', ...Object.keys(fields), ...computed]),
    read: (record, timeZone) => ({
      id: readId(record, 'id'),
      values: readFields(fields, record, timeZone),
    }),
    write: (database, rows) =>
      writeRecords(database, async (transaction, changes) => {
        const ids = rows.map((row) => row.id);
        const stored = await storedById(transaction, table, ids);
        const merged = rows.map(({ id, values }) => {
          const row: Row = { ...defaults, ...stored.get(id), ...values, id };
          return { ...row, ...derived?.(row) };
        });
        const changed = changedRows(stored, merged as { readonly id: number }[]);
        await upsert(database, transaction, table, columns as never[], ['id'] as never[], changed);
        const changedIds = new Set(changed.map(({ id }) => id));
        changes.wrote(kind, changedIds);
        return outcomeOf(rows, ({ id }) => changedIds.has(id));
      }),
    export: tableExport(table, record),
  });
}
