import { setImmediate as otherWork, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock, Timer } from '../../lib/clock.js';
import type { EmailNotes } from '../../store/directory/email-notes.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { DeliverySource, DeliverySources } from '../announcements.js';
import { forgetOld, giveBack, stateOf } from '../queue.js';
import { type Channel, outOfReach, type Unsent } from '../sweep.js';
import {
  countEmail,
  leaseEmail,
  makeAllDue,
  markSent,
  type StoredEmail,
  UNSENT,
} from './email-store.js';
import { type Attempt, FINAL_REFUSAL, GIVE_UP_AFTER_MS, Outage, pauseAfter } from './retry.js';
import { DeliveryError, type Transport } from './transport.js';

/** How long a lease lasts: longer than sending an email takes if the disk does not hang. */
export const LEASE_MS = 180_000;

/** How long emails under way may take after the request to stop. */
const STOP_MS = 5_000;

/**
 * How long emails gather before they are sent, in milliseconds of the machine's own time. Sent one by one
 * between password hashes, each would find the processor's caches cold and cost several times as much.
 */
const GATHER_MS = 500;

/** What a sender needs. */
interface SenderParts {
  readonly transport: Transport;
  readonly sources: (which: DeliverySources) => Promise<readonly DeliverySource[]>;
  readonly notes: Pick<EmailNotes, 'note' | 'noteSent' | 'wasSent' | 'forgetSent'>;
  readonly clock: Clock;
  readonly timer: Timer;
  /** A number from 0 to less than 1. */
  readonly chance: () => number;
  readonly log: Logger;
}

/**
 * Sends each email at least once. An email is leased, sent and then noted as sent; if a process dies in
 * between, it is sent again under the same Message-ID. Several processes may work on one database.
 *
 * Of each database a process has one email under way, and notes it before it sends the next, so that a
 * process that dies sends no more than that one again. The note is in the directory, as an import may hold
 * up the database of the email for long.
 *
 * An email that somebody waits for waits only for those under way, however many there are that nobody
 * waits for, in its database or in others.
 *
 * The sender looks into a database when it is woken for it and when a sweep comes by. While the mail
 * server is away, one email at a time probes it, and the other databases stay in line.
 */
export class Sender implements Channel {
  readonly #parts: SenderParts;
  /** Databases to look into. Each yields an email and goes to the end of the line. */
  readonly #line = new Set<TenantDatabase>();
  /** Those that hold only email that nobody waits for: their turn comes when no other is in line. */
  readonly #bulkLine = new Set<TenantDatabase>();
  /** The databases of which an email is under way. */
  readonly #busy = new Set<TenantDatabase>();
  readonly #workers = new Set<Promise<void>>();
  readonly #outage: Outage;
  /** Probes whether an outage is over, in addition to workers whose emails hang. */
  #probing: Promise<void> | undefined;
  #gathering: Promise<void> | undefined;
  #gathered = new AbortController();
  readonly #stopTimeout = new AbortController();
  #stopping = false;
  #sent = 0;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#outage = new Outage(parts, () => this.#startWorker());
  }

  /** How many emails were sent so far. */
  get sent(): number {
    return this.#sent;
  }

  async look(database: TenantDatabase): Promise<Unsent> {
    const unsent = await countEmail(database, UNSENT);
    if (unsent.waiting > 0 && !this.#stopping) {
      this.#lineOf(unsent.waiting === unsent.bulk).add(database);
      this.#startWorker();
    }
    return unsent;
  }

  tidy(database: TenantDatabase): Promise<void> {
    return forgetOld(database, 'letter', this.#parts.clock.now());
  }

  /** Looks for email in this database soon. Returns at once. */
  wake(database: TenantDatabase): void {
    if (this.#stopping) return;
    this.#line.add(database);
    this.#gathering ??= this.#gather();
  }

  /**
   * Tries every unsent email, whenever its next attempt would be.
   *
   * @returns The names of tenants whose databases could not be opened.
   */
  async flush(): Promise<readonly string[]> {
    const closed: string[] = [];
    const { clock, notes, sources, log } = this.#parts;
    for (const source of await sources('all')) {
      try {
        const { database, leave } = await source.open();
        const { waiting, failed } = await countEmail(database, UNSENT);
        if (waiting + failed === 0) {
          leave();
          continue;
        }
        await notes.note(source.name, clock.now());
        await makeAllDue(database, clock.now());
        this.#line.add(database);
      } catch (error) {
        outOfReach(log, source, error as Error);
        closed.push(source.name);
      }
    }
    this.#startWorker();
    await this.settled();
    return closed;
  }

  /** Resolves when no email is under way. Emails are not gathered until then. */
  async settled(): Promise<void> {
    const underWay = () => {
      this.#gathered.abort();
      return [this.#gathering, this.#probing, ...this.#workers].filter(
        (work) => work !== undefined,
      );
    };
    for (let work = underWay(); work.length > 0; work = underWay()) await Promise.all(work);
  }

  /** Begins no other email, lets those under way finish, and after `STOP_MS` gives back the rest. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#outage.stop();
    const cancelTimeout = this.#parts.timer.after(STOP_MS, () => this.#stopTimeout.abort());
    await this.settled();
    cancelTimeout();
    await this.#parts.transport.close();
  }

  async #gather(): Promise<void> {
    this.#gathered = new AbortController();
    const { signal } = this.#gathered;
    await sleep(GATHER_MS, undefined, { signal }).catch(() => {});
    this.#gathering = undefined;
    this.#startWorker();
  }

  #startWorker(): void {
    if (this.#stopping) return;
    if (this.#outage.lasts) {
      this.#sendProbe();
      return;
    }
    const { atOnce } = this.#parts.transport;
    const wanted = Math.min(atOnce, this.#workers.size + this.#free());
    while (this.#workers.size < wanted) {
      const worker = this.#work(() => !this.#outage.lasts).finally(() => {
        this.#workers.delete(worker);
        // A database may have come in line while this worker was leaving.
        this.#startWorker();
      });
      this.#workers.add(worker);
    }
  }

  #sendProbe(): void {
    if (this.#probing !== undefined || this.#outage.pauses || this.#free() === 0) return;
    // An email that failed for its own sake says nothing of the server; another one follows.
    const undecided = () => this.#outage.lasts && !this.#outage.pauses;
    this.#probing = this.#work(undecided).finally(() => {
      this.#probing = undefined;
      this.#startWorker();
    });
  }

  async #work(goesOn: () => boolean): Promise<void> {
    const { clock, log } = this.#parts;
    while (!this.#stopping && goesOn()) {
      const attempt = this.#outage.attempt();
      // Other work comes first, such as answering the call that caused the email.
      await otherWork();
      const database = this.#next();
      if (database === undefined) return;
      this.#busy.add(database);
      try {
        const email = await leaseEmail(database, clock.now(), LEASE_MS);
        if (email === undefined) continue;
        await this.#deliver(database, email, attempt);
        this.#lineOf(email.bulk === 1).add(database);
      } catch (error) {
        for (const line of this.#lines()) line.delete(database);
        const reason = (error as Error).message;
        log.error({ client: database.name, reason }, 'the outbox of a client cannot be worked on');
      } finally {
        this.#busy.delete(database);
      }
    }
  }

  #lines(): readonly Set<TenantDatabase>[] {
    return [this.#line, this.#bulkLine];
  }

  #lineOf(bulk: boolean): Set<TenantDatabase> {
    return bulk ? this.#bulkLine : this.#line;
  }

  /** Takes the first database out of its line that no worker is busy with. */
  #next(): TenantDatabase | undefined {
    for (const line of this.#lines()) {
      for (const database of line) {
        if (this.#busy.has(database)) continue;
        line.delete(database);
        return database;
      }
    }
    return undefined;
  }

  /** How many databases in line no worker is busy with. */
  #free(): number {
    const waiting = new Set([...this.#line, ...this.#bulkLine]);
    return waiting.size - [...this.#busy].filter((database) => waiting.has(database)).length;
  }

  async #deliver(database: TenantDatabase, email: StoredEmail, attempt: Attempt): Promise<void> {
    const { clock, log, notes } = this.#parts;
    if (!(await this.#wasSent(database, email))) {
      const failure = await this.#send(email);
      if (failure !== undefined) return this.#failed(database, email, failure, attempt);
      await notes.noteSent(email.message_id, clock.now()).catch(({ message: reason }: Error) => {
        // The email's own database says it next.
        log.warn({ ...logFields(database, email), reason }, 'a sent email was not noted');
      });
      this.#outage.ended();
      this.#sent += 1;
      log.info(logFields(database, email), 'an email was sent');
    }
    await markSent(database, email, clock.now());
    await this.#withdrawErased(database, email);
    await notes.forgetSent(email.message_id, clock.now());
  }

  /**
   * Whether another process has sent a leased email, whose lease ended before it could say so. The note is
   * looked at first: it goes only once the database says so.
   */
  async #wasSent(database: TenantDatabase, email: StoredEmail): Promise<boolean> {
    // The first lease of all.
    if (email.attempts === 1) return false;
    const noted = await this.#parts.notes.wasSent(email.message_id);
    return noted || (await stateOf(database.db, 'letter', email)) !== 'waiting';
  }

  /** Sends an email; undefined when it was sent. */
  async #send(email: StoredEmail): Promise<DeliveryError | undefined> {
    try {
      await this.#parts.transport.send(email, this.#stopTimeout.signal);
      return undefined;
    } catch (error) {
      if (error instanceof DeliveryError) return error;
      // An unforeseen error concerns this email alone and must not hold up the others.
      return new DeliveryError('refused', (error as Error).message);
    }
  }

  /** Takes back what was erased while it was sent: its file may have come after the erasure looked for it. */
  async #withdrawErased(database: TenantDatabase, sent: StoredEmail): Promise<void> {
    const { transport } = this.#parts;
    if (transport.withdraw === undefined) return;
    if ((await stateOf(database.db, 'letter', sent)) === undefined) await transport.withdraw(sent);
  }

  async #failed(
    database: TenantDatabase,
    email: StoredEmail,
    { failure, message }: DeliveryError,
    attempt: Attempt,
  ): Promise<void> {
    const { clock, log } = this.#parts;
    const now = clock.now();
    if (this.#stopTimeout.signal.aborted) {
      const { last_error } = email;
      return giveBack(database, 'letter', email, {
        state: 'waiting',
        next_attempt_at: now,
        last_error,
      });
    }
    // Mail servers often repeat the address that they refuse.
    const { to_address } = email;
    const reason = to_address === '' ? message : message.replaceAll(to_address, '(recipient)');
    if (failure === 'postponed') this.#outage.ended();
    else if (failure !== 'refused') this.#outage.failed(attempt, failure, reason);

    const fields = { ...logFields(database, email), attempts: email.attempts, reason };
    const refused = failure === 'refused' && email.attempts >= FINAL_REFUSAL;
    if (refused || now - email.created_at >= GIVE_UP_AFTER_MS) {
      await giveBack(database, 'letter', email, {
        state: 'failed',
        next_attempt_at: now,
        last_error: message,
      });
      log.error(fields, 'an email was given up; `portico outbox flush` tries it again');
      return;
    }
    const pause = pauseAfter(failure, email.attempts, this.#parts.chance());
    await giveBack(database, 'letter', email, {
      state: 'waiting',
      next_attempt_at: now + (pause ?? 0),
      last_error: message,
      // The email is not at fault, so this is no attempt at it.
      ...(pause === undefined ? { attempts: email.attempts - 1 } : {}),
    });
    if (pause === undefined) return;
    log.warn({ ...fields, next: new Date(now + pause).toISOString() }, 'an email has to wait');
  }
}

/** How the log identifies an email, without its recipient and content. */
function logFields({ name }: TenantDatabase, { id, kind, message_id }: StoredEmail): object {
  return { client: name, letter: id, kind, messageId: message_id };
}
