import type pg from 'pg';
import type { Connection, ConnectionLender } from './postgres-driver.js';
import { runFirst } from './statement-as-role.js';

/**
 * A pool whose statements may be given a time to answer in, counted on this side of the network, as
 * a connection pooler in between keeps no settings of a session and a network that is gone cancels
 * nothing.
 *
 * A connection whose statement was late is ended: nobody knows what it will say next, or whether its
 * transaction is still open. Those that lie idle at that moment are ended when they are next taken, as
 * they likely go nowhere either; so one late statement is paid for once, and not once for each
 * connection.
 */
export class BoundedPool implements ConnectionLender {
  /** Milliseconds for one statement; undefined for as long as it takes. */
  statementMs: number | undefined;
  readonly #pool: pg.Pool;
  /** How many statements were late. */
  #late = 0;
  /** How many were when a connection was last heard from. */
  readonly #heardAt = new WeakMap<pg.PoolClient, number>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('connect', (client) => {
      this.#heardAt.set(client, this.#late);
      // One that breaks while it is in use fails its statement; unheard, it would end the process.
      client.on('error', () => {});
    });
  }

  /** The same connections, without a bound: for steps of a schema, which take what they take. */
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
    let given = false;
    const giveUp = () => {
      // Of several statements that are on their way together, the first that is late ends them all.
      if (given) return;
      this.#late += 1;
      given = true;
      discard(client);
    };
    const answered = async (send: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> => {
      if (given) throw new Error('The connection to the database was given up.');
      const answer = await answerWithin(send(), bound(), giveUp);
      this.#heardAt.set(client, this.#late);
      return answer;
    };
    const query: Connection['query'] = (text, parameters) =>
      // Without parameters it may be several statements, which are no parts of one that is prepared.
      answered(() =>
        parameters === undefined ? client.query(text) : client.query(text, [...parameters]),
      );
    const first: Connection['runFirst'] = (statement) =>
      answered(() => runFirst(client, statement));
    const release = (broken = false) => {
      if (!given) client.release(broken);
    };
    return { query, runFirst: first, release };
  }
}

/**
 * Takes a connection out of the pool and closes it here and now. To say goodbye first, as the client
 * does by itself, would wait for an answer for as long as TCP does.
 */
function discard(client: pg.PoolClient): void {
  client.release(true);
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}

/** @param late What is done, before the rejection, when the answer does not come in time. */
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
    // An answer that lies there unread, as this process was busy, is read before it counts as late.
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
