import type { Kysely, Updateable } from 'kysely';
import { type Actor, storeAudit } from '../audit/audit.js';
import { type KeyEntry, type KeySettings, type NewKey, settingColumns } from './key-directory.js';
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
