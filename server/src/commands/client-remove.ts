import { resolve } from 'node:path';
import type { Command } from 'commander';
import { count, firstNames } from '../lib/text.js';
import type { Services } from '../services.js';
import type { ClientEntry } from '../store/directory/directory.js';
import { isBeingRemoved } from '../store/directory/places.js';
import { saveBackup } from './backup.js';
import { findFeed, findTenant } from './check-options.js';
import { CommandError, type Report } from './command-error.js';
import { defineCommand, reporting } from './define-command.js';
import { askBeforeRemoval } from './questions.js';
import { withServices } from './with-services.js';
import type { World } from './world.js';

/** The options of a command that removes all of something. */
export interface RemovalOptions {
  readonly yes?: true;
  readonly backup?: string;
}

/** `portico client remove` and `portico feed remove`: a tenant or feed with everything kept of it. */
export function removeCommand(group: Command, world: World, kind: 'client' | 'feed'): void {
  const name = kind === 'client' ? 'acme' : 'onekey';
  const command = defineCommand(group, {
    usage: 'remove <name>',
    description: `remove a ${kind} with its database, pictures and keys, for good`,
    examples: [
      `portico ${kind} remove ${name}`,
      `portico ${kind} remove ${name} --yes --backup /var/backups/portico/before-${name}`,
    ],
  });
  removalOptions(command)
    .addHelpText(
      'after',
      '\nServers go on, and let go of it within seconds. A removal that was cut short is finished by the same' +
        '\ncommand. Backups that were made before still hold it.',
    )
    .action(
      reporting(world, (found: string, options: RemovalOptions) =>
        remove(world, kind, found, options),
      ),
    );
}

/** Adds the options of a command that removes all of something. */
export function removalOptions(command: Command): Command {
  return command
    .option('--yes', 'do not ask: for scripts')
    .option('--backup <folder>', 'make a backup of the installation there first');
}

async function remove(
  world: World,
  kind: 'client' | 'feed',
  name: string,
  options: RemovalOptions,
): Promise<Report> {
  return withServices(world, async (services) => {
    const { directory } = services;
    const entry = await (kind === 'client' ? findTenant : findFeed)(directory, name);
    await refuseRead(services, entry);
    const { holdingOf, removeClient } = await import('./client-removal.js');
    const holding = await holdingOf(services, entry);
    const keys = (await directory.keys(name)).length;
    const words =
      holding === undefined
        ? 'its database, as far as it is there'
        : `${count(holding.listings)} listings, ${count(holding.clients)} clients, ${count(holding.leads)} leads`;
    const backup = await agreedBackup(world, services, options, {
      command: `${kind} remove`,
      name,
      loss: `The ${kind} ${name} goes with ${words}, ${count(keys)} keys, pictures and files.`,
      offersBackup: !isBeingRemoved(entry.database_url),
    });
    const removed = await removeClient(services, entry);
    const { databases, files, rejects } = removed;
    const places = databases.map(({ place }) => place);
    const roles = databases.flatMap(({ roleLeft }) => roleLeft ?? []);
    return {
      json: {
        [kind]: name,
        removed: { ...(holding ?? {}), keys: removed.keys, files, rejects, databases: places },
        backup: backup ?? null,
      },
      text: [
        `Removed the ${kind} ${name}: ${words}, ${count(removed.keys)} keys, ${count(files)} files.`,
        ...places.map((place) => `  ${place} is gone.`),
        backup === undefined
          ? 'Backups that were made before still hold it.'
          : `The backup in ${backup} holds it, and so do those before.`,
      ].join('\n'),
      warning:
        roles.length === 0
          ? undefined
          : `The role ${firstNames(roles)} is left, as this login may not remove it: DROP ROLE "${roles[0]}";`,
    };
  });
}

/**
 * Asks, unless the operator has said `--yes`, and makes the backup that is wanted.
 *
 * @returns The folder of the backup.
 */
export async function agreedBackup(
  world: World,
  services: Services,
  { yes, backup }: RemovalOptions,
  questions: Parameters<typeof askBeforeRemoval>[1],
): Promise<string | undefined> {
  if (backup !== undefined && !questions.offersBackup) {
    throw new CommandError(
      `The removal of ${questions.name} has begun, and it cannot be saved any more. Run it without --backup.`,
    );
  }
  const offersBackup = questions.offersBackup && backup === undefined;
  const wanted =
    yes === true
      ? backup
      : ((await askBeforeRemoval(world, { ...questions, offersBackup })) ?? backup);
  if (wanted === undefined) return undefined;
  const folder = resolve(world.cwd, wanted);
  await saveBackup(world, services, folder, { media: true, secretKey: true });
  return folder;
}

/** @throws CommandError when tenants read it. */
async function refuseRead({ directory }: Services, { name, kind }: ClientEntry): Promise<void> {
  if (kind === 'client') return;
  const readers = (await directory.tenants()).filter((each) => each[`${kind}_feed`] === name);
  if (readers.length === 0) return;
  const names = firstNames(readers.map((each) => each.name));
  throw new CommandError(
    `${names} ${readers.length === 1 ? 'reads' : 'read'} the feed ${name}: end that with \`portico client detach\` first.`,
  );
}
