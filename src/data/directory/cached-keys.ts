import type { Clock } from '../../clock.js';
import type { ApiKey, KeyDirectory, Scope } from '../../gate/key-directory.js';
import type { Directory, KeyEntry } from './directory.js';

/** How long a key is taken as read: a key that was revoked is refused within a second. */
const KEY_FRESH_MS = 500;
const MOST_KEPT = 10_000;

/**
 * The gate's key directory: the stored keys, each remembered for half a second, so that a website's
 * burst of calls costs one look-up. Keys that nobody was given are not remembered.
 */
export class CachedKeys implements KeyDirectory {
  readonly #directory: Directory;
  readonly #clock: Clock;
  readonly #kept = new Map<string, { readonly readAt: number; readonly key: ApiKey }>();

  constructor(directory: Directory, clock: Clock) {
    this.#directory = directory;
    this.#clock = clock;
  }

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    const now = this.#clock.monotonic();
    const kept = this.#kept.get(hash);
    if (kept !== undefined && now - kept.readAt < KEY_FRESH_MS) return kept.key;
    const entry = await this.#directory.keyByHash(hash);
    if (entry === undefined) return undefined;
    const key = apiKey(entry);
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(hash, { readAt: now, key });
    return key;
  }
}

function apiKey(entry: KeyEntry): ApiKey {
  return {
    id: entry.id,
    prefix: entry.prefix,
    client: entry.client,
    scopes: new Set(listed(entry.scopes) as Scope[]),
    active: entry.active === 1,
    privateAccess: entry.private_access === 1,
    addresses: listed(entry.addresses),
    issuedClientId: entry.issued_client_id,
  };
}

function listed(text: string): string[] {
  return text === '' ? [] : text.split(',');
}
