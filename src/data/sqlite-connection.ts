import Sqlite from 'better-sqlite3';

/** How many prepared statements one connection keeps; a search prepares one per shape of question. */
const STATEMENT_CACHE_SIZE = 400;

/** How long opening a file, and a read in the rare moments when it must, waits for others. */
const OPENING_PATIENCE_MS = 5_000;

/**
 * From Node.js 24 on, its header for native objects asks for the environment when one is collected,
 * and a collection between two turns of the event loop has none: a better-sqlite3 that was compiled
 * against it ends the process there. So nothing of it is ever collected: statements stay in their
 * cache, which then grows with the shapes of queries alone, and pragmas, each of which would be a
 * statement, are executed as scripts.
 */
const NEVER_COLLECTED = Number(process.versions.node.split('.')[0]) >= 24;

const kept: unknown[] = [];

function keepForEver(native: Sqlite.Database | Sqlite.Statement): void {
  if (NEVER_COLLECTED) kept.push(native);
}

/** A connection to a SQLite file, which keeps its statements prepared. */
export class Connection {
  readonly database: Sqlite.Database;
  readonly #statements = new Map<string, Sqlite.Statement>();

  constructor(file: string, role: 'reader' | 'writer') {
    // While it opens, another process may be opening or closing the file, which takes an instant.
    this.database = new Sqlite(file, { timeout: OPENING_PATIENCE_MS });
    keepForEver(this.database);
    this.database.exec('pragma journal_mode = WAL');
    // A commit that was acknowledged survives a power cut.
    this.database.exec('pragma synchronous = FULL');
    this.database.exec('pragma foreign_keys = ON');
    if (role === 'reader') {
      // Searches scan an index that is larger than any cache of ours: straight from the system's.
      this.database.exec('pragma mmap_size = 1073741824');
      this.database.exec('pragma cache_size = -16384');
      this.database.exec('pragma query_only = ON');
    } else {
      // An import of any size stays within this much memory.
      this.database.exec('pragma cache_size = -49152');
      // From here on better-sqlite3 would wait for another writer inside the event loop. Whoever
      // writes waits outside of it instead, see WalDriver.#patiently.
      this.database.exec('pragma busy_timeout = 0');
    }
    this.database.exec('pragma temp_store = MEMORY');
  }

  prepare(sql: string): Sqlite.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      keepForEver(statement);
      if (this.#statements.size >= STATEMENT_CACHE_SIZE && !NEVER_COLLECTED) this.#dropOldest();
    } else {
      this.#statements.delete(sql);
    }
    this.#statements.set(sql, statement);
    return statement;
  }

  #dropOldest(): void {
    const oldest = this.#statements.keys().next().value;
    if (oldest !== undefined) this.#statements.delete(oldest);
  }
}
