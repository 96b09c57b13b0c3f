import { seal, UnsealError, unseal } from '../../store/secrets/seal.js';
import { SECRET_KEY_FILE } from '../../store/secrets/secret-key.js';
import type { World } from '../command.js';
import type { SavedBackup } from './saved-backup.js';

/** The keys for moving sealed secrets to this installation. */
export interface SecretKeys {
  /** The keys that may have sealed them: the backup's own key, and this installation's. */
  readonly from: readonly Uint8Array[];
  /** The key that seals them from now on. */
  readonly to: Uint8Array;
}

/** The key inside a backup; undefined when the key was kept elsewhere. */
export async function savedSecretKey(backup: SavedBackup): Promise<Buffer | undefined> {
  const [file] = backup.files(SECRET_KEY_FILE);
  if (file === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of backup.read(file)) chunks.push(chunk);
  return Buffer.from(Buffer.concat(chunks).toString('utf8').trim(), 'base64');
}

/**
 * Seals a secret again, under the new key.
 *
 * @param place The owner that it was sealed for (`seal`).
 * @param newPlace The owner that it is sealed for from now on.
 * @returns Undefined when none of the keys opens it.
 */
export function sealedWithNewKey(
  sealed: string,
  place: string,
  { from, to }: SecretKeys,
  random: World['random'],
  newPlace = place,
): string | undefined {
  for (const key of from) {
    try {
      const secret = unseal(sealed, key, place);
      const stays = place === newPlace && Buffer.from(key).equals(to);
      return stays ? sealed : seal(secret, to, newPlace, random);
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
    }
  }
  return undefined;
}
