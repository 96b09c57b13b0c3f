import { createHash } from 'node:crypto';
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
import { type Beginning, beginningOf, type FirstStatement } from './statement-as-role.js';

/** The server cancels a statement this much sooner than this process stops waiting for it. */
const HEAD_START_MS = 500;

/**
 * From this many joins on, a statement's joins are made in the order in which they are written. Ours
 * each find one row by its key, so that every order is as good, and PostgreSQL spends more on comparing the
 * orders for the rows of a page than on all else: 1.2 ms of processor time with it, 0.7 without.
 */
const MANY_JOINS = 4;

/** The beginnings of transactions of one statement. */
interface Beginnings {
  readonly plain: Beginning;
  /** For a statement with many joins. */
  readonly manyJoins: Beginning;
}

/** A borrowed connection to a PostgreSQL server. */
export interface BorrowedConnection {
  /** Without parameters, the text may contain several statements. */
  query(text: string, parameters?: readonly unknown[]): Promise<pg.QueryResult>;
  /** As in `statement-as-role.ts`. */
  runFirst(statement: FirstStatement): Promise<pg.QueryResult>;
  /** @param broken Whether to end the connection, because its state is unknown. */
  release(broken?: boolean): void;
}

/** Lends connections to one PostgreSQL server. */
export interface ConnectionLender {
  /**
   * @param preferred The number of the connection that should be lent, where others leave it free; any
   *   number will do.
   * @throws Error when no connection becomes free in time.
   */
  borrow(preferred?: number): Promise<BorrowedConnection>;
  /** The timeout of a statement in milliseconds; undefined: none. */
  readonly statementMs?: number | undefined;
}

/**
 * A Kysely dialect for many tenant databases on one pool of connections.
 *
 * Kysely's own driver runs every statement as the login role, which owns everything. Here each
 * tenant has a role that may use its own tables and nothing else, and every statement runs in a
 * transaction that sets that role only for itself. So the server denies what a mistake in a query
 * would reach, and a connection keeps nothing from one transaction to the next. PgBouncer may
 * therefore hand it to any tenant.
 */
export class PostgresRoleDialect implements Dialect {
  readonly #lender: ConnectionLender;
  readonly #role: string | undefined;
  readonly #notes: boolean;

  /** @param role Of every transaction; undefined: the login role. @param notes Whether commits do not wait for the disk. */
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
  /** All statements of a tenant prefer one connection, which has read the definitions of its tables. */
  readonly #preferred: number | undefined;
  /** The commands before single statements, for the current timeout. */
  #alone: (Beginnings & { readonly statementMs: number | undefined }) | undefined;

  constructor(lender: ConnectionLender, role: string | undefined, notes: boolean) {
    this.#lender = lender;
    this.#role = role;
    this.#notes = notes;
    this.#preferred = role === undefined ? undefined : numberOf(role);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await this.#lender.borrow(this.#preferred);
    return new RoleConnection(
      connection,
      this.#role === undefined ? undefined : this.#beginnings(),
    );
  }

  /** Sends nothing to the server yet: the transaction begins with its first statement. */
  async beginTransaction(connection: RoleConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(beginningOf(this.#begin(settings)));
  }

  async commitTransaction(connection: RoleConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: RoleConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: RoleConnection): Promise<void> {
    connection.release();
  }

  /** Does nothing, because the pool outlives each of the databases that share it. */
  async destroy(): Promise<void> {}

  #beginnings(): Beginnings {
    const { statementMs } = this.#lender;
    if (this.#alone === undefined || this.#alone.statementMs !== statementMs) {
      const commands = this.#begin();
      const manyJoins = [...commands, 'set local join_collapse_limit = 1'];
      this.#alone = {
        statementMs,
        plain: beginningOf(commands),
        manyJoins: beginningOf(manyJoins),
      };
    }
    return this.#alone;
  }

  /** The commands that begin a transaction, in order. */
  #begin({ isolationLevel, accessMode }: TransactionSettings = {}): string[] {
    const commands = [
      [
        'begin',
        ...(isolationLevel === undefined ? [] : [`isolation level ${isolationLevel}`]),
        ...(accessMode === undefined ? [] : [accessMode]),
      ].join(' '),
    ];
    if (this.#role !== undefined) {
      commands.push(`set local role ${pg.escapeIdentifier(this.#role)}`);
    }
    if (this.#notes) commands.push('set local synchronous_commit = off');
    const { statementMs } = this.#lender;
    // The server cancels a late statement first, which leaves the connection usable.
    if (statementMs !== undefined) {
      commands.push(`set local statement_timeout = ${Math.max(1, statementMs - HEAD_START_MS)}`);
    }
    return commands;
  }
}

class RoleConnection implements DatabaseConnection {
  readonly #connection: BorrowedConnection;
  /** The commands before a statement outside of a transaction. */
  readonly #alone: Beginnings | undefined;
  /** The begin of a transaction that has had no statement yet. */
  #beginning: Beginning | undefined;
  /** The first statement of the transaction, while it is not answered; for good where it failed. */
  #first: Promise<unknown> | undefined;
  /** Whether the server is in a transaction, or may be. */
  #inTransaction = false;

  constructor(connection: BorrowedConnection, alone: Beginnings | undefined) {
    this.#connection = connection;
    this.#alone = alone;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#send(query);
    const changed = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
    return changed ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  // biome-ignore lint/correctness/useYield: a stream would keep a connection of the pool for as long as its reader likes.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Not offered: page by key instead.');
  }

  begin(beginning: Beginning): void {
    this.#beginning = beginning;
  }

  /**
   * @throws Error when the server rolled back instead of committing, as it does after any error.
   */
  async commit(): Promise<void> {
    this.#beginning = undefined;
    if (!this.#inTransaction) return;
    // Where not even the beginning was sent, the server has nothing to roll back, and commits.
    const failed = await this.#first?.then(
      () => false,
      () => true,
    );
    const { command } = await this.#connection.query('commit');
    if (failed === true || command !== 'COMMIT')
      throw new Error('The transaction had failed and was rolled back.');
    this.#inTransaction = false;
  }

  async rollback(): Promise<void> {
    this.#beginning = undefined;
    this.#first = undefined;
    if (!this.#inTransaction) return;
    await this.#connection.query('rollback');
    this.#inTransaction = false;
  }

  release(): void {
    // A connection that is still in a transaction would carry its role to the next user.
    this.#connection.release(this.#inTransaction);
  }

  async #send({ sql: text, parameters }: CompiledQuery): Promise<pg.QueryResult> {
    const beginning = this.#beginning;
    if (beginning !== undefined) return this.#sendFirst({ beginning, text, parameters });
    // Where the transaction may not have begun, nothing may run behind it: it would run as the login role.
    if (this.#first !== undefined) await this.#first;
    if (this.#inTransaction || this.#alone === undefined) {
      return this.#connection.query(text, parameters);
    }
    const { plain, manyJoins } = this.#alone;
    return this.#sendAlone({
      beginning: hasManyJoins(text) ? manyJoins : plain,
      text,
      parameters,
      alone: true,
    });
  }

  async #sendFirst(statement: Omit<FirstStatement, 'alone'>): Promise<pg.QueryResult> {
    this.#beginning = undefined;
    this.#inTransaction = true;
    const first = this.#connection.runFirst({ ...statement, alone: false });
    this.#first = first;
    const answer = await first;
    this.#first = undefined;
    return answer;
  }

  async #sendAlone(statement: FirstStatement): Promise<pg.QueryResult> {
    this.#inTransaction = true;
    try {
      const answer = await this.#connection.runFirst(statement);
      this.#inTransaction = false;
      return answer;
    } catch (error) {
      // If the rollback fails too, the connection is ended on its release.
      await this.rollback().catch(() => {});
      throw error;
    }
  }
}

function hasManyJoins(text: string): boolean {
  return text.split(' join ', MANY_JOINS + 1).length > MANY_JOINS;
}

/** A number that follows from a role's name. */
function numberOf(role: string): number {
  return createHash('sha256').update(role).digest().readUInt32BE();
}
