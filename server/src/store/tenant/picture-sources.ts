import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { lockRows, lockTable } from '../engines/dialect.js';
import { inPortions, upsert } from './bulk.js';
import { forImport } from './import-lock.js';
import type { TenantDatabase } from './open.js';
import type { PictureRow } from './pictures.js';
import type { TenantTables } from './tables.js';
import { writeTo } from './write.js';

/** A picture that was fetched, and the URL that it came from. */
export interface FetchedPicture extends PictureRow {
  readonly url: string;
}

/** The pictures that were fetched from these URLs, by URL. */
export async function picturesFrom(
  database: TenantDatabase,
  urls: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const byHash = new Map(urls.map((url) => [hashOf(url), url]));
  const rows = await inPortions([...byHash.keys()], (hashes) =>
    database.db
      .selectFrom('picture_source')
      .select(['url_hash', 'filename'])
      .where('url_hash', 'in', hashes)
      .execute(),
  );
  return new Map(rows.map(({ url_hash, filename }) => [byHash.get(url_hash) ?? '', filename]));
}

/** Whether pictures from all of these URLs are noted, as a transaction that holds the lock of imports sees it. */
export async function areNoted(
  transaction: Transaction<TenantTables>,
  urls: readonly string[],
): Promise<boolean> {
  const hashes = [...new Set(urls)].map(hashOf);
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
  const pictures = new Map(fetched.map(({ url, ...row }) => [row.filename, row]));
  const sources = new Map(
    fetched.map(({ url, filename }) => [url, { url_hash: hashOf(url), url, filename }]),
  );
  const columns = ['filename', 'hash', 'width', 'height', 'thumbhash'] as const;
  await writeTo(forImport(database), async (transaction) => {
    await upsert(database, transaction, 'picture', columns, ['filename'], [...pictures.values()]);
    const of = ['url_hash', 'url', 'filename'] as const;
    await upsert(database, transaction, 'picture_source', of, ['url_hash'], [...sources.values()]);
  });
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

function hashOf(url: string): string {
  return createHash('sha256').update(url).digest('hex');
}
