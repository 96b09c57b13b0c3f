import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Person } from '../changes/removal/erase-person.js';
import { MANIFEST } from './backup/manifest.js';
import { CommandError } from './command-error.js';
import { SavedBackup } from './restore/saved-backup.js';

/** A backup that still holds a person. */
export interface HoldingBackup {
  readonly folder: string;
  /** When it was begun; ISO 8601. */
  readonly begun: string;
}

/** The backups in a folder that hold a person, and those that cannot be read. */
export interface BackupsOfPerson {
  readonly looked: number;
  readonly holding: readonly HoldingBackup[];
  readonly unreadable: readonly string[];
}

/**
 * Looks into the backups in a folder, and into the folder itself if it is one.
 *
 * @param tenant The name under which they have the person's brokerage.
 * @throws CommandError when there is no such folder.
 */
export async function backupsOfPerson(
  folder: string,
  tenant: string,
  person: Person,
): Promise<BackupsOfPerson> {
  const names = await readdir(folder).catch(() => {
    throw new CommandError(`--backups: ${folder} cannot be read as a folder.`);
  });
  const holding: HoldingBackup[] = [];
  const unreadable: string[] = [];
  let looked = 0;
  for (const path of [folder, ...names.sort().map((name) => join(folder, name))]) {
    if (!(await isBackup(path))) continue;
    looked += 1;
    try {
      const backup = await SavedBackup.look(path);
      const { begun } = backup.manifest;
      if (await holds(backup, tenant, person)) holding.push({ folder: path, begun });
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

async function holds(
  backup: SavedBackup,
  tenant: string,
  { ids, emails }: Person,
): Promise<boolean> {
  const saved = backup.manifest.databases.find(({ name }) => name === tenant);
  const columns = [
    ['client', 'id', ids],
    ['client', 'email_key', emails],
    ['alert', 'client_id', ids],
    ['alert', 'email_key', emails],
  ] as const;
  for (const [name, column, values] of columns) {
    const table = saved?.tables.find((each) => each.name === name);
    if (table === undefined || values.length === 0) continue;
    const at = table.columns.indexOf(column);
    const sought = new Set<unknown>(values);
    for await (const rows of backup.rows(table)) {
      if (rows.some((row) => sought.has(row[at]))) return true;
    }
  }
  return false;
}

/** The files with records that imports had refused, among them an address of the person. */
export async function rejectsOfPerson(
  dataFolder: string,
  tenant: string,
  { emails }: Person,
): Promise<string[]> {
  const folder = join(dataFolder, 'rejects');
  const names = await readdir(folder).catch(() => []);
  const found: string[] = [];
  for (const name of names.filter((each) => each.startsWith(`${tenant}-`)).sort()) {
    const text = (await readFile(join(folder, name), 'utf8')).toLowerCase();
    if (emails.some((email) => text.includes(email))) found.push(join(folder, name));
  }
  return found;
}
