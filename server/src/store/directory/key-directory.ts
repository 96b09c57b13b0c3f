import type { KeyObject } from 'node:crypto';

/** What a key gives access to. R45, R47, R48, R250. */
export type Scope = 'website' | 'marketplace' | 'manage';

/** All of them, in the order in which lists show them. */
export const SCOPES: readonly Scope[] = ['website', 'marketplace', 'manage'];

/** An API key as the directory keeps it: everything but the key itself, which is stored as a hash. */
export interface ApiKey {
  readonly id: number;
  /** The public id: the first characters of the key, safe in logs and lists. */
  readonly prefix: string;
  /** The name of the tenant whose database answers. */
  readonly tenant: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly active: boolean;
  /** The key is refused from this moment on, in milliseconds since the epoch; null: it never expires. */
  readonly expiresAt: number | null;
  /** What its operator allows, for `limitsOf`; null: as much as any key. */
  readonly perSecond: number | null;
  readonly inFlight: number | null;
  /** Private-key access: signed endpoints require a signature, and blog writes are allowed. */
  readonly privateAccess: boolean;
  /** IPv4, IPv6 or CIDR ranges that may use the key; empty: any address. */
  readonly addresses: readonly string[];
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
