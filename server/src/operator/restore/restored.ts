import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClientEntry } from '../../data/directory/directory.js';
import { writeHashed } from '../backup/backup-folder.js';
import { rowsOf, type SavedDatabase, type SavedFile } from '../backup/manifest.js';
import { CommandError } from '../command-error.js';
import type { SavedBackup } from './saved-backup.js';

/** What a restore did. */
export interface Restored {
  /** Rows of each database that was filled, by the name that it has now. */
  readonly databases: Readonly<Record<string, number>>;
  /** Pictures, certificate and secret key. */
  readonly files: number;
  /** API keys. */
  readonly keys: number;
  /** Emails that were waiting to be sent. */
  readonly letters: number;
  /** What is not as it was. */
  readonly warnings: readonly string[];
}

/** What both ways of restoring are told. */
export interface RestoreOptions {
  /** Databases go where the configuration says, also those that had a URL of their own. */
  readonly home: boolean;
  readonly holdLetters: boolean;
  /** Goes on when the signing secrets of keys cannot be read. */
  readonly withoutSecrets: boolean;
  readonly say: (step: string) => void;
  readonly signal: AbortSignal;
}

/** A client or feed of a backup: its row of the directory, and its database. */
export interface SavedEntry {
  readonly entry: ClientEntry;
  readonly database: SavedDatabase;
}

/** All clients and feeds of a backup, by name. */
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
    // Where it was read from: it may have been moved after the directory was read.
    return { entry: { ...entry, database_url: database.place }, database };
  });
}

/** The rows that each database has in the backup. @param name The one it is restored under. */
export function counted(entries: readonly SavedEntry[]): Record<string, number> {
  return Object.fromEntries(entries.map(({ entry, database }) => [entry.name, rowsOf(database)]));
}

/**
 * Copies saved files into the data folder.
 *
 * @param place The path that a saved file gets, from the data folder.
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

/** Emails that waited when the backup was made. */
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

/** Says that signing secrets cannot be read. @param prefixes The keys' listed prefixes. */
export function unreadableSecrets(prefixes: readonly string[]): string {
  const keys = prefixes.slice(0, 10).join(', ') + (prefixes.length > 10 ? ', …' : '');
  return `The signing secrets of these keys cannot be read, as they were sealed under another secret key: ${keys}.`;
}
