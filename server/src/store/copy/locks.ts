import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { OwnedDatabase } from '../tenant/open.js';

/** How often a lock is tried, and the pause in which others proceed. */
const ATTEMPTS = 100;
const PAUSE_MS = 50;

/** PostgreSQL's code of a lock that was not available in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `work` in a separate transaction with a short lock timeout, as all later callers wait behind
 * one that waits for a lock. Others proceed between two attempts.
 *
 * Lock one table in a transaction: a transaction with one lock at a time is never part of a deadlock.
 *
 * @param timeoutMs For how long others are held up at most.
 * @returns Whether it was done.
 */
export async function withLocks(
  { db }: Pick<OwnedDatabase, 'db'>,
  { timeoutMs, attempts = ATTEMPTS }: { readonly timeoutMs: number; readonly attempts?: number },
  work: (transaction: OwnedDatabase['db']) => Promise<unknown>,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.transaction().execute(async (transaction) => {
        await sql`select set_config('lock_timeout', ${String(timeoutMs)}, true)`.execute(
          transaction,
        );
        await work(transaction);
      });
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    }
    if (attempt === attempts) return false;
    await pause(PAUSE_MS);
  }
}

/** The table's name in statements of a place. */
export function tableIn(
  { place }: Pick<OwnedDatabase, 'place'>,
  name: string,
): RawBuilder<unknown> {
  return place.schema === undefined ? sql.id(name) : sql.id(place.schema, name);
}
