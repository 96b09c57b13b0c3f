import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Kysely, Updateable } from 'kysely';
import type { Clock } from '../../lib/clock.js';
import { type Actor, storeAudit } from '../audit/audit.js';
import { UnsealError, unseal } from '../secrets/seal.js';
import { DirectoryChanges, FreshCache } from './fresh-cache.js';
import {
  type ApiKey,
  type KeyDirectory,
  type KeyEntry,
  type KeySettings,
  type NewKey,
  settingColumns,
  settingsOf,
} from './key-directory.js';
import type { DirectoryTables } from './tables.js';

/** The first number issued for signatures (R52). */
const FIRST_ISSUED_CLIENT_ID = 1001;

/** How many attempts to issue a number for signatures, while other processes issue numbers too. */
const ISSUE_ATTEMPTS = 20;

/** The API keys of an installation. */
export class Keys {
  readonly #db: Kysely<DirectoryTables>;
  readonly #actor: Actor | undefined;

  constructor(db: Kysely<DirectoryTables>, actor: Actor | undefined) {
    this.#db = db;
    this.#actor = actor;
  }

  /** Adds a key and, with private access, issues its number for signatures. */
  async add(key: NewKey): Promise<KeyEntry> {
    for (let attempt = 1; ; attempt += 1) {
      const issued = key.privateAccess ? await this.#nextIssuedClientId() : null;
      try {
        return await this.#insert(key, issued);
      } catch (error) {
        // Two keys that are made at once get the same number, and the second insert fails.
        const taken = issued !== null && (await this.#nextIssuedClientId()) > issued;
        if (!taken || attempt === ISSUE_ATTEMPTS) throw error;
      }
    }
  }

  #insert(key: NewKey, issued: number | null): Promise<KeyEntry> {
    const { tenant: client, prefix } = key;
    return this.#db.transaction().execute(async (transaction) => {
      await storeAudit(transaction, this.#actor, {
        ...{ kind: 'keys', client, records: [{ id: prefix }] },
      });
      return transaction
        .insertInto('api_key')
        .values({
          ...settingColumns(key),
          ...{ client, prefix },
          hash: key.hash,
          scopes: key.scopes.join(','),
          addresses: key.addresses.join(','),
          active: 1,
          private_access: key.privateAccess ? 1 : 0,
          issued_client_id: issued,
          sealed_secret: key.sealedSecret,
          created_at: key.createdAt,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  }

  async #nextIssuedClientId(): Promise<number> {
    const { highest } = await this.#db
      .selectFrom('api_key')
      .select((eb) => eb.fn.max('issued_client_id').as('highest'))
      .executeTakeFirstOrThrow();
    return (highest ?? FIRST_ISSUED_CLIENT_ID - 1) + 1;
  }

  /** The keys of a tenant, oldest first. */
  of(tenant: string): Promise<KeyEntry[]> {
    return this.#db
      .selectFrom('api_key')
      .selectAll()
      .where('client', '=', tenant)
      .orderBy('id')
      .execute();
  }

  /** How many active keys each tenant has that has any, by its name. */
  async countActive(names?: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (names?.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('api_key')
      .select((eb) => ['client', eb.fn.countAll<number>().as('keys')])
      .where('active', '=', 1)
      .$if(names !== undefined, (of) => of.where('client', 'in', [...(names ?? [])]))
      .groupBy('client')
      .execute();
    return new Map(rows.map(({ client: tenant, keys }) => [tenant, Number(keys)]));
  }

  signing(): Promise<KeyEntry[]> {
    return this.#db
      .selectFrom('api_key')
      .selectAll()
      .where('active', '=', 1)
      .where('sealed_secret', 'is not', null)
      .orderBy('id')
      .execute();
  }

  /** The key with this SHA-256, active or not. */
  byHash(hash: string): Promise<KeyEntry | undefined> {
    return this.#db.selectFrom('api_key').selectAll().where('hash', '=', hash).executeTakeFirst();
  }

  /** The keys with this listed prefix: almost always one. */
  byPrefix(prefix: string): Promise<KeyEntry[]> {
    return this.#db.selectFrom('api_key').selectAll().where('prefix', '=', prefix).execute();
  }

  /** Changes settings of a key, at least one. */
  async set(id: number, settings: Partial<KeySettings>): Promise<void> {
    await this.#change(id, settingColumns(settings));
  }

  /** Deactivates a key for good. */
  async revoke(id: number): Promise<void> {
    await this.#change(id, { active: 0 });
  }

  #change(id: number, values: Updateable<DirectoryTables['api_key']>): Promise<void> {
    return this.#db.transaction().execute(async (transaction) => {
      const { client, prefix } = await transaction
        .updateTable('api_key')
        .set(values)
        .where('id', '=', id)
        .returning(['client', 'prefix'])
        .executeTakeFirstOrThrow();
      const records = [{ id: prefix, changed: Object.keys(values) }];
      await storeAudit(transaction, this.#actor, { kind: 'keys', client, records });
    });
  }
}

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
  readonly #keys: Pick<Keys, 'byHash'>;
  readonly #secretKey: Uint8Array;
  readonly #kept: FreshCache<Kept>;

  /** @param secretKey The key that the signing secrets were encrypted with. */
  constructor(
    directory: { readonly keys: Pick<Keys, 'byHash'>; changes(): Promise<number> },
    clock: Clock,
    secretKey: Uint8Array,
    changes = new DirectoryChanges(() => directory.changes(), clock),
  ) {
    this.#keys = directory.keys;
    this.#secretKey = secretKey;
    this.#kept = new FreshCache(changes, clock, MOST_KEPT);
  }

  findByHash(hash: string): ApiKey | Promise<ApiKey | undefined> {
    const recent = this.#kept.recent(hash);
    if (recent !== undefined) return recent.key;
    return this.#kept.get(hash, () => this.#read(hash)).then((kept) => kept?.key);
  }

  async #read(hash: string): Promise<Kept | undefined> {
    const entry = await this.#keys.byHash(hash);
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
  const settings = settingsOf(entry);
  return {
    ...settings,
    id: entry.id,
    prefix: entry.prefix,
    tenant: entry.client,
    scopes: new Set(settings.scopes),
    active: entry.active === 1,
    privateAccess: entry.private_access === 1,
    issuedClientId: entry.issued_client_id,
    signingKey,
  };
}
