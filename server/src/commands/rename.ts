import { join } from 'node:path';
import type { Command } from 'commander';
import { count } from '../lib/text.js';
import { linkVariants } from '../media/variant-folders.js';
import type { Services } from '../services.js';
import type { MoveDone } from '../store/copy/move.js';
import { checkName, findTenantOrFeed } from './check-options.js';
import { CommandError, type Report } from './command-error.js';
import { defineCommand, reporting } from './define-command.js';
import { linkFiles } from './media-links.js';
import { withMove } from './move.js';
import { withServices } from './with-services.js';
import type { World } from './world.js';

/** `portico client rename`: gives a tenant or feed another name. */
export function renameCommand(group: Command, world: World): void {
  defineCommand(group, {
    usage: 'rename <name> <new-name>',
    description: 'give a client or feed another name, while servers go on',
    examples: ['portico client rename acme brown'],
  })
    .addHelpText(
      'after',
      '\nKeys, settings and feeds stay as they are; websites notice nothing but new URLs of pictures. The' +
        '\ndatabase is copied to one of the new name, and the old copy is kept and takes no writes. Records are' +
        '\nread-only meanwhile, and another write that falls into the last second or two may be answered with an error: choose a quiet time.',
    )
    .action(reporting(world, (name: string, newName: string) => rename(world, name, newName)));
}

async function rename(world: World, name: string, newName: string): Promise<Report> {
  checkName(newName);
  if (await finished(world, name, newName)) {
    return {
      json: { client: newName, renamedFrom: name, finished: true },
      text: `${name} had been renamed to ${newName}. It takes writes again.`,
    };
  }
  let files = 0;
  const done = await withMove(world, name, async (parts, entry, services) => {
    const { renameClient } = await import('../store/copy/move.js');
    await services.directory.checkNameIsFree(newName);
    refuseBucket(services, name);
    const link = () =>
      linkFiles(join(services.mediaFolder, name), join(services.mediaFolder, newName));
    await linkVariants(services.mediaFolder, name, newName);
    // Most of the files now, and while nobody writes those that were added since.
    await link();
    return renameClient(parts, entry, newName, async () => {
      files = await link();
    });
  });
  return reportOf(name, newName, done, files);
}

/**
 * Whether an earlier rename was killed after the directory had the new name. Then the database under it
 * is still closed, and is opened here.
 */
async function finished(world: World, name: string, newName: string): Promise<boolean> {
  const isRenamed = await withServices(world, async ({ directory }) => {
    const before = await directory.tenant(name);
    return before === undefined && (await directory.tenant(newName)) !== undefined;
  });
  if (!isRenamed) return false;
  return withMove(world, newName, async (parts, entry) => {
    const { endMove } = await import('../store/copy/move.js');
    if (await endMove(parts, entry)) return true;
    await findTenantOrFeed(parts.directory, name);
    return false;
  });
}

function refuseBucket({ config }: Services, name: string): void {
  if (config.mediaUrl === undefined) return;
  throw new CommandError(
    `The pictures of ${name} are in the bucket of PORTICO_MEDIA_URL under this name, and a rename does ` +
      'not move them. `portico client set` changes the title that people see.',
  );
}

function reportOf(name: string, newName: string, done: MoveDone, files: number): Report {
  const { rows, copiedLast, pauseMs, left } = done;
  const total = Object.values(rows).reduce((sum, each) => sum + each, 0);
  const media =
    files === 0
      ? []
      : [
          `URLs of its pictures now begin with /media/${newName}/. Those with /media/${name}/ go on until ` +
            `you delete the folder media/${name}.`,
        ];
  return {
    json: {
      client: newName,
      renamedFrom: name,
      rows,
      total,
      replayed: 0,
      copiedLast,
      pauseMs,
      left,
      files,
    },
    text: [
      `Renamed ${name} to ${newName}: ${count(total)} rows. Writes waited for ${pauseMs} ms.`,
      ...media,
      `The old copy is left in ${left}. It takes no writes; delete it when you no longer want it, not ` +
        'sooner than in a minute.',
      `Backups of before have it as ${name}; make a new one.`,
    ].join('\n'),
  };
}
