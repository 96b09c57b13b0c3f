import type { PoolMetrics, PostgresServer, ServerOptions } from './postgres-server.js';

/** The PostgreSQL servers in use: one pool each, opened on first use. */
export class PostgresServers {
  readonly #servers = new Map<string, PostgresServer>();
  readonly #connections: number;
  readonly #onError: ServerOptions['onError'];
  readonly #onAway: ServerOptions['onAway'];
  #statementMs: number | undefined;

  /** @param connections The most connections to one server. */
  constructor(
    connections: number,
    onError: ServerOptions['onError'],
    onAway: ServerOptions['onAway'] = () => {},
  ) {
    this.#connections = connections;
    this.#onAway = onAway;
    this.#onError = onError;
  }

  /** The server at this URL; URLs that differ only in spelling share one. */
  async at(url: string): Promise<PostgresServer> {
    // Not before one is used: its driver makes the start of each command on SQLite a fifth longer.
    const { PostgresServer } = await import('./postgres-server.js');
    const key = canonicalUrl(url);
    let server = this.#servers.get(key);
    if (server === undefined) {
      server = new PostgresServer(url, serverLabel(url), {
        connections: this.#connections,
        onError: this.#onError,
        onAway: this.#onAway,
      });
      if (this.#statementMs !== undefined) server.bound(this.#statementMs);
      this.#servers.set(key, server);
    }
    return server;
  }

  /** As {@link PostgresServer.bound}, for current and future servers. */
  bound(statementMs: number): void {
    this.#statementMs = statementMs;
    for (const server of this.#servers.values()) server.bound(statementMs);
  }

  /** This process's use of the connections to each server. */
  pools(): readonly PoolMetrics[] {
    return [...this.#servers.values()].map((server) => server.metrics());
  }

  async close(): Promise<void> {
    for (const server of this.#servers.values()) await server.close();
    this.#servers.clear();
  }
}

/** The host, port and database of a URL, with nothing secret. */
export function serverLabel(url: string): string {
  const { host, port, database } = partsOf(url);
  return `${host}:${port}/${database}`;
}

/** The same spelling for all URLs with the same server, database, user and parameters. */
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
    // The default name of a database is its user's.
    database: decodeURIComponent(url.pathname.slice(1)) || user,
    user,
    password: decodeURIComponent(url.password),
    parameters,
  };
}
