import { createCipheriv, createDecipheriv } from 'node:crypto';

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

/**
 * Decrypts the result of `seal`.
 *
 * @throws UnsealError unless key and place are the same.
 */
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
