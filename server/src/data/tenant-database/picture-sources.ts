import { createHash } from 'node:crypto';
import { inPortions, upsert } from '../bulk.js';
import type { TenantDatabase } from './open.js';
import type { PictureRow } from './pictures.js';
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

/** Notes pictures that were fetched. */
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
  await writeTo(database, async (transaction) => {
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

/** Forgets fetched pictures that were removed: an import that names their URLs fetches them again. */
export async function forgetFetched(
  database: Pick<TenantDatabase, 'write'>,
  filenames: readonly string[],
): Promise<void> {
  if (filenames.length === 0) return;
  // Nothing that is answered changes, as no record names them.
  await database.write((transaction) =>
    inPortions(filenames, async (names) => {
      await transaction.deleteFrom('picture_source').where('filename', 'in', names).execute();
      return transaction.deleteFrom('picture').where('filename', 'in', names).execute();
    }),
  );
}

function hashOf(url: string): string {
  return createHash('sha256').update(url).digest('hex');
}
