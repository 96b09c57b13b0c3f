import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { ConnectionsTaken } from '../lib/connections-taken.js';
import { BoundedPool } from './bounded-pool.js';
import type { Ways } from './dialect.js';
import { type ConnectionLender, PostgresRoleDialect } from './postgres-driver.js';

// Numbers come back as numbers. Everything stored as bigint stays within 2^53, which is checked
// where it enters; numeric is what PostgreSQL makes of sums and counts.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** How long a connection is waited for, be it a new one or one that others use. */
const CONNECTION_TIMEOUT_MS = 2_000;

/** How the connections to a server are being used. */
export interface PoolMetrics {
  /** `host:port/database`; nothing secret. */
  readonly server: string;
  /** Connections that are open. */
  readonly total: number;
  /** Those that nobody uses. */
  readonly idle: number;
  /** Statements and transactions that wait for one. */
  readonly waiting: number;
}

/**
 * One PostgreSQL server: a bounded pool shared by the directory and all client databases on it.
 * Every statement names its schema, and every transaction of a client takes that client's role, so
 * a connection carries nothing from one client to the next.
 */
export class PostgresServer {
  /** `host:port/database`; nothing secret. */
  readonly label: string;
  readonly #pool: pg.Pool;
  readonly #bounded: BoundedPool;
  readonly #size: number;
  readonly #db: Kysely<unknown>;
  #database: Promise<string> | undefined;

  /** @param url `postgres://…`; it holds a password and is never printed. */
  constructor(url: string, options: { connections: number; onError: (error: Error) => void }) {
    this.label = serverLabel(url);
    this.#size = options.connections;
    const settings: pg.PoolConfig & { pipeline: boolean } = {
      connectionString: url,
      max: options.connections,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      // A connection to nowhere is never seen to close, and must not keep a stopped process alive.
      allowExitOnIdle: true,
      // Steps of a schema wait without a bound; this way not for a server that is gone.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Lets a statement follow the begin of its transaction without waiting for its answer.
      pipeline: true,
    };
    this.#pool = new pg.Pool(settings);
    // A connection that dies while idle is replaced by the pool; unheard, it would end the process.
    this.#pool.on('error', options.onError);
    this.#bounded = new BoundedPool(this.#pool);
    this.#db = this.#as(undefined);
  }

  /** From now on every statement has to be answered within so many milliseconds, or fails. */
  bound(statementMs: number): void {
    this.#bounded.statementMs = statementMs;
  }

  /**
   * The tables of one schema.
   *
   * @param role Whose rights every statement has; none: those of the role that logs in.
   */
  schema<Tables>(name: string, role?: string): Kysely<Tables> {
    const db = role === undefined ? this.#db : this.#as(role);
    return db.withSchema(name) as Kysely<Tables>;
  }

  /** The tables of one schema, by both ways to write to them; `role` as above. */
  ways<Tables>(name: string, role?: string): Ways<Tables> {
    return {
      db: this.schema<Tables>(name, role),
      notes: this.#as(role, true).withSchema(name) as Kysely<Tables>,
    };
  }

  /** The tables of one schema, for steps that change it: they take the time that they take. */
  steps(name: string): Kysely<never> {
    const lender = this.#patient(this.#bounded.unbounded);
    const dialect = new PostgresRoleDialect(lender, undefined);
    return new Kysely<unknown>({ dialect }).withSchema(name) as unknown as Kysely<never>;
  }

  /** The name of the database, as the server has it: a pooler in between may call it another. */
  database(): Promise<string> {
    this.#database ??= sql<{ name: string }>`select current_database() as name`
      .execute(this.#db)
      .then(({ rows }) => rows[0]?.name ?? '');
    // A failure is not kept: the next one to ask tries again.
    this.#database.catch(() => {
      this.#database = undefined;
    });
    return this.#database;
  }

  figures(): PoolMetrics {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { server: this.label, total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #as(role: string | undefined, notes = false): Kysely<unknown> {
    const dialect = new PostgresRoleDialect(this.#patient(this.#bounded), role, notes);
    return new Kysely<unknown>({ dialect });
  }

  /** Says of whom connections could not be had in time, where all of them are taken. */
  #patient(lender: ConnectionLender): ConnectionLender {
    return {
      get statementMs() {
        return lender.statementMs;
      },
      borrow: async () => {
        try {
          return await lender.borrow();
        } catch (error) {
          if (this.#pool.totalCount < this.#size) throw error;
          throw new ConnectionsTaken(this.#size, this.label, CONNECTION_TIMEOUT_MS, error);
        }
      },
    };
  }
}

/** The PostgreSQL servers in use: one pool each, opened when it is first asked for. */
export class PostgresServers {
  readonly #servers = new Map<string, PostgresServer>();
  readonly #connections: number;
  readonly #onError: (error: Error) => void;
  #statementMs: number | undefined;

  /** @param connections The most connections that are opened to one server. */
  constructor(connections: number, onError: (error: Error) => void) {
    this.#connections = connections;
    this.#onError = onError;
  }

  /** The server at this URL; URLs that say the same in other words share one. */
  at(url: string): PostgresServer {
    const key = canonicalUrl(url);
    let server = this.#servers.get(key);
    if (server === undefined) {
      server = new PostgresServer(url, { connections: this.#connections, onError: this.#onError });
      if (this.#statementMs !== undefined) server.bound(this.#statementMs);
      this.#servers.set(key, server);
    }
    return server;
  }

  /** As {@link PostgresServer.bound}, of these and of those to come. */
  bound(statementMs: number): void {
    this.#statementMs = statementMs;
    for (const server of this.#servers.values()) server.bound(statementMs);
  }

  /** How the connections to each server are being used, by this process. */
  pools(): readonly PoolMetrics[] {
    return [...this.#servers.values()].map((server) => server.figures());
  }

  async close(): Promise<void> {
    for (const server of this.#servers.values()) await server.close();
    this.#servers.clear();
  }
}

/** Where a URL leads: host, port and database, with nothing secret in it. */
export function serverLabel(url: string): string {
  const { host, port, database } = partsOf(url);
  return `${host}:${port}/${database}`;
}

/** One spelling for all URLs of one server, database, user and way to connect. */
function canonicalUrl(url: string): string {
  const { host, port, database, user, password, parameters } = partsOf(url);
  return JSON.stringify([host, port, database, user, password, parameters]);
}

function partsOf(text: string) {
  const url = new URL(text);
  const user = decodeURIComponent(url.username);
  const parameters = [...url.searchParams].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    host:
      decodeURIComponent(url.hostname).toLowerCase() ||
      (url.searchParams.get('host') ?? 'localhost'),
    port: url.port || '5432',
    // Without a name of its own a database is called like its user.
    database: decodeURIComponent(url.pathname.slice(1)) || user,
    user,
    password: decodeURIComponent(url.password),
    parameters,
  };
}
