import type { Kysely } from 'kysely';
import { unlocked } from '../store/engines/dialect.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import type { TenantTables } from '../store/tenant/tables.js';

/**
 * Leases of rows: of the emails that a process sends, of the endpoints to which it sends webhooks. A
 * process that dies leaves its leases to end, and another one takes its place. These writes do not wait
 * for the disk: after a power cut something may be sent once more.
 */

/** The tables whose rows are leased. They have the columns `id` and `leased_until`. */
export type LeasedTable = 'letter' | 'webhook_endpoint';

/** A leased row, as far as its lease goes. */
export interface Leased {
  readonly id: number;
  /** The end of the lease, which identifies it, as a later lease ends later. */
  readonly leased_until: number;
}

/** Rows that are due, as a query for their ids, the longest waiting first. */
export type Due = (db: Pick<Kysely<TenantTables>, 'selectFrom'>, most: number) => unknown;

/**
 * Leases rows to this process until the lease ends or they are given back.
 *
 * @param due Finds rows that nobody has leased.
 * @param until The end of the lease, in milliseconds since the epoch: later than the work ends.
 * @param most How many at most.
 * @param counted A column that grows by one with each lease.
 * @returns The whole rows, in no order; none when none is due.
 */
export async function leaseRows<Row extends Leased>(
  database: TenantDatabase,
  table: LeasedTable,
  {
    due,
    until,
    most,
    counted,
  }: {
    readonly due: Due;
    readonly until: number;
    readonly most: number;
    readonly counted?: 'attempts';
  },
): Promise<Row[]> {
  // Mostly there is none, and a read need not wait for its turn to write.
  const look = due(database.db, 1) as ReturnType<typeof idQuery>;
  const [one] = await look.execute();
  if (one === undefined) return [];
  const rows = await database.note((transaction) =>
    transaction
      .with('taken', (db) =>
        unlocked(transaction, due(db, most) as never as ReturnType<typeof idQuery>),
      )
      // All leased tables have the columns that are named here.
      .updateTable(table as 'letter')
      .set((eb) => ({
        leased_until: until,
        ...(counted === undefined ? {} : { [counted]: eb(counted, '+', 1) }),
      }))
      .where('id', 'in', (eb) => eb.selectFrom('taken').select('taken.id'))
      .returningAll()
      .execute(),
  );
  return rows as unknown as Row[];
}

/** Gives a leased row back with other values, unless another process has leased it since. */
export async function giveBackRow(
  transaction: Kysely<TenantTables>,
  table: LeasedTable,
  { id, leased_until }: Leased,
  values: Readonly<Record<string, string | number>>,
): Promise<void> {
  await transaction
    .updateTable(table as 'letter')
    .set({ ...values, leased_until: 0 })
    .where('id', '=', id)
    .where('leased_until', '=', leased_until)
    .execute();
}

/** Only for its type. */
function idQuery(db: Kysely<TenantTables>) {
  return db.selectFrom('letter').select('id');
}
