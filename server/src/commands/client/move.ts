import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { linkVariants } from 'portico-media/variant-cache.js';
import { noneIfMissing } from '../../lib/create-once.js';
import { count, maskUrl } from '../../lib/text.js';
import type { Services } from '../../services.js';
import type { MoveDone, MoveParts } from '../../store/copy/move.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import type { PlaceName } from '../../store/directory/places.js';
import { defineCommand, reporting, sayTo, type World } from '../command.js';
import { CommandError, type Report, UsageError } from '../command-error.js';
import { findEntry, withServices } from '../open.js';
import { checkName, checkPlace } from '../options.js';
import { stopOnInterrupt } from '../stopping.js';

/** `portico client move`: moves a tenant database or feed to another server. */
export function moveCommand(group: Command, world: World): void {
  defineCommand(group, {
    usage: 'move <name> [place]',
    description: 'move the database of a client or feed to another place, while servers run',
    examples: [
      'portico client move acme postgres://portico:PASSWORD@db2.example.com/portico',
      'portico client move acme sqlite',
      'portico client move acme default',
      'portico client move acme --abort',
    ],
  })
    .option('--abort', 'end a move that was killed, so that the client takes writes again')
    .addHelpText(
      'after',
      '\nThe place is a postgres:// URL, `sqlite` for a file in PORTICO_DATA, or `default` for where the' +
        '\nsettings put new databases. Every server of the installation has to reach it. All reads go on. Imports' +
        '\nand pushes are refused while it runs: choose a time without them. Other writes wait for the last second or' +
        '\ntwo. The old copy stays, but nothing can be written to it.',
    )
    .action(
      reporting(world, (_, name: string, place: string | undefined, options: { abort?: true }) =>
        options.abort === true ? abort(world, name, place) : move(world, name, place),
      ),
    );
}

async function move(world: World, name: string, place: string | undefined): Promise<Report> {
  if (place === undefined) {
    throw new UsageError('Say where to: a postgres:// URL, `sqlite` or `default`.');
  }
  const to = checkPlace(place);
  const result = await withMove(world, name, async (parts, entry) => {
    const { moveTenant } = await import('../../store/copy/move.js');
    return moveTenant(parts, entry, to);
  });
  if (result === 'finished') {
    return {
      json: { client: name, finished: true },
      text: `The database of ${name} had been moved there. It takes writes again.`,
    };
  }
  if (result === 'renamed') {
    return {
      json: { client: name, place: shown(to), renamed: true },
      text: `The database of ${name} is there already; the directory now says so in these words.`,
    };
  }
  const { json, cost, oldCopy } = outcomeOf(result);
  return {
    json: { client: name, place: shown(to), ...json },
    text: `Moved the database of ${name}: ${cost}\n${oldCopy}`,
  };
}

/** What was copied, what it cost and what it left, for programs and for people. */
function outcomeOf({ rows, copiedLast, pauseMs, left }: MoveDone) {
  const total = Object.values(rows).reduce((sum, each) => sum + each, 0);
  return {
    json: { rows, total, replayed: 0, copiedLast, pauseMs, left },
    cost: `${count(total)} rows. Writes waited for ${pauseMs} ms.`,
    oldCopy:
      `The old copy is left in ${left}. It takes no writes; delete it when you no longer want it, not ` +
      'sooner than in a minute.',
  };
}

async function abort(world: World, name: string, place: string | undefined): Promise<Report> {
  if (place !== undefined) throw new UsageError('--abort goes without a place.');
  const ended = await withMove(world, name, async (parts, entry) => {
    const { endMove } = await import('../../store/copy/move.js');
    return endMove(parts, entry);
  });
  return {
    json: { client: name, ended },
    text: ended
      ? `Ended the move of ${name}. Its database takes writes again.`
      : `The database of ${name} is not being moved.`,
  };
}

/** Runs work that copies a database, and stops it on Ctrl-C. */
async function withMove<Result>(
  world: World,
  name: string,
  work: (parts: MoveParts, entry: ClientEntry, services: Services) => Promise<Result>,
): Promise<Result> {
  return withServices(world, async (services) => {
    const entry = await findEntry(services.directory, 'client or feed', name);
    const { directory, tenants, places, clock } = services;
    const parts = { directory, tenants, places, clock, random: world.random, say: sayTo(world) };
    return stopOnInterrupt((signal) => work({ ...parts, signal }, entry, services), clock);
  });
}

function shown(place: PlaceName): string {
  return place === 'default' || place === 'sqlite' ? place : maskUrl(place);
}

/** `portico client rename`: gives a tenant or feed another name. */
export function renameCommand(group: Command, world: World): void {
  defineCommand(group, {
    usage: 'rename <name> <new-name>',
    description: 'give a client or feed another name, while servers run',
    examples: ['portico client rename acme brown'],
  })
    .addHelpText(
      'after',
      '\nKeys, settings and feeds stay as they are; for websites, only the URLs of pictures change. The database' +
        '\nis copied to one with the new name. The old copy stays, but nothing can be written to it. Imports and' +
        '\npushes are refused while it runs, and other writes may fail in the last second or two: choose' +
        '\na quiet time.',
    )
    .action(reporting(world, rename));
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
    const { renameClient } = await import('../../store/copy/move.js');
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

/** Whether an earlier rename was killed after the directory had the new name. Then its database is opened here. */
async function finished(world: World, name: string, newName: string): Promise<boolean> {
  const isRenamed = await withServices(world, async ({ directory }) => {
    const before = await directory.tenant(name);
    return before === undefined && (await directory.tenant(newName)) !== undefined;
  });
  if (!isRenamed) return false;
  return withMove(world, newName, async (parts, entry) => {
    const { endMove } = await import('../../store/copy/move.js');
    if (await endMove(parts, entry)) return true;
    await findEntry(parts.directory, 'client or feed', name);
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
  const { json, cost, oldCopy } = outcomeOf(done);
  const media =
    files === 0
      ? []
      : [
          `URLs of its pictures now begin with /media/${newName}/. Those with /media/${name}/ go on until ` +
            `you delete the folder media/${name}.`,
        ];
  return {
    json: { client: newName, renamedFrom: name, ...json, files },
    text: [
      `Renamed ${name} to ${newName}: ${cost}`,
      ...media,
      oldCopy,
      `Backups of before have it as ${name}; make a new one.`,
    ].join('\n'),
  };
}

/**
 * Gives all files of a folder a second name in another folder, so that both serve them and take no
 * more room. It can be done again for what was added since.
 *
 * @returns How many files the folder has.
 * @throws CommandError when the other folder holds something else under one of the names.
 */
async function linkFiles(from: string, to: string): Promise<number> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(
    noneIfMissing,
  );
  // A name with a dot in front is of a file that is being written.
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const copy = join(to, file.slice(from.length + 1));
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    try {
      await link(file, copy);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') await checkSame(file, copy);
      // Some file systems have one name for each file.
      else await copyFile(file, copy, constants.COPYFILE_EXCL);
    }
  }
  return files.length;
}

async function checkSame(file: string, copy: string): Promise<void> {
  const [one, other] = await Promise.all([stat(file), stat(copy)]);
  if (one.ino === other.ino || one.size === other.size) return;
  throw new CommandError(`${copy} is there already, and is another file. Nothing was renamed.`);
}
