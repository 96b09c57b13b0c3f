import type { Kysely, Selectable, Transaction } from 'kysely';
import { idsOf } from '../../lib/grouped.js';
import { changedRows, type KeyedTable, storedById, upsert } from '../../store/tenant/bulk.js';
import { CHANGE_KINDS, type ChangeKind } from '../../store/tenant/change-tables.js';
import type { Changes } from '../../store/tenant/changes.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { changedLines, fieldNames } from './changed-fields.js';
import type { ColumnsOf, FieldList } from './fields.js';
import {
  type ImportRow,
  type Kind,
  outcomeOf,
  type RecordExport,
  type RecordKind,
  recordKind,
  type TransferContext,
  type TransferRecord,
} from './kind.js';

/** A write of records under way. */
export interface Writing {
  readonly database: TenantDatabase;
  readonly transaction: Transaction<TenantTables>;
  readonly changes: Changes;
}

/** Rows before and after a write. */
export interface Written<List extends FieldList> {
  readonly stored: ReadonlyMap<number, ColumnsOf<List>>;
  /** The rows that differ from what was stored. */
  readonly written: readonly ColumnsOf<List>[];
  /** The ids of these; a writer adds those that changed otherwise. */
  readonly changed: Set<number>;
}

/** The columns that follow from others, out of the row to be stored. */
type Derived<List extends FieldList> = (row: ColumnsOf<List>) => Partial<ColumnsOf<List>>;

/** What the files of a kind have of their own. */
type Own<List extends FieldList, Row> = Partial<RecordKind<Row>> & {
  readonly derived?: Derived<List>;
  /** Fields that only other records of the kind have: accepted and ignored. */
  readonly ignored?: readonly string[];
  /** What else a write does, in its transaction. */
  readonly after?: (writing: Writing, written: Written<List>) => Promise<void>;
};

/** How files hold a kind of one table. An import inserts or updates by id; a column that a record lacks stays. */
export function filesOf<List extends FieldList, Row extends ImportRow<List> = ImportRow<List>>(
  kind: Kind<List>,
  { derived, ignored = [], after, ...own }: Own<List, Row> = {},
): RecordKind {
  const { names, computed, idField, keys, schema, read } = kind;
  return recordKind<Row>({
    fields: new Set([...names, ...ignored]),
    ...(computed.size === 0 ? {} : { computed }),
    ...(idField === 'id' ? {} : { identity: [idField] }),
    keys,
    answers: [schema],
    read: read as RecordKind<Row>['read'],
    write: (database, imports) =>
      writeRecords(database, async (transaction, changes) => {
        const writing = { database, transaction, changes };
        const written = await writeImports(kind, writing, imports, derived);
        await after?.(writing, written);
        return outcomeOf(imports, ({ id }) => written.changed.has(id));
      }),
    ...own,
    // Kinds without changes have an export of their own.
    export: own.export ?? tableExport(tableOf(kind), kind.exported as never),
  });
}

/** Inserts or updates rows of a kind by id, and names what changed. */
export async function writeImports<List extends FieldList>(
  kind: Kind<List>,
  writing: Writing,
  imports: readonly ImportRow<List>[],
  derived?: Derived<List>,
): Promise<Written<List>> {
  const { stored, rows } = await rowsOver(kind, writing, imports, derived);
  return writeRows(kind, writing, stored, rows);
}

/** The stored rows of an import, locked, and the same with its records over them. */
export async function rowsOver<List extends FieldList>(
  kind: Kind<List>,
  { transaction }: Pick<Writing, 'transaction'>,
  imports: readonly ImportRow<List>[],
  derived?: Derived<List>,
) {
  const ids = idsOf(imports);
  const stored = (await storedById(transaction, tableOf(kind), ids)) as Written<List>['stored'];
  const rows = imports.map((imported) => {
    const row = kind.rowOver(stored.get(imported.id), imported);
    return { ...row, ...derived?.(row) };
  });
  return { stored, rows };
}

/** Writes those of some rows that differ from what is stored, and names what changed. */
export async function writeRows<List extends FieldList>(
  kind: Kind<List>,
  { database, transaction, changes }: Writing,
  stored: Written<List>['stored'],
  rows: readonly ColumnsOf<List>[],
): Promise<Written<List>> {
  type Row = ColumnsOf<List> & { readonly id: number };
  const columns = columnsOf<Record<string, unknown>>({ ...kind.defaults });
  const written = changedRows(stored as ReadonlyMap<number, object>, rows as readonly Row[]);
  const key = ['id'] as never[];
  await upsert(database, transaction, tableOf(kind), columns as never[], key, written);
  const changed = new Set(idsOf(written));
  const lines = changedLines(fieldNames(kind.reads), stored as never, written);
  changes.wrote(kind.name as ChangeKind, changed, lines);
  return { stored, written, changed };
}

function tableOf({ name }: Pick<Kind, 'name'>): KeyedTable & string {
  return CHANGE_KINDS[name as ChangeKind].table;
}

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
  // One table stands for all with such a key, because the query builder cannot type their union.
  const all = ({ db }: TenantDatabase) =>
    (db as unknown as Kysely<Pick<TenantTables, 'listing'>>)
      .selectFrom(table as 'listing')
      .selectAll();
  return pagedExport<Row>(
    async (database, after, limit) => {
      const rows = all(database).where('id', '>', after).orderBy('id').limit(limit);
      return (await rows.execute()) as unknown as Row[];
    },
    records,
    async (database, ids) =>
      (await all(database).where('id', 'in', ids).execute()) as unknown as Row[],
  );
}

/** Makes the records of a page of rows. Those that are made one by one, when they are asked for, keep no call waiting. */
type PageRecords<Row> = (
  rows: readonly Row[],
  context: TransferContext,
) => Promise<Iterable<object>> | Iterable<object>;

/** Reads the rows with these ids, in any order. */
type IdReader<Row> = (database: TenantDatabase, ids: readonly number[]) => Promise<readonly Row[]>;

/**
 * An export that makes its records page by page, so that memory holds one page whatever its size. Each page is as the
 * database is at one moment, and nothing is held between two of them.
 *
 * @param readThese For kinds whose records have a number. One that forgets it fails, as an empty answer would say that there is
 *   no such record.
 */
export function pagedExport<Row extends { readonly id: number }>(
  read: PageReader<Row>,
  records: PageRecords<Row>,
  readThese: IdReader<Row> = async () => {
    throw new Error('These records are not read by their numbers.');
  },
): RecordExport {
  return async function* (context) {
    const { only, pageSize = PAGE } = context;
    const page = (rowsOf: (database: TenantDatabase) => Promise<readonly Row[]>) =>
      atOneMoment(context.database, async (database) => {
        const rows = await rowsOf(database);
        const made = rows.length === 0 ? [] : await records(rows, { ...context, database });
        return { last: rows.at(-1), made: made as Iterable<TransferRecord> };
      });
    if (only !== undefined) {
      yield* (
        await page(async (database) => {
          const rows = new Map((await readThese(database, only)).map((row) => [row.id, row]));
          return only.flatMap((id) => rows.get(id) ?? []);
        })
      ).made;
      return;
    }
    for (let after = 0; ; ) {
      const { last, made } = await page((database) => read(database, after, pageSize));
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
