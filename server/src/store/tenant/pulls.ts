import { createHash } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { lockName } from '../engines/dialect.js';
import { inPortions, upsert } from './bulk.js';
import type { TenantDatabase } from './open.js';
import type { PullResourceTable } from './pull-tables.js';
import type { TenantTables } from './tables.js';
import { writeUnversioned } from './write.js';

/** For how long a run has its source after it was last heard of: one that was killed holds no other up for longer. */
export const HELD_MS = 120_000;

/** How far one resource of a source has been read. */
export type PullState = Omit<Selectable<PullResourceTable>, 'source' | 'resource'>;

/** Another run has taken the source, as after the process or the machine was halted. */
export class SourceTaken extends Error {
  constructor(source: string) {
    super(`Another pull has taken over ${source}.`);
    this.name = 'SourceTaken';
  }
}

/**
 * Takes a source for one run.
 *
 * @param holder Tells the run.
 * @returns Whether it has it now; else another run is under way.
 */
export function holdSource(
  database: TenantDatabase,
  source: string,
  holder: string,
): Promise<boolean> {
  return writeUnversioned(database, async (transaction) => {
    const now = database.now();
    await lockName(transaction, `portico pull ${database.name}`);
    const held = await transaction
      .selectFrom('pull_source')
      .select('held_until')
      .where('source', '=', source)
      .where('holder', '<>', '')
      .executeTakeFirst();
    // One that is further ahead is of a clock that was set back.
    if (held !== undefined && held.held_until > now && held.held_until <= now + HELD_MS)
      return false;
    const run = { holder, held_until: now + HELD_MS };
    await transaction
      .insertInto('pull_source')
      .values({ source, ...run, succeeded_at: 0 })
      .onConflict((conflict) => conflict.column('source').doUpdateSet(run))
      .execute();
    return true;
  });
}

/** Notes that a run goes on. @throws SourceTaken when the source is no longer its own. */
export async function keepHolding(
  transaction: Transaction<TenantTables>,
  source: string,
  holder: string,
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('pull_source')
    .set({ held_until: now + HELD_MS })
    .where('source', '=', source)
    .where('holder', '=', holder)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new SourceTaken(source);
}

/** Lets a source go. @param succeeded Whether everything of it was read. */
export async function releaseSource(
  database: TenantDatabase,
  source: string,
  holder: string,
  succeeded: boolean,
): Promise<void> {
  await writeUnversioned(database, (transaction) =>
    transaction
      .updateTable('pull_source')
      .set({ holder: '', held_until: 0, ...(succeeded ? { succeeded_at: database.now() } : {}) })
      .where('source', '=', source)
      .where('holder', '=', holder)
      .execute(),
  );
}

/** How far a resource has been read; of one that has not, nothing. */
export async function pullState(
  { db }: Pick<TenantDatabase, 'db'>,
  source: string,
  resource: string,
): Promise<PullState> {
  const row = await db
    .selectFrom('pull_resource')
    .selectAll()
    .where('source', '=', source)
    .where('resource', '=', resource)
    .executeTakeFirst();
  const { source: _, resource: __, ...state } = row ?? { ...NOTHING_READ, source, resource };
  return state;
}

const NOTHING_READ: PullState = {
  ...{ watermark: '', began: '', link: '', position: '', mapping: '' },
  ...{ linked_at: 0, unordered: 0, whole: 0, swept_at: 0 },
};

/** Stores how far a resource has been read, in the transaction of what was read. */
export async function storePullState(
  transaction: Transaction<TenantTables>,
  source: string,
  resource: string,
  state: PullState,
): Promise<void> {
  await transaction
    .insertInto('pull_resource')
    .values({ source, resource, ...state })
    .onConflict((conflict) => conflict.columns(['source', 'resource']).doUpdateSet(state))
    .execute();
}

/** The keys of the records that were rejected. */
export async function rejectedKeys(
  { db }: Pick<TenantDatabase, 'db'>,
  source: string,
  resource: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('pull_reject')
    .select('key')
    .where('source', '=', source)
    .where('resource', '=', resource)
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** Notes which records were rejected, and which no longer are. */
export async function noteRejectedKeys(
  database: Pick<TenantDatabase, 'name'>,
  transaction: Transaction<TenantTables>,
  { source, resource }: { readonly source: string; readonly resource: string },
  { rejected, taken }: { readonly rejected: readonly string[]; readonly taken: readonly string[] },
): Promise<void> {
  await inPortions(taken, async (portion) => {
    await transaction
      .deleteFrom('pull_reject')
      .where('source', '=', source)
      .where('resource', '=', resource)
      .where('key', 'in', portion)
      .execute();
    return [];
  });
  const columns = ['source', 'resource', 'key'] as const;
  const rows = rejected.map((key) => ({ source, resource, key }));
  await upsert(database, transaction, 'pull_reject', columns, columns, rows);
}

/** What tells a token in the database, and gives nobody the token. */
export function tokenName(token: string): string {
  return createHash('sha256').update(`portico pull ${token}`).digest('hex').slice(0, 32);
}

/** How much a source may be asked. */
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
 * @returns When one may start; now or earlier where this one may.
 */
export function takeTurn(
  database: TenantDatabase,
  token: string,
  { perSecond, perHour, perDay, bytesPerHour }: PaceLimits,
): Promise<number> {
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
    const asked = (row?.asked_at ?? 0) - setBack;
    const silent_until = Math.max((row?.silent_until ?? 0) - setBack, 0);
    if (setBack > 0) {
      const set = { asked_at: asked, silent_until };
      await transaction.updateTable('pull_token').set(set).where('token', '=', token).execute();
    }
    const next = Math.max(asked + Math.ceil(1000 / perSecond), silent_until);
    if (row !== undefined && next > now) return next;
    const sums = async (minutes: number) => {
      const { requests, bytes } = await transaction
        .selectFrom('pull_minute')
        .select((eb) => [eb.fn.sum('requests').as('requests'), eb.fn.sum('bytes').as('bytes')])
        .where('token', '=', token)
        .where('minute', '>', minute - minutes)
        .executeTakeFirstOrThrow();
      return { requests: Number(requests ?? 0), bytes: Number(bytes ?? 0) };
    };
    const hour = await sums(HOUR);
    const { requests: ofDay } = await sums(DAY);
    if (hour.requests >= perHour || hour.bytes >= bytesPerHour || ofDay >= perDay) {
      return (minute + 1) * MINUTE_MS;
    }
    await transaction
      .insertInto('pull_token')
      .values({ token, asked_at: now, silent_until: 0, silence_ms: 0 })
      .onConflict((conflict) => conflict.column('token').doUpdateSet({ asked_at: now }))
      .execute();
    await transaction
      .insertInto('pull_minute')
      .values({ token, minute, requests: 1, bytes: 0 })
      .onConflict((conflict) =>
        conflict
          .columns(['token', 'minute'])
          .doUpdateSet((eb) => ({ requests: eb('pull_minute.requests', '+', 1) })),
      )
      .execute();
    await transaction
      .deleteFrom('pull_minute')
      .where('minute', '<', minute - DAY)
      .execute();
    return now;
  });
}

/** Notes how much an answer had, and with it that the source is no longer busy. */
export async function noteAnswer(
  database: TenantDatabase,
  token: string,
  bytes: number,
): Promise<void> {
  await database.note(async (transaction) => {
    const minute = Math.floor(database.now() / MINUTE_MS);
    await transaction
      .insertInto('pull_minute')
      .values({ token, minute, requests: 0, bytes })
      .onConflict((conflict) =>
        conflict
          .columns(['token', 'minute'])
          .doUpdateSet((eb) => ({ bytes: eb('pull_minute.bytes', '+', bytes) })),
      )
      .execute();
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
 * @param askedMs For how long the source wants no request; undefined where it does not say.
 * @returns Until when.
 */
export function keepSilent(
  database: TenantDatabase,
  token: string,
  askedMs: number | undefined,
): Promise<number> {
  return writeUnversioned(database, async (transaction) => {
    const row = await transaction
      .selectFrom('pull_token')
      .select('silence_ms')
      .where('token', '=', token)
      .executeTakeFirst();
    const doubled = Math.min((row?.silence_ms ?? 0) * 2, LONGEST_SILENCE_MS);
    const silence_ms = Math.max(doubled, FIRST_SILENCE_MS);
    const silent_until = database.now() + Math.max(silence_ms, askedMs ?? 0);
    await transaction
      .updateTable('pull_token')
      .set({ silence_ms, silent_until })
      .where('token', '=', token)
      .execute();
    return silent_until;
  });
}
