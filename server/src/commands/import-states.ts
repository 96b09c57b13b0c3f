import { TimeoutError, withTimeout } from '../lib/timeout.js';
import type { Services } from '../services.js';
import type { ClientEntry } from '../store/directory/directory.js';
import type { ImportResult } from '../store/tenant/import-run-tables.js';
import { type CountsByKind, isFailure, lastRuns } from '../store/tenant/import-runs.js';

/** The last import of a tenant or feed, and when one failed last. Moments are milliseconds since the epoch. */
export interface ImportState {
  readonly by: string;
  readonly mode: string;
  readonly files: readonly string[];
  readonly startedAt: number;
  /** Undefined for one that has not ended, or was killed. */
  readonly endedAt: number | undefined;
  readonly result: ImportResult;
  readonly counts: CountsByKind;
  readonly message: string;
  readonly failedAt: number | undefined;
}

/** The imports of tenants and feeds. */
export interface ImportStates {
  /** By name, of those that had any. */
  readonly found: ReadonlyMap<string, ImportState>;
  /** The names of those whose turn did not come in time, or whose database could not be read. */
  readonly unread: readonly string[];
}

/**
 * The imports of tenants and feeds.
 *
 * @param entries Those whose databases have all schema steps.
 * @param withinMs The longest that this may take, however many databases there are.
 */
export async function importStates(
  { tenants, clock }: Pick<Services, 'tenants' | 'clock'>,
  entries: readonly ClientEntry[],
  withinMs: number,
): Promise<ImportStates> {
  const until = clock.monotonic() + withinMs;
  const found = new Map<string, ImportState>();
  const unread: string[] = [];
  for (const entry of entries) {
    const leftMs = until - clock.monotonic();
    try {
      if (leftMs <= 0) throw new TimeoutError(withinMs);
      const state = await withTimeout(stateOf(tenants, entry), leftMs, () => {});
      if (state !== undefined) found.set(entry.name, state);
    } catch {
      unread.push(entry.name);
    }
  }
  return { found, unread };
}

async function stateOf(
  tenants: Services['tenants'],
  entry: ClientEntry,
): Promise<ImportState | undefined> {
  const { database, leave } = await tenants.visit(entry);
  try {
    const { last, failed } = await lastRuns(database);
    if (last === undefined) return undefined;
    return {
      ...{ by: last.started_by, mode: last.mode, result: last.result, message: last.message },
      files: JSON.parse(last.files),
      startedAt: last.started_at,
      endedAt: last.ended_at === 0 ? undefined : last.ended_at,
      counts: JSON.parse(last.counts),
      failedAt: failed?.ended_at,
    };
  } finally {
    leave();
  }
}

/** The imports that somebody should look after, in words. */
export function importProblems({ found }: Pick<ImportStates, 'found'>): string[] {
  return [...found]
    .filter(([, { result }]) => isFailure(result))
    .map(([name, { result, message }]) =>
      `The last import of ${name} ${WORDS[result]} ${message}`.trim(),
    );
}

const WORDS: Readonly<Record<ImportResult, string>> = {
  running: 'has not ended.',
  ok: 'went well.',
  rejected: 'took no record of a kind: all were rejected.',
  refused: 'did not remove what its files do not name.',
  failed: 'failed.',
  interrupted: 'was interrupted.',
};
