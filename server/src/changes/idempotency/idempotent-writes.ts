import { hkdfSync } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Call, type Endpoint, StatusAnswer } from '../../api/endpoint.js';
import { tryLockName } from '../../store/engines/dialect.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { fingerprint, writeId } from './fingerprint.js';
import { answerWithWrite, MovedMidway } from './held-write.js';
import { keepAnswer, writtenAnswer } from './written-answers.js';

/** What becomes of a call with an `Idempotency-Key`. */
export type IdempotentOutcome =
  | { readonly is: 'answered'; readonly answer: unknown; readonly replayed: boolean }
  /** A call with the same key is not answered yet. */
  | { readonly is: 'under way' }
  /** The key came with other parameters. */
  | { readonly is: 'other' };

/** How often a call is run whose database moves away under it. */
const MOST_RUNS = 3;

const UNDER_WAY: IdempotentOutcome = { is: 'under way' };
const OTHER: IdempotentOutcome = { is: 'other' };

/** The write was done before; thrown to leave a call that is about to do it again. */
class WrittenBefore extends Error {
  constructor(readonly outcome: IdempotentOutcome) {
    super('The write was done before.');
    this.name = 'WrittenBefore';
  }
}

/**
 * Does no write twice that comes twice with one `Idempotency-Key`. R225 to R229.
 *
 * The answer is stored in the transaction of the write, in the database that was written. So a process
 * that is killed leaves both or neither, and no state of "under way" that somebody would have to clear
 * up. Two calls at once are kept apart in this process by a list; between processes, PostgreSQL has a
 * lock for the transaction, and SQLite lets the second one wait for the first, whose answer it then
 * finds.
 */
export class IdempotentWrites {
  readonly #secret: Buffer;
  /** The fingerprints of calls that this process is answering, by id. */
  readonly #underWay = new Map<string, string>();

  /** @param secretKey The key of the installation, from which one for fingerprints is derived. */
  constructor(secretKey: Buffer) {
    this.#secret = Buffer.from(hkdfSync('sha256', secretKey, '', 'idempotency fingerprints', 32));
  }

  /** Answers a call, or repeats the answer that its first sending got. */
  async answer(endpoint: Endpoint, call: Call, idempotencyKey: string): Promise<IdempotentOutcome> {
    const id = writeId(endpoint, call.caller, idempotencyKey);
    const print = fingerprint(call, this.#secret);
    const other = this.#underWay.get(id);
    if (other !== undefined) return other === print ? UNDER_WAY : OTHER;
    this.#underWay.set(id, print);
    try {
      return await this.#answer(endpoint, call, { id, print });
    } finally {
      this.#underWay.delete(id);
    }
  }

  async #answer(endpoint: Endpoint, call: Call, write: Write): Promise<IdempotentOutcome> {
    const before = await outcomeBefore(call, write);
    if (before !== undefined) return before;
    for (let runs = 1; ; runs += 1) {
      try {
        const answer = await answerOnce(endpoint, call, write);
        // Another process may have done the write after the look above; then this call was refused
        // because it was done, as the address of a member who has just registered is taken.
        const outcome = isKept(answer) ? undefined : await outcomeBefore(call, write);
        return outcome ?? { is: 'answered', answer, replayed: false };
      } catch (error) {
        if (error instanceof WrittenBefore) return error.outcome;
        if (!(error instanceof MovedMidway) || runs === MOST_RUNS) throw error;
      }
    }
  }
}

/** A write by its id and the fingerprint of its call. */
interface Write {
  readonly id: string;
  readonly print: string;
}

/** Runs the call, and stores its answer with its write. */
async function answerOnce(endpoint: Endpoint, call: Call, { id, print }: Write): Promise<unknown> {
  const { tenant, tools } = call;
  const later: (() => Promise<void> | void)[] = [];
  const answer = await answerWithWrite<unknown>(
    (hold) => {
      const held = (database: TenantDatabase | undefined) => database && hold(database);
      const feeds = { mls: held(tenant.feeds.mls), rls: held(tenant.feeds.rls) };
      const { outbox } = tools;
      return endpoint.handle({
        ...call,
        tenant: { ...tenant, database: hold(tenant.database), feeds },
        tools: {
          ...tools,
          outbox: {
            announce: (database) => outbox.announce(database),
            queue: (transaction, email) => outbox.queue(transaction, email),
            // Of an email that is not committed yet, the sender would see nothing.
            wake: () => void later.push(() => outbox.wake(tenant.database)),
          },
        },
        afterCommit: async (work) => void later.push(work),
      });
    },
    {
      before: async (transaction) => {
        const locked = await tryLockName(transaction, `idempotent write ${id}`);
        if (!locked) throw new WrittenBefore(UNDER_WAY);
        const before = await outcomeIn(transaction, { id, print }, tools.clock.now());
        if (before !== undefined) throw new WrittenBefore(before);
      },
      after: async (transaction, answer) => {
        if (!isKept(answer)) return;
        const created_at = tools.clock.now();
        const row = { id, fingerprint: print, answer: JSON.stringify(answer), created_at };
        await keepAnswer(transaction, row);
      },
    },
  );
  for (const work of later) await work();
  return answer;
}

/** Looks wherever the call may have written: a video callback may belong to a feed (R100). */
async function outcomeBefore(
  { tenant: { database, feeds }, tools }: Call,
  write: Write,
): Promise<IdempotentOutcome | undefined> {
  for (const place of [database, feeds.mls, feeds.rls]) {
    const outcome = place && (await outcomeIn(place.db, write, tools.clock.now()));
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

async function outcomeIn(
  db: Kysely<TenantTables>,
  { id, print }: Write,
  now: number,
): Promise<IdempotentOutcome | undefined> {
  const kept = await writtenAnswer(db, id, now);
  if (kept === undefined) return undefined;
  if (kept.fingerprint !== print) return OTHER;
  return { is: 'answered', answer: JSON.parse(kept.answer), replayed: true };
}

/** Whether an answer says that the work was done. A refusal is not kept: a corrected call may follow (R227). */
function isKept(answer: unknown): boolean {
  if (answer instanceof StatusAnswer) return false;
  return (
    !(typeof answer === 'object' && answer !== null && 'STATUS' in answer) ||
    answer.STATUS !== 'Error'
  );
}
