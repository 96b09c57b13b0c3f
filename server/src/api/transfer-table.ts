import { type KeyedTable, storedById, upsert } from '../data/bulk.js';
import type { ClientDatabase } from '../data/client-database/open.js';
import { writeTo } from '../data/client-database/write.js';
import type { ExportResource, ImportResource, ResourceName } from '../transfer/resource.js';
import { type Fields, readFields, readId } from './transfer-fields.js';

/** A resource whose records are rows of one table and nothing else. */
export interface TableResource {
  readonly name: ResourceName;
  readonly table: KeyedTable & string;
  /** The record's field that holds the id. */
  readonly idField: string;
  readonly fields: Fields<Record<string, unknown>>;
  /** Fields that records carry and that are computed: accepted and ignored. */
  readonly computed: readonly string[];
  /** The row of which nothing is told, every column in it. */
  readonly empty: Readonly<Record<string, unknown>>;
  /** Columns that are made from others, out of the row as it is going to be. */
  readonly derived?: (row: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

interface TableRow {
  readonly id: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The import of such a resource: insert or update by id, untold columns keep their value. */
export function tableImport(
  database: ClientDatabase,
  zone: string,
  resource: TableResource,
): ImportResource<TableRow> {
  const { table, idField, fields, empty } = resource;
  const columns = Object.keys(empty);
  return {
    name: resource.name,
    fields: new Set([idField, ...Object.keys(fields), ...resource.computed]),
    parse: (record) => ({ id: readId(record, idField), values: readFields(fields, record, zone) }),
    key: (row) => String(row.id),
    async write(rows) {
      await writeTo(database, async (transaction) => {
        const ids = rows.map((row) => row.id);
        const stored = await storedById(transaction, table, ids);
        const merged = rows.map(({ id, values }) => {
          const row = { ...empty, ...stored.get(id), ...values, id };
          return { ...row, ...resource.derived?.(row) };
        });
        await upsert(database, transaction, table, columns as never[], ['id'] as never[], merged);
      });
      return [];
    },
  };
}

/** How many rows an export reads at a time. */
const PAGE = 1000;

/**
 * Reads a table page by page in the order of its ids, so that an export of any size holds a page.
 *
 * @param read Reads the rows whose id is above `after`, at most `limit`, by id.
 */
export async function* pagedById<Row extends { readonly id: number }>(
  read: (after: number, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ; ) {
    const rows = await read(after, PAGE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

/** An export whose records are made page by page. */
export function pagedExport<Row extends { readonly id: number }>(
  name: ResourceName,
  read: (after: number, limit: number) => Promise<readonly Row[]>,
  records: (rows: readonly Row[]) => Promise<readonly object[]> | readonly object[],
): ExportResource {
  return {
    name,
    async *records() {
      for await (const rows of pagedById(read)) {
        for (const record of await records(rows)) yield record as Record<string, unknown>;
      }
    },
  };
}
