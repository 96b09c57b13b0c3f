import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { type Call, type Endpoint, StatusAnswer } from '../../api/endpoint.js';
import { CREDENTIAL_NAMES, Upload } from '../../api/read-params.js';
import { lowerCased } from '../../lib/names.js';
import { tryLockName, unlocked } from '../../store/engines/dialect.js';
import { SealedAnswers } from '../../store/secrets/seal.js';
import type { IdempotentWriteTable } from '../../store/tenant/change-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { answerWithWrite, MovedMidway } from './held-write.js';

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
  readonly #sealed: SealedAnswers;
  /** The fingerprints of calls that this process is answering, by id. */
  readonly #underWay = new Map<string, string>();

  /** @param secretKey The key of the installation, from which those for fingerprints and for answers are derived. */
  constructor(secretKey: Buffer, random: (size: number) => Uint8Array) {
    this.#sealed = new SealedAnswers(secretKey, random);
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
      return await this.#answer(endpoint, call, { id, print, sealed: this.#sealed });
    } finally {
      this.#underWay.delete(id);
    }
  }

  async #answer(endpoint: Endpoint, call: Call, write: Write): Promise<IdempotentOutcome> {
    const before = await outcomeBefore(call, write);
    if (before !== undefined) return before;
    for (let runs = 1; ; runs += 1) {
      try {
        const answer = await answerAndStore(endpoint, call, write);
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

/** A write by its id and the fingerprint of its call, and what seals its answer. */
interface Write {
  readonly id: string;
  readonly print: string;
  readonly sealed: SealedAnswers;
}

async function answerAndStore(endpoint: Endpoint, call: Call, write: Write): Promise<unknown> {
  const { tenant, tools } = call;
  const { id, print, sealed } = write;
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
        const before = await outcomeIn(transaction, write, tools.clock.now());
        if (before !== undefined) throw new WrittenBefore(before);
      },
      after: async (transaction, answer) => {
        if (!isKept(answer)) return;
        const created_at = tools.clock.now();
        const row = { id, fingerprint: print, answer: JSON.stringify(answer), created_at };
        await keepAnswer(transaction, row, sealed);
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
  { id, print, sealed }: Write,
  now: number,
): Promise<IdempotentOutcome | undefined> {
  const kept = await writtenAnswer(db, id, now);
  if (kept === undefined) return undefined;
  if (kept.fingerprint !== print) return OTHER;
  return { is: 'answered', answer: JSON.parse(sealed.open(id, kept.answer)), replayed: true };
}

/** Whether an answer says that the work was done. A refusal is not kept: a corrected call may follow (R227). */
function isKept(answer: unknown): boolean {
  if (answer instanceof StatusAnswer) return false;
  return (
    !(typeof answer === 'object' && answer !== null && 'STATUS' in answer) ||
    answer.STATUS !== 'Error'
  );
}

/** The id under which the answer to a write is kept: by API key, marketplace, endpoint and `Idempotency-Key`. */
function writeId(
  { operation }: Pick<Endpoint, 'operation'>,
  { keyId, partner }: Pick<Call['caller'], 'keyId' | 'partner'>,
  idempotencyKey: string,
): string {
  const scope = JSON.stringify([keyId, partner ?? null, operation, idempotencyKey]);
  return createHash('sha256').update(scope).digest('hex');
}

/**
 * What a call sent, as a digest: what its path names, its records, its parameters in any order, except
 * its credentials, and whether it is strict. Files count by their bytes, so that the boundary of a multipart form is no difference.
 *
 * @param secret Without it, a reader of the database could try passwords on the digest of a
 *   registration a million times faster than on their Argon2 hash.
 */
function fingerprint(
  {
    segment,
    kind,
    records,
    raw,
    strict,
  }: Pick<Call, 'segment' | 'kind' | 'records' | 'raw' | 'strict'>,
  secret: Buffer,
): string {
  // A resend may have other credentials.
  const parameters = Object.entries(raw).filter(
    ([name]) => !CREDENTIAL_NAMES.has(lowerCased(name)),
  );
  const more = kind === undefined ? [] : [kind, records?.digest ?? null];
  const text = JSON.stringify([
    segment ?? null,
    canonical(Object.fromEntries(parameters)),
    ...more,
    // Nothing where it is not strict: answers that earlier releases kept stay known.
    ...(strict ? ['strict'] : []),
  ]);
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** The value with the members of its objects in one order. */
function canonical(value: unknown): unknown {
  if (value instanceof Upload) {
    return { upload: createHash('sha256').update(value.bytes).digest('hex') };
  }
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  // Pairs, as an object would put names that are numbers first and take `__proto__` for its own.
  return members.map(([name, member]) => [name, canonical(member)]);
}

/** How long an answer is kept, in milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * The most expired answers that one write deletes: more than one, so that their number falls, and few, so
 * that no write waits for a day's worth of them.
 */
const PRUNED_AT_ONCE = 100;

/** An answer of more characters is long. */
const LONG = 2000;

/** How many long answers of a client are kept whole: a new one replaces the one that has its place. */
const LONG_KEPT = 64;

/** What is left of the texts and lists of the other long answers. */
const TEXT_LEFT = 100;
const ITEMS_LEFT = 10;

/** The answer that is kept under this id, unless it has expired. */
async function writtenAnswer(
  db: Kysely<TenantTables>,
  id: string,
  now: number,
): Promise<Pick<IdempotentWriteTable, 'fingerprint' | 'answer'> | undefined> {
  const rows = await db
    .selectFrom('idempotent_write')
    .select(['id', 'fingerprint', 'answer'])
    .where('id', 'in', [id, placeOf(id)])
    .where('created_at', '>', now - KEPT_MS)
    .execute();
  const kept = rows.find((row) => row.id === id);
  const whole = rows.find((row) => row.id !== id && row.fingerprint === id);
  return kept && { fingerprint: kept.fingerprint, answer: (whole ?? kept).answer };
}

/** Where a long answer is kept whole: a row whose fingerprint is the id of the write. */
function placeOf(id: string): string {
  return `long ${createHash('sha256').update(id).digest().readUInt32BE() % LONG_KEPT}`;
}

/** A long answer with the beginning of each text and list, so that a client keeps few bytes for each write. */
function shortened(answer: string): string {
  return JSON.stringify(JSON.parse(answer), (_, value: unknown) => {
    if (typeof value === 'string') return value.slice(0, TEXT_LEFT);
    return Array.isArray(value) ? value.slice(0, ITEMS_LEFT) : value;
  });
}

/** Keeps an answer in the transaction of its write, and deletes some that have expired. */
async function keepAnswer(
  transaction: Transaction<TenantTables>,
  row: IdempotentWriteTable,
  sealed: SealedAnswers,
): Promise<void> {
  const { id, answer, created_at } = row;
  const isLong = answer.length > LONG;
  const short = isLong ? shortened(answer) : answer;
  await put(transaction, { ...row, answer: sealed.seal(id, short) });
  if (isLong) {
    const whole = sealed.seal(id, answer);
    await put(transaction, { id: placeOf(id), fingerprint: id, answer: whole, created_at });
  }
  const oldest = transaction
    .selectFrom('idempotent_write')
    .select('id')
    .where('created_at', '<=', created_at - KEPT_MS)
    .orderBy('created_at')
    .limit(PRUNED_AT_ONCE);
  // Two writes never wait for each other here: each leaves what the other deletes.
  const expired = await unlocked(transaction, oldest).execute();
  if (expired.length === 0) return;
  const ids = expired.map((answer) => answer.id);
  await transaction.deleteFrom('idempotent_write').where('id', 'in', ids).execute();
}

async function put(
  transaction: Transaction<TenantTables>,
  { id, ...values }: IdempotentWriteTable,
): Promise<void> {
  await transaction
    .insertInto('idempotent_write')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}
