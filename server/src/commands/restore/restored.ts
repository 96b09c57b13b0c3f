import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeHashed } from '../backup/backup-folder.js';
import { rowsOf, type SavedFile } from '../backup/manifest.js';
import { CommandError } from '../command-error.js';
import type { SavedBackup, SavedEntry } from './saved-backup.js';

export interface Restored {
  /** The rows of each restored database, by its name from now on. */
  readonly databases: Readonly<Record<string, number>>;
  /** Pictures, certificate and secret key. */
  readonly files: number;
  readonly keys: number;
  /** The number of emails that waited to be sent. */
  readonly letters: number;
  /** Differences from the saved installation. */
  readonly warnings: readonly string[];
}

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

/** The number of rows of each database in the backup, by its name after the restore. */
export function counted(entries: readonly SavedEntry[]): Record<string, number> {
  return Object.fromEntries(entries.map(({ entry, database }) => [entry.name, rowsOf(database)]));
}

/** Copies saved files into the data folder. @param place Returns the path of a saved file there. */
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
