import {
  BinaryOperationNode,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type LimitNode,
  type PrimitiveValueListNode,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { padded } from '../fragment.js';
import type { DiskReserve } from './disk-reserve.js';
import { type WalConnection, WalDriver } from './driver.js';
import { LargeWriteDriver } from './large-writes.js';
import type { OpenFiles } from './open-files.js';

/**
 * A Kysely dialect over better-sqlite3 for a server that reads far more than it writes.
 *
 * Kysely's own driver has one connection, so that a read waits for any open transaction, and it
 * prepares each statement again. This one reads on a separate connection (in WAL mode a reader sees the
 * last committed state and waits for nobody), takes turns on a second one for writes, and keeps
 * statements prepared.
 */
export class SqliteWalDialect implements Dialect {
  readonly #driver: WalDriver;
  readonly #own: Driver;

  /** @param own The driver of this dialect, over the connections of `driver`. */
  private constructor(driver: WalDriver, own: Driver = driver) {
    this.#driver = driver;
    this.#own = own;
  }

  /**
   * The first statement opens the file.
   *
   * @param files The open files that it belongs to: they close it when it is idle or when there are too
   *   many, and its next statement opens it again.
   * @param reserve Makes room for its single writes on a full disk.
   */
  static on(file: string, files?: OpenFiles, reserve?: DiskReserve): SqliteWalDialect {
    return new SqliteWalDialect(new WalDriver(file, files, reserve));
  }

  /**
   * The same connections, on which a commit does not wait for the disk: a power cut may lose a
   * transaction, a crash of the program does not.
   */
  forNotes(): SqliteWalDialect {
    return new SqliteWalDialect(this.#driver, new NoteDriver(this.#driver));
  }

  /** The same file, for transactions of many rows alone, which run in a thread. */
  forLargeWrites(): SqliteWalDialect {
    return new SqliteWalDialect(this.#driver, new LargeWriteDriver(this.#driver));
  }

  /** Closes the file until its next use, unless a write is under way. */
  rest(): void {
    this.#driver.restNow();
  }

  /** Runs a query at once. @returns undefined for a statement that writes, and once it is being closed. */
  readNow<Row>(sql: string, parameters: readonly unknown[]): Row[] | undefined {
    return this.#driver.readNow(sql, parameters);
  }

  createDriver(): Driver {
    return this.#own;
  }

  createQueryCompiler(): QueryCompiler {
    return new WalQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new WalAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/**
 * SQLite plans a statement again at each run if its limit is only a parameter, which takes several
 * times as long as most runs. It does not if the limit is a sum.
 */
class WalQueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }

  /** Pads the lists of `in` to few lengths, so that there are few texts. */
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    const { parentNode } = this;
    const compared = parentNode !== undefined && BinaryOperationNode.is(parentNode);
    super.visitPrimitiveValueList(compared ? { ...node, values: padded(node.values) } : node);
  }
}

/** SQLite's schema changes are transactional, so every migration happens entirely or not at all. */
class WalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The driver of notes: its commits do not wait for the disk. */
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

  /** The other driver closes the connections. */
  async destroy(): Promise<void> {}
}
