import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { count } from '../lib/text.js';
import { MANIFEST } from './backup/manifest.js';
import { CommandError } from './command-error.js';
import { SavedBackup } from './restore/saved-backup.js';

/** The backups in a folder that hold what is looked for, and those that cannot be read. */
export interface HoldingBackups {
  readonly looked: number;
  /** `begun` is ISO 8601. */
  readonly holding: readonly { readonly folder: string; readonly begun: string }[];
  readonly unreadable: readonly string[];
}

/** Looks into the backups in a folder, and into the folder itself if it is one. */
export async function backupsHolding(
  folder: string,
  holds: (backup: SavedBackup) => Promise<boolean> | boolean,
): Promise<HoldingBackups> {
  const names = await readdir(folder).catch(() => {
    throw new CommandError(`--backups: ${folder} cannot be read as a folder.`);
  });
  const holding: { folder: string; begun: string }[] = [];
  const unreadable: string[] = [];
  let looked = 0;
  for (const path of [folder, ...names.sort().map((name) => join(folder, name))]) {
    if (!(await isBackup(path))) continue;
    looked += 1;
    try {
      const backup = await SavedBackup.look(path);
      if (await holds(backup)) holding.push({ folder: path, begun: backup.manifest.begun });
    } catch {
      unreadable.push(path);
    }
  }
  return { looked, holding, unreadable };
}

async function isBackup(path: string): Promise<boolean> {
  return stat(join(path, MANIFEST)).then(
    (file) => file.isFile(),
    () => false,
  );
}

/** Says it in lines for people. @param what What was looked for: `the person`. */
export function backupLines(backups: HoldingBackups | undefined, what: string): string[] {
  if (backups === undefined) return [`Backups may hold ${what}: --backups <folder> says which.`];
  const { looked, holding, unreadable } = backups;
  return [
    `Of ${count(looked)} backups, ${count(holding.length)} hold ${what}.`,
    ...holding.map(({ folder, begun }) => `  ${folder}, of ${begun}`),
    ...unreadable.map((path) => `  ${path} cannot be read.`),
  ];
}
