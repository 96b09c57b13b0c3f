import { text } from 'node:stream/consumers';
import { firstNames } from '../../lib/text.js';
import { placeOfSecret } from '../../outbox/webhook/post.js';
import { seal, UnsealError, unseal } from '../../store/secrets/seal.js';
import { SECRET_KEY_FILE } from '../../store/secrets/secret-key.js';
import type { World } from '../command.js';
import type { SavedBackup } from './saved-backup.js';

/** Seals the secrets of a backup for this installation. */
export class SecretKeys {
  readonly #from: readonly Uint8Array[];
  readonly #to: Uint8Array | undefined;
  readonly #random: World['random'];

  private constructor(
    saved: Uint8Array | undefined,
    own: Uint8Array | undefined,
    random: World['random'],
  ) {
    this.#from = [saved, own].filter((key) => key !== undefined);
    this.#to = own ?? saved;
    this.#random = random;
  }

  /**
   * A backup without its key may come from this installation.
   *
   * @param own The key of this installation; without one, it takes over that of the backup.
   */
  static async of(
    backup: SavedBackup,
    own: Uint8Array | undefined,
    random: World['random'],
  ): Promise<SecretKeys> {
    const [file] = backup.files(SECRET_KEY_FILE);
    const saved = file && Buffer.from((await text(backup.read(file))).trim(), 'base64');
    return new SecretKeys(saved, own, random);
  }

  /** The key that seals from now on. There is one once something sealed could be opened. */
  get to(): Uint8Array {
    if (this.#to === undefined) throw new Error('There is no secret key.');
    return this.#to;
  }

  /**
   * Seals a secret again, under the new key.
   *
   * @param owner The owner that it was sealed for (`seal`).
   * @param newOwner The owner that it is sealed for from now on.
   * @returns Undefined when none of the keys opens it.
   */
  reseal(sealed: string, owner: string, newOwner = owner): string | undefined {
    for (const key of this.#from) {
      try {
        const secret = unseal(sealed, key, owner);
        const stays = owner === newOwner && Buffer.from(key).equals(this.to);
        return stays ? sealed : seal(secret, this.to, newOwner, this.#random);
      } catch (error) {
        if (!(error instanceof UnsealError)) throw error;
      }
    }
    return undefined;
  }

  /** As `reseal`, for the secret of a receiver of webhooks; an empty text stays empty. */
  resealReceiver(sealed: string, publicId: string): string | undefined {
    return sealed === '' ? '' : this.reseal(sealed, placeOfSecret(publicId));
  }
}

const SECRETS = {
  pulls: 'The secrets of these pulls',
  factors: 'The second factors of these accounts of the console',
  keys: 'The signing secrets of these keys',
  receivers: 'The secrets of these receivers of webhooks',
} as const;

/** Says whose secrets cannot be read; nothing where all can. @param advice Follows, after a space. */
export function unreadableWords(
  of: keyof typeof SECRETS,
  names: readonly string[],
  advice = '',
): string[] {
  if (names.length === 0) return [];
  const words = 'cannot be read, because they were sealed under another secret key';
  return [`${SECRETS[of]} ${words}: ${firstNames(names)}.${advice}`];
}
