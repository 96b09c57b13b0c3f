import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { DIRECTORY_FILE } from '../../store/directory/directory.js';
import { lookAtDirectory } from '../../store/directory/inspect.js';
import { SchemaLook } from '../../store/schema/schema-look.js';
import type { OwnedDatabase } from '../../store/tenant/open.js';
import { DATA_FILES } from '../backup/data-files.js';
import { CommandError } from '../command-error.js';
import { type Unfinished, unfinishedFailure, unfinishedIn } from './unfinished.js';

/** The files and folders that a restore makes in a data folder. */
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
