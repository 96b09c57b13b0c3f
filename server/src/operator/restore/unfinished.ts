import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { given } from '../../lib/text.js';
import { syncFolder, writeHashed } from '../backup/backup-folder.js';
import { CommandError } from '../command-error.js';

/** The file of the data folder that is there while an installation is restored. */
export const UNFINISHED_FILE = 'restore-unfinished.json';

/** What is known of a restore that has not come to its end. */
export interface Unfinished {
  /** ISO 8601. */
  readonly begun: string;
  /** The folder of the backup. */
  readonly backup: string;
  /**
   * The revisions that databases of clients and feeds have where a restore filled them, by name: drawn
   * by chance, so that what it filled is told from what others have stored.
   */
  readonly revisions: Readonly<Record<string, readonly number[]>>;
}

const Shape = Type.Object({
  begun: Type.String(),
  backup: Type.String(),
  revisions: Type.Record(Type.String(), Type.Array(Type.Number())),
});

/** Notes in the data folder that a restore begins, or begins again. */
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

/** The restore that has not come to its end in a data folder, if there is one. */
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
    // It is there, whatever it says.
  }
  return { begun: '', backup: '', revisions: {} };
}

/** Notes that the restore has come to its end. */
export async function noteFinished(dataFolder: string): Promise<void> {
  await rm(join(dataFolder, UNFINISHED_FILE), { force: true });
}

/** Says that a restore was cut short, and how to go on. */
export function unfinishedFailure(dataFolder: string, { begun, backup }: Unfinished): CommandError {
  const which = backup === '' ? 'A restore' : `The restore of ${given(backup)} that began ${begun}`;
  return new CommandError(
    `${which} was cut short: ${dataFolder} holds a part of it. \`portico restore <folder> --again\` takes ` +
      'that part away and restores anew.',
  );
}
