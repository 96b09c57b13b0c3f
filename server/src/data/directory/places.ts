import { seal, UnsealError, unseal } from './seal.js';

/**
 * Where a client database is kept, as operators say it: `default` for where the configuration puts
 * new ones, `sqlite` for a file in the data folder, or the `postgres://…` URL of a server.
 */
export type PlaceName = 'default' | 'sqlite' | `postgres${string}`;

/** Where a client's database is cannot be read from the directory. */
export class UnreadablePlaceError extends Error {
  constructor(client: string) {
    super(
      `Where the database of ${client} is cannot be read: its URL was sealed under another ` +
        'PORTICO_SECRET_KEY. Set the one that it was sealed under.',
    );
    this.name = 'UnreadablePlaceError';
  }
}

/** Bytes that make two words for one place different. */
const NONCE_BYTES = 6;

/**
 * The directory's words for the places of client databases. A URL holds a password and is sealed; and
 * every word is made with a number of its own, so that a database that moves away and back is seen to
 * have moved.
 */
export class Places {
  readonly #secretKey: () => Promise<Uint8Array>;
  readonly #random: (size: number) => Uint8Array;

  /**
   * @param secretKey The key that seals; asked for when a URL is stored or read.
   * @param random Gives that many bytes nobody can guess.
   */
  constructor(secretKey: () => Promise<Uint8Array>, random: (size: number) => Uint8Array) {
    this.#secretKey = secretKey;
    this.#random = random;
  }

  /** The word to store for a place. */
  async wordFor(client: string, place: PlaceName): Promise<string> {
    if (place !== 'default' && place !== 'sqlite') {
      return seal(place, await this.#secretKey(), sealedFor(client), this.#random);
    }
    return `${place}.${Buffer.from(this.#random(NONCE_BYTES)).toString('hex')}`;
  }

  /**
   * The place that a stored word names.
   *
   * @param word Null for a client that was never moved, nor given a place of its own.
   * @throws UnreadablePlaceError
   */
  async placeOf(client: string, word: string | null): Promise<PlaceName> {
    if (word === null || word.startsWith('default.')) return 'default';
    if (!isSealed(word)) return 'sqlite';
    try {
      return unseal(word, await this.#secretKey(), sealedFor(client)) as PlaceName;
    } catch (error) {
      if (error instanceof UnsealError) throw new UnreadablePlaceError(client);
      throw error;
    }
  }
}

/** Whether a stored word is a sealed URL, which opens under the key that it was sealed with alone. */
export function isSealed(word: string): boolean {
  return !word.startsWith('default.') && !word.startsWith('sqlite.');
}

/** What the URL of a client's database is sealed for (`seal`). */
export function sealedFor(client: string): string {
  return `database of ${client}`;
}
