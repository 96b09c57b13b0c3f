import Sqlite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';

/** How many prepared statements one connection keeps; a search prepares one per shape of question. */
const STATEMENT_CACHE_SIZE = 400;

/** How long opening a file, and a read in the rare moments when it must, waits for others. */
const OPENING_PATIENCE_MS = 5_000;

/** How long a write waits for another process (an import, say) to let go of the file. */
const WRITE_PATIENCE_MS = 30_000;

/**
 * A Kysely dialect over better-sqlite3 for a server that reads far more than it writes.
 *
 * Kysely's own driver has one connection, so that a read waits for any open transaction, and it
 * prepares each statement anew. This one reads on a connection of its own (in WAL mode a reader sees
 * the last committed state and waits for nobody), takes turns on a second one for writes, and keeps
 * statements prepared.
 */
export class SqliteWalDialect implements Dialect {
  readonly #driver: WalDriver;
  readonly #lasting: boolean;

  private constructor(driver: WalDriver, lasting: boolean) {
    this.#driver = driver;
    this.#lasting = lasting;
  }

  /** Opens a file, by the first statement. */
  static on(file: string): SqliteWalDialect {
    return new SqliteWalDialect(new WalDriver(file), true);
  }

  /**
   * The same connections, on which a commit does not wait for the disk: a transaction may be gone
   * after a power cut, though not after a crash of the program.
   */
  forNotes(): SqliteWalDialect {
    return new SqliteWalDialect(this.#driver, false);
  }

  createDriver(): Driver {
    return this.#lasting ? this.#driver : new NoteDriver(this.#driver);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new WalAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** SQLite's schema changes are transactional; every migration therefore happens whole or not at all. */
class WalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

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

class Connection {
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

class WalDriver implements Driver {
  readonly #file: string;
  #reader: Connection | undefined;
  #writer: Connection | undefined;
  /** The end of the queue of writers in this process. */
  #lastWriter: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    this.#writer ??= new Connection(this.#file, 'writer');
    this.#reader ??= new Connection(this.#file, 'reader');
  }

  async acquireConnection(): Promise<WalConnection> {
    return new WalConnection(this);
  }

  async beginTransaction(connection: WalConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') {
      connection.snapshot = this.#openSnapshot();
      return;
    }
    const turn = await this.takeWriter();
    // Outside of a transaction only can it be changed, and for its turn the connection is this one's.
    if (connection.note) this.writer.database.exec('pragma synchronous = NORMAL');
    const release = (): void => {
      if (connection.note) this.writer.database.exec('pragma synchronous = FULL');
      turn();
    };
    try {
      await this.#patiently(() => this.writer.database.exec('BEGIN IMMEDIATE'));
    } catch (error) {
      release();
      throw error;
    }
    connection.release = release;
  }

  /**
   * Everything as it stands now, however long it is read: on a connection of its own, since what it
   * holds on to must not be in anybody's way. Writers go on; only the `-wal` file grows meanwhile.
   */
  #openSnapshot(): Connection {
    const snapshot = new Connection(this.#file, 'reader');
    // The transaction begins with its first read.
    snapshot.database.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    return snapshot;
  }

  async commitTransaction(connection: WalConnection): Promise<void> {
    if (connection.snapshot !== undefined) return connection.endSnapshot();
    await this.#patiently(() => this.writer.database.exec('COMMIT'));
    connection.endTransaction();
  }

  async rollbackTransaction(connection: WalConnection): Promise<void> {
    if (connection.snapshot !== undefined) return connection.endSnapshot();
    try {
      if (this.writer.database.inTransaction) this.writer.database.exec('ROLLBACK');
    } finally {
      connection.endTransaction();
    }
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#lastWriter;
    this.#reader?.database.close();
    if (this.#writer !== undefined) {
      tidy(this.#writer.database);
      this.#writer.database.close();
    }
  }

  get reader(): Connection {
    if (this.#reader === undefined) throw new Error('The SQLite driver is not open.');
    return this.#reader;
  }

  get writer(): Connection {
    if (this.#writer === undefined) throw new Error('The SQLite driver is not open.');
    return this.#writer;
  }

  /** Waits for this process's turn to write; the returned function ends the turn. */
  async takeWriter(): Promise<() => void> {
    const before = this.#lastWriter;
    let release = (): void => {};
    this.#lastWriter = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }

  /** One write outside of a transaction: a turn, a commit of its own. */
  async write<T>(work: () => T): Promise<T> {
    const release = await this.takeWriter();
    try {
      return await this.#patiently(work);
    } finally {
      release();
    }
  }

  /** Runs `work` again, without holding up the event loop, while another process has the file. */
  async #patiently<T>(work: () => T): Promise<T> {
    const giveUpAt = performance.now() + WRITE_PATIENCE_MS;
    for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** The driver of notes: its transactions end without waiting for the disk. */
class NoteDriver implements Driver {
  readonly #driver: WalDriver;

  constructor(driver: WalDriver) {
    this.#driver = driver;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<WalConnection> {
    const connection = await this.#driver.acquireConnection();
    connection.note = true;
    return connection;
  }

  beginTransaction(connection: WalConnection, settings: TransactionSettings): Promise<void> {
    return this.#driver.beginTransaction(connection, settings);
  }

  commitTransaction(connection: WalConnection): Promise<void> {
    return this.#driver.commitTransaction(connection);
  }

  rollbackTransaction(connection: WalConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection);
  }

  async releaseConnection(): Promise<void> {}

  /** The connections are the other's to close. */
  async destroy(): Promise<void> {}
}

/** Lets SQLite renew its statistics where that pays; not while another process writes. */
function tidy(database: Sqlite.Database): void {
  try {
    database.exec('pragma optimize');
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

class WalConnection implements DatabaseConnection {
  readonly #driver: WalDriver;
  /** Set while this connection is inside a transaction: ends its turn on the writer. */
  release: (() => void) | undefined;
  /** Whether its transactions end without waiting for the disk. */
  note = false;
  /** Set while this connection is inside a transaction that only reads. */
  snapshot: Connection | undefined;

  constructor(driver: WalDriver) {
    this.#driver = driver;
  }

  endSnapshot(): void {
    this.snapshot?.database.close();
    this.snapshot = undefined;
  }

  endTransaction(): void {
    this.release?.();
    this.release = undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.snapshot !== undefined) {
      return run(this.snapshot.prepare(query.sql), query.parameters);
    }
    if (this.release !== undefined) {
      return run(this.#driver.writer.prepare(query.sql), query.parameters);
    }
    const statement = this.#driver.reader.prepare(query.sql);
    if (statement.readonly) return run(statement, query.parameters);
    return this.#driver.write(() =>
      run<R>(this.#driver.writer.prepare(query.sql), query.parameters),
    );
  }

  // biome-ignore lint/correctness/useYield: a stream would pin the connection between two turns of the event loop.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Not offered: page by key instead.');
  }
}

function run<R>(statement: Sqlite.Statement, parameters: readonly unknown[]): QueryResult<R> {
  if (statement.reader) return { rows: readRows<R>(statement, parameters) };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return {
    rows: [],
    numAffectedRows: BigInt(changes),
    insertId: BigInt(lastInsertRowid),
  };
}

/** Makes a row's object of its values, which stand in the order of the statement's columns. */
type RowMaker = (values: readonly unknown[]) => unknown;

const rowMakers = new WeakMap<Sqlite.Statement, RowMaker>();

/**
 * Each statement's rows are made by code of its own: one literal, whose shape is known beforehand.
 * Of wide rows better-sqlite3's own objects take twice as long, and objects that are filled in a
 * loop half as long again. Column names are those of our statements and never come from outside.
 */
function rowMaker(statement: Sqlite.Statement): RowMaker {
  let maker = rowMakers.get(statement);
  if (maker === undefined) {
    const fields = statement
      .columns()
      .map(({ name }, position) => `${JSON.stringify(name)}: values[${position}]`);
    maker = new Function('values', `return { ${fields.join()} };`) as RowMaker;
    rowMakers.set(statement, maker);
    statement.raw(true);
  }
  return maker;
}

function readRows<R>(statement: Sqlite.Statement, parameters: readonly unknown[]): R[] {
  const maker = rowMaker(statement);
  const rows = statement.all(parameters) as unknown[][];
  for (let at = 0; at < rows.length; at++) rows[at] = maker(rows[at] as unknown[]) as never;
  return rows as R[];
}
