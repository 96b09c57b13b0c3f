import { seal, UnsealError, unseal } from '../../data/directory/seal.js';
import { SECRET_KEY_FILE } from '../../data/directory/secret-key.js';
import type { World } from '../world.js';
import type { SavedBackup } from './saved-backup.js';

/** The keys that sealed secrets are carried over with. */
export interface SecretKeys {
  /** What they may have been sealed under: the backup's own key, and that of this installation. */
  readonly from: readonly Uint8Array[];
  /** What they are sealed under from now on. */
  readonly to: Uint8Array;
}

/** The key that came with a backup; undefined when it was kept elsewhere. */
export async function savedSecretKey(backup: SavedBackup): Promise<Buffer | undefined> {
  const [file] = backup.files(SECRET_KEY_FILE);
  if (file === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of backup.read(file)) chunks.push(chunk);
  return Buffer.from(Buffer.concat(chunks).toString('utf8').trim(), 'base64');
}

/**
 * Seals a secret anew.
 *
 * @param place What it belongs to (`seal`).
 * @param newPlace What it belongs to from now on.
 * @returns Undefined when none of the keys opens it.
 */
export function sealedAnew(
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
