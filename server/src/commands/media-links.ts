import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from './command-error.js';

/**
 * Gives all files of a folder a second name in another folder, so that both serve them and take no
 * more room. It can be done again for what was added since.
 *
 * @returns How many files the folder has.
 * @throws CommandError when the other folder holds something else under one of the names.
 */
export async function linkFiles(from: string, to: string): Promise<number> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(ifMissing);
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

function ifMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
