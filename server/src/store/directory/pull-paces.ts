import { createHash } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { lockName } from '../engines/dialect.js';
import type { PullMinuteTable, PullTokenTable } from './pull-pace-tables.js';
import type { DirectoryTables } from './tables.js';

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
  readonly bytesPerDay: number;
}

const MINUTE_MS = 60_000;

/** Minutes of an hour and of a day, and the one that has begun. */
const HOUR = 61;
const DAY = 1441;

/** The first silence after a source is busy, and the longest; each is twice as long as the one before. */
const FIRST_SILENCE_MS = 60_000;
const LONGEST_SILENCE_MS = 900_000;

/** What tokens have requested of their sources, of all clients and feeds: vendors count by token. */
export class PullPaces {
  readonly #db: Kysely<DirectoryTables>;
  readonly #notes: Kysely<DirectoryTables>;

  /** @param notes The same tables. On SQLite no commit waits for the disk there: a power cut is followed by a longer pause. */
  constructor(db: Kysely<DirectoryTables>, notes: Kysely<DirectoryTables>) {
    this.#db = db;
    this.#notes = notes;
  }

  /**
   * Notes a request ahead of it, if one may start.
   *
   * Minutes are counted whole, so that at most a minute too much is counted and never one too little.
   *
   * @param clock Milliseconds since the epoch, read once no other request of the token is noted.
   * @returns When one may start; undefined where this one may.
   */
  takeTurn(token: string, limits: PaceLimits, clock: () => number): Promise<number | undefined> {
    const { perSecond, perHour, perDay, bytesPerHour, bytesPerDay } = limits;
    return this.#notes.transaction().execute(async (transaction) => {
      await lockName(transaction, `portico pull token ${token}`);
      const now = clock();
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
        return {
          requests: Number(requests ?? 0),
          bytes: Number(bytes ?? 0),
          oldest: Number(oldest),
        };
      };
      const hour = await sums(HOUR);
      const day = await sums(DAY);
      // A limit is free again when the oldest minute of its time no longer counts.
      const freeAt = Math.max(
        hour.requests >= perHour || hour.bytes >= bytesPerHour ? hour.oldest + HOUR : 0,
        day.requests >= perDay || day.bytes >= bytesPerDay ? day.oldest + DAY : 0,
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

  /** Notes how much an answer had, and with a good one that the source is no longer busy. */
  async noteAnswer(token: string, bytes: number, isGood: boolean, now: number): Promise<void> {
    await this.#notes.transaction().execute(async (transaction) => {
      const minute = Math.floor(now / MINUTE_MS);
      await count(transaction, { token, minute, requests: 0, bytes });
      if (!isGood) return;
      await transaction
        .updateTable('pull_token')
        .set({ silence_ms: 0 })
        .where('token', '=', token)
        .where('silence_ms', '>', 0)
        .execute();
    });
  }

  /**
   * Keeps silent after an answer that says so.
   *
   * @param wishedMs For how long the source wants no request; undefined where it does not say.
   */
  async keepSilent(token: string, wishedMs: number | undefined, now: number): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('pull_token')
        .select('silence_ms')
        .where('token', '=', token)
        .executeTakeFirst();
      const doubled = Math.min((row?.silence_ms ?? 0) * 2, LONGEST_SILENCE_MS);
      const silence_ms = Math.max(doubled, FIRST_SILENCE_MS);
      const silent_until = now + Math.max(silence_ms, wishedMs ?? 0);
      await transaction
        .updateTable('pull_token')
        .set({ silence_ms, silent_until })
        .where('token', '=', token)
        .execute();
    });
  }

  /** Takes over what a release up to 0.4.0 has counted in the database of a client or feed. */
  async adopt(
    token: Selectable<PullTokenTable>,
    minutes: readonly Selectable<PullMinuteTable>[],
  ): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('pull_token')
        .values(token)
        .onConflict((conflict) => conflict.column('token').doNothing())
        .execute();
      for (const minute of minutes) await count(transaction, minute);
    });
  }
}

async function count(
  transaction: Transaction<DirectoryTables>,
  used: Selectable<PullMinuteTable>,
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
