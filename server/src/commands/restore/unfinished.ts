import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { quoted } from '../../lib/text.js';
import { syncFolder, writeHashed } from '../backup/backup-folder.js';
import { CommandError } from '../command-error.js';

/** This file is in the data folder while an installation is being restored. */
export const UNFINISHED_FILE = 'restore-unfinished.json';

/** The record of a restore that has not ended. */
export interface Unfinished {
  /** ISO 8601. */
  readonly begun: string;
  /** The folder of the backup. */
  readonly backup: string;
  /**
   * The revisions that the restore gives the databases of tenants and feeds, by name. They are
   * random, so they distinguish a restored database from one that others have written to.
   */
  readonly revisions: Readonly<Record<string, readonly number[]>>;
}

const Shape = Type.Object({
  begun: Type.String(),
  backup: Type.String(),
  revisions: Type.Record(Type.String(), Type.Array(Type.Number())),
});

/** Records in the data folder that a restore begins, or begins again. */
export async function noteUnfinished(dataFolder: string, unfinished: Unfinished): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const written = join(dataFolder, `.${UNFINISHED_FILE}`);
  await rm(written, { force: true });
  await writeHashed(
    written,
    (async function* () {
      yield Buffer.from(`${JSON.stringify(unfinished)}\n`);
    })(),
  );
  await rename(written, join(dataFolder, UNFINISHED_FILE));
  await syncFolder(dataFolder);
}

/** The unfinished restore of a data folder, if there is one. */
export async function unfinishedIn(dataFolder: string): Promise<Unfinished | undefined> {
  let text: string;
  try {
    text = await readFile(join(dataFolder, UNFINISHED_FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (Value.Check(Shape, value)) return value as Unfinished;
  } catch {
    // The file exists, so the restore is unfinished, even if the file cannot be read.
  }
  return { begun: '', backup: '', revisions: {} };
}

/** Records that the restore has ended. */
export async function noteFinished(dataFolder: string): Promise<void> {
  await rm(join(dataFolder, UNFINISHED_FILE), { force: true });
}

/** The error for a restore that was cut short, with the ways to go on. */
export function unfinishedFailure(dataFolder: string, { begun, backup }: Unfinished): CommandError {
  const which =
    backup === '' ? 'A restore' : `The restore of ${quoted(backup)} that began ${begun}`;
  return new CommandError(
    `${which} was cut short: ${dataFolder} holds a part of it. \`portico restore <folder> --again\` takes ` +
      'that part away and restores again.',
  );
}
