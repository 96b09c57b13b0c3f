import { createHash } from 'node:crypto';
import type { ListingImport } from '../resources/listings/listing.import.js';
import type { PhotoImport } from '../resources/listings/photo.js';
import type { PictureFetcher } from '../resources/pictures/picture-fetcher.js';
import { withoutSignature } from '../resources/pictures/picture-names.js';
import { isOnMarket } from '../search/params/listing.vocabulary.js';
import type { WaitingPictures } from '../store/tenant/pull-pictures.js';

/** A picture that waits, of one listing. */
export type WaitingPicture =
  WaitingPictures extends ReadonlyMap<number, readonly (infer Picture)[]> ? Picture : never;

/** Whether a row stores a listing; others remove one. */
export function isListing(row: unknown): row is ListingImport {
  return typeof row === 'object' && row !== null && 'values' in row;
}

/** The pictures of a listing that are not here: the first one of those on the market comes first, then their others. */
export function missingOf(
  { id, values }: ListingImport,
  photos: readonly PhotoImport[],
  fetcher: PictureFetcher,
): Omit<WaitingPicture, 'record'>[] {
  // Visitors see the first pictures of these first.
  const rank = isOnMarket(values.status) ? 0 : 2;
  const lowest = Math.min(...photos.map(({ sort }) => sort));
  const first = photos.find(({ sort }) => sort === lowest);
  // By key: a record may name a picture twice.
  const missing = new Map<string, number>();
  for (const photo of photos) {
    const { key, version, filename: url, sort: order } = photo;
    const picture = { kind: 'listings', id, url, key, version, order } as const;
    if (fetcher.reasonOf(picture) === undefined) continue;
    const own = photo === first ? rank : rank + 1;
    const mediaKey = keyOf(photo);
    missing.set(mediaKey, Math.min(own, missing.get(mediaKey) ?? own));
  }
  return [...missing].map(([media_key, of]) => ({ media_key, rank: of }));
}

/** What a picture waits by that has no key: its address without a signature, which may be long and is not kept as it is. */
export function keyOf({ key, filename }: PhotoImport): string {
  return key ?? createHash('sha256').update(withoutSignature(filename)).digest('hex');
}
