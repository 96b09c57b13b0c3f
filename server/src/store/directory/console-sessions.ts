import type { Kysely, Selectable } from 'kysely';
import { endSessions } from './console-account-changes.js';
import type { ConsoleAccount } from './console-accounts.js';
import type { ConsoleSessionTable } from './console-tables.js';
import type { DirectoryTables } from './tables.js';

/** A browser that is signed in. */
export type ConsoleSession = Selectable<ConsoleSessionTable>;

/** The moments, in milliseconds since the epoch, after which a session must have begun and last called. */
export interface SessionBounds {
  readonly begunAfter: number;
  readonly seenAfter: number;
}

export class ConsoleSessions {
  readonly #db: Kysely<DirectoryTables>;

  constructor(db: Kysely<DirectoryTables>) {
    this.#db = db;
  }

  /** Begins a session, and forgets those that are over. */
  async begin(session: Omit<ConsoleSession, 'id'>, bounds: SessionBounds): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('console_session')
        .where((eb) =>
          eb.or([eb('created_at', '<=', bounds.begunAfter), eb('seen_at', '<=', bounds.seenAfter)]),
        )
        .execute();
      await transaction.insertInto('console_session').values(session).execute();
      await transaction
        .updateTable('console_account')
        .set({ seen_at: session.seen_at })
        .where('id', '=', session.account_id)
        .execute();
    });
  }

  /** The session of a token that is not over, with its account. */
  async find(
    tokenHash: string,
    bounds: SessionBounds,
  ): Promise<{ session: ConsoleSession; account: ConsoleAccount } | undefined> {
    const session = await this.#current(bounds)
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    if (session === undefined) return undefined;
    const account = await this.#db
      .selectFrom('console_account')
      .selectAll()
      .where('id', '=', session.account_id)
      .executeTakeFirst();
    return account && { session, account };
  }

  async see({ id, account_id }: ConsoleSession, now: number): Promise<void> {
    const values = { seen_at: now };
    await this.#db.updateTable('console_session').set(values).where('id', '=', id).execute();
    await this.#db
      .updateTable('console_account')
      .set(values)
      .where('id', '=', account_id)
      .execute();
  }

  /** Notes that somebody has given the password again. */
  async prove(id: number, proved_at: number): Promise<void> {
    const session = this.#db.updateTable('console_session').set({ proved_at });
    await session.where('id', '=', id).execute();
  }

  /** The sessions of an account that are not over, the last begun first. */
  ofAccount(account: number, bounds: SessionBounds): Promise<ConsoleSession[]> {
    return this.#current(bounds)
      .where('account_id', '=', account)
      .orderBy('id', 'desc')
      .limit(100)
      .execute();
  }

  /** Ends one session of an account. @returns Whether there was such a one. */
  async end(account: number, id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('console_session')
      .where('account_id', '=', account)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  /** Ends the sessions of an account. @param but The one that stays. */
  endAll(account: number, but = 0): Promise<void> {
    return endSessions(this.#db, account, but);
  }

  #current({ begunAfter, seenAfter }: SessionBounds) {
    return this.#db
      .selectFrom('console_session')
      .selectAll()
      .where('created_at', '>', begunAfter)
      .where('seen_at', '>', seenAfter);
  }
}
