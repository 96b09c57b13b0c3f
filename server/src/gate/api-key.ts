import { hash } from 'node:crypto';

/** What every key starts with, so that people and secret scanners recognise one. */
const MARK = 'pk_';

/** What the key of a marketplace partner starts with instead; as long, for `publicPrefix`. */
const PARTNER_MARK = 'mp_';

/** 192 bits, of which the public id gives 48 away: 144 remain, above the 128 of R46. */
const KEY_BYTES = 24;

/** The mark and eight characters: 48 bits, so that no list holds two keys with one public id. */
const PREFIX_LENGTH = MARK.length + 8;

/** No key is longer, so that nobody has megabytes hashed by sending them as a key. */
export const MAX_KEY_LENGTH = 256;

/**
 * A new API key: `pk_` and 32 characters that need no escaping in a URL.
 *
 * @param random Gives that many bytes nobody can guess (`randomBytes` of `node:crypto`).
 */
export function newApiKey(random: (size: number) => Uint8Array): string {
  return MARK + Buffer.from(random(KEY_BYTES)).toString('base64url');
}

/**
 * A new partner key, the user name of a marketplace partner: `mp_` and 32 characters, none of them
 * the colon that ends a user name in HTTP Basic.
 *
 * @param random As for `newApiKey`.
 */
export function newPartnerKey(random: (size: number) => Uint8Array): string {
  return PARTNER_MARK + Buffer.from(random(KEY_BYTES)).toString('base64url');
}

/** The public id of a key: its first characters, for lists, logs and `key revoke`. */
export function publicPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/**
 * SHA-256 of a key in lower-case hexadecimal: what the directory stores and finds keys by.
 *
 * A plain fast hash is right here: a key holds enough random bits that trying them out is
 * hopeless, unlike a password. And the look-up by hash need not take constant time: how long it
 * takes may depend on the stored hashes and on the hash of what was sent, but to learn a key from
 * that somebody would have to choose the hash, which means inverting SHA-256.
 */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}
