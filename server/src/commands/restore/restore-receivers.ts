import type { Transaction } from 'kysely';
import { placeOfSecret } from '../../outbox/webhook/post.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { World } from '../command.js';
import type { SavedBackup } from './saved-backup.js';
import { type SecretKeys, sealedWithNewKey } from './sealed-secrets.js';

/** The receivers of webhooks of restored databases, as `CLIENT ID`, as far as the operator has to know. */
export interface RestoredReceivers {
  /** Those that nothing is sent to until they are resumed. */
  readonly paused: readonly string[];
  /** Those whose secrets none of the keys opens. */
  readonly unreadable: readonly string[];
}

/** How the receivers of a database are restored. */
export interface ReceiverOptions {
  /** The name of the tenant from now on. */
  readonly tenant: string;
  /** Pauses all receivers, as a copy must not write to those of the original. */
  readonly holdLetters: boolean;
  /** Undefined when there is no secret key at all. */
  readonly secretKeys: SecretKeys | undefined;
  readonly random: World['random'];
}

/**
 * Seals the secrets of receivers under the key of this installation, and pauses the receivers where
 * emails are held back. A secret that no key opens stays as it is: the right PORTICO_SECRET_KEY may
 * still come.
 *
 * @param transaction Holds the tables of webhooks.
 */
export async function restoreReceivers(
  transaction: Transaction<TenantTables>,
  { tenant, holdLetters, secretKeys, random }: ReceiverOptions,
): Promise<RestoredReceivers> {
  const receivers = await transaction
    .selectFrom('webhook_endpoint')
    .select(['id', 'public_id', 'state', 'sealed_secret', 'old_sealed_secret'])
    .execute();
  const paused: string[] = [];
  const unreadable: string[] = [];
  for (const { id, public_id, state, sealed_secret, old_sealed_secret } of receivers) {
    const sealed = sealedAgain(sealed_secret, public_id, secretKeys, random);
    const old = sealedAgain(old_sealed_secret, public_id, secretKeys, random);
    const pauses = holdLetters && state === 'active';
    if (sealed === undefined) unreadable.push(`${tenant} ${public_id}`);
    if (pauses) paused.push(`${tenant} ${public_id}`);
    await transaction
      .updateTable('webhook_endpoint')
      .set({
        sealed_secret: sealed ?? sealed_secret,
        // One that does not open must not keep the current one from signing.
        ...(sealed !== undefined && old === undefined ? { old_until: 0 } : {}),
        ...(old === undefined ? {} : { old_sealed_secret: old }),
        ...(pauses ? { state: 'paused', reason: 'paused when it was restored' } : {}),
        leased_until: 0,
      })
      .where('id', '=', id)
      .execute();
  }
  return { paused, unreadable };
}

/** The receivers of a backup whose secrets none of the keys opens. Writes nothing. */
export async function unreadableReceivers(
  backup: SavedBackup,
  keys: SecretKeys | undefined,
  random: World['random'],
): Promise<string[]> {
  const unreadable: string[] = [];
  for (const database of backup.manifest.databases) {
    for (const row of await backup.records(database, 'webhook_endpoint')) {
      const id = String(row.public_id);
      const sealed = sealedAgain(String(row.sealed_secret), id, keys, random);
      if (sealed === undefined) unreadable.push(`${database.name} ${id}`);
    }
  }
  return unreadable;
}

/** Words for the operator about the receivers of restored databases. */
export function receiverWarnings({ paused, unreadable }: RestoredReceivers): string[] {
  const warnings: string[] = [];
  if (unreadable.length > 0) {
    warnings.push(`${unreadableWords(unreadable)} Give them new ones: \`portico webhook rotate\`.`);
  }
  if (paused.length > 0) {
    warnings.push(
      `These receivers of webhooks are paused: ${listed(paused)}. \`portico webhook resume\` has messages sent to them again.`,
    );
  }
  return warnings;
}

/** The message that secrets of receivers cannot be read. */
export function unreadableWords(receivers: readonly string[]): string {
  return (
    'The secrets of these receivers of webhooks cannot be read, as they were sealed under another ' +
    `secret key: ${listed(receivers)}.`
  );
}

/** Puts the receivers of several databases together. */
export function allReceivers(each: readonly RestoredReceivers[]): RestoredReceivers {
  return {
    paused: each.flatMap(({ paused }) => paused),
    unreadable: each.flatMap(({ unreadable }) => unreadable),
  };
}

function listed(receivers: readonly string[]): string {
  return receivers.slice(0, 10).join(', ') + (receivers.length > 10 ? ', …' : '');
}

/** @returns Undefined when none of the keys opens it; an empty text stays empty. */
function sealedAgain(
  sealed: string,
  publicId: string,
  keys: SecretKeys | undefined,
  random: World['random'],
): string | undefined {
  if (sealed === '') return '';
  if (keys === undefined) return undefined;
  return sealedWithNewKey(sealed, placeOfSecret(publicId), keys, random);
}
