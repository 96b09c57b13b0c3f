import type { PicturedKind } from '../../store/tenant/picture-sources.js';

/** A picture that a record names. */
export interface WantedPicture {
  /** The record that shows it. */
  readonly kind: PicturedKind;
  readonly id: number;
  /** A URL, or the name of a file that is here. */
  readonly url: string;
  /** By which its source knows it, whatever its URL. */
  readonly key?: string | undefined;
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
 * The names that a picture is known by: its key, or else its URL and, within its record, its URL without a signature.
 * Records do not share keys, so that those of two sources never meet.
 *
 * @param isAlike Whether the record has another picture whose URL differs in the signature at most: then these are
 *   two, and only the whole URL tells them apart.
 */
export function pictureNames(
  picture: WantedPicture,
  isAlike: boolean,
): readonly [string, ...string[]] {
  const { url, key } = picture;
  const record = recordOf(picture);
  if (key !== undefined) return [`${record} key ${key}`];
  const plain = withoutSignature(url);
  return plain === url || isAlike ? [url] : [url, `${record} ${plain}`];
}
