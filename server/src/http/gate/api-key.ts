import { hash } from 'node:crypto';

/** The start of every key, by which people and secret scanners recognise one. */
const MARK = 'pk_';

/** The start of a marketplace partner's key; of the same length, for `publicPrefix`. */
const PARTNER_MARK = 'mp_';

/** 192 bits, of which the public id reveals 48: 144 remain, above the 128 of R46. */
const KEY_BYTES = 24;

/** The mark and eight characters: 48 bits, so that no two keys of a list share a public id. */
const PREFIX_LENGTH = MARK.length + 8;

/** The longest key, so that nobody can have megabytes hashed as a key. */
export const MAX_KEY_LENGTH = 256;

/**
 * A new API key: `pk_` and 32 characters that need no escaping in a URL.
 *
 * @param random Returns that many random bytes, fit for secrets (`randomBytes` of `node:crypto`).
 */
export function newApiKey(random: (size: number) => Uint8Array): string {
  return MARK + Buffer.from(random(KEY_BYTES)).toString('base64url');
}

/**
 * A new partner key, the user name of a marketplace partner: `mp_` and 32 characters without the colon
 * that ends a user name in HTTP Basic.
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
 * The SHA-256 of a key in lower-case hexadecimal, by which the directory stores and finds keys.
 *
 * A fast hash is right here: unlike a password, a key has too many random bits to guess. The look-up
 * need not take constant time either: its time may depend on the stored hashes and on the hash of the
 * input, but an attacker would have to choose that hash, which means inverting SHA-256.
 */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}
