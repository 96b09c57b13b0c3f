import type { Tools } from '../../api/tools.js';
import { macOf } from '../../store/secrets/mac.js';
import type { TenantTables } from '../../store/tenant/tables.js';

/** What says who a person is, and by what they log in. */
export type VersionedClient = Pick<
  TenantTables['client'],
  'id' | 'created_at' | 'email_key' | 'password_hash'
>;

/**
 * The version of a person: another one for another person, address or password. R315.
 *
 * It follows from what is stored, under a key, so that it reveals nothing of the hash of the password, and is the same in
 * every process, after a move, and after a restore to where the secret key is.
 *
 * @param secretKey The key of the installation (`secretKeyFor`).
 */
function versionOf(
  { id, created_at, email_key, password_hash }: VersionedClient,
  secretKey: Uint8Array,
): string {
  const parts = [id, created_at, email_key, password_hash];
  return macOf(secretKey, 'member version', parts).toString('base64url');
}

/** The version where a call asks for it. */
export async function versionFor(
  row: VersionedClient,
  addVersion: boolean,
  { secretKey }: Pick<Tools, 'secretKey'>,
): Promise<string | undefined> {
  return addVersion ? versionOf(row, await secretKey()) : undefined;
}
