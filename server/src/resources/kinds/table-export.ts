import type { Kysely, Selectable } from 'kysely';
import type { KeyedTable } from '../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { RecordExport, TransferContext, TransferRecord } from './record-kind.js';

/**
 * Runs several reads that all see the database as it is at one moment: a listing and its photos, say. It holds up no
 * writer, and on PostgreSQL it holds a connection, so `read` waits for nothing else.
 *
 * @param read Gets the database to read from.
 */
export function atOneMoment<Result>(
  database: TenantDatabase,
  read: (database: TenantDatabase) => Promise<Result>,
): Promise<Result> {
  const { name, role, removedKeptMs, codes, kind, db } = database;
  // Within a write, what other writes of imports would change waits for it.
  if (db.isTransaction) return read(database);
  const refuse = async () => {
    throw new Error('Only reads run at one moment.');
  };
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) =>
      read({
        ...{ name, role, removedKeptMs, codes, kind, db: transaction },
        now: () => database.now(),
        write: refuse,
        note: refuse,
      }),
    );
}

/** How many rows an export reads at a time, where nobody else waits for its process. */
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
  return tablePagesExport(table, (rows, context) => oneByOne(rows, (row) => record(row, context)));
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

/** Makes the records of a page of rows. Those that are made one by one, when they are asked for, keep no call waiting. */
type PageRecords<Row> = (
  rows: readonly Row[],
  context: TransferContext,
) => Promise<Iterable<object>> | Iterable<object>;

/**
 * An export that makes its records page by page, so that memory holds one page whatever its size. Each page is as the
 * database is at one moment, and nothing is held between two of them.
 */
export function pagedExport<Row extends { readonly id: number }>(
  read: PageReader<Row>,
  records: PageRecords<Row>,
): RecordExport {
  return async function* (context) {
    const { only, pageSize = PAGE } = context;
    const page = (after: number, limit: number) =>
      atOneMoment(context.database, async (database) => {
        const rows = await read(database, after, limit);
        const found = only === undefined ? rows : rows.filter(({ id }) => id === only);
        const made = found.length === 0 ? [] : await records(found, { ...context, database });
        return { last: rows.at(-1), made: made as Iterable<TransferRecord> };
      });
    if (only !== undefined) {
      yield* (await page(only - 1, 1)).made;
      return;
    }
    for (let after = 0; ; ) {
      const { last, made } = await page(after, pageSize);
      if (last === undefined) return;
      yield* made;
      after = last.id;
    }
  };
}

/** What `make` makes of each item, when it is asked for. */
export function* oneByOne<Item>(
  items: readonly Item[],
  make: (item: Item) => object,
): Generator<object, void, void> {
  for (const item of items) yield make(item);
}
