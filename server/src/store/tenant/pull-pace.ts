import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { lockName } from '../engines/dialect.js';
import type { TenantDatabase } from './open.js';
import type { TenantTables } from './tables.js';
import { writeUnversioned } from './write.js';

/** What tells a token in the database, and gives nobody the token. */
export function tokenName(token: string): string {
  return createHash('sha256').update(`portico pull ${token}`).digest('hex').slice(0, 32);
}

/** How many requests a source allows, and how many bytes of answers. */
export interface PaceLimits {
  readonly perSecond: number;
  readonly perHour: number;
  readonly perDay: number;
  readonly bytesPerHour: number;
}

const MINUTE_MS = 60_000;

/** Minutes of an hour and of a day, and the one that has begun. */
const HOUR = 61;
const DAY = 1441;

/**
 * Notes a request ahead of it, if one may start.
 *
 * Minutes are counted whole, so that at most a minute too much is counted and never one too little.
 *
 * @returns When one may start; undefined where this one may.
 */
export function takeTurn(
  database: TenantDatabase,
  token: string,
  { perSecond, perHour, perDay, bytesPerHour }: PaceLimits,
): Promise<number | undefined> {
  // Without waiting for the disk: a power cut is followed by a pause that is longer than what it loses.
  return database.note(async (transaction) => {
    await lockName(transaction, `portico pull token ${token}`);
    const now = database.now();
    const minute = Math.floor(now / MINUTE_MS);
    const row = await transaction
      .selectFrom('pull_token')
      .selectAll()
      .where('token', '=', token)
      .executeTakeFirst();
    // A clock that was set back must not end a silence later, nor begin one.
    const setBack = Math.max((row?.asked_at ?? 0) - now, 0);
    const lastAt = (row?.asked_at ?? 0) - setBack;
    const silent_until = Math.max((row?.silent_until ?? 0) - setBack, 0);
    if (setBack > 0) {
      const set = { asked_at: lastAt, silent_until };
      await transaction.updateTable('pull_token').set(set).where('token', '=', token).execute();
    }
    const next = Math.max(lastAt + Math.ceil(1000 / perSecond), silent_until);
    if (row !== undefined && next > now) return next;
    const sums = async (minutes: number) => {
      const { requests, bytes, oldest } = await transaction
        .selectFrom('pull_minute')
        .select(({ fn }) => [
          ...[fn.sum('requests').as('requests'), fn.sum('bytes').as('bytes')],
          fn.min('minute').as('oldest'),
        ])
        .where('token', '=', token)
        .where('minute', '>', minute - minutes)
        // One that is ahead is of a clock that was set back.
        .where('minute', '<=', minute)
        .executeTakeFirstOrThrow();
      return { requests: Number(requests ?? 0), bytes: Number(bytes ?? 0), oldest: Number(oldest) };
    };
    const hour = await sums(HOUR);
    const day = await sums(DAY);
    // A limit is free again when the oldest minute of its time no longer counts.
    const freeAt = Math.max(
      hour.requests >= perHour || hour.bytes >= bytesPerHour ? hour.oldest + HOUR : 0,
      day.requests >= perDay ? day.oldest + DAY : 0,
    );
    if (freeAt > 0) return freeAt * MINUTE_MS;
    await transaction
      .insertInto('pull_token')
      .values({ token, asked_at: now, silent_until: 0, silence_ms: 0 })
      .onConflict((conflict) => conflict.column('token').doUpdateSet({ asked_at: now }))
      .execute();
    await count(transaction, { token, minute, requests: 1, bytes: 0 });
    await transaction
      .deleteFrom('pull_minute')
      .where('minute', '<', minute - DAY)
      .execute();
    return undefined;
  });
}

async function count(
  transaction: Transaction<TenantTables>,
  used: TenantTables['pull_minute'],
): Promise<void> {
  await transaction
    .insertInto('pull_minute')
    .values(used)
    .onConflict((conflict) =>
      conflict.columns(['token', 'minute']).doUpdateSet((eb) => ({
        requests: eb('pull_minute.requests', '+', used.requests),
        bytes: eb('pull_minute.bytes', '+', used.bytes),
      })),
    )
    .execute();
}

/** Notes how much an answer had, and with it that the source is no longer busy. */
export async function noteAnswer(
  database: TenantDatabase,
  token: string,
  bytes: number,
): Promise<void> {
  await database.note(async (transaction) => {
    const minute = Math.floor(database.now() / MINUTE_MS);
    await count(transaction, { token, minute, requests: 0, bytes });
    await transaction
      .updateTable('pull_token')
      .set({ silence_ms: 0 })
      .where('token', '=', token)
      .where('silence_ms', '>', 0)
      .execute();
  });
}

/** The first silence after a source is busy, and the longest; each is twice as long as the one before. */
const FIRST_SILENCE_MS = 60_000;
const LONGEST_SILENCE_MS = 900_000;

/**
 * Keeps silent after an answer that says so.
 *
 * @param wishedMs For how long the source wants no request; undefined where it does not say.
 * @returns Until when.
 */
export function keepSilent(
  database: TenantDatabase,
  token: string,
  wishedMs: number | undefined,
): Promise<number> {
  return writeUnversioned(database, async (transaction) => {
    const row = await transaction
      .selectFrom('pull_token')
      .select('silence_ms')
      .where('token', '=', token)
      .executeTakeFirst();
    const doubled = Math.min((row?.silence_ms ?? 0) * 2, LONGEST_SILENCE_MS);
    const silence_ms = Math.max(doubled, FIRST_SILENCE_MS);
    const silent_until = database.now() + Math.max(silence_ms, wishedMs ?? 0);
    await transaction
      .updateTable('pull_token')
      .set({ silence_ms, silent_until })
      .where('token', '=', token)
      .execute();
    return silent_until;
  });
}
