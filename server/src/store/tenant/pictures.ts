import type { Selectable } from 'kysely';
import { inPortions, upsert } from './bulk.js';
import type { TenantDatabase } from './open.js';
import type { PictureTable } from './picture-tables.js';
import { writeTo } from './write.js';

/** A picture as it was measured. */
export type PictureRow = Selectable<PictureTable>;

/** Files of the same content that are tried for a variant: those that are gone or changed are passed over. */
const FILES_TRIED = 5;

/** The longest name of a file that is noted, in characters: it is a key. */
export const LONGEST_FILENAME = 500;

/** What is known of these pictures; those that were not measured are absent. */
export async function picturesNamed(
  database: TenantDatabase,
  filenames: readonly string[],
): Promise<ReadonlyMap<string, PictureRow>> {
  const rows = await inPortions(filenames, (names) =>
    database.db.selectFrom('picture').selectAll().where('filename', 'in', names).execute(),
  );
  return new Map(rows.map((row) => [row.filename, row]));
}

/** The files that had this content when they were measured. */
export async function filesOfContent(
  database: TenantDatabase,
  hash: string,
): Promise<readonly string[]> {
  const rows = await database.db
    .selectFrom('picture')
    .select('filename')
    .where('hash', '=', hash)
    .orderBy('filename')
    .limit(FILES_TRIED)
    .execute();
  return rows.map(({ filename }) => filename);
}

/** Stores what was measured. Answers show it, so the revision moves; no record has changed. */
export async function storePictures(
  database: TenantDatabase,
  rows: readonly PictureRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = ['filename', 'hash', 'width', 'height', 'thumbhash'] as const;
  await writeTo(database, (transaction) =>
    upsert(database, transaction, 'picture', columns, ['filename'], rows),
  );
}

/** Forgets pictures that are gone. */
export async function forgetPictures(
  database: TenantDatabase,
  filenames: readonly string[],
): Promise<void> {
  if (filenames.length === 0) return;
  await writeTo(database, (transaction) =>
    inPortions(filenames, (names) =>
      transaction.deleteFrom('picture').where('filename', 'in', names).execute(),
    ),
  );
}
