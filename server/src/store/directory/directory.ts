import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { type Actor, storeAudit } from '../audit/audit.js';
import { containsWords, openSqlite } from '../engines/dialect.js';
import type { PostgresServer } from '../engines/postgres/postgres-server.js';
import type { DiskReserve } from '../engines/sqlite/disk-reserve.js';
import { migrate } from '../schema/migrate.js';
import { ClientRemovals } from './client-removals.js';
import { forgetClient } from './console-account-changes.js';
import { ConsoleAccounts } from './console-accounts.js';
import { ConsoleLinks } from './console-links.js';
import { ConsoleSessions } from './console-sessions.js';
import { EmailNotes } from './email-notes.js';
import { KeyUses } from './key-uses.js';
import { Keys } from './keys.js';
import { directorySteps } from './migrations.js';
import { Partners } from './partners.js';
import { PullPaces } from './pull-paces.js';
import { RestoredNumbers } from './restored-numbers.js';
import { SchemaNotes } from './schema-notes.js';
import { SpentStamps } from './spent-stamps.js';
import type { DirectoryTables, TenantEntry } from './tables.js';

export type { KeyEntry, KeySettings } from './key-directory.js';
export type { TenantEntry as ClientEntry } from './tables.js';

/** The settings of a tenant database that an operator may change. */
export type TenantSettings = Partial<
  Omit<TenantEntry, 'name' | 'kind' | 'database_url' | 'created_at'>
>;

export { NO_LINK_PATTERNS } from './tables.js';

/** The name is taken. Tenants and feeds share one list of names. */
export class NameTakenError extends Error {
  constructor(name: string) {
    super(`There is already a client or feed named ${name}.`);
    this.name = 'NameTakenError';
  }
}

export const DIRECTORY_SCHEMA = 'portico_directory';

export const DIRECTORY_FILE = 'directory.sqlite';

export type DirectoryStore =
  | { readonly folder: string; readonly reserve?: DiskReserve }
  | { readonly server: PostgresServer };

/** The tenants and their keys: one small database per installation. */
export class Directory {
  readonly keys: Keys;
  readonly spentStamps: SpentStamps;
  readonly partners: Partners;
  readonly tenantSchemas: SchemaNotes;
  readonly emailNotes: EmailNotes;
  readonly keyUses: KeyUses;
  readonly pullPaces: PullPaces;
  readonly removals: ClientRemovals;
  readonly restoredNumbers: RestoredNumbers;
  readonly consoleAccounts: ConsoleAccounts;
  readonly consoleSessions: ConsoleSessions;
  readonly consoleLinks: ConsoleLinks;
  /** Its tables, for backups. */
  readonly tables: { readonly db: Kysely<DirectoryTables> };
  readonly #db: Kysely<DirectoryTables>;
  readonly #close: () => Promise<void>;

  private constructor(
    db: Kysely<DirectoryTables>,
    readonly actor: Actor | undefined,
    close: () => Promise<void>,
    notes = db,
  ) {
    this.tables = { db };
    this.keys = new Keys(db, actor);
    this.spentStamps = new SpentStamps(db);
    this.partners = new Partners(db, actor);
    this.tenantSchemas = new SchemaNotes(db);
    this.emailNotes = new EmailNotes(db, notes);
    this.keyUses = new KeyUses(db);
    this.pullPaces = new PullPaces(db, notes);
    this.removals = new ClientRemovals(db, actor);
    this.restoredNumbers = new RestoredNumbers(db);
    this.consoleAccounts = new ConsoleAccounts(db, actor);
    this.consoleSessions = new ConsoleSessions(db);
    this.consoleLinks = new ConsoleLinks(db, actor);
    this.#db = db;
    this.#close = close;
  }

  /**
   * Opens the directory in a data folder or on a PostgreSQL server, and makes it where needed.
   *
   * @param lastStep Brings a new one no further than this step of the schema.
   * @param actor Who changes tenants, keys and partners through it, for the audit.
   */
  static async open(store: DirectoryStore, lastStep?: string, actor?: Actor): Promise<Directory> {
    if ('folder' in store) {
      const file = join(store.folder, DIRECTORY_FILE);
      const { db, notes } = openSqlite<DirectoryTables>(file, undefined, store.reserve);
      const place = { kind: 'sqlite', schema: undefined } as const;
      const steps = directorySteps(place);
      const schema = { database: 'directory', place, steps, lastStep };
      await migrate(db as unknown as Kysely<never>, schema);
      return new Directory(db, actor, () => db.destroy(), notes);
    }
    const db = store.server.schema<DirectoryTables>(DIRECTORY_SCHEMA);
    const place = { kind: 'postgres', schema: DIRECTORY_SCHEMA } as const;
    const steps = directorySteps(place);
    const through = store.server.steps(DIRECTORY_SCHEMA);
    await migrate(db as unknown as Kysely<never>, {
      ...{ database: 'directory', place, steps, through, lastStep },
    });
    return new Directory(db, actor, async () => {});
  }

  /** The same directory for what somebody changes in a server. */
  by(actor: Actor): Directory {
    return new Directory(this.#db, actor, async () => {});
  }

  async close(): Promise<void> {
    await this.spentStamps.settled();
    await this.#close();
  }

  /** Answers when the directory's database does; for readiness. */
  async ping(): Promise<void> {
    await this.#db.selectFrom('client').select('name').limit(1).execute();
  }

  /** The name of this installation, 16 hexadecimal digits. The first process to ask draws it. */
  async installation(random: (size: number) => Uint8Array): Promise<string> {
    await this.#db
      .insertInto('installation')
      .values({ only: 1, name: Buffer.from(random(8)).toString('hex') })
      .onConflict((conflict) => conflict.column('only').doNothing())
      .execute();
    const { name } = await this.#db
      .selectFrom('installation')
      .select('name')
      .executeTakeFirstOrThrow();
    return name;
  }

  /** @throws NameTakenError */
  async addTenant(tenant: TenantEntry): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('client')
        .values(tenant)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) throw new NameTakenError(tenant.name);
      // An older release may have taken the name away from another one without its roles.
      await forgetClient(transaction, tenant.name);
      await storeAudit(transaction, this.actor, { kind: 'settings', client: tenant.name });
    });
  }

  /** @throws NameTakenError */
  async checkNameIsFree(name: string): Promise<void> {
    if ((await this.tenant(name)) !== undefined) throw new NameTakenError(name);
  }

  /** How often tenants and keys have changed; a different number after every change. */
  async changes(): Promise<number> {
    const { number } = await this.#db
      .selectFrom('directory_change')
      .select('number')
      .executeTakeFirstOrThrow();
    return number;
  }

  /** All tenants and feeds, by name. */
  tenants(): Promise<TenantEntry[]> {
    return this.#db.selectFrom('client').selectAll().orderBy('name').execute();
  }

  /** The tenants that were made at a moment: mostly one, whatever its name is by now. */
  clientsMadeAt(moment: number): Promise<TenantEntry[]> {
    return this.#db
      .selectFrom('client')
      .selectAll()
      .where('created_at', '=', moment)
      .where('kind', '=', 'client')
      .orderBy('name')
      .execute();
  }

  /** Brokerages by name, at most so many. @param names Only these; undefined for all. */
  brokerages(names: readonly string[] | undefined, most: number): Promise<TenantEntry[]> {
    if (names?.length === 0) return Promise.resolve([]);
    let brokerages = this.#db.selectFrom('client').selectAll().where('kind', '=', 'client');
    if (names !== undefined) brokerages = brokerages.where('name', 'in', [...names]);
    return brokerages.orderBy('name').limit(most).execute();
  }

  /** Clients and feeds by name, and how many there are. @param page.words What names or titles contain; empty for all. */
  async search(page: {
    readonly words: string;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly total: number; readonly entries: TenantEntry[] }> {
    let found = this.#db.selectFrom('client');
    if (page.words !== '') {
      const either = containsWords(['name', 'title'], page.words);
      found = found.where((eb) => eb.or(either));
    }
    const { total } = await found
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const listed = found.selectAll().orderBy('name').limit(page.limit).offset(page.offset);
    return { total: Number(total), entries: await listed.execute() };
  }

  tenant(name: string): Promise<TenantEntry | undefined> {
    return this.#db.selectFrom('client').selectAll().where('name', '=', name).executeTakeFirst();
  }

  /** Changes settings. @returns Whether there is such a tenant or feed. */
  async setTenant(name: string, settings: TenantSettings): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('client')
        .set(settings)
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      const records = [{ id: name, changed: Object.keys(settings) }];
      await storeAudit(transaction, this.actor, { kind: 'settings', client: name, records });
      return true;
    });
  }

  /**
   * Notes that a tenant's database is now in another place.
   *
   * @param from The encoded location where it was; if it is no longer there, nothing changes.
   * @param isMoved Whether that is news, and not another encoding of the same place.
   * @returns Whether it was there.
   */
  switchPlace(name: string, from: string | null, to: string, isMoved = false): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('client')
        .set({ database_url: to })
        .where('name', '=', name)
        .where('database_url', from === null ? 'is' : '=', from)
        .executeTakeFirstOrThrow();
      // The state of the schema in the new place is not known here.
      if (numUpdatedRows > 0n) await this.tenantSchemas.forget(name, transaction);
      const records = [{ id: name, changed: ['database_url'] }];
      const change = { kind: 'settings', client: name, records };
      if (numUpdatedRows > 0n && isMoved) await storeAudit(transaction, this.actor, change);
      return numUpdatedRows > 0n;
    });
  }

  /**
   * Gives a tenant or feed another name, and with it its keys and the tenants that read it.
   *
   * @param place The encoded locations of its database, before and from now on; if it is no longer at
   *   the first, nothing changes.
   * @returns Whether it was there.
   */
  renameClient(
    name: string,
    newName: string,
    place: { readonly from: string; readonly to: string },
  ): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('client')
        .set({ name: newName, database_url: place.to })
        .where('name', '=', name)
        .where('database_url', '=', place.from)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      await forgetClient(transaction, newName);
      for (const table of ['api_key', 'console_role', 'console_link'] as const) {
        await transaction
          .updateTable(table)
          .set({ client: newName })
          .where('client', '=', name)
          .execute();
      }
      for (const feed of ['mls_feed', 'rls_feed'] as const) {
        await transaction
          .updateTable('client')
          .set({ [feed]: newName })
          .where(feed, '=', name)
          .execute();
      }
      await this.tenantSchemas.forget(name, transaction);
      // A tenant without a note is looked into by the sender.
      await transaction.deleteFrom('queued_email').where('client', '=', name).execute();
      await transaction
        .updateTable('audit_entry')
        .set({ client: newName })
        .where('client', '=', name)
        .execute();
      const records = [{ id: newName, changed: ['name'], before: { name } }];
      await storeAudit(transaction, this.actor, { kind: 'settings', client: newName, records });
      return true;
    });
  }
}
