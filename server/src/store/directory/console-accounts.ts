import { type Kysely, type Selectable, sql } from 'kysely';
import { grouped, idsOf } from '../../lib/grouped.js';
import { type Actor, type AuditChange, storeAudit } from '../audit/audit.js';
import { contains, lockName } from '../engines/dialect.js';
import {
  endSessions,
  forgetInvitations,
  forgetLinks,
  forgetMadeLinks,
  replacePassword,
} from './console-account-changes.js';
import type { ConsoleAccountTable, ConsoleRoleTable } from './console-tables.js';
import type { DirectoryTables } from './tables.js';

export type ConsoleAccount = Selectable<ConsoleAccountTable>;

/** An account with its roles in brokerages, by the names of these. */
export interface ListedAccount extends ConsoleAccount {
  readonly brokerages: readonly ConsoleRoleTable[];
}

export type NewConsoleAccount = Pick<
  ConsoleAccount,
  'email' | 'name' | 'role' | 'password_hash' | 'created_at'
>;

/** A change would leave the installation without an owner. */
export class LastOwnerError extends Error {
  constructor() {
    super('This is the last owner: make another one first.');
    this.name = 'LastOwnerError';
  }
}

/** Another account has the address. */
export class EmailTakenError extends Error {
  constructor(email: string) {
    super(`There is already an account of ${email}.`);
    this.name = 'EmailTakenError';
  }
}

export class ConsoleAccounts {
  readonly #db: Kysely<DirectoryTables>;
  readonly #actor: Actor | undefined;

  /** @param actor Who changes them, for the audit. */
  constructor(db: Kysely<DirectoryTables>, actor: Actor | undefined) {
    this.#db = db;
    this.#actor = actor;
  }

  /** Whether there is none yet. */
  async areMissing(): Promise<boolean> {
    return !(await hasAccounts(this.#db));
  }

  byEmail(email: string): Promise<ConsoleAccount | undefined> {
    const accounts = this.#db.selectFrom('console_account').selectAll();
    return accounts.where('email_key', '=', email.toLowerCase()).executeTakeFirst();
  }

  byId(id: number): Promise<ConsoleAccount | undefined> {
    const accounts = this.#db.selectFrom('console_account').selectAll();
    return accounts.where('id', '=', id).executeTakeFirst();
  }

  /** Accounts by address with their roles, and how many there are. @param page.words What their addresses contain; empty for all. */
  async list(page: {
    readonly words: string;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly total: number; readonly accounts: ListedAccount[] }> {
    const { words, limit, offset } = page;
    let found = this.#db.selectFrom('console_account');
    if (words !== '') found = found.where(contains(sql`email_key`, words.toLowerCase()));
    const { total } = await found
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const onPage = found.selectAll().orderBy('email_key').limit(limit).offset(offset);
    const accounts = await onPage.execute();
    const roles = await this.roles(idsOf(accounts));
    const rolesOf = grouped(roles.map((role) => [role.account_id, role]));
    return {
      total: Number(total),
      accounts: accounts.map((each) => ({ ...each, brokerages: rolesOf.get(each.id) ?? [] })),
    };
  }

  roles(accounts: readonly number[]): Promise<ConsoleRoleTable[]> {
    if (accounts.length === 0) return Promise.resolve([]);
    const roles = this.#db.selectFrom('console_role').selectAll();
    return roles
      .where('account_id', 'in', [...accounts])
      .orderBy('client')
      .execute();
  }

  async propose(id: number, new_second_factor: string): Promise<void> {
    const account = this.#db.updateTable('console_account').set({ new_second_factor });
    await account.where('id', '=', id).execute();
  }

  /** Gives an account another password, and ends its sessions. @param but The session that stays. */
  async setPassword(id: number, hash: string, but?: number): Promise<void> {
    await this.#changing(async (transaction) => {
      await replacePassword(transaction, id, hash, but);
      await this.#note(transaction, id, 'password');
    });
  }

  /** Gives an account another role in the installation; empty for none. @throws LastOwnerError */
  async setRole(id: number, role: string): Promise<void> {
    await this.#changing(async (transaction) => {
      if (role !== 'owner') await keepOwner(transaction, id);
      await transaction.updateTable('console_account').set({ role }).where('id', '=', id).execute();
      await forgetLinks(transaction, id);
      await forgetMadeLinks(transaction, id);
      await this.#note(transaction, id, 'role', { counts: { role: role || 'none' } });
    });
  }

  /** Gives an account a role in a brokerage, or takes it away. */
  async setClientRole(id: number, client: string, role: string | undefined): Promise<void> {
    await this.#changing(async (transaction) => {
      await transaction
        .deleteFrom('console_role')
        .where('account_id', '=', id)
        .where('client', '=', client)
        .execute();
      await forgetLinks(transaction, id);
      await this.#note(transaction, id, 'role', { client, counts: { role: role || 'none' } });
      if (role === undefined) return;
      await transaction
        .insertInto('console_role')
        .values({ account_id: id, client, role })
        .execute();
    });
  }

  /** Removes an account and everything that is its own. @throws LastOwnerError */
  async remove(id: number): Promise<void> {
    await this.#changing(async (transaction) => {
      await keepOwner(transaction, id);
      const account = await transaction
        .selectFrom('console_account')
        .select('email')
        .where('id', '=', id)
        .executeTakeFirst();
      if (account === undefined) return;
      await forgetInvitations(transaction, account.email);
      await forgetLinks(transaction, id);
      await forgetMadeLinks(transaction, id);
      for (const table of ['console_role', 'console_session', 'console_code'] as const) {
        await transaction.deleteFrom(table).where('account_id', '=', id).execute();
      }
      await transaction.deleteFrom('console_account').where('id', '=', id).execute();
      // Nobody can look the number up from now on.
      const counts = { removed: 1, email: account.email };
      await storeAudit(transaction, this.#actor, { kind: 'people', counts, records: [{ id }] });
    });
  }

  /** Uses up the code of a time step. @returns False where it or a later one was used before. */
  async useStep(id: number, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('console_account')
      .set({ code_step: step })
      .where('id', '=', id)
      .where('code_step', '<', step)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /**
   * Sets the second factor and its recovery codes, in place of those before; null for none. Other sessions end, as they
   * may be of somebody because of whom it is set.
   *
   * @param but The session that stays.
   */
  async setSecondFactor(
    id: number,
    secret: string | null,
    codes: readonly string[],
    but = 0,
  ): Promise<void> {
    await this.#changing(async (transaction) => {
      await transaction
        .updateTable('console_account')
        .set({ second_factor: secret, new_second_factor: null })
        .where('id', '=', id)
        .execute();
      await transaction.deleteFrom('console_code').where('account_id', '=', id).execute();
      await endSessions(transaction, id, but);
      await this.#note(transaction, id, 'second_factor');
      if (codes.length === 0) return;
      const rows = codes.map((code_mac) => ({ account_id: id, code_mac }));
      await transaction.insertInto('console_code').values(rows).execute();
    });
  }

  /** Uses up a recovery code. @returns Whether there was one. */
  async useCode(id: number, mac: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('console_code')
      .where('account_id', '=', id)
      .where('code_mac', '=', mac)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  async forgetCodes(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#db
      .deleteFrom('console_code')
      .where('account_id', 'in', [...ids])
      .execute();
  }

  async countCodes(id: number): Promise<number> {
    const codes = this.#db.selectFrom('console_code').select('code_mac');
    return (await codes.where('account_id', '=', id).execute()).length;
  }

  #note(
    transaction: Kysely<DirectoryTables>,
    id: number,
    field: string,
    more: Pick<AuditChange, 'client' | 'counts'> = {},
  ) {
    const records = [{ id, changed: [field] }];
    return storeAudit(transaction, this.#actor, { kind: 'people', ...more, records });
  }

  /** Changes of accounts take turns: two of them must not take away one owner each. */
  #changing<Result>(
    work: (transaction: Kysely<DirectoryTables>) => Promise<Result>,
  ): Promise<Result> {
    return changingAccounts(this.#db, work);
  }
}

export async function hasAccounts(db: Kysely<DirectoryTables>): Promise<boolean> {
  const found = await db.selectFrom('console_account').select('id').limit(1).execute();
  return found.length > 0;
}

/** Runs a change of accounts by itself. */
export function changingAccounts<Result>(
  db: Kysely<DirectoryTables>,
  work: (transaction: Kysely<DirectoryTables>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await lockName(transaction, 'portico console accounts');
    return work(transaction);
  });
}

/** Adds an account within a change of accounts. @throws EmailTakenError */
export async function insertAccount(
  transaction: Kysely<DirectoryTables>,
  account: NewConsoleAccount,
): Promise<number> {
  const added = await transaction
    .insertInto('console_account')
    .values({ ...account, email_key: account.email.toLowerCase(), second_factor: null })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) throw new EmailTakenError(account.email);
  return added.id;
}

async function keepOwner(transaction: Kysely<DirectoryTables>, leaving: number): Promise<void> {
  const owners = await transaction
    .selectFrom('console_account')
    .select('id')
    .where('role', '=', 'owner')
    .limit(2)
    .execute();
  if (owners.length === 1 && owners[0]?.id === leaving) throw new LastOwnerError();
}
