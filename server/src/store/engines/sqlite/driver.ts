import Sqlite from 'better-sqlite3';
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import { Connection } from './connection.js';
import type { DiskReserve } from './disk-reserve.js';
import type { OpenFile, OpenFiles } from './open-files.js';

/** How long a write waits for another process, such as an import, to release the file. */
const WRITE_TIMEOUT_MS = 30_000;

/** The connections to one file: a reader, and a writer that writes take turns on. Statements open them, also again. */
export class WalDriver implements Driver, OpenFile {
  readonly file: string;
  readonly #files: OpenFiles | undefined;
  readonly #reserve: DiskReserve | undefined;
  #reader: Connection | undefined;
  #writer: Connection | undefined;
  /** Kept from the last snapshot for the next while the reader is open: to open a connection takes longer than a short read. */
  #spare: Connection | undefined;
  /** Set when no new statement may begin; the last writer goes on. */
  #ending = false;
  #ended = false;
  /** The end of this process's queue of writers. */
  #lastWriter: Promise<void> = Promise.resolve();
  /** How many writers write or wait. */
  #writers = 0;
  usedAt = 0;
  writtenAt = 0;

  /** @param reserve Makes room for single writes on a full disk. */
  constructor(file: string, files?: OpenFiles, reserve?: DiskReserve) {
    this.file = file;
    this.#files = files;
    this.#reserve = reserve;
  }

  /** Nothing: the statements open the connections that they need. */
  async init(): Promise<void> {}

  get busy(): boolean {
    return this.#writers > 0;
  }

  /** How many files share the cache memory. */
  get sharing(): number {
    return this.#files?.sharing ?? 1;
  }

  rest(): void {
    const open = [this.#reader, this.#writer, this.#spare];
    this.#reader = undefined;
    this.#writer = undefined;
    this.#spare = undefined;
    for (const connection of open) connection?.close();
  }

  restNow(): void {
    if (this.busy) return;
    this.#files?.closed(this);
    this.rest();
  }

  restWriter(): boolean {
    const writer = this.#writer;
    if (writer === undefined) return false;
    this.#writer = undefined;
    try {
      tidy(writer.database);
    } catch {
      // Upkeep alone: the next write meets what is wrong with the file, and may be told.
    } finally {
      writer.close();
    }
    return true;
  }

  share(sharing: number): void {
    this.#reader?.share(sharing);
    this.#spare?.share(sharing);
    // A connection in a transaction gets its share when it is next opened.
    if (!this.busy) this.#writer?.share(sharing);
  }

  async acquireConnection(): Promise<WalConnection> {
    return new WalConnection(this);
  }

  async beginTransaction(connection: WalConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') {
      connection.snapshot = this.#openSnapshot();
      return;
    }
    const release = await this.#takeTurn(connection.note);
    try {
      await this.whenFree(() => this.writer.exec('BEGIN IMMEDIATE'));
    } catch (error) {
      release();
      throw error;
    }
    connection.release = release;
  }

  /** As `takeWriter`. @param note Whether commits do not wait for the disk during the turn. */
  async #takeTurn(note: boolean): Promise<() => void> {
    const turn = await this.takeWriter();
    const release = (): void => {
      try {
        if (note) this.writer.database.exec('pragma synchronous = FULL');
      } finally {
        // Also where the file was closed while a writer waited: the next one would wait for ever.
        turn();
      }
    };
    try {
      // Can be changed only outside of a transaction; during the turn the connection is not shared.
      if (note) this.writer.database.exec('pragma synchronous = NORMAL');
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }

  /** Begins a snapshot on a separate connection: a long read blocks nobody, and only the `-wal` file grows. */
  #openSnapshot(): Connection {
    this.#use();
    const snapshot = this.#spare ?? this.#connect('reader');
    this.#spare = undefined;
    try {
      // The transaction begins with its first read.
      snapshot.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    } catch (error) {
      snapshot.close();
      throw error;
    }
    return snapshot;
  }

  /** Ends a snapshot. Its connection is kept if none is. */
  endSnapshot(snapshot: Connection): void {
    // Where the file was closed meanwhile, nothing would close it later.
    if (this.#reader === undefined || this.#spare !== undefined) {
      snapshot.close();
    } else {
      snapshot.exec('ROLLBACK');
      this.#spare = snapshot;
    }
  }

  async commitTransaction(connection: WalConnection): Promise<void> {
    if (connection.snapshot !== undefined) return connection.endSnapshot();
    await this.whenFree(() => this.writer.exec('COMMIT'));
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
    this.#ending = true;
    await this.#lastWriter;
    this.#ended = true;
    this.restWriter();
    this.rest();
    this.#files?.closed(this);
  }

  get reader(): Connection {
    this.#use();
    this.#reader ??= this.#open('reader');
    return this.#reader;
  }

  get writer(): Connection {
    this.#use();
    this.writtenAt = this.usedAt;
    this.#writer ??= this.#open('writer');
    return this.#writer;
  }

  /** Runs a query on the reader, which waits for nobody. @returns undefined for a statement that writes, and once it is being closed. */
  readNow<Row>(sql: string, parameters: readonly unknown[]): Row[] | undefined {
    // Kysely refuses all others from then on.
    if (this.#ending) return undefined;
    const { reader } = this;
    return reader.reads(sql) ? reader.run<Row>(sql, parameters).rows : undefined;
  }

  /** @throws Error once it was closed for good: the file may be gone, or be another tenant's. */
  checkOpen(): void {
    if (this.#ended) throw new Error('The SQLite driver is not open.');
  }

  #use(): void {
    this.checkOpen();
    if (this.#files === undefined) return;
    this.usedAt = this.#files.now();
    if (this.#reader !== undefined || this.#writer !== undefined) this.#files.used(this);
  }

  #open(role: 'reader' | 'writer'): Connection {
    if (this.#files === undefined) return this.#connect(role);
    try {
      return this.#files.open(this, () => this.#connect(role));
    } catch (error) {
      if (this.#reader === undefined && this.#writer === undefined) this.#files.closed(this);
      throw error;
    }
  }

  #connect(role: 'reader' | 'writer'): Connection {
    const files = this.#files;
    return withRoom(this.#reserve ?? files?.reserve, () =>
      files === undefined
        ? new Connection(this.file, role)
        : new Connection(this.file, role, files.sharing, (bytes) => files.grew(this, bytes)),
    );
  }

  /** Waits for a turn to write in this process; the returned function ends the turn. */
  async takeWriter(): Promise<() => void> {
    const before = this.#lastWriter;
    let release = (): void => {};
    this.#writers += 1;
    this.#lastWriter = new Promise((resolve) => {
      release = () => {
        this.#writers -= 1;
        resolve();
      };
    });
    await before;
    return release;
  }

  /** One write outside of a transaction, with its turn and commit. @param note As of `takeTurn`. */
  async write<T>(work: () => T, note: boolean): Promise<T> {
    const release = await this.#takeTurn(note);
    try {
      return await this.whenFree(() => withRoom(this.#reserve, work));
    } finally {
      release();
    }
  }

  /** Repeats `work` while another process has the file, without blocking the event loop. */
  async whenFree<T>(work: () => T | Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + WRITE_TIMEOUT_MS;
    for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
      try {
        return await work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

function withRoom<Result>(reserve: DiskReserve | undefined, work: () => Result): Result {
  return reserve === undefined ? work() : reserve.makeRoom(work);
}

/** Lets SQLite renew its statistics if that pays; not while another process writes. */
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

/** What Kysely sees: it sends each statement to the reader, the writer or a snapshot. */
export class WalConnection implements DatabaseConnection {
  readonly #driver: WalDriver;
  /** Set within a transaction: ends its turn on the writer. */
  release: (() => void) | undefined;
  /** Whether its commits do not wait for the disk. */
  note = false;
  /** Set within a read-only transaction. */
  snapshot: Connection | undefined;

  constructor(driver: WalDriver) {
    this.#driver = driver;
  }

  endSnapshot(): void {
    if (this.snapshot !== undefined) this.#driver.endSnapshot(this.snapshot);
    this.snapshot = undefined;
  }

  endTransaction(): void {
    this.release?.();
    this.release = undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.snapshot !== undefined) {
      return this.snapshot.run(query.sql, query.parameters);
    }
    if (this.release !== undefined) {
      return this.#driver.writer.run(query.sql, query.parameters);
    }
    const { reader } = this.#driver;
    if (reader.reads(query.sql)) return reader.run(query.sql, query.parameters);
    const write = () => this.#driver.writer.run<R>(query.sql, query.parameters);
    return this.#driver.write(write, this.note);
  }

  // biome-ignore lint/correctness/useYield: a stream would pin the connection between two turns of the event loop.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Not offered: page by key instead.');
  }
}
