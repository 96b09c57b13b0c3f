import type pg from 'pg';
import { answerWithin, withTimeout } from '../../../lib/timeout.js';
import { DatabaseAway, isAway } from '../../../lib/unavailable.js';
import type { BorrowedConnection, ConnectionLender } from './driver.js';
import { runFirst } from './statement-as-role.js';

/** A borrower that waits for longer than this waits for others to give a connection back, in milliseconds. */
const SOME_MS = 100;

/** While the server cannot be reached, one borrower in this time tries to open a connection, in milliseconds. */
const TRY_AGAIN_MS = 1_000;

/**
 * A pool that lends each borrower the connection that it prefers, where that is free: PostgreSQL reads the
 * definitions of a tenant's tables once for each connection that meets the tenant, which takes longer than a search,
 * and keeps them in memory for as long as the connection is open, 250 KB for each tenant.
 * The connections are pools of one each, as `pg` chooses among the connections of a pool by itself.
 *
 * It has an optional timeout for statements. The timeout is kept on this side of the network: a
 * connection pooler in between keeps no session settings, and a network that is gone cancels nothing.
 *
 * A connection with a late statement is closed, as nobody knows its next answer, or whether its
 * transaction is still open. Connections that are idle at that moment are closed at their next use, as
 * they are likely dead too. So a dead network costs one timeout and not one for each connection.
 *
 * A server that cannot be reached is tried once a second; in between every borrower is refused at once. It counts as
 * reached while any connection is open: one that is lost, or that opens slowly, costs its own borrower only.
 */
export class BoundedPool implements ConnectionLender {
  /** The timeout of a statement in milliseconds; undefined for none. */
  statementMs: number | undefined;
  readonly #pools: readonly pg.Pool[];
  readonly #slots: PreferredSlots;
  readonly #waitMs: number;
  readonly #onAway: (error: Error) => void;
  readonly #open = new Set<pg.PoolClient>();
  /** Why no connection could be opened at the last try; undefined once a statement was answered. */
  #away: DatabaseAway | undefined;
  #triedAt = Number.NEGATIVE_INFINITY;
  #toldAt = Number.NEGATIVE_INFINITY;
  #late = 0;
  /** The value of `#late` when a connection last answered. */
  readonly #heardAt = new WeakMap<pg.PoolClient, number>();

  /**
   * @param pools Pools of one connection each.
   * @param waitMs The longest wait for a connection, that for others and for its opening together.
   * @param onAway Hears of each try that fails, at most one a second.
   */
  constructor(
    pools: readonly pg.Pool[],
    waitMs: number,
    onAway: (error: Error) => void = () => {},
  ) {
    this.#pools = pools;
    this.#onAway = onAway;
    this.#waitMs = waitMs;
    // A new connection is opened only where no open one is free.
    const isOpen = (slot: number) => (pools[slot]?.totalCount ?? 0) > 0;
    this.#slots = new PreferredSlots(pools.length, waitMs, isOpen);
    for (const pool of pools) {
      // The last connection was lost while idle: the next borrower finds out whether the server is away.
      pool.on('error', (error, client) => {
        this.#open.delete(client);
        if (isAway(error) && !this.#isOpen()) this.#away ??= new DatabaseAway(error);
      });
      pool.on('connect', (client) => {
        this.#open.add(client);
        client.once('end', () => this.#open.delete(client));
        this.#heardAt.set(client, this.#late);
        // A connection that breaks in use fails its statement; unhandled, the error would end the
        // process.
        client.on('error', () => {});
      });
    }
  }

  /** The same connections without a timeout: for schema steps, which take as long as they need. */
  get unbounded(): ConnectionLender {
    return { borrow: (preferred) => this.#connect(() => undefined, preferred) };
  }

  /** How many connections are open, how many of them unused, and how many borrowers wait. */
  get use(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const sum = (count: 'totalCount' | 'idleCount') =>
      this.#pools.reduce((all, pool) => all + pool[count], 0);
    return { total: sum('totalCount'), idle: sum('idleCount'), waiting: this.#slots.waiting };
  }

  /** Makes sure, after the server was away, that it is back. @throws DatabaseAway */
  async reach(): Promise<void> {
    if (this.#away !== undefined) (await this.borrow()).release();
  }

  borrow(preferred?: number): Promise<BorrowedConnection> {
    return this.#connect(() => this.statementMs, preferred);
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  /** @throws NoFreeSlot when others use all connections for so long, or until too little time is left to open one. */
  async #connect(bound: () => number | undefined, preferred?: number): Promise<BorrowedConnection> {
    const since = performance.now();
    if (this.#away !== undefined && !this.#isOpen()) {
      if (since - this.#triedAt < TRY_AGAIN_MS) throw this.#away;
      // One tries, and the others are refused meanwhile.
      this.#triedAt = since;
    }
    const slot = await this.#slots.take(
      preferred === undefined ? undefined : preferred % this.#pools.length,
    );
    const waitedMs = performance.now() - since;
    const hasWaited = waitedMs > SOME_MS;
    const free = () => this.#slots.release(slot);
    const opened = this.#client(this.#pools[slot] as pg.Pool);
    try {
      const leftMs = Math.max(1, this.#waitMs - waitedMs);
      const client = await (hasWaited ? withTimeout(opened, leftMs, () => {}) : opened);
      this.#away = undefined;
      return this.#taken(client, bound, free);
    } catch (error) {
      // It may still be opened, and is the next borrower's then.
      opened.then((client) => client.release()).then(free, free);
      if (isAway(error)) throw this.#noteAway(error);
      throw hasWaited ? new NoFreeSlot(this.#waitMs) : error;
    }
  }

  /** Whether there is a connection that has answered since a statement was late. */
  #isOpen(): boolean {
    return [...this.#open].some((client) => this.#heardAt.get(client) === this.#late);
  }

  #noteAway(error: Error): DatabaseAway {
    if (this.#isOpen()) return new DatabaseAway(error);
    // Of several that tried together the first is heard.
    const isFirst = performance.now() - this.#toldAt >= TRY_AGAIN_MS;
    this.#away = new DatabaseAway(error);
    this.#triedAt = performance.now();
    if (isFirst) {
      this.#toldAt = this.#triedAt;
      this.#onAway(error);
    }
    return this.#away;
  }

  async #client(pool: pg.Pool): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if (this.#heardAt.get(client) === this.#late) return client;
      discard(client);
    }
  }

  /** @param free Runs when the connection is given back. */
  #taken(
    client: pg.PoolClient,
    bound: () => number | undefined,
    free: () => void,
  ): BorrowedConnection {
    let discarded = false;
    const giveUp = (ms: number): never => {
      // Of several statements under way together, the first late one ends them all.
      if (!discarded) {
        this.#late += 1;
        discarded = true;
        this.#open.delete(client);
        discard(client);
      }
      throw new Error(`The database has not answered within ${ms} ms.`);
    };
    const answered = async (send: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> => {
      if (discarded) throw new Error('The connection to the database was given up.');
      const [sent, ms] = [send(), bound()];
      const inTime = ms === undefined ? sent : answerWithin(sent, ms, () => giveUp(ms));
      const answer = await inTime.catch((error: unknown) => {
        throw isAway(error) ? new DatabaseAway(error) : error;
      });
      this.#heardAt.set(client, this.#late);
      this.#away = undefined;
      return answer;
    };
    const query: BorrowedConnection['query'] = (text, parameters) =>
      // Without parameters it may be several statements, which cannot be prepared.
      answered(() =>
        parameters === undefined ? client.query(text) : client.query(text, [...parameters]),
      );
    const first: BorrowedConnection['runFirst'] = (statement) =>
      answered(() => runFirst(client, statement));
    const release = (broken = false) => {
      if (!discarded) client.release(broken);
      free();
    };
    return { query, runFirst: first, release };
  }
}

/**
 * Removes a connection from the pool and closes it at once. The client's own close waits for an answer
 * for as long as TCP does.
 */
function discard(client: pg.PoolClient): void {
  client.release(true);
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}

export class NoFreeSlot extends Error {
  constructor(waitMs: number) {
    super(`No connection became free within ${waitMs} ms.`);
    this.name = 'NoFreeSlot';
  }
}

interface Waiter {
  readonly preferred: number | undefined;
  readonly timer: NodeJS.Timeout;
  readonly take: (slot: number) => void;
}

/**
 * Lends each of a few slots to one borrower at a time: the one that it prefers, where that is free, and otherwise
 * the one that was used last. Slots that are ready come before all others. A slot that becomes free goes to the first
 * who prefers it, so that most borrowers get the slot that they prefer even while all slots are in use. Nobody is overtaken for long: a slot that one borrower
 * keeps has those who prefer it served by the others.
 */
export class PreferredSlots {
  /** The free slots; those that were used most recently are last. */
  readonly #free: number[];
  readonly #waiters: Waiter[] = [];
  readonly #waitMs: number;
  readonly #isReady: (slot: number) => boolean;
  /** How often the first waiter may be overtaken: once for each slot. */
  readonly #mostOvertaken: number;
  /** How often the first waiter was overtaken. */
  #overtaken = 0;

  /** @param waitMs The longest wait for a slot. @param isReady Whether a free slot can be used at once. */
  constructor(slots: number, waitMs: number, isReady: (slot: number) => boolean) {
    this.#free = Array.from({ length: slots }, (_, at) => slots - 1 - at);
    this.#waitMs = waitMs;
    this.#isReady = isReady;
    this.#mostOvertaken = slots;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  /** @param preferred undefined: each is as good. @throws NoFreeSlot when none becomes free in time. */
  take(preferred: number | undefined): Promise<number> {
    const ready = this.#free.filter(this.#isReady);
    const choice = ready.length > 0 ? ready : this.#free;
    const slot = choice.find((free) => free === preferred) ?? choice.at(-1);
    if (slot !== undefined) {
      this.#free.splice(this.#free.indexOf(slot), 1);
      return Promise.resolve(slot);
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#remove(this.#waiters.indexOf(waiter));
        reject(new NoFreeSlot(this.#waitMs));
      }, this.#waitMs).unref();
      const waiter: Waiter = { preferred, timer, take: resolve };
      this.#waiters.push(waiter);
    });
  }

  /** Takes a slot back, and lends it to the next. */
  release(slot: number): void {
    const mayOvertake = this.#overtaken < this.#mostOvertaken;
    const fits = ({ preferred = slot }: Waiter) => preferred === slot;
    const found = mayOvertake ? this.#waiters.findIndex(fits) : 0;
    const next = this.#remove(Math.max(0, found));
    if (next === undefined) {
      this.#free.push(slot);
      return;
    }
    clearTimeout(next.timer);
    next.take(slot);
  }

  #remove(at: number): Waiter | undefined {
    this.#overtaken = at === 0 ? 0 : this.#overtaken + 1;
    return this.#waiters.splice(at, 1)[0];
  }
}
