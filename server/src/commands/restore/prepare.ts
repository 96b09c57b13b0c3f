import type { Config } from '../../config/config.js';
import type { World } from '../command.js';
import { CommandError } from '../command-error.js';
import { unreadableReceivers, unreadableWords } from './restore-receivers.js';
import {
  type RestoreOptions,
  type SavedEntry,
  savedEntries,
  unreadableSecrets,
} from './restored.js';
import { placedAnew } from './restored-places.js';
import type { SavedBackup } from './saved-backup.js';
import { type SecretKeys, savedSecretKey, sealedWithNewKey } from './sealed-secrets.js';

/** The sealed content of a backup. */
export interface Secrets {
  /** The signing secrets, sealed for this installation, by the hashes of their keys. */
  readonly sealed: ReadonlyMap<string, string>;
  /** The listed prefixes of keys whose secrets do not open. */
  readonly unreadable: readonly string[];
}

/**
 * Opens the sealed content of a backup, which is signing secrets and places of databases, and seals
 * it for this installation. Writes nothing.
 *
 * @throws CommandError when the content cannot be opened and the options do not allow that.
 */
export async function prepare(
  config: Config,
  backup: SavedBackup,
  { home, withoutSecrets }: Pick<RestoreOptions, 'home' | 'withoutSecrets'>,
  random: World['random'],
): Promise<{
  readonly keys: SecretKeys | undefined;
  readonly secrets: Secrets;
  readonly entries: readonly SavedEntry[];
}> {
  const keys = await secretKeys(config, backup);
  const secrets = await openedSecrets(keys, backup, random);
  const unreadable = [
    ...(secrets.unreadable.length > 0 ? [unreadableSecrets(secrets.unreadable)] : []),
    ...(await unreadableReceivers(backup, keys, random).then((ids) =>
      ids.length > 0 ? [unreadableWords(ids)] : [],
    )),
  ];
  if (unreadable.length > 0 && !withoutSecrets) {
    throw new CommandError(
      `${unreadable.join(' ')} Set PORTICO_SECRET_KEY to the one that the backed-up installation had. With ` +
        '--without-secrets the rest is restored; calls signed with these keys are then refused, and webhooks not sent, until keys and receivers are rotated.',
    );
  }
  const entries = placedAnew(await savedEntries(backup), { home, keys, random });
  return { keys, secrets, entries };
}

/** The keys of the backup and of this installation; undefined when there is none. */
async function secretKeys(config: Config, backup: SavedBackup): Promise<SecretKeys | undefined> {
  const saved = await savedSecretKey(backup);
  const to = config.secretKey ?? saved;
  const from = [saved, config.secretKey].filter((key) => key !== undefined);
  return to === undefined ? undefined : { from, to };
}

/** The key that seals URLs here. Something sealed has been opened, so the key exists. */
export function sealingKey(keys: SecretKeys | undefined): Uint8Array {
  if (keys === undefined) throw new Error('There is no secret key.');
  return keys.to;
}

async function openedSecrets(
  keys: SecretKeys | undefined,
  backup: SavedBackup,
  random: World['random'],
): Promise<Secrets> {
  const sealed = new Map<string, string>();
  const unreadable: string[] = [];
  for (const row of await backup.records(backup.manifest.directory, 'api_key')) {
    const { hash, sealed_secret: secret } = row;
    if (typeof secret !== 'string' || typeof hash !== 'string') continue;
    const resealed = keys === undefined ? undefined : sealedWithNewKey(secret, hash, keys, random);
    if (resealed !== undefined) sealed.set(hash, resealed);
    else if (row.active === 1) unreadable.push(String(row.prefix));
  }
  return { sealed, unreadable };
}
