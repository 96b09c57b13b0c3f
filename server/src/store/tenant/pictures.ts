import { createHash } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { grouped } from '../../lib/grouped.js';
import { lockRows, lockTable } from '../engines/dialect.js';
import { inPortions, upsert } from './bulk.js';
import { forImport } from './import-lock.js';
import type { TenantDatabase } from './open.js';
import type { PictureTable } from './picture-tables.js';
import type { TenantTables } from './tables.js';
import { writeTo } from './write.js';

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
  await writeTo(database, (transaction) => upsertPictures(database, transaction, rows));
}

async function upsertPictures(
  database: TenantDatabase,
  transaction: Transaction<TenantTables>,
  rows: readonly PictureRow[],
): Promise<void> {
  const columns = ['filename', 'hash', 'width', 'height', 'thumbhash'] as const;
  await upsert(database, transaction, 'picture', columns, ['filename'], rows);
}

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

/** A picture that was fetched, and where. */
export interface FetchedPicture extends PictureRow {
  readonly url: string;
  /** The key that its source gave it. */
  readonly key?: string | undefined;
  /** The names that it is known by; if not given, its URL. */
  readonly names?: readonly string[];
}

/** Where a stored picture came from. */
export interface PictureSource {
  readonly filename: string;
  readonly url: string;
  /** The key that its source gave it; empty for none. */
  readonly key: string;
}

/** A name that a stored picture is known by. */
interface NamedPicture extends PictureSource {
  readonly name: string;
}

export async function picturesFrom(
  database: TenantDatabase,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const byHash = new Map(names.map((name) => [hashOf(name), name]));
  const rows = await inPortions([...byHash.keys()], (hashes) =>
    database.db
      .selectFrom('picture_source')
      .select(['url_hash', 'filename'])
      .where('url_hash', 'in', hashes)
      .execute(),
  );
  return new Map(rows.map(({ url_hash, filename }) => [byHash.get(url_hash) ?? '', filename]));
}

/** Where these files came from: each may be known by several names. */
export function sourcesOf(
  database: TenantDatabase,
  filenames: readonly string[],
): Promise<readonly PictureSource[]> {
  return inPortions([...new Set(filenames)], (portion) =>
    database.db
      .selectFrom('picture_source')
      .select(['filename', 'url', 'media_key as key'])
      .where('filename', 'in', portion)
      .execute(),
  );
}

/** Whether pictures are noted under all of these names, as a transaction that holds the lock of imports sees it. */
export async function areNoted(
  transaction: Transaction<TenantTables>,
  names: readonly string[],
): Promise<boolean> {
  const hashes = [...new Set(names)].map(hashOf);
  const rows = await inPortions(hashes, (portion) =>
    transaction
      .selectFrom('picture_source')
      .select('url_hash')
      .where('url_hash', 'in', portion)
      .execute(),
  );
  return rows.length === hashes.length;
}

/** Notes pictures that were fetched, under the lock of imports: a sweep is ahead of the note or behind it. */
export async function storeFetched(
  database: TenantDatabase,
  fetched: readonly FetchedPicture[],
): Promise<void> {
  if (fetched.length === 0) return;
  const pictures = new Map(
    fetched.map(({ url, key, names, ...row }) => [row.filename, row] as const),
  );
  const sources = fetched.flatMap(({ url, key = '', names = [url], filename }) =>
    names.map((name) => ({ name, url, key, filename })),
  );
  await writeTo(forImport(database), async (transaction) => {
    await upsertPictures(database, transaction, [...pictures.values()]);
    await upsertSources(database, transaction, sources);
  });
}

/** Notes further names of pictures that are noted already. Nothing that is answered changes. */
export async function storeNames(
  database: TenantDatabase,
  pictures: readonly NamedPicture[],
): Promise<void> {
  if (pictures.length === 0) return;
  await forImport(database).write(async (transaction) => {
    const noted = await inPortions(
      [...new Set(pictures.map(({ filename }) => filename))],
      (files) =>
        transaction
          .selectFrom('picture_source')
          .select('filename')
          .distinct()
          .where('filename', 'in', files)
          .execute(),
    );
    // A sweep may have deleted one in the meantime.
    const there = new Set(noted.map(({ filename }) => filename));
    const kept = pictures.filter(({ filename }) => there.has(filename));
    await upsertSources(database, transaction, kept);
  });
}

async function upsertSources(
  database: TenantDatabase,
  transaction: Transaction<TenantTables>,
  pictures: readonly NamedPicture[],
): Promise<void> {
  const rows = new Map(
    pictures.map(({ name, url, key, filename }) => [
      name,
      { url_hash: hashOf(name), url, media_key: key, filename },
    ]),
  );
  const columns = ['url_hash', 'url', 'media_key', 'filename'] as const;
  await upsert(database, transaction, 'picture_source', columns, ['url_hash'], [...rows.values()]);
}

/** The kinds of record that show pictures which imports fetch. */
export type PicturedKind = 'listings' | 'buildings' | 'agents';

/** The pictures that records show now, in order, by id. */
export async function picturesShown(
  { db }: TenantDatabase,
  kind: PicturedKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await inPortions<number, { id: number; filename: string }>(ids, (portion) => {
    if (kind === 'agents') {
      const agents = db.selectFrom('agent').select(['id', 'image as filename']);
      return agents.where('id', 'in', portion).where('image', '!=', '').execute();
    }
    if (kind === 'buildings') {
      const photos = db.selectFrom('building_photo').select(['building_id as id', 'filename']);
      return photos.where('building_id', 'in', portion).orderBy('position').execute();
    }
    const photos = db.selectFrom('photo').select(['listing_id as id', 'filename']);
    return photos.where('listing_id', 'in', portion).orderBy('position').execute();
  });
  return grouped(rows.map(({ id, filename }) => [id, filename] as const));
}

/** All pictures that imports have fetched, as records name them. */
export async function fetchedFiles(
  database: Pick<TenantDatabase, 'db'>,
): Promise<readonly string[]> {
  const query = database.db.selectFrom('picture_source').select('filename').distinct();
  return (await query.execute()).map(({ filename }) => filename);
}

/**
 * Deletes pictures that no record names, as long as no record has changed since somebody looked. The files go within
 * the transaction, under the lock of imports: an import that relies on a picture finds out before it writes its
 * records (`areNoted`), and fetches it again.
 *
 * @param revision The revision at which no record named them.
 * @param names What is noted of them, if anything: as records name them.
 * @param removeFiles Removes the files. It may run again, as work of `write` may.
 * @returns False where something has changed: then nothing was removed.
 */
export async function removeUnnamedPictures(
  database: TenantDatabase,
  revision: number,
  names: readonly string[],
  removeFiles: () => Promise<void>,
): Promise<boolean> {
  // Nothing that is answered changes, so that the revision stays.
  return forImport(database).write(async (transaction) => {
    // Websites write posts without the lock of imports: one under way ends first, and then the revision has moved.
    await lockTable(transaction, 'blog');
    const current = transaction.selectFrom('revision').select('number');
    const { number } = await lockRows(transaction, current).executeTakeFirstOrThrow();
    if (number !== revision) return false;
    await inPortions(names, async (portion) => {
      await transaction.deleteFrom('picture_source').where('filename', 'in', portion).execute();
      return transaction.deleteFrom('picture').where('filename', 'in', portion).execute();
    });
    await removeFiles();
    return true;
  });
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
