import { createHash } from 'node:crypto';
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

/** An answer of more characters is long. */
const LONG = 2000;

/** How many long answers of a client are kept whole: a new one replaces the one that has its place. */
const LONG_KEPT = 64;

/** What is left of the texts and lists of the other long answers. */
const TEXT_LEFT = 100;
const ITEMS_LEFT = 10;

/** The answer that is kept under this id, unless it has expired. */
export async function writtenAnswer(
  db: Kysely<TenantTables>,
  id: string,
  now: number,
): Promise<Pick<IdempotentWriteTable, 'fingerprint' | 'answer'> | undefined> {
  const rows = await db
    .selectFrom('idempotent_write')
    .select(['id', 'fingerprint', 'answer'])
    .where('id', 'in', [id, placeOf(id)])
    .where('created_at', '>', now - KEPT_MS)
    .execute();
  const kept = rows.find((row) => row.id === id);
  const whole = rows.find((row) => row.id !== id && row.fingerprint === id);
  return kept && { fingerprint: kept.fingerprint, answer: (whole ?? kept).answer };
}

/** Where a long answer is kept whole: a row whose fingerprint is the id of the write. */
function placeOf(id: string): string {
  return `long ${createHash('sha256').update(id).digest().readUInt32BE() % LONG_KEPT}`;
}

/** A long answer with the beginning of each text and list, so that a client keeps few bytes for each write. */
function shortened(answer: string): string {
  return JSON.stringify(JSON.parse(answer), (_, value: unknown) => {
    if (typeof value === 'string') return value.slice(0, TEXT_LEFT);
    return Array.isArray(value) ? value.slice(0, ITEMS_LEFT) : value;
  });
}

/** Keeps an answer in the transaction of its write, and deletes some that have expired. */
export async function keepAnswer(
  transaction: Transaction<TenantTables>,
  row: IdempotentWriteTable,
): Promise<void> {
  const { id, answer, created_at } = row;
  if (answer.length <= LONG) await put(transaction, row);
  else {
    await put(transaction, { ...row, answer: shortened(answer) });
    await put(transaction, { id: placeOf(id), fingerprint: id, answer, created_at });
  }
  const oldest = transaction
    .selectFrom('idempotent_write')
    .select('id')
    .where('created_at', '<=', created_at - KEPT_MS)
    .orderBy('created_at')
    .limit(PRUNED_AT_ONCE);
  // Two writes never wait for each other here: each leaves what the other deletes.
  const expired = await unlocked(transaction, oldest).execute();
  if (expired.length === 0) return;
  const ids = expired.map((answer) => answer.id);
  await transaction.deleteFrom('idempotent_write').where('id', 'in', ids).execute();
}

async function put(
  transaction: Transaction<TenantTables>,
  { id, ...values }: IdempotentWriteTable,
): Promise<void> {
  await transaction
    .insertInto('idempotent_write')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}
