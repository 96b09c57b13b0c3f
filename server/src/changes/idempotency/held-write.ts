import type { Transaction } from 'kysely';
import type { TenantDatabase, WriteSize } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';

/** What the transaction of a held write does before and after the write itself. */
export interface Around<Answer> {
  /** Runs first. What it throws, the write is refused with. */
  before(transaction: Transaction<TenantTables>): Promise<void>;
  /** Runs last, when the answer is known. */
  after(transaction: Transaction<TenantTables>, answer: Answer): Promise<void>;
}

/**
 * The database moved away after a held write was done and before it was committed. Nothing is written;
 * the call has to be run again.
 */
export class MovedMidway extends Error {
  constructor() {
    super('The database moved while the answer to a write was being stored.');
    this.name = 'MovedMidway';
  }
}

/**
 * Runs a call, and keeps the transaction of its write open until its answer is known, so that both are
 * committed together or not at all. The answer to a write is mostly made of what it returns, such as the
 * id of a new record; so the alternative is that each endpoint makes its answer inside its transaction.
 *
 * While the transaction is open, the call's further reads and writes of that database are in it. A call
 * that throws after its write takes it back.
 *
 * @param run Runs the call on databases that were passed through `hold`.
 * @throws MovedMidway
 */
export async function answerWithWrite<Answer>(
  run: (hold: (database: TenantDatabase) => TenantDatabase) => Promise<Answer>,
  around: Around<Answer>,
): Promise<Answer> {
  const held = new HeldWrite(around);
  let answer: Answer;
  try {
    answer = await run((database) => held.hold(database));
  } catch (error) {
    await held.takeBack(error);
    throw error;
  }
  await held.commit(answer);
  return answer;
}

type Work<Result> = (transaction: Transaction<TenantTables>) => Promise<Result>;

class HeldWrite<Answer> {
  readonly #around: Around<Answer>;
  readonly #answer: Promise<Answer>;
  #answered!: (answer: Answer) => void;
  #threw!: (error: unknown) => void;
  #open: { readonly name: string; readonly transaction: Transaction<TenantTables> } | undefined;
  #committed: Promise<void> | undefined;
  /** Whether a write has failed. What the call then still writes, a notice of it, stands for itself. */
  #failed = false;
  /** Set if the write was refused: the call may write nothing else either, no notice of a failure. */
  #refusal: { readonly error: unknown } | undefined;

  constructor(around: Around<Answer>) {
    this.#around = around;
    this.#answer = new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#threw = reject;
    });
    // A call that wrote nothing has nobody who waits for this.
    this.#answer.catch(() => {});
  }

  /** The same database, whose first write is held. */
  hold(database: TenantDatabase): TenantDatabase {
    const write = <Result>(work: Work<Result>, size?: WriteSize) =>
      this.#write(database, work, size);
    const note = <Result>(work: Work<Result>) => {
      const { name } = database;
      return this.#open?.name === name ? work(this.#open.transaction) : database.note(work);
    };
    return new Proxy(database, {
      get: (target, property) => {
        if (property === 'write') return write;
        if (property === 'note') return note;
        if (property === 'db' && this.#open?.name === target.name) return this.#open.transaction;
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  async commit(answer: Answer): Promise<void> {
    this.#answered(answer);
    await this.#committed;
  }

  async takeBack(error: unknown): Promise<void> {
    this.#threw(error);
    await this.#committed?.catch(() => {});
  }

  #write<Result>(
    database: TenantDatabase,
    work: Work<Result>,
    size: WriteSize | undefined,
  ): Promise<Result> {
    if (this.#open?.name === database.name) return work(this.#open.transaction);
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal.error);
    if (this.#failed || this.#committed !== undefined) return database.write(work, size);
    return new Promise((resolve, reject) => {
      let done = false;
      this.#committed = database.write(async (transaction) => {
        // The database does a write again that has met a move; the call has used the first result.
        if (done) throw new MovedMidway();
        await this.#around.before(transaction).catch((error) => {
          this.#refusal = { error };
          throw error;
        });
        const result = await work(transaction);
        done = true;
        this.#open = { name: database.name, transaction };
        resolve(result);
        const answer = await this.#answer;
        await this.#around.after(transaction, answer);
      }, size);
      this.#committed.catch((error) => {
        reject(error);
        if (done) return;
        this.#failed = true;
        this.#committed = undefined;
      });
    });
  }
}
