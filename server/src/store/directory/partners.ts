import type { Kysely, Selectable } from 'kysely';
import { type Actor, storeAudit } from '../audit/audit.js';
import type { DirectoryTables, PartnerTable } from './tables.js';

/** Where marketplace partners are looked up. */
export interface PartnerDirectory {
  /**
   * @param keyHash SHA-256 of the partner key in lower-case hexadecimal (see `hashKey`).
   * @returns The partner's registered name and the SHA-256 of its secret in the same form; undefined if
   *   there are no such credentials, or they were revoked.
   */
  findActive(
    keyHash: string,
  ): Promise<{ readonly name: string; readonly secretHash: string } | undefined>;
}

/** A marketplace partner's entry in the directory, without key and secret. */
export type PartnerEntry = Selectable<PartnerTable>;

export type NewPartner = Omit<PartnerEntry, 'id' | 'active'>;

/** The marketplace partners of an installation. */
export class Partners implements PartnerDirectory {
  readonly #db: Kysely<DirectoryTables>;
  readonly #actor: Actor | undefined;

  constructor(db: Kysely<DirectoryTables>, actor?: Actor) {
    this.#db = db;
    this.#actor = actor;
  }

  async findActive(
    keyHash: string,
  ): Promise<{ readonly name: string; readonly secretHash: string } | undefined> {
    const entry = await this.byHash(keyHash);
    if (entry === undefined || entry.active !== 1) return undefined;
    return { name: entry.name, secretHash: entry.secret_hash };
  }

  /** Adds credentials. A partner may have several, so that new ones can replace old ones. */
  async add(partner: NewPartner): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const values = { ...partner, active: 1 };
      await transaction.insertInto('partner').values(values).execute();
      const records = [{ id: partner.prefix }];
      await storeAudit(transaction, this.#actor, { kind: 'partners', records });
    });
  }

  /** All credentials, grouped by partner, oldest first. */
  all(): Promise<PartnerEntry[]> {
    return this.#db.selectFrom('partner').selectAll().orderBy('name').orderBy('id').execute();
  }

  /** The credentials whose partner key has this SHA-256, active or not. */
  byHash(keyHash: string): Promise<PartnerEntry | undefined> {
    return this.#db
      .selectFrom('partner')
      .selectAll()
      .where('key_hash', '=', keyHash)
      .executeTakeFirst();
  }

  /** The credentials with this listed prefix: almost always one. */
  byPrefix(prefix: string): Promise<PartnerEntry[]> {
    return this.#db.selectFrom('partner').selectAll().where('prefix', '=', prefix).execute();
  }

  /** All credentials of the partner of this name, oldest first. */
  byName(name: string): Promise<PartnerEntry[]> {
    return this.#db
      .selectFrom('partner')
      .selectAll()
      .where('name', '=', name)
      .orderBy('id')
      .execute();
  }

  /** Deactivates credentials for good. */
  async revoke(ids: readonly number[]): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const revoked = transaction.updateTable('partner').set({ active: 0 }).where('id', 'in', ids);
      const records = await revoked.returning('prefix as id').execute();
      await storeAudit(transaction, this.#actor, { kind: 'partners', records });
    });
  }
}
