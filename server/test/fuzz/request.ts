/**
 * A hostile request as data: it can be written to a file and sent again, to another server too. Keys and
 * signatures stand in it as placeholders of their own length, which are replaced when it is sent.
 */

/** The keys that requests name; each stands for one key of a pool, or several. */
export const KEY_NAMES = [
  'alphaWebsite',
  'alphaPrivate',
  'alphaMarket',
  'betaWebsite',
  'betaPrivate',
  'revoked',
  'elsewhere',
] as const;
export type KeyName = (typeof KEY_NAMES)[number];

/** The keys that the gate lets in. */
export const GOOD_KEYS: readonly KeyName[] = [
  'alphaWebsite',
  'alphaPrivate',
  'alphaMarket',
  'betaWebsite',
  'betaPrivate',
];

/** Bytes that are sent at once, and what follows them. */
export interface Step {
  /** One character for each byte (Latin-1). */
  readonly bytes: string;
  /** Milliseconds to wait before the next step. */
  readonly pauseMs?: number;
}

/** How the sender ends the connection. */
export type Ending =
  /** When every expected answer is there, or the server closes. */
  | { readonly kind: 'answered' }
  /** So many milliseconds after the last byte, whatever has come. */
  | { readonly kind: 'cut'; readonly afterMs: number }
  /** When so many bytes of answers have come. */
  | { readonly kind: 'cut at'; readonly bytes: number }
  /** Closes its own side after the last byte, and reads on. */
  | { readonly kind: 'half' };

/** Everything that is sent over one connection. */
export interface HostileRequest {
  /** What it is, for people. */
  readonly shape: string;
  readonly steps: readonly Step[];
  /** The method of each request in it, in order: each of these expects an answer, unless the connection is cut. */
  readonly methods: readonly string[];
  readonly ending: Ending;
  /** The good key in it, if there is one. */
  readonly key?: KeyName;
  /** Whether a picture in it may be decoded: that has a limit of its own. */
  readonly picture?: true;
}

const KEY_LENGTH = 'pk_'.length + 32;

/** Stands for a key. */
export function keyPlaceholder(name: KeyName): string {
  return `pk_FUZZ${name}`.padEnd(KEY_LENGTH, '0');
}

/** Stands for a stamp in milliseconds. */
export const STAMP = '1000000000007';
/** Stands for the token that signs it. */
export const TOKEN = 'f022'.repeat(16);
/** Stands for the Base64 of a partner's credentials. */
export const BASIC = 'FUZZPARTNERCREDENTIALS';
/** Stands for characters that differ each time the request is sent. */
export const NONCE = 'nonce0000000';
/** Begins every password that is sent. */
export const PASSWORD_MARK = 'FUZZPASS';
/** Stands in query strings, which no log may hold. */
export const QUERY_MARK = 'fuzzq7x';

/** What the placeholders of one request stand for. */
export interface Credentials {
  readonly key: (name: KeyName) => string;
  /** A fresh stamp and its token, signed with the secret of the key of that name. */
  readonly signature: (name: KeyName) => { readonly stamp: string; readonly token: string };
  readonly basic: string;
  readonly nonce: () => string;
}

/** The bytes of a step as they are sent, placeholders replaced. */
export function materialize(
  { bytes }: Step,
  key: KeyName | undefined,
  credentials: Credentials,
): Buffer {
  let text = bytes;
  if (text.includes('pk_FUZZ')) {
    for (const name of KEY_NAMES) {
      const placeholder = keyPlaceholder(name);
      if (text.includes(placeholder)) text = text.replaceAll(placeholder, credentials.key(name));
    }
  }
  if (text.includes(STAMP) && key !== undefined) {
    const { stamp, token } = credentials.signature(key);
    text = text.replaceAll(STAMP, stamp).replaceAll(TOKEN, token);
  }
  if (text.includes(BASIC)) text = text.replaceAll(BASIC, credentials.basic);
  if (text.includes(NONCE)) text = text.replaceAll(NONCE, credentials.nonce);
  return Buffer.from(text, 'latin1');
}

/** Text as the bytes of its UTF-8, one character for each. */
export function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
