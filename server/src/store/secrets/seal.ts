import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

/** The format of an encrypted text, so that another cipher can follow without guessing. */
const VERSION = 'v1';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** An encrypted text is damaged, or was encrypted with another key or for another place. */
export class UnsealError extends Error {
  constructor() {
    super('A sealed secret does not open: it was sealed under another secret key, or was changed.');
    this.name = 'UnsealError';
  }
}

/**
 * Encrypts a secret for storage (AES-256-GCM). R46.
 *
 * @param key 32 bytes.
 * @param place The owner of the secret, such as its API key's hash. The secret decrypts only there, so
 *   that a person who can write to the database cannot give one key's secret to another.
 * @param random Returns that many random bytes; never the same 12 twice under one key.
 * @returns Printable text: `v1.` and Base64 of nonce, cipher text and tag.
 */
export function seal(
  secret: string,
  key: Uint8Array,
  place: string,
  random: (size: number) => Uint8Array,
): string {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associated(place));
  const sealed = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return `${VERSION}.${Buffer.concat(sealed).toString('base64url')}`;
}

/** Decrypts the result of `seal`. @throws UnsealError unless key and place are the same. */
export function unseal(sealed: string, key: Uint8Array, place: string): string {
  const [version, text, ...rest] = sealed.split('.');
  const bytes = Buffer.from(text ?? '', 'base64url');
  if (version !== VERSION || rest.length > 0 || bytes.length < NONCE_BYTES + TAG_BYTES) {
    throw new UnsealError();
  }
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associated(place));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    throw new UnsealError();
  }
}

function associated(place: string): Buffer {
  return Buffer.from(`portico ${VERSION} ${place}`, 'utf8');
}

/** 128 bits, as in a code. */
const BYTES = 16;

/**
 * What nobody can tell without the key, and every process makes again of the same parts.
 *
 * @param secretKey The key of the installation (`secretKeyFor`).
 * @param purpose Keeps what is made for one use from passing for another.
 */
export function macOf(
  secretKey: Uint8Array,
  purpose: string,
  parts: readonly (string | number)[],
): Buffer {
  const text = `portico ${purpose} ${JSON.stringify(parts)}`;
  return createHmac('sha256', secretKey).update(text).digest().subarray(0, BYTES);
}

/** The begin of a sealed answer, which no JSON has: answers that earlier programs kept are not sealed. */
const SEALED_ANSWER = `${VERSION}.`;

/** Seals the answers that are kept for calls that come again: that to a registration has a verification code. R316. */
export class SealedAnswers {
  readonly #key: Buffer;
  readonly #random: (size: number) => Uint8Array;

  /** @param secretKey The key of the installation, from which one for answers is derived. */
  constructor(secretKey: Buffer, random: (size: number) => Uint8Array) {
    this.#key = Buffer.from(hkdfSync('sha256', secretKey, '', 'idempotency answers', 32));
    this.#random = random;
  }

  /** @param id The write that it is the answer to: for another one it does not open. */
  seal(id: string, answer: string): string {
    return seal(answer, this.#key, placeOf(id), this.#random);
  }

  /** @throws UnsealError */
  open(id: string, stored: string): string {
    return stored.startsWith(SEALED_ANSWER) ? unseal(stored, this.#key, placeOf(id)) : stored;
  }
}

function placeOf(id: string): string {
  return `answer to ${id}`;
}
