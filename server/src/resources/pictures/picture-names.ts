import { grouped } from '../../lib/grouped.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import {
  type PicturedKind,
  type PictureSource,
  picturesShown,
  sourcesOf,
} from '../../store/tenant/pictures.js';

export interface WantedPicture {
  /** The record that shows it. */
  readonly kind: PicturedKind;
  readonly id: number;
  /** A URL, or the name of a file that is here. */
  readonly url: string;
  /** By which its source knows it, whatever its URL. */
  readonly key?: string | undefined;
  /** Another one says that its source has changed the picture under its key. */
  readonly version?: string | undefined;
  /** Visitors see those of a low number first. */
  readonly order: number;
}

/** The record that shows a picture, as text. */
export function recordOf({ kind, id }: Pick<WantedPicture, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** Parameters of signed URLs: those of clouds, networks of servers, and the usual words. */
const SIGNATURE =
  /^(?:x-(?:amz|goog|oss|cos)-[^=]*|awsaccesskeyid|googleaccessid|key-pair-id|policy|(?:access_?|auth_?)?token|auth|sig(?:nature)?|hmac|exp|expir(?:es|y|ation)|expires_?(?:at|in)|hdn(?:ea|ts)|s[verpt]|spr|sk(?:oid|tid|t|e|s|v))(?:=|$)/i;

/** A URL without what may differ from one day to the next for the same picture. R305. */
export function withoutSignature(url: string): string {
  const [path = '', query] = url.replace(/#.*$/s, '').split(/\?(.*)/s);
  if (query === undefined) return url;
  const parameters = query.split('&').filter((parameter) => !SIGNATURE.test(parameter));
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

/**
 * The names that a picture is known by: its key and version, or else its URL and, within its record, its URL without a signature.
 * Records do not share keys, so that those of two sources never meet.
 *
 * @param isAlike Whether the record has another picture whose URL differs in the signature at most: then these are
 *   two, and only the whole URL tells them apart.
 */
export function pictureNames(
  picture: WantedPicture,
  isAlike: boolean,
): readonly [string, ...string[]] {
  const { url, key, version } = picture;
  const record = recordOf(picture);
  if (key !== undefined) {
    return [`${record} key ${key}${version === undefined ? '' : ` version ${version}`}`];
  }
  const plain = withoutSignature(url);
  return plain === url || isAlike ? [url] : [url, `${record} ${plain}`];
}

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

export function hasKey({ sources }: ShownPicture): boolean {
  return sources.some(({ key }) => key !== '');
}
