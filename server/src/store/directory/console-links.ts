import type { Kysely, Selectable } from 'kysely';
import { type Actor, type AuditRecord, BY_CONSOLE, storeAudit } from '../audit/audit.js';
import { forgetInvitations, replacePassword } from './console-account-changes.js';
import {
  changingAccounts,
  hasAccounts,
  insertAccount,
  type NewConsoleAccount,
} from './console-accounts.js';
import type { ConsoleLinkTable } from './console-tables.js';
import type { DirectoryTables } from './tables.js';

/** A link that is good once. */
export type ConsoleLink = Selectable<ConsoleLinkTable>;

/** What becomes of the account when a link is used. */
type AcceptedAccount = Pick<NewConsoleAccount, 'email' | 'name' | 'password_hash' | 'created_at'>;

/** The links of the console: for the first owner, for people who are invited, and for new passwords. */
export class ConsoleLinks {
  readonly #db: Kysely<DirectoryTables>;
  readonly #actor: Actor | undefined;

  /** @param actor Who makes links, for the audit. */
  constructor(db: Kysely<DirectoryTables>, actor: Actor | undefined) {
    this.#db = db;
    this.#actor = actor;
  }

  /** Makes a link, in place of those of the same kind for the same address, account and brokerage. */
  async make(link: Omit<ConsoleLink, 'id' | 'email_key'>, now: number): Promise<void> {
    const email_key = link.email.toLowerCase();
    await this.#db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('console_link').where('expires_at', '<=', now).execute();
      await transaction
        .deleteFrom('console_link')
        .where('kind', '=', link.kind)
        .where('email_key', '=', email_key)
        .where('client', '=', link.client)
        .where('account_id', '=', link.account_id)
        .execute();
      await transaction
        .insertInto('console_link')
        .values({ ...link, email_key })
        .execute();
      const { kind, client, role, account_id: id } = link;
      // The first link is made by a start, and not by anybody.
      if (kind === 'first-owner') return;
      const change = { kind: 'people', client, counts: { [kind]: 1, ...(role && { role }) } };
      const records = id === 0 ? [] : [{ id }];
      await storeAudit(transaction, this.#actor, { ...change, records });
    });
  }

  /** The link of a token, if it is still good. */
  find(tokenHash: string, now: number): Promise<ConsoleLink | undefined> {
    const links = this.#db.selectFrom('console_link').selectAll();
    return links
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .executeTakeFirst();
  }

  /** The invitations that nobody has used yet. @param id Only this one. */
  invitations(now: number, id?: number): Promise<ConsoleLink[]> {
    return this.#db
      .selectFrom('console_link')
      .selectAll()
      .where('kind', '=', 'invitation')
      .where('expires_at', '>', now)
      .$if(id !== undefined, (links) => links.where('id', '=', id ?? 0))
      .orderBy('id')
      .limit(1000)
      .execute();
  }

  /** Takes an invitation back. */
  async remove({ id, client }: ConsoleLink): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('console_link').where('id', '=', id).execute();
      const change = { kind: 'people', client, counts: { 'invitation taken back': 1 } };
      await storeAudit(transaction, this.#actor, change);
    });
  }

  /**
   * Uses up a link: it makes the account, or gives it the new password and ends its sessions.
   *
   * @returns The account; undefined where the link is no longer good.
   * @throws EmailTakenError, after which the link is as good as before.
   */
  use(tokenHash: string, account: AcceptedAccount, now: number): Promise<number | undefined> {
    return changingAccounts(this.#db, async (transaction) => {
      const link = await transaction
        .deleteFrom('console_link')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst();
      if (link === undefined) return undefined;
      const { client, role, account_id } = link;
      const note = (email: string, record: AuditRecord) => {
        const actor = { name: BY_CONSOLE + email, action: 'use a link', now: () => now };
        return storeAudit(transaction, actor, { kind: 'people', client, records: [record] });
      };
      if (link.kind === 'reset') {
        const email = await replacePassword(transaction, account_id, account.password_hash);
        if (email === undefined) return undefined;
        await note(email, { id: account_id, changed: ['password'] });
        return account_id;
      }
      if (link.kind === 'first-owner' && (await hasAccounts(transaction))) return undefined;
      const id = await insertAccount(transaction, { ...account, role: client === '' ? role : '' });
      await forgetInvitations(transaction, account.email);
      if (client !== '') {
        const values = { account_id: id, client, role };
        await transaction.insertInto('console_role').values(values).execute();
      }
      await note(account.email, { id });
      return id;
    });
  }
}
