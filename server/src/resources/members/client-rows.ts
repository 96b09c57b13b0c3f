import type { Kysely } from 'kysely';
import type { RecordProblem } from 'portico-importer/resource.js';
import { countPast, lockTable } from '../../store/engines/dialect.js';
import { changedRows, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { outcomeOf, rowsInOrder, type WriteOutcome } from '../kinds/record-kind.js';
import { knownClients, noClient } from './known-clients.js';

/** The columns that an import record of a row has. */
export interface ClientRowImport<Row> {
  readonly id: number;
  readonly values: Partial<Row>;
}

/** A kind of rows that belong to a client each. */
export interface ClientRows<Row> {
  readonly table: 'client_trail' | 'deal' | 'saved_search';
  readonly defaults: Row;
  /** The field of a record that names its client. */
  readonly clientField: string;
  /** What is wrong with a row whose client exists. */
  readonly problemOf?: (row: Row) => RecordProblem | undefined;
}

interface ClientRow {
  readonly id: number;
  readonly client_id: number;
}

/**
 * Inserts or updates rows in a transaction, several of one row in their order. Those of unknown clients are refused.
 *
 * @returns The outcome, and how many rows were written.
 */
export async function writeClientRows<Row extends ClientRow>(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  { table, defaults, clientField, problemOf = () => undefined }: ClientRows<Row>,
  imports: readonly ClientRowImport<Row>[],
): Promise<{ readonly outcome: WriteOutcome; readonly written: number }> {
  const ids = [...new Set(imports.map(({ id }) => id))];
  const found = await storedById(transaction, table, ids);
  const stored = found as unknown as ReadonlyMap<number, Row>;
  const named = [...stored.values(), ...imports.map(({ values }) => values)];
  const clients = await knownClients(
    transaction,
    named.map(({ client_id }) => client_id),
  );
  const { rows, refused } = rowsInOrder(
    stored,
    imports,
    (before, { id, values }) => ({ ...defaults, ...before, ...values, id }),
    (row) => (clients.has(row.client_id) ? problemOf(row) : noClient(clientField, row.client_id)),
  );
  const written = changedRows(stored, [...rows.values()]);
  await upsert(database, transaction, table, columnsOf(defaults) as never, ['id'], written);
  const changed = new Set(written.map(({ id }) => id));
  const outcome = outcomeOf(imports, ({ id }) => changed.has(id), refused);
  return { outcome, written: written.length };
}

/** As `writeClientRows`, for a table whose rows websites add, too, and the engine numbers. */
export async function writeCountedRows<Row extends ClientRow>(
  database: TenantDatabase,
  kind: ClientRows<Row>,
  imports: readonly ClientRowImport<Row>[],
): Promise<WriteOutcome> {
  if (imports.length === 0) return { refused: [], unchanged: [] };
  return writeUnversioned(database, async (transaction) => {
    // A row that a website adds during the import waits, and then gets an id above these.
    await lockTable(transaction, kind.table);
    const { outcome } = await writeClientRows(database, transaction, kind, imports);
    await countPast(transaction, kind.table, Math.max(...imports.map(({ id }) => id)));
    return outcome;
  });
}
