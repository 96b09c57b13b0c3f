import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClientEntry } from '../../store/directory/directory.js';
import { writeHashed } from '../backup/backup-folder.js';
import { rowsOf, type SavedDatabase, type SavedFile } from '../backup/manifest.js';
import { CommandError } from '../command-error.js';
import type { SavedBackup } from './saved-backup.js';

/** The result of a restore. */
export interface Restored {
  /** The rows of each restored database, by its name from now on. */
  readonly databases: Readonly<Record<string, number>>;
  /** Pictures, certificate and secret key. */
  readonly files: number;
  /** API keys. */
  readonly keys: number;
  /** The number of emails that waited to be sent. */
  readonly letters: number;
  /** Differences from the saved installation. */
  readonly warnings: readonly string[];
}

/** The options of both kinds of restore. */
export interface RestoreOptions {
  /** Puts every database where the configuration says, even one that had a URL of its own. */
  readonly home: boolean;
  readonly holdLetters: boolean;
  /** Goes on even if the signing secrets of keys cannot be read. */
  readonly withoutSecrets: boolean;
  readonly say: (step: string) => void;
  readonly signal: AbortSignal;
  /** The moment of the restore, in milliseconds since the epoch. */
  readonly now: number;
}

/** A tenant or feed of a backup: its row of the directory, and its database. */
export interface SavedEntry {
  readonly entry: ClientEntry;
  readonly database: SavedDatabase;
}

/** All tenants and feeds of a backup, by name. */
export async function savedEntries(backup: SavedBackup): Promise<SavedEntry[]> {
  const { manifest } = backup;
  const rows = await backup.records(manifest.directory, 'client');
  const entries = rows.map((row) => row as unknown as ClientEntry);
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return entries.map((entry) => {
    const database = manifest.databases.find(({ name }) => name === entry.name);
    if (database === undefined) {
      throw new CommandError(`The backup is damaged: the database of ${entry.name} is not in it.`);
    }
    // The place that it was read from, because it may have moved after the directory was read.
    return { entry: { ...entry, database_url: database.place }, database };
  });
}

/** The number of rows of each database in the backup, by its name after the restore. */
export function counted(entries: readonly SavedEntry[]): Record<string, number> {
  return Object.fromEntries(entries.map(({ entry, database }) => [entry.name, rowsOf(database)]));
}

/**
 * Copies saved files into the data folder.
 *
 * @param place Returns the path of a saved file in the data folder.
 */
export async function copyFiles(
  backup: SavedBackup,
  files: readonly SavedFile[],
  dataFolder: string,
  place: (path: string) => string,
  signal: AbortSignal,
): Promise<void> {
  for (const file of files) {
    signal.throwIfAborted();
    const path = join(dataFolder, place(file.path));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const { sha256 } = await writeHashed(path, backup.read(file));
    if (sha256 !== file.sha256) throw new CommandError(`${file.path} of the backup has changed.`);
  }
}

/** The emails that waited when the backup was made. */
export async function waitingEmail(
  backup: SavedBackup,
  databases: readonly SavedDatabase[],
): Promise<number> {
  let waiting = 0;
  for (const database of databases) {
    const table = database.tables.find(({ name }) => name === 'letter');
    if (table === undefined) continue;
    const state = table.columns.indexOf('state');
    for await (const rows of backup.rows(table)) {
      waiting += rows.filter((row) => row[state] === 'waiting').length;
    }
  }
  return waiting;
}

/** The message that signing secrets cannot be read. @param prefixes The keys' listed prefixes. */
export function unreadableSecrets(prefixes: readonly string[]): string {
  const keys = prefixes.slice(0, 10).join(', ') + (prefixes.length > 10 ? ', …' : '');
  return `The signing secrets of these keys cannot be read, as they were sealed under another secret key: ${keys}.`;
}
