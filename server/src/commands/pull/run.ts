import { join, resolve } from 'node:path';
import { ImportStopped } from 'portico-importer/errors.js';
import { isSourceName } from 'portico-importer/source-key.js';
import type { ImportSummary } from 'portico-importer/summary.js';
import { keepHeapSmall } from '../../lib/threads.js';
import type { PullFile } from '../../pull/pull-file.js';
import type { PullTexts, storedTexts } from '../../pull/pull-texts.js';
import { unseal } from '../../store/secrets/seal.js';
import { KILLED, type RunEnd } from '../../store/tenant/import-runs.js';
import { pullNotes } from '../../store/tenant/pull-ends.js';
import { type PullSchedule, placeOfPullSecret } from '../../store/tenant/pull-schedules.js';
import { holdSource, releaseSource } from '../../store/tenant/pulls.js';
import { removeOldRejects } from '../client/remove.js';
import type { World } from '../command.js';
import type { Report } from '../command-error.js';
import { endOfPull, reportOwed } from '../import/pull-end.js';
import { recordedImport } from '../import/recorded.js';
import { summaryText } from '../import/summary.js';
import { type OpenedCommand, type OpenedDatabase, onDatabase } from '../open.js';
import { stopOnInterrupt } from '../stopping.js';
import { parsed } from './from-input.js';
import { type OfSource, pullIn, readPull, scheduleOf } from './schedule.js';

interface RunOptions {
  readonly sweep?: true;
  readonly force?: true;
  readonly dryRun?: true;
  readonly show?: number;
}

interface Pull {
  readonly source: string;
  /** As an import names its files. */
  readonly path: string;
  /** Reads its file: one that has become wrong, or has lost its secret, fails the run. */
  readonly read: () => Promise<PullFile>;
  /** How long it is until the next run, in milliseconds. */
  readonly everyMs: number;
}

/** How often cron usually runs one. */
const USUAL_EVERY_MS = 600_000;

/** `portico pull <name> <file>` */
export function pullFile(
  world: World,
  name: string,
  path: string,
  options: RunOptions,
): Promise<Report> {
  return pulled(world, name, options, async (opened) => {
    if (path === '-') {
      const { pull } = await pullIn(opened, path);
      return scheduled(world, opened, { secrets: '{}', ...pull, every_ms: USUAL_EVERY_MS });
    }
    const { pullTexts } = await import('../../pull/pull-texts.js');
    const texts = await pullTexts(resolve(world.cwd, path));
    const read = () => readPull(opened, texts, (variable) => world.environment[variable]);
    const source = await sourceIn(texts, opened);
    return { source: source ?? (await read()).source, path, read, everyMs: USUAL_EVERY_MS };
  });
}

/** The source of a file, also of one that is wrong; of one that cannot be read, the only one that is pulled by hand, if any. */
async function sourceIn({ file }: PullTexts, { database }: OpenedDatabase) {
  const value = file.problem === undefined ? await parsed(file.text) : undefined;
  if (typeof value === 'object' && isSourceName(value.source)) return value.source;
  const notes = (await pullNotes(database)).filter(({ everyMs }) => everyMs === undefined);
  return notes.length === 1 ? notes[0]?.source : undefined;
}

/** `portico pull run <name>`, which servers run, too. */
export function runScheduled(
  world: World,
  name: string,
  { source: wanted, ...options }: RunOptions & OfSource,
): Promise<Report> {
  return pulled(world, name, options, async (opened) =>
    scheduled(world, opened, await scheduleOf(opened, wanted)),
  );
}

type Scheduled = Parameters<typeof storedTexts>[0] &
  Pick<PullSchedule, 'secrets' | 'public_id' | 'every_ms'>;

function scheduled(world: World, opened: OpenedDatabase, schedule: Scheduled): Pull {
  const { source, every_ms: everyMs } = schedule;
  return { source, path: source, read: () => readScheduled(world, opened, schedule), everyMs };
}

async function readScheduled(world: World, opened: OpenedDatabase, schedule: Scheduled) {
  const { storedTexts } = await import('../../pull/pull-texts.js');
  const secrets: Readonly<Record<string, string>> = JSON.parse(schedule.secrets);
  const key = await opened.services.tools.secretKey();
  return readPull(opened, storedTexts(schedule), (variable) => {
    const sealed = Object.hasOwn(secrets, variable) ? secrets[variable] : undefined;
    if (sealed === undefined) return world.environment[variable];
    return unseal(sealed, key, placeOfPullSecret(schedule.public_id, variable));
  });
}

async function pulled(
  world: World,
  name: string,
  { dryRun: isDry, ...options }: RunOptions,
  pullOf: (opened: OpenedCommand) => Promise<Pull>,
): Promise<Report> {
  const dryRun = isDry === true || options.show !== undefined;
  keepHeapSmall();
  world.standBack?.();
  const summary = await onDatabase(world, 'client or feed', name, (opened) =>
    stopOnInterrupt(async (signal) =>
      pullInto(world, opened, await pullOf(opened), { ...options, dryRun, signal }),
    ),
  );
  if (summary === undefined) {
    // As with a run of cron every few minutes, where the first one takes hours.
    return { json: { underWay: true }, text: 'Another pull of the same source is under way.' };
  }
  if (summary.interrupted === true) {
    throw new ImportStopped(
      'The pull was interrupted. What it had read until then is written; the next one goes on there.',
      summary,
    );
  }
  const text = summaryText(dryRun ? summary : withoutHints(summary), dryRun);
  return { json: summary, text, failed: summary.pictures?.gaveUp === true };
}

/** @returns What became of the records; undefined where another run is under way. */
async function pullInto(
  world: World,
  opened: OpenedDatabase,
  { source, path, read, everyMs }: Pull,
  {
    dryRun,
    show,
    sweep,
    force,
    signal,
  }: Omit<RunOptions, 'dryRun'> & { readonly dryRun: boolean; readonly signal: AbortSignal },
): Promise<ImportSummary | undefined> {
  const { services, entry, database } = opened;
  const { clock, config } = services;
  const { runPull } = await import('../../pull/run-pull.js');
  const holder = Buffer.from(world.random(12)).toString('hex');
  const hold = await holdSource(database, source, holder);
  if (hold === undefined) return undefined;
  // Of a run that was killed behind its end.
  await reportOwed(opened, source);
  const files = [path];
  // The run before was killed, and could not note its end.
  if (hold === 'lapsed') {
    await endOfPull(opened, undefined, { files, source }, { counts: {}, ...KILLED });
  }
  const at = new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '');
  let bases: RunEnd['bases'];
  const work = async () => {
    const file = await read().catch(async (error: unknown) => {
      await releaseSource(database, source, holder);
      throw error;
    });
    const result = await runPull(file, {
      ...{ database, timeZone: entry.time_zone, clock, signal, dryRun, show, holder, everyMs },
      pictures: { variants: services.variants, store: services.fetched },
      paces: services.directory.pullPaces,
      rejects: (resource) =>
        join(config.dataFolder, 'rejects', `${entry.name}-${at}.${source}.${resource}.ndjson`),
      sweep: sweep === true,
      force: force === true ? 'all' : new Set<string>(),
    });
    bases = result.bases;
    return result.summary;
  };
  if (dryRun) return work();
  const request = { sources: files, mode: 'pull', pullOf: source, signal } as const;
  try {
    return await recordedImport(opened, { ...request, bases: async () => bases }, work);
  } finally {
    // A record that its source has wrong is rejected by each run.
    await removeOldRejects(services, entry.name).catch(({ message }: Error) =>
      services.log.warn({ reason: message }, 'old files of rejected records stay'),
    );
  }
}

/** What a mapping does not use is of interest while it is made, and not every ten minutes. */
function withoutHints(summary: ImportSummary): ImportSummary {
  const { ignored: _, unfilled: __, unread: ___, ...rest } = summary;
  return rest;
}
