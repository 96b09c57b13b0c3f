import { changedRows, type KeyedTable, storedById, upsert } from '../store/tenant/bulk.js';
import { CHANGE_KINDS } from '../store/tenant/change-tables.js';
import { columnsOf } from '../store/tenant/columns.js';
import { writeRecords } from '../store/tenant/write.js';
import { changedLines, fieldNames } from './kinds/changed-fields.js';
import type { ColumnsOf, FieldList } from './kinds/field.js';
import type { ImportRow, Kind } from './kinds/kind.js';
import { outcomeOf, type RecordKind, recordKind } from './kinds/record-kind.js';
import { tableExport } from './kinds/table-export.js';

/** What the files of a flat kind have of their own. */
interface Own<List extends FieldList> {
  /** The columns that follow from others, out of the row to be stored. */
  readonly derived?: (row: ColumnsOf<List>) => Partial<ColumnsOf<List>>;
  /** Fields that only other records of the kind have: accepted and ignored. */
  readonly ignored?: readonly string[];
}

/**
 * How files hold a kind whose records are rows of one table. An import inserts or updates by id; a column that a
 * record lacks keeps its value.
 */
export function filesOf<List extends FieldList>(
  kind: Kind<List>,
  { derived, ignored = [] }: Own<List> = {},
): RecordKind {
  const { name, defaults, reads, names, read, exported } = kind;
  const table = CHANGE_KINDS[name].table as KeyedTable & string;
  const columnNames = fieldNames(reads);
  const columns = columnsOf<Record<string, unknown>>({ ...defaults });
  return recordKind<ImportRow<List>>({
    fields: new Set([...names, ...ignored]),
    read,
    write: (database, imports) =>
      writeRecords(database, async (transaction, changes) => {
        const stored = await storedById(
          transaction,
          table,
          imports.map(({ id }) => id),
        );
        const rows = imports.map(({ id, values }) => {
          const row = { ...defaults, ...stored.get(id), ...values, id };
          return { ...row, ...derived?.(row) };
        });
        const written = changedRows(stored, rows);
        await upsert(database, transaction, table, columns as never[], ['id'] as never[], written);
        const changed = new Set(written.map(({ id }) => id));
        changes.wrote(name, changed, changedLines(columnNames, stored, written));
        return outcomeOf(imports, ({ id }) => changed.has(id));
      }),
    export: tableExport(table, exported as never),
  });
}
