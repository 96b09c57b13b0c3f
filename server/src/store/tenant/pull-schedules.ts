import type { Selectable, Transaction, Updateable } from 'kysely';
import type { TenantDatabase } from './open.js';
import type { PullScheduleTable } from './pull-tables.js';
import { beginSource, HELD_MS, isHeldNow } from './pulls.js';
import type { TenantTables } from './tables.js';
import { writeUnversioned } from './write.js';

/** A pull that servers run. */
export type PullSchedule = Selectable<PullScheduleTable>;

/** What a secret is sealed for (`seal`): in another pull it does not open. */
export function placeOfPullSecret(publicId: string, variable: string): string {
  return `pull ${publicId} ${variable}`;
}

export function pullSchedules({ db }: Pick<TenantDatabase, 'db'>): Promise<PullSchedule[]> {
  return db.selectFrom('pull_schedule').selectAll().orderBy('source').execute();
}

/**
 * Adds a pull, or gives the one of its source another file: that keeps its secrets, unless others are given, and is not paused any
 * more.
 */
export async function storePullSchedule(
  database: TenantDatabase,
  schedule: Pick<PullSchedule, 'source' | 'public_id' | 'file' | 'mappings' | 'every_ms'> &
    Partial<Pick<PullSchedule, 'secrets'>>,
): Promise<void> {
  const { public_id, source, ...written } = schedule;
  const due = { ...written, paused: 0, next_at: database.now() };
  await writeUnversioned(database, async (transaction) => {
    await beginSource(transaction, source, due.next_at);
    await transaction
      .insertInto('pull_schedule')
      .values({ secrets: '{}', source, public_id, ...due })
      .onConflict((conflict) => conflict.column('source').doUpdateSet(due))
      .execute();
  });
}

export async function changePullSchedule(
  database: TenantDatabase,
  source: string,
  values: Updateable<PullScheduleTable>,
): Promise<void> {
  await writeUnversioned(database, (transaction) =>
    transaction.updateTable('pull_schedule').set(values).where('source', '=', source).execute(),
  );
}

/** Removes a pull, and how far its source was read. A run that is under way ends. */
export async function removePull(database: TenantDatabase, source: string): Promise<void> {
  await writeUnversioned(database, async (transaction) => {
    const tables = [
      ...(['pull_schedule', 'pull_source', 'pull_resource', 'pull_reject'] as const),
      ...(['pull_swept', 'pull_picture'] as const),
    ];
    for (const table of tables) {
      await transaction.deleteFrom(table).where('source', '=', source).execute();
    }
  });
}

/** Takes a pull that is due, or whose last run was killed, for this time. @returns False where another run has it. */
export function claimPull(database: TenantDatabase, source: string): Promise<boolean> {
  return writeUnversioned(database, async (transaction) => {
    const now = database.now();
    const run = await transaction
      .selectFrom('pull_source')
      .select(['holder', 'held_until'])
      .where('source', '=', source)
      .executeTakeFirst();
    const isHeld = run !== undefined && isHeldNow(run, now);
    const wasKilled = run !== undefined && run.holder !== '' && !isHeld;
    const { numUpdatedRows } = await transaction
      .updateTable('pull_schedule')
      .set((eb) => ({ next_at: eb('every_ms', '+', now) }))
      .where('source', '=', source)
      .where('paused', '=', 0)
      // A run that was killed is followed once: its successor is known as soon as it is taken, and failures in a row back off.
      .where((eb) =>
        eb('next_at', '<=', wasKilled ? eb('every_ms', '+', now - HELD_MS) : eb.val(now)),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n && !isHeld;
  });
}

/** The longest pause behind failures, unless the pull comes more rarely anyway. */
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Notes when a pull is due behind a run. One that fails backs off, and waits until its source may be read; one that was stopped,
 * as with its server, is due.
 *
 * @param failures How many runs in a row have failed; `stopped` where this one has not come to its end.
 */
export async function schedulePull(
  transaction: Transaction<TenantTables>,
  source: string,
  failures: number | 'stopped',
  now: number,
): Promise<void> {
  if (failures === 0) return;
  const schedule = await transaction
    .selectFrom('pull_schedule')
    .leftJoin('pull_source', 'pull_source.source', 'pull_schedule.source')
    .select(['every_ms', 'waits_until'])
    .where('pull_schedule.source', '=', source)
    .executeTakeFirst();
  if (schedule === undefined) return;
  const { every_ms, waits_until } = schedule;
  const pause = (times: number) =>
    Math.max(every_ms, Math.min(every_ms * 2 ** (times - 1), LONGEST_PAUSE_MS));
  const next_at = failures === 'stopped' ? now : Math.max(now + pause(failures), waits_until ?? 0);
  await transaction
    .updateTable('pull_schedule')
    .set({ next_at })
    .where('source', '=', source)
    .execute();
}
