import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Clock } from '../../clock.js';
import type { ApiKey, KeyDirectory, Scope } from '../../gate/key-directory.js';
import type { Directory, KeyEntry } from './directory.js';
import { UnsealError, unseal } from './seal.js';

/** How long a key is taken as read: a key that was revoked is refused within a second. */
const KEY_FRESH_MS = 500;
const MOST_KEPT = 10_000;

interface Kept {
  readonly readAt: number;
  readonly key: ApiKey;
  /** The secret that `key.signingKey` opens, sealed. */
  readonly sealed: string | null;
}

/**
 * The gate's key directory: the stored keys, each remembered for half a second, so that a website's
 * burst of calls costs one look-up. Keys that nobody was given are not remembered. A signing secret
 * is unsealed when the first signature under it comes, and not again for as long as it is the same.
 */
export class CachedKeys implements KeyDirectory {
  readonly #directory: Directory;
  readonly #clock: Clock;
  readonly #secretKey: Uint8Array;
  readonly #kept = new Map<string, Kept>();

  /** @param secretKey What the signing secrets were sealed under. */
  constructor(directory: Directory, clock: Clock, secretKey: Uint8Array) {
    this.#directory = directory;
    this.#clock = clock;
    this.#secretKey = secretKey;
  }

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    const now = this.#clock.monotonic();
    const kept = this.#kept.get(hash);
    if (kept !== undefined && now - kept.readAt < KEY_FRESH_MS) return kept.key;
    const entry = await this.#directory.keyByHash(hash);
    if (entry === undefined) return undefined;
    const sealed = entry.sealed_secret;
    const signingKey =
      kept !== undefined && kept.sealed === sealed ? kept.key.signingKey : this.#opener(entry);
    const key = apiKey(entry, signingKey);
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(hash, { readAt: now, key, sealed });
    return key;
  }

  #opener({ sealed_secret: sealed, hash }: KeyEntry): ApiKey['signingKey'] {
    if (sealed === null) return () => undefined;
    let opened: { readonly signingKey: KeyObject | undefined } | undefined;
    return () => {
      opened ??= { signingKey: openSecret(sealed, this.#secretKey, hash) };
      return opened.signingKey;
    };
  }
}

function openSecret(sealed: string, secretKey: Uint8Array, hash: string): KeyObject | undefined {
  try {
    // The text of the secret is the key, as it was printed when it was issued.
    return createSecretKey(unseal(sealed, secretKey, hash), 'utf8');
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}

function apiKey(entry: KeyEntry, signingKey: ApiKey['signingKey']): ApiKey {
  return {
    id: entry.id,
    prefix: entry.prefix,
    client: entry.client,
    scopes: new Set(listed(entry.scopes) as Scope[]),
    active: entry.active === 1,
    privateAccess: entry.private_access === 1,
    addresses: listed(entry.addresses),
    issuedClientId: entry.issued_client_id,
    signingKey,
  };
}

function listed(text: string): string[] {
  return text === '' ? [] : text.split(',');
}
