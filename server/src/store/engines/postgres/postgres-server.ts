import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { ConnectionsTaken } from '../../../lib/unavailable.js';
import type { Ways } from '../dialect.js';
import { BoundedPool, NoFreeSlot } from './bounded-pool.js';
import { type ConnectionLender, PostgresRoleDialect } from './driver.js';

// Numbers are returned as numbers. Every stored bigint is within 2^53, which is checked on its way
// in; PostgreSQL makes numeric of sums and counts.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** The timeout for getting a connection, a new one or one that others use. */
const CONNECTION_TIMEOUT_MS = 2_000;

/** The use of the connections to a server. */
export interface PoolMetrics {
  /** `host:port/database`; nothing secret. */
  readonly server: string;
  /** Open connections. */
  readonly total: number;
  /** Connections that nothing uses. */
  readonly idle: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
}

/** How a server is used, and who hears of its failures. */
export interface ServerOptions {
  readonly connections: number;
  /** Hears of an idle connection that was lost. */
  readonly onError: (error: Error) => void;
  /** As of {@link BoundedPool}, with the server's label. */
  readonly onAway: (error: Error, label: string) => void;
}

/**
 * One PostgreSQL server: a bounded pool for the directory and all tenant databases on it. Every
 * statement names its schema, and every transaction of a tenant sets that tenant's role, so a
 * connection carries nothing from one tenant to the next.
 */
export class PostgresServer {
  /** `host:port/database`; nothing secret. */
  readonly label: string;
  readonly #bounded: BoundedPool;
  readonly #size: number;
  readonly #db: Kysely<unknown>;
  #database: Promise<string> | undefined;

  /** @param url `postgres://…`; it holds a password and is never printed. */
  constructor(url: string, label: string, options: ServerOptions) {
    this.label = label;
    this.#size = options.connections;
    const settings: pg.PoolConfig & { pipeline: boolean } = {
      connectionString: url,
      max: 1,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      // A connection to a server that has vanished never closes, and must not keep a stopped
      // process alive.
      allowExitOnIdle: true,
      // Schema steps have no timeout; keep-alive ends their wait for a server that is gone.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Sends a statement without waiting for the answer to the begin of its transaction.
      pipeline: true,
    };
    const pools = Array.from({ length: options.connections }, () => new pg.Pool(settings));
    // A pool replaces a connection that dies while idle; without a listener, its error would end
    // the process.
    for (const pool of pools) pool.on('error', options.onError);
    this.#bounded = new BoundedPool(pools, CONNECTION_TIMEOUT_MS, (error) =>
      options.onAway(error, this.label),
    );
    this.#db = this.#as(undefined);
  }

  /** From now on every statement must be answered within this many milliseconds, or it fails. */
  bound(statementMs: number): void {
    this.#bounded.statementMs = statementMs;
  }

  /** The tables of one schema. @param role The role of every statement; undefined: the login role. */
  schema<Tables>(name: string, role?: string): Kysely<Tables> {
    const db = role === undefined ? this.#db : this.#as(role);
    return db.withSchema(name) as Kysely<Tables>;
  }

  /** The tables of one schema, with all ways of writing to them; `role` as above. */
  ways<Tables>(name: string, role?: string): Ways<Tables> {
    const db = this.schema<Tables>(name, role);
    return {
      db,
      // Its statements run in another process anyway.
      large: db,
      notes: this.#as(role, true).withSchema(name) as Kysely<Tables>,
    };
  }

  /** The tables of one schema, for schema steps, which have no timeout. */
  steps(name: string): Kysely<never> {
    const lender = this.#patient(this.#bounded.unbounded);
    const dialect = new PostgresRoleDialect(lender, undefined);
    return new Kysely<unknown>({ dialect }).withSchema(name) as unknown as Kysely<never>;
  }

  /** The server's own name of the database; a pooler in between may use another. */
  database(): Promise<string> {
    this.#database ??= sql<{ name: string }>`select current_database() as name`
      .execute(this.#db)
      .then(({ rows }) => rows[0]?.name ?? '');
    // A failure is not cached, so that the next call tries again.
    this.#database.catch(() => {
      this.#database = undefined;
    });
    return this.#database;
  }

  /** As {@link BoundedPool.reach}. */
  reach(): Promise<void> {
    return this.#bounded.reach();
  }

  metrics(): PoolMetrics {
    return { server: this.label, ...this.#bounded.use };
  }

  async close(): Promise<void> {
    await this.#bounded.end();
  }

  #as(role: string | undefined, notes = false): Kysely<unknown> {
    const dialect = new PostgresRoleDialect(this.#patient(this.#bounded), role, notes);
    return new Kysely<unknown>({ dialect });
  }

  /** Throws ConnectionsTaken, which names the server, in place of NoFreeSlot. */
  #patient(lender: ConnectionLender): ConnectionLender {
    return {
      get statementMs() {
        return lender.statementMs;
      },
      borrow: async (preferred) => {
        try {
          return await lender.borrow(preferred);
        } catch (error) {
          if (!(error instanceof NoFreeSlot)) throw error;
          throw new ConnectionsTaken(this.#size, this.label, CONNECTION_TIMEOUT_MS, error);
        }
      },
    };
  }
}
