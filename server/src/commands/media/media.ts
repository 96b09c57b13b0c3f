import type { Command } from 'commander';
import { count } from '../../lib/text.js';
import { define, defineCommand, reporting, type World } from '../command.js';
import type { Report } from '../command-error.js';
import { findEntry, withServices } from '../open.js';
import { wholeUpTo } from '../options.js';
import type { SweptPictures, UnusedSince } from './sweep.js';

interface SweepOptions {
  readonly dryRun?: true;
  readonly grace: number;
}

/** How many days nothing has to have shown a picture, unless the operator says another number. */
const GRACE_DAYS = 30;
const MOST_DAYS = 3650;
const DAY_MS = 86_400_000;

/** `portico media sweep`: deletes pictures that nothing shows any more. */
export function mediaCommands(program: Command, world: World): void {
  const group = define(program, {
    usage: 'media',
    description: 'delete pictures that no record uses',
    examples: ['portico media sweep --dry-run'],
  });

  defineCommand(group, {
    usage: 'sweep [client]',
    description: 'delete pictures of websites and imports that no record has used for a while',
    examples: ['portico media sweep --dry-run', 'portico media sweep', 'portico media sweep acme'],
  })
    .option('--dry-run', 'say what would be deleted, and delete and note nothing')
    .option(
      '--grace <days>',
      'how many days a picture has to be unused',
      wholeUpTo(MOST_DAYS),
      GRACE_DAYS,
    )
    .addHelpText(
      'after',
      '\nThe first sweep only notes what nothing shows: run it each night. Files that you have put into the' +
        '\nfolder of media yourself are never touched.',
    )
    .action(reporting(world, sweep));
}

function sweep(
  world: World,
  tenant: string | undefined,
  { dryRun, grace }: SweepOptions,
): Promise<Report> {
  return withServices(world, async (services) => {
    const { config, directory } = services;
    const { removeStrayVariants } = await import('portico-media/variant-cache.js');
    const { readUnused, sweepPictures, writeUnused } = await import('./sweep.js');
    const all = await directory.tenants();
    const chosen =
      tenant === undefined ? all : [await findEntry(directory, 'client or feed', tenant)];
    const before = await readUnused(config.dataFolder);
    // Nothing is kept of tenants that are gone.
    const notes: Record<string, UnusedSince[string]> = Object.fromEntries(
      all.flatMap(({ name }) => (before[name] === undefined ? [] : [[name, before[name]]])),
    );
    const swept: Record<string, SweptPictures> = {};
    const options = { graceMs: grace * DAY_MS, dryRun: dryRun === true };
    for (const entry of chosen) {
      const { unused, ...found } = await sweepPictures(
        services,
        entry,
        notes[entry.name] ?? {},
        options,
      );
      swept[entry.name] = found;
      notes[entry.name] = unused;
      // After each tenant: what was found is not lost if the next one fails.
      if (dryRun !== true) await writeUnused(config.dataFolder, notes);
    }
    const sweepsAll = tenant === undefined && dryRun !== true;
    const tenants = new Set(all.map(({ name }) => name));
    const stray = sweepsAll ? await removeStrayVariants(services.mediaFolder, tenants) : [];
    return reportOf(swept, stray, dryRun === true);
  });
}

function reportOf(
  swept: Readonly<Record<string, SweptPictures>>,
  stray: readonly string[],
  dryRun: boolean,
): Report {
  const verb = dryRun ? 'would be deleted' : 'deleted';
  const lines = Object.entries(swept).map(
    ([name, { shown, waiting, removed }]) =>
      `${name}: ${count(shown)} pictures shown, ${count(waiting)} unused and waiting, ${count(removed.length)} ${verb}.`,
  );
  if (lines.length === 0) lines.push('No clients.');
  lines.push(
    ...stray.map((name) => `${name}: no client, and other sizes of its pictures deleted.`),
  );
  return {
    json: {
      clients: swept,
      ...(stray.length === 0 ? {} : { variantsOf: stray }),
      ...(dryRun ? { dryRun } : {}),
    },
    text: lines.join('\n'),
  };
}
