import type { KeyObject } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { ApiKeyTable } from './tables.js';

/** What a key gives access to. R45, R47, R48, R250. */
export type Scope = 'website' | 'marketplace' | 'manage';

/** All of them, in the order in which lists show them. */
export const SCOPES: readonly Scope[] = ['website', 'marketplace', 'manage'];

/** An API key as the directory keeps it: everything but the key itself, which is stored as a hash. */
export interface ApiKey extends Omit<KeySettings, 'scopes'> {
  readonly id: number;
  /** The public id: the first characters of the key, safe in logs and lists. */
  readonly prefix: string;
  /** The name of the tenant whose database answers. */
  readonly tenant: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly active: boolean;
  /** Private-key access: signed endpoints require a signature, and blog writes are allowed. */
  readonly privateAccess: boolean;
  /** The client id issued with the signing secret, or null without private-key access. */
  readonly issuedClientId: number | null;
  /**
   * The signing secret as an HMAC key: a `KeyObject` behind a function, so that neither a log line nor
   * an inspected key shows it.
   *
   * @returns undefined without private access, or if the stored secret cannot be decrypted.
   */
  readonly signingKey: () => KeyObject | undefined;
}

/** Where the gate looks keys up. */
export interface KeyDirectory {
  /**
   * @param hash SHA-256 of the key in lower-case hexadecimal (see `hashKey`).
   * @returns The key in any state, or undefined if no such key was issued; without a promise where it is at hand.
   */
  findByHash(hash: string): ApiKey | undefined | Promise<ApiKey | undefined>;
}

/** An API key's entry in the directory, without the key itself. */
export type KeyEntry = Selectable<ApiKeyTable>;

/** What an operator may change of a key. */
export interface KeySettings {
  readonly scopes: readonly Scope[];
  /** IPv4, IPv6 or CIDR ranges that may use the key; empty: any address. */
  readonly addresses: readonly string[];
  /** Empty for none. */
  readonly name: string;
  /** The key is refused from this moment on, in milliseconds since the epoch; null: it never expires. */
  readonly expiresAt: number | null;
  /** What its operator allows, for `limitsOf`; null: as much as any key. */
  readonly perSecond: number | null;
  readonly inFlight: number | null;
}

/** The entry of a new key. The directory issues its number for signatures. */
export interface NewKey extends Partial<KeySettings> {
  readonly tenant: string;
  readonly hash: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly addresses: readonly string[];
  readonly privateAccess: boolean;
  readonly sealedSecret: string | null;
  readonly createdAt: number;
}

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

/** The settings of a stored key: what `settingColumns` stored. */
export function settingsOf(entry: KeyEntry): KeySettings {
  return {
    scopes: listed(entry.scopes) as Scope[],
    addresses: listed(entry.addresses),
    name: entry.name,
    expiresAt: entry.expires_at,
    perSecond: entry.per_second,
    inFlight: entry.in_flight,
  };
}

function listed(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

/** Whether a key has expired (R187). @param now Milliseconds since the epoch. */
export function isExpired(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}
