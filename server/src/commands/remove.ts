import { Argument, type Command } from 'commander';
import { DEFAULT_SOURCE } from 'portico-importer/source-key.js';
import { REMOVALS, type RemovableKind } from '../changes/removal/removals.js';
import type { Removed } from '../changes/removal/remove-records.js';
import { counted, stripControls } from '../lib/text.js';
import { audited } from '../store/tenant/audit.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { numbersOfKeys } from '../store/tenant/source-keys.js';
import { defineCommand, reporting, type World } from './command.js';
import { type Report, UsageError } from './command-error.js';
import { onDatabase } from './open.js';

/** `portico remove`: records out of a tenant or feed, by their ids. */
export function removeCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'remove <name>',
    description: 'remove records of a client or feed by their ids',
    examples: [
      'portico remove acme listings 1204 1205 --dry-run',
      'portico remove acme listings 1204 1205',
      'portico remove acme agents 17 --json',
      'portico remove acme listings OLRS-1893955 --key --source mlsgrid',
    ],
  })
    .addArgument(new Argument('<kind>', 'what the records are').choices(Object.keys(REMOVALS)))
    .argument('<id...>', 'their ids, or with --key their keys')
    .option('--key', 'the ids are source keys of the records')
    .option('--source <name>', `with --key, the source (default: ${DEFAULT_SOURCE})`)
    .option('--dry-run', 'say what would be removed and what refers to it, and remove nothing')
    .action(
      reporting(
        world,
        (
          _,
          name: string,
          kind: RemovableKind,
          ids: readonly string[],
          { dryRun, key, source }: { dryRun?: true; key?: true; source?: string },
        ) => {
          if (source !== undefined && key !== true)
            throw new UsageError('--source goes with --key.');
          const records =
            key === true
              ? { keys: ids, source: source ?? DEFAULT_SOURCE }
              : { ids: ids.map(readId) };
          return remove(world, name, { kind, records, dryRun: dryRun === true });
        },
      ),
    );
}

function readId(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new UsageError(
    `"${stripControls(text)}" is not an id. An id is a whole number from 1. Keys go with --key.`,
  );
}

interface Options {
  readonly kind: RemovableKind;
  readonly records:
    | { readonly ids: readonly number[] }
    | { readonly keys: readonly string[]; readonly source: string };
  readonly dryRun: boolean;
}

function remove(world: World, name: string, { kind, records, dryRun }: Options): Promise<Report> {
  return onDatabase(world, 'client or feed', name, async ({ services, database }) => {
    const { previewRemoval, removeRecords } = await import('../changes/removal/remove-records.js');
    const [ids, unknown] = await numbersOf(database, kind, records);
    const change = ({ ids: gone }: Removed) =>
      gone.length === 0
        ? undefined
        : { kind, counts: { removed: gone.length }, records: gone.map((id) => ({ id })) };
    const removed = dryRun
      ? await previewRemoval(database, kind, ids)
      : await removeRecords(audited(database, services.actor, change), kind, ids);
    const { attached } = removed;
    const missing = [...removed.missing, ...unknown];
    return {
      json: { removed: removed.ids.length, missing, attached, ...(dryRun ? { dryRun } : {}) },
      text: textOf(kind, { ...removed, missing }, dryRun),
    };
  });
}

/** The numbers of the records, and the keys that have none. */
async function numbersOf(
  database: TenantDatabase,
  kind: RemovableKind,
  records: Options['records'],
): Promise<readonly [number[], string[]]> {
  if ('ids' in records) return [[...records.ids], []];
  const { keys, source } = records;
  const numbers = await numbersOfKeys(database.db, kind, source, keys);
  return [[...numbers.values()], keys.filter((key) => !numbers.has(key))];
}

const FATES = {
  goes: ['goes with it', 'went with it'],
  cleared: ['would name none any more', 'names none any more'],
  stays: ['stays', 'stays'],
} as const;

function textOf(
  kind: RemovableKind,
  { ids, missing, attached }: Omit<Removed, 'missing'> & { missing: readonly (number | string)[] },
  dryRun: boolean,
): string {
  const lines = [`${dryRun ? 'Would be removed' : 'Removed'}: ${counted(ids.length, kind)}.`];
  for (const { name, fate, count: rows } of attached) {
    lines.push(`  ${counted(rows, name)}: ${FATES[fate][dryRun ? 0 : 1]}.`);
  }
  if (missing.length > 0) {
    const shown = missing.slice(0, 10).join(', ') + (missing.length > 10 ? ', …' : '');
    lines.push(`Not there: ${shown}.`);
  }
  return lines.join('\n');
}
