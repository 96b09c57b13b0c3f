import type { Kysely, Selectable } from 'kysely';
import type { KeyedTable } from '../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { RecordExport, TransferContext, TransferRecord } from './record-kind.js';

/** How many rows an export reads at a time. */
const PAGE = 1000;

/** Reads the rows whose id is above `after`, at most `limit`, by id. */
type PageReader<Row> = (
  database: TenantDatabase,
  after: number,
  limit: number,
) => Promise<readonly Row[]>;

type RowOf<Table extends KeyedTable> = Selectable<TenantTables[Table]>;

/** Exports the rows of a table, each as one record. */
export function tableExport<Table extends KeyedTable & string>(
  table: Table,
  record: (row: RowOf<Table>, context: TransferContext) => object,
): RecordExport {
  return tablePagesExport(table, (rows, context) => rows.map((row) => record(row, context)));
}

/**
 * Exports the rows of a table. What records contain besides their row is read once for each page.
 */
export function tablePagesExport<Table extends KeyedTable & string>(
  table: Table,
  records: PageRecords<RowOf<Table>>,
): RecordExport {
  type Row = RowOf<Table> & { readonly id: number };
  return pagedExport<Row>(async ({ db }, after, limit) => {
    // One table stands for all with such a key, because the query builder cannot type their union.
    const loose = db as unknown as Kysely<Pick<TenantTables, 'listing'>>;
    const rows = await loose
      .selectFrom(table as 'listing')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows as unknown as Row[];
  }, records);
}

/** Makes the records of a page of rows. */
type PageRecords<Row> = (
  rows: readonly Row[],
  context: TransferContext,
) => Promise<readonly object[]> | readonly object[];

/**
 * An export that makes its records page by page, so that memory holds one page whatever its size.
 */
export function pagedExport<Row extends { readonly id: number }>(
  read: PageReader<Row>,
  records: PageRecords<Row>,
): RecordExport {
  return async function* (context) {
    const { only } = context;
    if (only !== undefined) {
      const rows = await read(context.database, only - 1, 1);
      const found = rows.filter(({ id }) => id === only);
      if (found.length > 0) yield* (await records(found, context)) as readonly TransferRecord[];
      return;
    }
    for (let after = 0; ; ) {
      const rows = await read(context.database, after, PAGE);
      const last = rows.at(-1);
      if (last === undefined) return;
      for (const record of await records(rows, context)) yield record as TransferRecord;
      after = last.id;
    }
  };
}
