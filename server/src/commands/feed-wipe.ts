import type { Command } from 'commander';
import { count } from '../lib/text.js';
import { findFeed } from './check-options.js';
import { agreedBackup, type RemovalOptions, removalOptions } from './client-remove.js';
import type { Report } from './command-error.js';
import { defineCommand, reporting } from './define-command.js';
import { withServices } from './with-services.js';
import type { World } from './world.js';

/** `portico feed wipe`: everything that a feed holds; the feed itself stays. */
export function wipeCommand(group: Command, world: World): void {
  const command = defineCommand(group, {
    usage: 'wipe <name>',
    description: 'remove all records, pictures and files of a feed; its settings and readers stay',
    examples: ['portico feed wipe onekey', 'portico feed wipe onekey --yes'],
  });
  removalOptions(command).action(
    reporting(world, (name: string, options: RemovalOptions) => wipe(world, name, options)),
  );
}

function wipe(world: World, name: string, options: RemovalOptions): Promise<Report> {
  return withServices(world, async (services) => {
    const entry = await findFeed(services.directory, name);
    const { removeFiles } = await import('./client-removal.js');
    const { countRows, emptyDatabase } = await import('../store/copy/empty-database.js');
    const database = await services.tenants.database(entry);
    const records = await countRows(database);
    const backup = await agreedBackup(world, services, options, {
      command: 'feed wipe',
      name,
      loss: `The feed ${name} loses ${count(records)} rows, with its pictures and files.`,
      offersBackup: true,
    });
    await services.outbox.announce(database);
    const rows = await emptyDatabase(database);
    const files = await removeFiles(services, name);
    return {
      json: { feed: name, removed: { rows, files }, backup: backup ?? null },
      text: `Wiped the feed ${name}: ${count(rows)} rows, ${count(files)} files. It is there, and empty.`,
    };
  });
}
