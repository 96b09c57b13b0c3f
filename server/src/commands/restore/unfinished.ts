import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Config } from '../../config/config.js';
import { readIfThere } from '../../lib/create-once.js';
import { quoted } from '../../lib/text.js';
import { DIRECTORY_FILE } from '../../store/directory/directory.js';
import { lookAtDirectory } from '../../store/directory/inspect.js';
import { SchemaLook } from '../../store/schema/schema-look.js';
import type { OwnedDatabase } from '../../store/tenant/open.js';
import { publish } from '../backup/backup-folder.js';
import { DATA_FILES } from '../backup/data-files.js';
import { CommandError } from '../command-error.js';

/** This file is in the data folder while an installation is being restored. */
export const UNFINISHED_FILE = 'restore-unfinished.json';

/** The record of a restore that has not ended. */
export type Unfinished = Static<typeof Unfinished>;
const Unfinished = Type.Object({
  /** ISO 8601. */
  begun: Type.String(),
  backup: Type.String(),
  /**
   * The revisions that the restore gives the databases of tenants and feeds, by name. They are
   * random, so they distinguish a restored database from one that others have written to.
   */
  revisions: Type.Record(Type.String(), Type.Array(Type.Number())),
});

/** Records in the data folder that a restore begins, or begins again. */
export async function noteUnfinished(dataFolder: string, unfinished: Unfinished): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await publish(dataFolder, UNFINISHED_FILE, `${JSON.stringify(unfinished)}\n`);
}

export async function unfinishedIn(dataFolder: string): Promise<Unfinished | undefined> {
  const text = await readIfThere(join(dataFolder, UNFINISHED_FILE));
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (Value.Check(Unfinished, value)) return value;
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

const RESTORED: readonly string[] = [
  'clients',
  DATA_FILES.media,
  DATA_FILES.secretKey,
  'tls',
  ...['', '-wal', '-shm'].map((end) => `${DIRECTORY_FILE}${end}`),
];

/**
 * Removes what a killed restore left in the data folder. Databases in other places are cleared when
 * they are opened (`isLeft`).
 *
 * @param again Whether the operator wants the removal.
 * @throws CommandError when the operator did not, or when tenants exist by now.
 */
export async function removeLeft(
  { dataFolder: folder, databaseUrl }: Config,
  again: boolean,
): Promise<Unfinished | undefined> {
  const left = await unfinishedIn(folder);
  if (left === undefined) return undefined;
  if (!again) throw unfinishedFailure(folder, left);
  const look = new SchemaLook();
  try {
    const found = databaseUrl === undefined ? await lookAtDirectory({ folder }, look) : undefined;
    if (found !== undefined && found.tenants.length > 0) {
      throw new CommandError(
        `There are clients in ${folder}: the restore had come to its end, or they were made since. Start ` +
          'the server, or set PORTICO_DATA to a new folder.',
      );
    }
  } finally {
    look.close();
  }
  for (const name of RESTORED) await rm(join(folder, name), { recursive: true, force: true });
  return left;
}

/**
 * Whether a database is still as a killed restore left it.
 *
 * @param revisions The revisions that such restores gave it. They are random, and every later write
 *   changes them.
 */
export async function isLeft(
  { db }: OwnedDatabase,
  revisions: readonly number[] | undefined,
): Promise<boolean> {
  if (revisions === undefined) return false;
  const row = await db.selectFrom('revision').select('number').executeTakeFirst();
  return row !== undefined && revisions.includes(row.number);
}
