import { Argument, type Command, InvalidArgumentError } from 'commander';
import { REMOVALS, type RemovableKind } from '../../api/removal/removals.js';
import type { Removed } from '../../api/removal/remove-records.js';
import { count } from '../../lib/text.js';
import { findTenantOrFeed } from '../check-options.js';
import type { Report } from '../command-error.js';
import { defineCommand, reporting } from '../define-command.js';
import { withServices } from '../with-services.js';
import type { World } from '../world.js';

/** `portico remove`: records out of a tenant or feed, by their ids. */
export function removeCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'remove <name>',
    description: 'remove records of a client or feed by their ids',
    examples: [
      'portico remove acme listings 1204 1205 --dry-run',
      'portico remove acme listings 1204 1205',
      'portico remove acme agents 17 --json',
    ],
  })
    .addArgument(new Argument('<kind>', 'what the records are').choices(Object.keys(REMOVALS)))
    .argument('<id...>', 'their ids', (text: string, before: readonly number[] | undefined) => [
      ...(before ?? []),
      readId(text),
    ])
    .option('--dry-run', 'say what would go and what hangs on it, and remove nothing')
    .action(
      reporting(
        world,
        (
          name: string,
          kind: RemovableKind,
          ids: readonly number[],
          { dryRun }: { readonly dryRun?: true },
        ) => remove(world, name, { kind, ids, dryRun: dryRun === true }),
      ),
    );
}

function readId(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new InvalidArgumentError('An id is a whole number from 1.');
}

interface Options {
  readonly kind: RemovableKind;
  readonly ids: readonly number[];
  readonly dryRun: boolean;
}

function remove(world: World, name: string, { kind, ids, dryRun }: Options): Promise<Report> {
  return withServices(world, async (services) => {
    const entry = await findTenantOrFeed(services.directory, name);
    const database = await services.tenants.database(entry);
    const { previewRemoval, removeRecords } = await import('../../api/removal/remove-records.js');
    const work = dryRun ? previewRemoval : removeRecords;
    const removed = await work(database, kind, ids);
    const { missing, attached } = removed;
    return {
      json: { removed: removed.ids.length, missing, attached, ...(dryRun ? { dryRun } : {}) },
      text: textOf(kind, removed, dryRun),
    };
  });
}

const FATES = {
  goes: ['goes with it', 'went with it'],
  cleared: ['would name none any more', 'names none any more'],
  stays: ['stays', 'stays'],
} as const;

function textOf(kind: RemovableKind, { ids, missing, attached }: Removed, dryRun: boolean): string {
  const lines = [`${dryRun ? 'Would be removed' : 'Removed'}: ${count(ids.length)} ${kind}.`];
  for (const { name, fate, count: rows } of attached) {
    lines.push(`  ${count(rows)} ${name}: ${FATES[fate][dryRun ? 0 : 1]}.`);
  }
  if (missing.length > 0) {
    const shown = missing.slice(0, 10).join(', ') + (missing.length > 10 ? ', …' : '');
    lines.push(`Not there: ${shown}.`);
  }
  return lines.join('\n');
}
