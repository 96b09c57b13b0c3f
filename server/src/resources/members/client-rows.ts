import type { Kysely } from 'kysely';
import { RecordProblem } from 'portico-importer/resource.js';
import { idsOf } from '../../lib/grouped.js';
import { countPast, lockTable } from '../../store/engines/dialect.js';
import { changedRows, inPortions, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeRecords, writeUnversioned } from '../../store/tenant/write.js';
import type { ColumnsOf, FieldList } from '../kinds/fields.js';
import { filesOf, tableExport } from '../kinds/files.js';
import {
  type ImportRow,
  type KeyField,
  type Kind,
  outcomeOf,
  type RecordKind,
  type RefusedRow,
  rowsInOrder,
  type WriteOutcome,
} from '../kinds/kind.js';

interface ClientRows<Row> {
  readonly table: 'client_trail' | 'deal' | 'saved_search';
  readonly clientField: string;
  /** True of rows that reads with a tag show. Websites add rows of the others, which the engine numbers. */
  readonly isShown?: boolean;
  /** Fields that take other source keys than the list says. */
  readonly keys?: Readonly<Record<string, KeyField>>;
  /** What is wrong with a row whose client exists. */
  readonly problemOf?: (row: Row) => RecordProblem | undefined;
}

interface ClientRow {
  readonly id: number;
  readonly client_id: number;
}

/** How files hold such rows: several of one row are written in their order; those of unknown clients are refused. */
export function clientRowFiles<List extends FieldList>(
  kind: Kind<List>,
  {
    table,
    clientField,
    isShown = false,
    keys,
    problemOf = () => undefined,
  }: ClientRows<ColumnsOf<List>>,
): RecordKind {
  type Row = ColumnsOf<List> & ClientRow;
  type Imports = readonly ImportRow<List>[];

  async function writeRows(
    database: TenantDatabase,
    transaction: Kysely<TenantTables>,
    imports: Imports,
  ): Promise<{ readonly outcome: WriteOutcome; readonly written: number }> {
    const ids = [...new Set(idsOf(imports))];
    const found = await storedById(transaction, table, ids);
    const stored = found as unknown as ReadonlyMap<number, Row>;
    const named = [...stored.values(), ...imports.map(({ values }) => values as Partial<Row>)];
    const clients = await knownClients(
      transaction,
      named.map(({ client_id }) => client_id),
    );
    const { rows, refused } = rowsInOrder(
      stored,
      imports,
      (before, imported) => kind.rowOver(before, imported) as Row,
      (row) => (clients.has(row.client_id) ? problemOf(row) : noClient(clientField, row.client_id)),
    );
    const written = changedRows(stored, [...rows.values()]);
    const columns = columnsOf<object>(kind.defaults);
    await upsert(database, transaction, table, columns as never, ['id'], written);
    const changed = new Set(idsOf(written));
    const outcome = outcomeOf(imports, ({ id }) => changed.has(id), refused);
    return { outcome, written: written.length };
  }

  const writeShown = (database: TenantDatabase, imports: Imports) =>
    writeRecords(database, async (transaction, changes) => {
      const { outcome, written } = await writeRows(database, transaction, imports);
      if (written > 0) changes.unnamed();
      return outcome;
    });

  const writeCounted = async (database: TenantDatabase, imports: Imports) => {
    if (imports.length === 0) return { refused: [], unchanged: [] };
    return writeUnversioned(database, async (transaction) => {
      // A row that a website adds during the import waits, and then gets an id above these.
      await lockTable(transaction, table);
      const { outcome } = await writeRows(database, transaction, imports);
      await countPast(transaction, table, Math.max(...idsOf(imports)));
      return outcome;
    });
  };

  return filesOf(kind, {
    keys: { ...kind.keys, ...keys },
    inOrder: true,
    write: isShown ? writeShown : writeCounted,
    export: tableExport(table, kind.exported as never),
  });
}

/** Those of these numbers that clients have. */
async function knownClients(
  transaction: Kysely<TenantTables>,
  numbers: Iterable<number | undefined>,
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(numbers)].filter((id) => id !== undefined);
  const found = await inPortions(ids, (portion) =>
    transaction.selectFrom('client').select('id').where('id', 'in', portion).execute(),
  );
  return new Set(idsOf(found));
}

/** What is wrong with a record of a client that does not exist. */
function noClient(field: string, id: number): RecordProblem {
  return new RecordProblem(field, `${id} was given; accepted is the number of a client`);
}

/** Tells the rows of an import whose client exists from the others, which it refuses. */
export async function ofKnownClients<Row extends { readonly client_id: number }>(
  transaction: Kysely<TenantTables>,
  rows: readonly Row[],
): Promise<{ readonly taken: Row[]; readonly refused: readonly RefusedRow[] }> {
  const ids = rows.map(({ client_id }) => client_id);
  const clients = await knownClients(transaction, ids);
  const refused = rows.flatMap(({ client_id }, index): RefusedRow[] =>
    clients.has(client_id) ? [] : [{ index, problem: noClient('clientID', client_id) }],
  );
  return { taken: rows.filter(({ client_id }) => clients.has(client_id)), refused };
}
