import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { ImportStopped } from 'portico-importer/errors.js';
import type { ImportSummary } from 'portico-importer/summary.js';
import type { RunEnd } from '../store/tenant/import-runs.js';
import { holdSource } from '../store/tenant/pulls.js';
import { defineCommand, reporting, type World } from './command.js';
import type { Report } from './command-error.js';
import { recordedImport } from './import/recorded.js';
import { summaryText } from './import/summary.js';
import { type OpenedDatabase, onDatabase } from './open.js';
import { wholeUpTo } from './options.js';
import { stopOnInterrupt } from './stopping.js';

interface PullCommandOptions {
  readonly sweep?: true;
  readonly force?: true;
  readonly dryRun?: true;
  readonly show?: number;
}

/** `portico pull`: data in, from an MLS. */
export function pullCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'pull <name> <file>',
    description: 'bring a client or feed up to date with an MLS, once',
    examples: [
      'portico pull actris actris.yaml --show 3',
      'portico pull actris actris.yaml',
      'portico pull actris actris.yaml --sweep',
    ],
  })
    .option('--dry-run', 'ask for records and check them, and write none')
    .option(
      '--show <number>',
      'print the first records as they are read; implies --dry-run',
      wholeUpTo(100),
    )
    .option('--sweep', 'compare all keys now, and remove what the source no longer has')
    .option('--force', 'with --sweep, remove any number')
    .addHelpText('after', '\nThe file says where from, how, and what goes: docs/mls.md.')
    .action(
      reporting(world, (_, name: string, file: string, options: PullCommandOptions) =>
        pull(world, name, resolve(world.cwd, file), options),
      ),
    );
}

async function pull(
  world: World,
  name: string,
  path: string,
  options: PullCommandOptions,
): Promise<Report> {
  const { show } = options;
  const dryRun = options.dryRun === true || show !== undefined;
  const summary = await onDatabase(world, 'client or feed', name, (opened) =>
    stopOnInterrupt((signal) => pullInto(world, opened, path, { ...options, dryRun, signal })),
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
  return { json: summary, text: summaryText(dryRun ? summary : withoutHints(summary), dryRun) };
}

/** @returns What became of the records; undefined where another run is under way. */
async function pullInto(
  world: World,
  opened: OpenedDatabase,
  path: string,
  {
    dryRun,
    show,
    sweep,
    force,
    signal,
  }: Omit<PullCommandOptions, 'dryRun'> & {
    readonly dryRun: boolean;
    readonly signal: AbortSignal;
  },
): Promise<ImportSummary | undefined> {
  const { services, entry, database } = opened;
  const { clock, config } = services;
  const { runPull } = await import('../pull/run-pull.js');
  const { readPullFile } = await import('../pull/pull-file.js');
  const { importResources } = await import('../changes/transfers.js');
  const timeZone = entry.time_zone;
  const resources = importResources(database, timeZone, clock);
  const file = await readPullFile(path, resources, world.environment);
  const holder = Buffer.from(world.random(12)).toString('hex');
  if (!(await holdSource(database, file.source, holder))) return undefined;
  const at = new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '');
  let bases: RunEnd['bases'];
  const work = async () => {
    const result = await runPull(file, {
      ...{ database, timeZone, clock, signal, dryRun, show, holder },
      rejects: (resource) =>
        join(config.dataFolder, 'rejects', `${entry.name}-${at}.${resource}.ndjson`),
      sweep: sweep === true,
      force: force === true ? 'all' : new Set<string>(),
    });
    bases = result.bases;
    return result.summary;
  };
  if (dryRun) return work();
  const request = {
    sources: [path],
    mode: 'pull',
    pullOf: file.source,
    bases: async () => bases,
  } as const;
  return recordedImport(opened, request, work);
}

/** What a mapping does not use is of interest while it is made, and not every ten minutes. */
function withoutHints(summary: ImportSummary): ImportSummary {
  const { ignored: _, unfilled: __, unread: ___, ...rest } = summary;
  return rest;
}
