import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Clock } from '../../lib/clock.js';
import { UnsealError, unseal } from '../secrets/seal.js';
import type { Directory, KeyEntry } from './directory.js';
import { DirectoryChanges, FreshCache } from './fresh-cache.js';
import type { ApiKey, KeyDirectory, Scope } from './key-directory.js';

const MOST_KEPT = 20_000;

interface Kept {
  readonly key: ApiKey;
  /** The secret of `key.signingKey`, encrypted. */
  readonly sealed: string | null;
}

/**
 * The gate's key directory: it caches the stored keys until the directory changes. A revoked key is
 * refused within a second. Unknown keys are not cached. A signing secret is decrypted at the first
 * signature under it, and again only after it changes.
 */
export class CachedKeys implements KeyDirectory {
  readonly #directory: Directory;
  readonly #secretKey: Uint8Array;
  readonly #kept: FreshCache<Kept>;

  /** @param secretKey The key that the signing secrets were encrypted with. */
  constructor(
    directory: Directory,
    clock: Clock,
    secretKey: Uint8Array,
    changes = new DirectoryChanges(() => directory.changes(), clock),
  ) {
    this.#directory = directory;
    this.#secretKey = secretKey;
    this.#kept = new FreshCache(changes, clock, MOST_KEPT);
  }

  findByHash(hash: string): ApiKey | Promise<ApiKey | undefined> {
    const recent = this.#kept.recent(hash);
    if (recent !== undefined) return recent.key;
    return this.#kept.get(hash, () => this.#read(hash)).then((kept) => kept?.key);
  }

  async #read(hash: string): Promise<Kept | undefined> {
    const entry = await this.#directory.keys.byHash(hash);
    if (entry === undefined) return undefined;
    const before = this.#kept.before(hash);
    const sealed = entry.sealed_secret;
    const signingKey =
      before !== undefined && before.sealed === sealed
        ? before.key.signingKey
        : this.#opener(entry);
    return { key: apiKey(entry, signingKey), sealed };
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
    // The text of the secret is the key, as printed when it was issued.
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
    tenant: entry.client,
    scopes: new Set(listed(entry.scopes) as Scope[]),
    active: entry.active === 1,
    expiresAt: entry.expires_at,
    perSecond: entry.per_second,
    inFlight: entry.in_flight,
    privateAccess: entry.private_access === 1,
    addresses: listed(entry.addresses),
    issuedClientId: entry.issued_client_id,
    signingKey,
  };
}

function listed(text: string): string[] {
  return text === '' ? [] : text.split(',');
}
