import type { Kysely, Transaction } from 'kysely';
import { unlocked } from '../../store/engines/dialect.js';
import type { IdempotentWriteTable } from '../../store/tenant/idempotency-tables.js';
import type { TenantTables } from '../../store/tenant/tables.js';

/** How long an answer is kept, in milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * The most expired answers that one write deletes: more than one, so that their number falls, and few, so
 * that no write waits for a day's worth of them.
 */
const PRUNED_AT_ONCE = 100;

/** The answer that is kept under this id, unless it has expired. */
export async function writtenAnswer(
  db: Kysely<TenantTables>,
  id: string,
  now: number,
): Promise<Pick<IdempotentWriteTable, 'fingerprint' | 'answer'> | undefined> {
  return db
    .selectFrom('idempotent_write')
    .select(['fingerprint', 'answer'])
    .where('id', '=', id)
    .where('created_at', '>', now - KEPT_MS)
    .executeTakeFirst();
}

/** Keeps an answer in the transaction of its write, and deletes some that have expired. */
export async function keepAnswer(
  transaction: Transaction<TenantTables>,
  row: IdempotentWriteTable,
): Promise<void> {
  const { id, ...values } = row;
  await transaction
    .insertInto('idempotent_write')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
  const oldest = transaction
    .selectFrom('idempotent_write')
    .select('id')
    .where('created_at', '<=', row.created_at - KEPT_MS)
    .orderBy('created_at')
    .limit(PRUNED_AT_ONCE);
  // Two writes never wait for each other here: each leaves what the other deletes.
  const expired = await unlocked(transaction, oldest).execute();
  if (expired.length === 0) return;
  const ids = expired.map((answer) => answer.id);
  await transaction.deleteFrom('idempotent_write').where('id', 'in', ids).execute();
}
