import type { Insertable, Transaction } from 'kysely';
import { type Actor, storeAudit } from '../audit/audit.js';
import type { ImportResult, ImportRunTable } from './import-run-tables.js';
import type { TenantDatabase } from './open.js';
import type { TenantTables } from './tables.js';
import { writeUnversioned } from './write.js';

/** How many runs of a tenant are kept. */
const MOST_RUNS = 1000;

/** What one key pushes within this time is one run, and the operator gets one email at most, in milliseconds. */
const HOUR_MS = 3_600_000;

/** How often an import notes that it still runs, and after which silence it does not, in milliseconds. */
export const RUNNING_NOTED_MS = 60_000;
const SILENT_MS = 5 * RUNNING_NOTED_MS;

/** What becomes of a run whose process was killed. */
export const KILLED = {
  result: 'failed',
  message: 'It ended without a word, as when its process is killed.',
} as const;

/** How many records of one kind became what. Absent numbers are 0. */
export interface RunCounts {
  readonly read: number;
  readonly written: number;
  readonly rejected: number;
  readonly unchanged?: number;
  readonly removed?: number;
  readonly refused?: number;
  readonly kept?: number;
}

export type CountsByKind = Readonly<Record<string, RunCounts>>;

/** With how many records of a kind later complete imports compare, by source; `''` for the whole kind. R300. */
export type Bases = Readonly<Record<string, number>>;

/** The last import of a tenant or feed, and when one failed last. Moments are milliseconds since the epoch. */
export interface ImportState {
  readonly by: string;
  readonly mode: string;
  readonly files: readonly string[];
  readonly startedAt: number;
  /** Of one that is under way, when that was last noted. */
  readonly endedAt: number;
  readonly result: ImportResult;
  readonly counts: CountsByKind;
  readonly message: string;
  readonly failedAt?: number | undefined;
}

export interface RunEnd {
  readonly counts: CountsByKind;
  readonly result: ImportResult;
  readonly message: string;
  /** Of a complete import, by kind. */
  readonly bases?: Readonly<Record<string, Bases>>;
}

const FAILED: readonly ImportResult[] = ['rejected', 'partial', 'refused', 'failed'];

/** Whether somebody should look after an import that ended so. */
export function isFailure(result: ImportResult): boolean {
  return FAILED.includes(result);
}

/**
 * How an import ended that was not stopped: a kind of which every record was rejected counts.
 *
 * @param unfetched How many pictures were not fetched.
 * @param fewest How many records tell something of all others: what a pull reads at once may be a single one.
 */
export function resultOf(counts: CountsByKind, unfetched = 0, fewest = 1): ImportResult {
  const isRejected = ({ written, rejected }: RunCounts) => rejected >= fewest && written === 0;
  if (Object.values(counts).some(isRejected)) return 'rejected';
  return unfetched > 0 ? 'partial' : 'ok';
}

/**
 * Notes that a command begins an import, so that one that is killed leaves a trace. `noteRunning` has to follow
 * regularly.
 *
 * @param by Who began it, where that was in the console.
 * @returns The number of the run.
 */
export function beginRun(
  database: TenantDatabase,
  run: Pick<ImportRunTable, 'mode' | 'files'>,
  by = 'command',
): Promise<number> {
  return writeUnversioned(database, (transaction) =>
    insertRun(transaction, {
      ...run,
      ...{ started_by: by, counts: '{}', result: 'running', message: '' },
      ...{ started_at: database.now(), ended_at: database.now(), emailed_at: 0 },
    }),
  );
}

/** Notes that a run has not ended. */
export async function noteRunning(database: TenantDatabase, id: number): Promise<void> {
  await writeUnversioned(database, (transaction) =>
    transaction
      .updateTable('import_run')
      // Another import may have taken it for killed, if the process or the machine was halted.
      .set({ result: 'running', message: '', ended_at: database.now() })
      .where('id', '=', id)
      .execute(),
  );
}

/** Whether a run has changed nothing: most pulls find nothing, and come every few minutes. */
export function isIdle(counts: CountsByKind): boolean {
  return Object.values(counts).every(
    ({ written, unchanged = 0, removed = 0 }) => written <= unchanged && removed === 0,
  );
}

/** Adds what an import has changed to the audit, but not its files: their names may be those of people. */
export async function auditRun(
  transaction: Transaction<TenantTables>,
  actor: Actor | undefined,
  { counts, result }: Pick<RunEnd, 'counts' | 'result'>,
): Promise<void> {
  if (isIdle(counts)) return;
  await storeAudit(transaction, actor, { kind: 'import', counts: { result, ...counts } });
}

async function insertRun(
  transaction: Transaction<TenantTables>,
  run: Insertable<ImportRunTable>,
): Promise<number> {
  const silentSince = run.started_at - SILENT_MS;
  await transaction
    .updateTable('import_run')
    .set(KILLED)
    .where('result', '=', 'running')
    .where('started_at', '<', silentSince)
    .where('ended_at', '<', silentSince)
    .execute();
  const { id } = await transaction
    .insertInto('import_run')
    .values(run)
    .returning('id')
    .executeTakeFirstOrThrow();
  await deleteRunsUpTo(transaction, id - MOST_RUNS);
  return id;
}

/** Deletes old runs, but for the last ones that say what complete imports compare with: pulls are many and say nothing. */
async function deleteRunsUpTo(transaction: Transaction<TenantTables>, last: number): Promise<void> {
  const old = transaction.deleteFrom('import_run').where('id', '<=', last);
  const runs = await transaction
    .selectFrom('import_run')
    .select(['id', 'counts'])
    .where('id', '<=', last)
    .where('counts', 'like', '%"bases":%')
    .orderBy('id', 'desc')
    .execute();
  const newer = new Set<string>();
  const kept = runs.filter(({ counts }) => {
    const stored = Object.entries(JSON.parse(counts) as Record<string, { bases?: Bases }>);
    const names = stored.flatMap(([kind, { bases = {} }]) =>
      Object.keys(bases).map((source) => `${kind} ${source}`),
    );
    const tellsMore = names.some((name) => !newer.has(name));
    for (const name of names) newer.add(name);
    return tellsMore;
  });
  const ids = kept.map(({ id }) => id);
  await (ids.length === 0 ? old : old.where('id', 'not in', ids)).execute();
}

/**
 * Notes how a run ended.
 *
 * @param mayEmail Whether the operator is to be told.
 * @param refreshes Whether the data is up to date only now. A pull notes that ahead of its pictures.
 * @returns Whether an email is due: there is at most one an hour.
 */
export async function endRun(
  transaction: Transaction<TenantTables>,
  id: number,
  { counts, result, message, bases }: RunEnd,
  {
    now,
    mayEmail,
    refreshes = true,
  }: { readonly now: number; readonly mayEmail: boolean; readonly refreshes?: boolean },
): Promise<boolean> {
  const emailed = await transaction
    .selectFrom('import_run')
    .select('id')
    .where('emailed_at', '>', now - HOUR_MS)
    .executeTakeFirst();
  const isDue = mayEmail && emailed === undefined;
  await transaction
    .updateTable('import_run')
    .set({ counts: countsText(counts, bases), result, message, ended_at: now })
    .$if(isDue, (update) => update.set({ emailed_at: now }))
    .where('id', '=', id)
    .execute();
  // What was fetched of it but pictures is up to date.
  if (refreshes && (result === 'ok' || result === 'partial')) await noteRefreshed(transaction, now);
  return isDue;
}

/** Notes that the data is up to date. */
export async function noteRefreshed(
  transaction: Transaction<TenantTables>,
  refreshed_at: number,
): Promise<void> {
  await transaction.updateTable('revision').set({ refreshed_at }).execute();
}

/**
 * Notes records that a key has pushed. Those of an hour are one run (R303), as some back offices push each record by
 * itself. The caller holds the lock of imports.
 *
 * @param key The public id of the key.
 */
export async function notePush(
  transaction: Transaction<TenantTables>,
  key: string,
  pushed: CountsByKind,
  now: number,
): Promise<void> {
  const started_by = `key ${key}`;
  const run = await transaction
    .selectFrom('import_run')
    .select(['id', 'counts'])
    .where('started_by', '=', started_by)
    .where('started_at', '>', now - HOUR_MS)
    .executeTakeFirst();
  const counts = run === undefined ? pushed : sumOf(JSON.parse(run.counts), pushed);
  const end = { counts: JSON.stringify(counts), result: resultOf(counts), ended_at: now };
  if (run !== undefined) {
    await transaction.updateTable('import_run').set(end).where('id', '=', run.id).execute();
    return;
  }
  const push = { ...end, mode: 'push', files: '[]', message: '', emailed_at: 0 };
  await insertRun(transaction, { ...push, started_by, started_at: now });
}

function sumOf(before: CountsByKind, more: CountsByKind): CountsByKind {
  const sum: Record<string, RunCounts> = { ...before };
  for (const [kind, counts] of Object.entries(more)) {
    const total: Record<string, number> = { ...before[kind] };
    for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
    sum[kind] = total as unknown as RunCounts;
  }
  return sum;
}

/** The counts as they are stored. What is to be compared with is among those of its kind. */
function countsText(counts: CountsByKind, bases: RunEnd['bases'] = {}): string {
  const stored: Record<string, object> = { ...counts };
  for (const [kind, ofKind] of Object.entries(bases)) {
    stored[kind] = { ...(stored[kind] ?? { read: 0, written: 0, rejected: 0 }), bases: ofKind };
  }
  return JSON.stringify(stored);
}

function countsOfRun({ counts }: Pick<ImportRunTable, 'counts'>): CountsByKind {
  const stored = Object.entries(
    JSON.parse(counts) as Record<string, RunCounts & { bases?: Bases }>,
  );
  return Object.fromEntries(stored.map(([kind, { bases: _, ...ofKind }]) => [kind, ofKind]));
}

/** What the last complete imports have noted of a kind to compare with. */
export async function lastBases({ db }: Pick<TenantDatabase, 'db'>, kind: string): Promise<Bases> {
  const runs = await db
    .selectFrom('import_run')
    .select('counts')
    .where('mode', 'in', ['complete', 'pull'])
    .orderBy('id')
    .execute();
  const bases: Record<string, number> = {};
  for (const { counts } of runs) Object.assign(bases, JSON.parse(counts)[kind]?.bases);
  return bases;
}

/** The last import of a tenant or feed; null if there is none, which is noted as such. */
export async function lastImport({ db }: Pick<TenantDatabase, 'db'>): Promise<ImportState | null> {
  const newest = db.selectFrom('import_run').selectAll().orderBy('id', 'desc').limit(1);
  const last = await newest.executeTakeFirst();
  if (last === undefined) return null;
  const failed = isFailure(last.result)
    ? last
    : await newest.where('result', 'in', FAILED).executeTakeFirst();
  return {
    ...{ by: last.started_by, mode: last.mode, result: last.result, message: last.message },
    files: JSON.parse(last.files),
    startedAt: last.started_at,
    endedAt: last.ended_at,
    counts: countsOfRun(last),
    failedAt: failed && lastSignOf(failed.started_at, failed.ended_at),
  };
}

/** Runs, the newest first, and how many are kept. */
export async function listRuns(
  { db }: TenantDatabase,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  now: number,
) {
  const kept = db.selectFrom('import_run');
  const { total } = await kept
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page = kept.selectAll().orderBy('id', 'desc').limit(limit).offset(offset);
  const runs = (await page.execute()).map((run) => {
    const isSilent = lastSignOf(run.started_at, run.ended_at) < now - SILENT_MS;
    return run.result === 'running' && isSilent ? { ...run, ...KILLED } : run;
  });
  return { runs, total: Number(total) };
}

/** When a run ended or was last known to run: earlier releases noted nothing until the end. */
function lastSignOf(startedAt: number, endedAt: number): number {
  return Math.max(startedAt, endedAt);
}

/** An import as it is known now: one that has been silent for long was killed. */
export function importAt(now: number, state: ImportState): ImportState {
  const lastSign = lastSignOf(state.startedAt, state.endedAt);
  if (state.result !== 'running' || lastSign >= now - SILENT_MS) return state;
  return { ...state, ...KILLED, endedAt: lastSign, failedAt: lastSign };
}
