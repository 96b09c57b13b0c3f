import { seal, UnsealError, unseal } from '../secrets/seal.js';
import { SealedCodes } from '../secrets/sealed-codes.js';

/**
 * Where a tenant database is kept, in the operator's notation: `default` for the configured place of
 * new ones, `sqlite` for a file in the data folder, or the `postgres://…` URL of a server.
 */
export type PlaceName = 'default' | 'sqlite' | `postgres${string}`;

/** The place of a tenant's database cannot be decrypted. */
export class UnreadablePlaceError extends Error {
  constructor(tenant: string) {
    super(
      `Where the database of ${tenant} is cannot be read: its URL was sealed under another ` +
        'PORTICO_SECRET_KEY. Set the one that it was sealed under.',
    );
    this.name = 'UnreadablePlaceError';
  }
}

/** A tenant or feed is being removed: nothing opens its database any more. */
export class BeingRemovedError extends Error {
  constructor(tenant: string) {
    super(`${tenant} is being removed. Where that was cut short, run the same command again.`);
    this.name = 'BeingRemovedError';
  }
}

/** What the encoded place of a tenant begins with while it is being removed. */
const REMOVING = 'removing.';

/** The encoding of a place that is being emptied. @param word Its encoding until now. */
export function removingPlace(word: string | null): string {
  return isBeingRemoved(word) ? String(word) : `${REMOVING}${word ?? ''}`;
}

/** Whether a tenant with this encoded place is being removed. */
export function isBeingRemoved(word: string | null): boolean {
  return word?.startsWith(REMOVING) === true;
}

/** The encoding from before the removal began. */
export function placeBeforeRemoval(word: string | null): string | null {
  return word?.startsWith(REMOVING) ? word.slice(REMOVING.length) || null : word;
}

/** Random bytes that make two encodings of one place different. */
const NONCE_BYTES = 6;

/**
 * Encodes the places of tenant databases for the directory. A URL holds a password and is encrypted.
 * Every encoding has a random part, so that a database that moves away and back is seen to have moved.
 */
export class Places {
  /** Seals what tenant databases hold, under the same key. */
  readonly codes: SealedCodes;
  readonly #secretKey: () => Promise<Uint8Array>;
  readonly #random: (size: number) => Uint8Array;

  /** @param secretKey Returns the encryption key; called when a URL is stored or read. @param random For secrets. */
  constructor(secretKey: () => Promise<Uint8Array>, random: (size: number) => Uint8Array) {
    this.#secretKey = secretKey;
    this.codes = new SealedCodes(secretKey, random);
    this.#random = random;
  }

  async encodePlace(tenant: string, place: PlaceName): Promise<string> {
    if (place !== 'default' && place !== 'sqlite') {
      return seal(place, await this.#secretKey(), sealedFor(tenant), this.#random);
    }
    return `${place}.${Buffer.from(this.#random(NONCE_BYTES)).toString('hex')}`;
  }

  /**
   * The place of a stored encoding.
   *
   * @param word Null for a tenant that was never moved, nor got a place of its own.
   * @throws UnreadablePlaceError
   * @throws BeingRemovedError
   */
  async placeOf(tenant: string, word: string | null): Promise<PlaceName> {
    if (isBeingRemoved(word)) throw new BeingRemovedError(tenant);
    if (word === null || word.startsWith('default.')) return 'default';
    if (!isSealed(word)) return 'sqlite';
    try {
      return unseal(word, await this.#secretKey(), sealedFor(tenant)) as PlaceName;
    } catch (error) {
      if (error instanceof UnsealError) throw new UnreadablePlaceError(tenant);
      throw error;
    }
  }
}

/** Whether a stored encoding is an encrypted URL, which only its key decrypts. */
export function isSealed(word: string): boolean {
  return !word.startsWith('default.') && !word.startsWith('sqlite.');
}

/** The `place` argument of `seal` for the URL of a tenant's database. */
export function sealedFor(tenant: string): string {
  return `database of ${tenant}`;
}
