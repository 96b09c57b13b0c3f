import { statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import type { QueryResult } from 'kysely';
import { giveUp, hold } from './native-objects.js';
import { addPolygons } from './polygons.js';
import { RareReads, run } from './reads.js';

/**
 * How many prepared statements a connection keeps. Callers choose the filters of a search and so its
 * text, which makes the number of texts unlimited. When so many are kept, a further read is prepared
 * only if it is frequent, and runs through `RareReads` until then.
 */
export const STATEMENTS_KEPT = 400;

/** How many runs make a read frequent, among how many other texts. */
const OFTEN = { times: 20, among: 1000 } as const;

/** How long an opening, and a rare read that must, waits for other processes, in milliseconds. */
const OPENING_TIMEOUT_MS = 5_000;

/**
 * The memory of page caches, in KiB, for all files that share it: of readers, which read most of a
 * large file from the system's cache, and of writers. No connection has more than an eighth.
 */
const READERS_KIB = 65_536;
const WRITERS_KIB = 393_216;
/** The same where more than `MAPPED_FILES` share it: these are small, and the system has their pages. */
const READERS_OF_MANY_KIB = 16_384;
const WRITERS_OF_MANY_KIB = 65_536;
const LEAST_KIB = 16;

/** With this many files or fewer, each has its whole eighth. */
const FEW_FILES = 8;

/**
 * Small files are memory-mapped only while this many are open, as mapped memory counts as memory of the
 * process. Large files always are, as a search scans more than a cache holds.
 */
const MAPPED_FILES = 64;
const LARGE_BYTES = 8 * 1024 * 1024;
const MAPPED_BYTES = 1_073_741_824;

/** A connection to a SQLite file, which keeps its statements prepared. */
export class Connection {
  readonly database: Sqlite.Database;
  readonly #file: string;
  readonly #role: 'reader' | 'writer';
  readonly #onGrowth: (bytes: number) => void;
  /** The memory that it has reported. */
  #bytes = 0;
  /** The last used ones are at the end. */
  readonly #statements = new Map<string, Sqlite.Statement>();
  /** How often reads that are not kept were run, the last ones at the end. */
  readonly #timesRead = new Map<string, number>();
  #rareReads: RareReads | undefined;

  /** @param sharing How many files share the cache memory. @param onGrowth Hears how much more it takes, or less. */
  constructor(
    file: string,
    role: 'reader' | 'writer',
    sharing = 1,
    onGrowth: (bytes: number) => void = () => {},
  ) {
    this.#file = file;
    this.#role = role;
    this.#onGrowth = onGrowth;
    // Another process may be opening or closing the file, which takes an instant.
    try {
      this.database = new Sqlite(file, { timeout: OPENING_TIMEOUT_MS });
    } catch (error) {
      throw withFile(file, error);
    }
    hold(this.database);
    try {
      // Run as a script, as each pragma would be a statement otherwise.
      this.database.exec('pragma journal_mode = WAL');
      // An acknowledged commit survives a power cut.
      this.database.exec('pragma synchronous = FULL');
      this.database.exec('pragma foreign_keys = ON');
      this.share(sharing);
      if (role === 'reader') {
        this.database.exec('pragma query_only = ON');
      } else {
        // better-sqlite3 would wait for another writer inside the event loop. A writer waits outside of
        // it instead, see WalDriver.whenFree.
        this.database.exec('pragma busy_timeout = 0');
      }
      this.database.exec('pragma temp_store = MEMORY');
      addPolygons(this.database);
      this.#grow(CONNECTION_BYTES);
    } catch (error) {
      this.close();
      throw withFile(file, error);
    }
  }

  /** Takes its share of the cache memory. @param sharing How many files share it. */
  share(sharing: number): void {
    const ofFew = this.#role === 'reader' ? READERS_KIB : WRITERS_KIB;
    const ofMany = this.#role === 'reader' ? READERS_OF_MANY_KIB : WRITERS_OF_MANY_KIB;
    const all = sharing <= MAPPED_FILES ? ofFew : ofMany;
    const kib = Math.max(LEAST_KIB, Math.floor(all / Math.max(sharing, FEW_FILES)));
    if (this.#role === 'reader') {
      const mapped = sharing <= MAPPED_FILES || sizeOf(this.#file) >= LARGE_BYTES;
      this.database.exec(`pragma mmap_size = ${mapped ? MAPPED_BYTES : 0}`);
    }
    this.database.exec(`pragma cache_size = -${kib}`);
    // Frees the memory that reading the schema took, which exceeds a small share.
    if (sharing > FEW_FILES) this.database.exec('pragma shrink_memory');
  }

  /** Runs a statement. An error of the disk names the file. */
  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    return this.#named(() => this.#run(sql, parameters));
  }

  /** Runs SQL without parameters and without rows; errors as with `run`. */
  exec(sql: string): void {
    this.#named(() => this.database.exec(sql));
  }

  #run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    if (isSelect(sql) && this.#isRare(sql)) {
      this.#rareReads ??= new RareReads(this.database, (table) => this.#columnsOf(table));
      const rows = this.#rareReads.run<Row>(sql, parameters);
      if (rows !== undefined) return { rows };
    }
    return run(this.prepare(sql), parameters);
  }

  /** How many statements it keeps. */
  get statements(): number {
    return this.#statements.size;
  }

  /** Whether a statement only reads. */
  reads(sql: string): boolean {
    return isSelect(sql) || this.prepare(sql).readonly;
  }

  /** Returns a prepared statement and keeps it, however rare it is. */
  prepare(sql: string): Sqlite.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      hold(statement);
      if (this.#statements.size >= STATEMENTS_KEPT) this.#dropOldest();
      this.#grow(statementBytes(sql));
    } else {
      this.#statements.delete(sql);
    }
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Closes the file and releases its statements. */
  close(): void {
    this.database.close();
    for (const statement of this.#statements.values()) giveUp(statement);
    this.#statements.clear();
    giveUp(this.database);
    this.#grow(-this.#bytes);
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    this.#onGrowth(bytes);
  }

  #named<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw withFile(this.#file, error);
    }
  }

  #isRare(sql: string): boolean {
    if (this.#statements.has(sql) || this.#statements.size < STATEMENTS_KEPT) return false;
    const times = (this.#timesRead.get(sql) ?? 0) + 1;
    this.#timesRead.delete(sql);
    if (times >= OFTEN.times) return false;
    this.#timesRead.set(sql, times);
    const [oldest] = this.#timesRead.keys();
    if (oldest !== undefined && this.#timesRead.size > OFTEN.among) this.#timesRead.delete(oldest);
    return true;
  }

  #columnsOf(table: string): readonly string[] {
    const statement = this.prepare('select name from pragma_table_info(?)');
    return statement.pluck().all(table) as string[];
  }

  #dropOldest(): void {
    const [oldest] = this.#statements;
    if (oldest === undefined) return;
    this.#statements.delete(oldest[0]);
    giveUp(oldest[1]);
    this.#grow(-statementBytes(oldest[0]));
  }
}

/** Errors of the disk and of the file itself. Their messages do not say which file it is. */
const OF_THE_FILE = /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PERM)/;

/** Names the file in an error of the disk; any other error stays as it is. */
function withFile(file: string, error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError) || !OF_THE_FILE.test(error.code)) return error;
  if (!error.message.startsWith(file)) error.message = `${file}: ${error.message}`;
  return error;
}

/** The query compiler begins a statement that only reads like this. */
function isSelect(sql: string): boolean {
  return sql.startsWith('select ');
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * What open SQLite files take of a process's memory. SQLite does not say it, so it is estimated: measured
 * as resident memory over a thousand files with this schema.
 */

/** A connection: its buffers, the schema, a few pages, and the index of the log. */
export const CONNECTION_BYTES = 220_000;

/** A prepared statement, by the length of its text: a wide row of 2,150 characters took 68 KB. */
function statementBytes(sql: string): number {
  return 30 * sql.length;
}
