import { basename, dirname } from 'node:path';
import { ImportStopped, messageOf, RemovalRefused } from 'portico-importer/errors.js';
import { RESOURCE_NAMES } from 'portico-importer/resource.js';
import type { ImportSummary } from 'portico-importer/summary.js';
import { systemTimer, type Timer } from '../../lib/clock.js';
import { counted, shorten } from '../../lib/text.js';
import type { Services } from '../../services.js';
import { BY_CONSOLE } from '../../store/audit/audit.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import {
  auditRun,
  beginRun,
  type CountsByKind,
  endRun,
  isFailure,
  isIdle,
  lastImport,
  noteRunning,
  RUNNING_NOTED_MS,
  type RunCounts,
  type RunEnd,
  resultOf,
} from '../../store/tenant/import-runs.js';
import { pullNotes } from '../../store/tenant/pull-ends.js';
import { readsFeed } from '../client/entry.js';
import type { OpenedDatabase } from '../open.js';
import { failedImportEmail } from './failed-import.email.js';
import { endOfPull } from './pull-end.js';

/** Characters of a message, and files, that a run keeps. */
const MESSAGE_KEPT = 400;
const FILES_KEPT = 20;

/** A pull that rejects all of fewer records has not failed: it may bring the same one every ten minutes. */
const FEWEST_OF_PULL = 10;

interface ImportRequest {
  /** As the caller wrote them. */
  readonly sources: readonly string[];
  readonly mode: 'import' | 'complete' | 'pull';
  /** Of a pull, the source that it reads. */
  readonly pullOf?: string;
  /** What later complete imports compare with, once this one has ended. */
  readonly bases?: () => Promise<RunEnd['bases']>;
  /** Ends what follows the import, too. */
  readonly signal?: AbortSignal;
  readonly timer?: Timer;
}

/**
 * Runs an import, notes it in the database, and reports it: receivers of webhooks of each, the operator by email of
 * one that failed or did not remove what it should. Feeds have no receivers: a pull is reported to those of its readers.
 *
 * @throws what `work` throws.
 */
export async function recordedImport(
  opened: OpenedDatabase,
  { sources, mode, pullOf, bases, signal, timer = systemTimer }: ImportRequest,
  work: () => Promise<ImportSummary>,
): Promise<ImportSummary> {
  const files = sources
    .slice(0, FILES_KEPT)
    .map((source) => (source === '-' ? 'standard input' : basename(source)));
  const { name = '' } = opened.services.actor ?? {};
  const by = name.startsWith(BY_CONSOLE) ? name : undefined;
  const id = await beginRun(opened.database, { mode, files: JSON.stringify(files) }, by);
  await noted(opened, 'begin', () => noteInDirectory(opened));
  const stopNoting = keepNoting(opened, id, timer);
  const note = (run: RunEnd) =>
    noted(opened, 'end', async () => {
      await stopNoting();
      const found = await bases?.();
      const ended = found === undefined ? run : { ...run, bases: found };
      if (pullOf === undefined) await end(opened, id, files, ended);
      else await endOfPull(opened, id, { files, source: pullOf }, ended);
      await noteInDirectory(opened);
    });
  try {
    const summary = await work();
    const counts = countsOf(summary);
    const { failed = 0, gaveUp } = summary.pictures ?? {};
    // A pull asks again for single ones.
    const unfetched = mode === 'pull' && gaveUp !== true ? 0 : failed;
    const fewest = mode === 'pull' ? FEWEST_OF_PULL : 1;
    const result =
      summary.interrupted === true ? 'interrupted' : resultOf(counts, unfetched, fewest);
    const message = result === 'partial' ? unfetchedText(unfetched, summary) : '';
    await note({ counts, result, message });
    if (result !== 'interrupted' && !isIdle(counts)) await mailMembers(opened, signal);
    return summary;
  } catch (error) {
    const summary = error instanceof ImportStopped ? error.summary : undefined;
    const result = error instanceof RemovalRefused ? 'refused' : 'failed';
    const message = shorten(withoutFolders(messageOf(error), sources), MESSAGE_KEPT);
    await note({ counts: countsOf(summary ?? {}), result, message });
    throw error;
  }
}

/** Queues email about saved searches that find what was imported. Never fails: servers go on with what is left. */
async function mailMembers(
  { services, entry }: OpenedDatabase,
  signal?: AbortSignal,
): Promise<void> {
  const warn = (error: unknown, client: string) =>
    services.log.warn({ client, reason: messageOf(error) }, 'servers queue the rest of the email');
  try {
    const isClient = entry.kind === 'client';
    for (const { name } of isClient ? [entry] : await notedReaders(services, entry)) {
      if (signal?.aborted === true) return;
      // One that cannot be opened must not keep the email from the others.
      await services.alerts.follow(name, signal).catch((error: unknown) => warn(error, name));
    }
  } catch (error) {
    warn(error, entry.name);
  }
}

/** The readers of a feed in which anybody may have saved a search: those that servers look into. */
async function notedReaders({ directory }: Services, { name }: ClientEntry) {
  const noted = await directory.emailNotes.noted();
  return noted.map(({ entry }) => entry).filter((entry) => readsFeed(entry, name));
}

async function end(
  { services: { outbox, webhooks, clock, actor }, entry, database }: OpenedDatabase,
  id: number,
  files: readonly string[],
  run: RunEnd,
): Promise<void> {
  const { counts, result } = run;
  const isClient = entry.kind === 'client';
  const { importEvent, failedImportEvent } = await import('../../resources/webhook-events.js');
  const isCompleted = result !== 'failed' && result !== 'interrupted';
  const events = [
    ...(isCompleted ? [importEvent(counts)] : []),
    ...(isFailure(result) ? [failedImportEvent(result, counts)] : []),
  ];
  const announce = () => outbox.announce(database);
  await database.write(async (transaction) => {
    await auditRun(transaction, actor, run);
    const mayEmail = isClient && (result === 'failed' || result === 'refused');
    const isDue = await endRun(transaction, id, run, { now: clock.now(), mayEmail });
    // Only then: the servers open a database of which this is noted.
    if (isClient) await webhooks.queueAll(transaction, entry.name, events, announce);
    if (!isDue) return;
    await announce();
    await outbox.queue(transaction, failedImportEmail(entry.name, files, run));
  });
}

/** Notes something of an import. Never fails: what was written is written, whether or not it is noted. */
async function noted(
  { services: { log } }: OpenedDatabase,
  what: string,
  note: () => Promise<void>,
): Promise<void> {
  await note().catch((error: unknown) =>
    log.warn({ reason: messageOf(error) }, `the ${what} of the import is not noted`),
  );
}

/** Notes again and again that an import runs. @returns Stops that; then no note is under way. */
function keepNoting(opened: OpenedDatabase, id: number, timer: Timer): () => Promise<void> {
  const note = async () => {
    await noteRunning(opened.database, id);
    await noteInDirectory(opened);
  };
  let cancel = () => {};
  let underWay: Promise<void> | undefined;
  const wait = () => {
    cancel = timer.after(RUNNING_NOTED_MS, () => {
      underWay = noted(opened, 'progress', note).then(wait);
    });
  };
  wait();
  return async () => {
    cancel();
    await underWay;
    cancel();
  };
}

/** Has `portico status` know the import without opening the database. */
export async function noteInDirectory({
  services,
  database,
}: Pick<OpenedDatabase, 'services' | 'database'>): Promise<void> {
  await services.directory.emailNotes.note(database.name, database.now(), {
    lastImport: JSON.stringify(await lastImport(database)),
    pulls: JSON.stringify(await pullNotes(database)),
  });
}

function countsOf(summary: Partial<ImportSummary>): CountsByKind {
  const counts: Record<string, RunCounts> = {};
  for (const kind of RESOURCE_NAMES) {
    const ofKind = summary[kind];
    if (ofKind === undefined) continue;
    const removed = (ofKind.removed ?? 0) + (summary.removed?.[kind] ?? 0);
    const refused = summary.refused?.[kind]?.count ?? 0;
    counts[kind] = {
      ...ofKind,
      ...(removed > 0 ? { removed } : {}),
      ...(refused > 0 ? { refused } : {}),
    };
  }
  return counts;
}

function unfetchedText(unfetched: number, { pictures }: ImportSummary): string {
  const [first] = pictures?.reasons ?? [];
  const text = `Not fetched: ${counted(unfetched, 'pictures')}. ${first?.reason ?? ''}`.trimEnd();
  return shorten(text, MESSAGE_KEPT);
}

/** A message that names files by their names only: it is kept, and goes out by email. */
function withoutFolders(message: string, sources: readonly string[]): string {
  const folders = sources.flatMap((source) => [`${source}/`, `${dirname(source)}/`]);
  return folders.reduce((text, folder) => text.replaceAll(folder, ''), message);
}
