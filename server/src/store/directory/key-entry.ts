import type { Selectable } from 'kysely';
import type { ApiKeyTable } from './tables.js';

/** An API key's entry in the directory, without the key itself. */
export type KeyEntry = Selectable<ApiKeyTable>;

/** What an operator may change of a key. */
export interface KeySettings {
  readonly scopes: readonly string[];
  readonly addresses: readonly string[];
  /** Empty for none. */
  readonly name: string;
  /** Milliseconds since the epoch; null for never. */
  readonly expiresAt: number | null;
  /** Null for the limits of every key. */
  readonly perSecond: number | null;
  readonly inFlight: number | null;
}

/** The entry of a new key. The directory issues its number for signatures. */
export interface NewKey extends Partial<KeySettings> {
  readonly tenant: string;
  readonly hash: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly addresses: readonly string[];
  readonly privateAccess: boolean;
  readonly sealedSecret: string | null;
  readonly createdAt: number;
}

/** The columns of settings. */
export function settingColumns(settings: Partial<KeySettings>): Partial<Omit<KeyEntry, 'id'>> {
  const { scopes, addresses, name, expiresAt, perSecond, inFlight } = settings;
  return {
    ...(scopes && { scopes: scopes.join(',') }),
    ...(addresses && { addresses: addresses.join(',') }),
    ...(name !== undefined && { name }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(perSecond !== undefined && { per_second: perSecond }),
    ...(inFlight !== undefined && { in_flight: inFlight }),
  };
}
