import type pg from 'pg';
import type { Connection, ConnectionLender } from './postgres-driver.js';
import { runFirst } from './statement-as-role.js';

/**
 * A pool with an optional timeout for statements. The timeout is kept on this side of the network: a
 * connection pooler in between keeps no session settings, and a network that is gone cancels nothing.
 *
 * A connection with a late statement is closed, as nobody knows its next answer, or whether its
 * transaction is still open. Connections that are idle at that moment are closed at their next use, as
 * they are likely dead too. So a dead network costs one timeout and not one for each connection.
 */
export class BoundedPool implements ConnectionLender {
  /** The timeout of a statement in milliseconds; undefined for none. */
  statementMs: number | undefined;
  readonly #pool: pg.Pool;
  /** How many statements were late. */
  #late = 0;
  /** The value of `#late` when a connection last answered. */
  readonly #heardAt = new WeakMap<pg.PoolClient, number>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('connect', (client) => {
      this.#heardAt.set(client, this.#late);
      // A connection that breaks in use fails its statement; unhandled, the error would end the
      // process.
      client.on('error', () => {});
    });
  }

  /** The same connections without a timeout: for schema steps, which take as long as they need. */
  get unbounded(): ConnectionLender {
    return { borrow: () => this.#connect(() => undefined) };
  }

  borrow(): Promise<Connection> {
    return this.#connect(() => this.statementMs);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  async #connect(bound: () => number | undefined): Promise<Connection> {
    for (;;) {
      const client = await this.#pool.connect();
      if (this.#heardAt.get(client) === this.#late) return this.#taken(client, bound);
      discard(client);
    }
  }

  #taken(client: pg.PoolClient, bound: () => number | undefined): Connection {
    let discarded = false;
    const giveUp = () => {
      // Of several statements under way together, the first late one ends them all.
      if (discarded) return;
      this.#late += 1;
      discarded = true;
      discard(client);
    };
    const answered = async (send: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> => {
      if (discarded) throw new Error('The connection to the database was given up.');
      const answer = await answerWithin(send(), bound(), giveUp);
      this.#heardAt.set(client, this.#late);
      return answer;
    };
    const query: Connection['query'] = (text, parameters) =>
      // Without parameters it may be several statements, which cannot be prepared.
      answered(() =>
        parameters === undefined ? client.query(text) : client.query(text, [...parameters]),
      );
    const first: Connection['runFirst'] = (statement) =>
      answered(() => runFirst(client, statement));
    const release = (broken = false) => {
      if (!discarded) client.release(broken);
    };
    return { query, runFirst: first, release };
  }
}

/**
 * Removes a connection from the pool and closes it at once. The tenant's own close waits for an answer
 * for as long as TCP does.
 */
function discard(client: pg.PoolClient): void {
  client.release(true);
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}

/** @param late Runs at the timeout, before the rejection. */
function answerWithin<Answer>(
  answer: Promise<Answer>,
  ms: number | undefined,
  late: () => void,
): Promise<Answer> {
  if (ms === undefined) return answer;
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      late();
      reject(new Error(`The database has not answered within ${ms} ms.`));
    };
    // An answer may have come while this process was busy: it is read before it counts as late.
    let turn: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      turn = setImmediate(giveUp);
    }, ms);
    const settled = () => {
      clearTimeout(timer);
      clearImmediate(turn);
    };
    answer.finally(settled).then(resolve, reject);
  });
}
