import type { Transaction } from 'kysely';
import type { PullNote } from '../directory/email-notes.js';
import type { TenantDatabase } from './open.js';
import { picturesToGo } from './pull-pictures.js';
import { pullSchedules, schedulePull } from './pull-schedules.js';
import type { TenantTables } from './tables.js';

/** After so many failures in a row, or so long without a success, the operator gets an email. */
const FAILURES_TOLERATED = 2;
const SUCCESS_WITHIN_MS = 6 * 3_600_000;

/** What the end of a run changes. */
export interface PullEnd {
  /** How many runs in a row have failed, with this one. */
  readonly failures: number;
  /** How many had failed before it. */
  readonly failuresBefore: number;
  /** Milliseconds since the epoch; 0 for never. */
  readonly succeededAt: number;
  /** Whether the operator knows by email that runs fail. */
  readonly isAlarmed: boolean;
  /** Whether an email is due to the operator that runs fail, or that they work again; undefined where that was done. */
  readonly alarm: 'begins' | 'ends' | undefined;
}

/** Notes how a run of a source has ended that was not stopped. */
export async function notePullEnd(
  transaction: Transaction<TenantTables>,
  source: string,
  { failed, now }: { readonly failed: boolean; readonly now: number },
): Promise<PullEnd> {
  const row = await transaction
    .selectFrom('pull_source')
    .select(['failures', 'alarmed', 'succeeded_at'])
    .where('source', '=', source)
    .executeTakeFirst();
  // There is none where the feed was wiped during the run.
  const { failures: failuresBefore, alarmed, succeeded_at } = row ?? NEVER_PULLED;
  const failures = failed ? failuresBefore + 1 : 0;
  const isOld = succeeded_at > 0 && now - succeeded_at >= SUCCESS_WITHIN_MS;
  const isBad = failed && (alarmed === 1 || failures > FAILURES_TOLERATED || isOld);
  await transaction
    .updateTable('pull_source')
    .set({ failures, alarmed: isBad ? 1 : 0 })
    .where('source', '=', source)
    .execute();
  await schedulePull(transaction, source, failures, now);
  const changes = isBad !== (alarmed === 1);
  const alarm = changes ? (isBad ? 'begins' : 'ends') : undefined;
  return { failures, failuresBefore, succeededAt: succeeded_at, isAlarmed: isBad, alarm };
}

const NEVER_PULLED = {
  ...{ failures: 0, alarmed: 0, succeeded_at: 0, requests: 0, records: 0 },
  ...{ holder: '', held_until: 0, waits_until: 0, added_at: 0 },
};

/** Notes what is owed to the readers of a feed: a message about a run; empty for nothing. */
export async function noteOwed(
  transaction: Transaction<TenantTables>,
  source: string,
  owed: string,
): Promise<void> {
  await transaction.updateTable('pull_source').set({ owed }).where('source', '=', source).execute();
}

/** Forgets what was owed, unless a later run owes something else. */
export async function forgetOwed(
  transaction: Transaction<TenantTables>,
  source: string,
  owed: string,
): Promise<void> {
  await transaction
    .updateTable('pull_source')
    .set({ owed: '' })
    .where('source', '=', source)
    .where('owed', '=', owed)
    .execute();
}

/** What is owed to the readers of a feed; empty for nothing. */
export async function owedReport(
  { db }: Pick<TenantDatabase, 'db'>,
  source: string,
): Promise<string> {
  const query = db.selectFrom('pull_source').select('owed').where('source', '=', source);
  return (await query.executeTakeFirst())?.owed ?? '';
}

export async function pullNotes({ db }: Pick<TenantDatabase, 'db'>): Promise<PullNote[]> {
  const schedules = new Map((await pullSchedules({ db })).map((each) => [each.source, each]));
  const sources = await db.selectFrom('pull_source').selectAll().orderBy('source').execute();
  const names = new Set([...sources.map(({ source }) => source), ...schedules.keys()]);
  if (names.size === 0) return [];
  const resources = await db.selectFrom('pull_resource').select(['source', 'watermark']).execute();
  const rejects = await db
    .selectFrom('pull_reject')
    .select((eb) => ['source', eb.fn.countAll<number>().as('rejected')])
    .groupBy('source')
    .execute();
  const pictures = await picturesToGo({ db });
  return [...names].sort().map((source) => {
    const { succeeded_at, added_at, failures, requests, records, holder, held_until, waits_until } =
      sources.find((each) => each.source === source) ?? NEVER_PULLED;
    const watermarks = resources.filter((resource) => resource.source === source);
    const moments = watermarks.map(({ watermark }) => Date.parse(watermark) || 0);
    const schedule = schedules.get(source);
    return {
      ...{ source, succeededAt: succeeded_at, addedAt: added_at, failures, requests, records },
      readTo: moments.length === 0 ? 0 : Math.min(...moments),
      rejected: Number(rejects.find((each) => each.source === source)?.rejected ?? 0),
      pictures: pictures.get(source) ?? 0,
      ...(waits_until > 0 && { waitsUntil: waits_until }),
      ...(schedule && {
        everyMs: schedule.every_ms,
        nextAt: schedule.paused === 1 ? null : schedule.next_at,
        ...(holder === '' ? {} : { heldUntil: held_until }),
      }),
    };
  });
}
