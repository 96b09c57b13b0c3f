import { grouped } from '../../lib/grouped.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import {
  type PictureSource,
  picturesShown,
  sourcesOf,
} from '../../store/tenant/picture-sources.js';
import { recordOf, type WantedPicture, withoutSignature } from './picture-names.js';

/** A picture that a record shows already. */
export interface ShownPicture {
  readonly filename: string;
  /** Where imports have fetched it; empty for a file that was put there. */
  readonly sources: readonly PictureSource[];
}

/** What the records of these pictures show now, in order, by record. */
export async function shownPictures(
  database: TenantDatabase,
  pictures: readonly WantedPicture[],
): Promise<ReadonlyMap<string, readonly ShownPicture[]>> {
  const files = new Map<string, readonly string[]>();
  for (const [kind, ids] of grouped(pictures.map(({ kind, id }) => [kind, id] as const))) {
    const shown = await picturesShown(database, kind, [...new Set(ids)]);
    for (const [id, filenames] of shown) files.set(recordOf({ kind, id }), filenames);
  }
  const sources = await sourcesOf(database, [...files.values()].flat());
  const byFile = grouped(sources.map((source) => [source.filename, source] as const));
  const entries = [...files].map(([record, filenames]) => {
    const shown = filenames.map((filename) => ({ filename, sources: byFile.get(filename) ?? [] }));
    return [record, shown] as const;
  });
  return new Map(entries);
}

/**
 * The one of these pictures that the wanted one is, though it is not noted under its names: it was fetched before
 * there were keys, or is known by a URL with another signature.
 *
 * @param isAlike As of `pictureNames`.
 */
export function sameShown(
  { url, key }: WantedPicture,
  shown: readonly ShownPicture[],
  isAlike: boolean,
): ShownPicture | undefined {
  // With another key it is another picture, even at the same URL.
  const open = shown.filter((each) => key === undefined || !hasKey(each));
  const exact = open.find(({ sources }) => sources.some((source) => source.url === url));
  if (exact !== undefined || isAlike) return exact;
  const plain = withoutSignature(url);
  const alike = open.filter(({ sources }) =>
    sources.some((source) => withoutSignature(source.url) === plain),
  );
  const [first] = alike;
  return alike.every(({ filename }) => filename === first?.filename) ? first : undefined;
}

/** Whether a source has given a picture a key. */
export function hasKey({ sources }: ShownPicture): boolean {
  return sources.some(({ key }) => key !== '');
}
