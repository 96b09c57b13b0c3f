import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';

/** How much sooner than this process a server gives a statement up. */
const HEAD_START_MS = 500;

/** A connection to a PostgreSQL server, until it is given back. */
export interface Connection {
  /** Without parameters the text may be several statements. */
  query(text: string, parameters?: readonly unknown[]): Promise<pg.QueryResult>;
  /** @param broken Whether it has to be ended, as nobody knows the state that it is in. */
  release(broken?: boolean): void;
}

/** Lends connections to one PostgreSQL server. */
export interface ConnectionLender {
  /** @throws Error when none became free in time. */
  borrow(): Promise<Connection>;
  /** Milliseconds that a statement may take; undefined for as long as it takes. */
  readonly statementMs?: number | undefined;
}

/**
 * A Kysely dialect for many client databases on one pool of connections.
 *
 * Kysely's own driver runs every statement as the role that logged in, which owns everything. Here
 * each client has a role that may touch its own tables and nothing else, and every statement runs in
 * a transaction that takes that role for itself alone. So the server denies what a mistake in a
 * query would reach, and a connection keeps nothing from one transaction to the next: PgBouncer may
 * hand it to whoever comes next.
 */
export class PostgresRoleDialect implements Dialect {
  readonly #lender: ConnectionLender;
  readonly #role: string | undefined;
  readonly #notes: boolean;

  /**
   * @param role Taken in every transaction; undefined stays the role that logged in.
   * @param notes Whether commits do not wait for the disk.
   */
  constructor(lender: ConnectionLender, role: string | undefined, notes = false) {
    this.#lender = lender;
    this.#role = role;
    this.#notes = notes;
  }

  createDriver(): Driver {
    return new RoleDriver(this.#lender, this.#role, this.#notes);
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}

class RoleDriver implements Driver {
  readonly #lender: ConnectionLender;
  readonly #role: string | undefined;
  readonly #notes: boolean;

  constructor(lender: ConnectionLender, role: string | undefined, notes: boolean) {
    this.#lender = lender;
    this.#role = role;
    this.#notes = notes;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#lender.borrow();
    return new RoleConnection(client, this.#role === undefined ? undefined : this.#begin());
  }

  async beginTransaction(connection: RoleConnection, settings: TransactionSettings): Promise<void> {
    connection.inTransaction = true;
    try {
      await connection.command(this.#begin(settings));
    } catch (error) {
      // The transaction has begun where only the role was refused.
      await this.rollbackTransaction(connection).catch(() => {});
      throw error;
    }
  }

  async commitTransaction(connection: RoleConnection): Promise<void> {
    await connection.commit();
    connection.inTransaction = false;
  }

  async rollbackTransaction(connection: RoleConnection): Promise<void> {
    await connection.command('rollback');
    connection.inTransaction = false;
  }

  async releaseConnection(connection: RoleConnection): Promise<void> {
    connection.release();
  }

  /** The pool outlives each of the databases that share it. */
  async destroy(): Promise<void> {}

  #begin({ isolationLevel, accessMode }: TransactionSettings = {}): string {
    const begin = [
      'begin',
      ...(isolationLevel === undefined ? [] : [`isolation level ${isolationLevel}`]),
      ...(accessMode === undefined ? [] : [accessMode]),
    ].join(' ');
    const role =
      this.#role === undefined ? '' : `; set local role ${pg.escapeIdentifier(this.#role)}`;
    const { statementMs } = this.#lender;
    // What nobody will wait for ends on the server first, and leaves the connection as it was.
    const bound =
      statementMs === undefined
        ? ''
        : `; set local statement_timeout = ${Math.max(1, statementMs - HEAD_START_MS)}`;
    return `${begin}${role}${this.#notes ? '; set local synchronous_commit = off' : ''}${bound}`;
  }
}

class RoleConnection implements DatabaseConnection {
  readonly #client: Connection;
  /** What a statement outside of a transaction is preceded by. */
  readonly #begin: string | undefined;
  inTransaction = false;

  constructor(client: Connection, begin: string | undefined) {
    this.#client = client;
    this.#begin = begin;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } =
      this.#begin === undefined || this.inTransaction
        ? await this.#send(query)
        : await this.#sendAlone(this.#begin, query);
    const changed = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
    return changed ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  // biome-ignore lint/correctness/useYield: a stream would keep a connection of the pool for as long as its reader likes.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Not offered: page by key instead.');
  }

  async command(text: string): Promise<pg.QueryResult> {
    return this.#client.query(text);
  }

  /** @throws Error when the server rolled back in place of a commit, as it does after any error. */
  async commit(): Promise<void> {
    const { command } = await this.command('commit');
    if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
  }

  release(): void {
    // One that is still inside of a transaction would carry a role to its next user.
    this.#client.release(this.inTransaction);
  }

  #send({ sql, parameters }: CompiledQuery): Promise<pg.QueryResult> {
    return this.#client.query(sql, parameters);
  }

  /**
   * One statement in a transaction of its own, in about one round trip: the three parts are on their
   * way before the first is answered. Where the role is refused, the transaction has failed and the
   * statement behind it with it.
   */
  async #sendAlone(begin: string, query: CompiledQuery): Promise<pg.QueryResult> {
    this.inTransaction = true;
    const sent = [this.command(begin), this.#send(query), this.commit()] as const;
    const [began, answered, committed] = await Promise.allSettled(sent);
    // The commit ends the transaction, whatever became of it, unless the connection is broken.
    this.inTransaction = committed.status === 'rejected' && began.status === 'rejected';
    if (began.status === 'rejected') throw began.reason;
    if (answered.status === 'rejected') throw answered.reason;
    if (committed.status === 'rejected') throw committed.reason;
    return answered.value;
  }
}
