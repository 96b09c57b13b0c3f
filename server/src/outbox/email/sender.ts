import { setTimeout as sleep } from 'node:timers/promises';
import type { EmailNotes } from '../../store/directory/email-notes.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { Channel, type ChannelParts, type Unsent } from '../channel.js';
import { forgetOld, giveBack, stateOf } from '../queue.js';
import { backoff, emailPause, isEmailGivenUp, PROBE_BACKOFF, UNWELCOME_BACKOFF } from '../retry.js';
import {
  type CompleteEmail,
  countEmail,
  dropEmail,
  leaseEmail,
  markSent,
  type StoredEmail,
} from './email-store.js';
import { DeliveryError, type DeliveryFailure, type Transport } from './transport.js';

/** How long a lease lasts: longer than sending an email takes if the disk does not hang. */
export const LEASE_MS = 180_000;

/**
 * How long emails gather before they are sent, in milliseconds of the machine's own time. Sent one by one
 * between password hashes, each would find the processor's caches cold and cost several times as much.
 */
const GATHER_MS = 500;

interface SenderParts extends ChannelParts {
  readonly transport: Transport;
  readonly notes: EmailNotes;
  /** What completes email of some kinds. */
  readonly completes?: Readonly<Record<string, CompleteEmail>>;
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
export class Sender extends Channel<SenderParts> {
  readonly #outage: Outage;
  /** Probes whether an outage is over, in addition to workers whose emails hang. */
  #probing: Promise<void> | undefined;
  #gathering: Promise<void> | undefined;
  #gathered = new AbortController();
  #sent = 0;

  constructor(parts: SenderParts) {
    super(parts, 'outbox', parts.transport.atOnce);
    this.#outage = new Outage(parts, () => this.startWorkers());
  }

  /** How many emails were sent so far. */
  get sent(): number {
    return this.#sent;
  }

  async look(database: TenantDatabase): Promise<Unsent> {
    const unsent = await countEmail(database);
    if (unsent.waiting > 0) {
      this.lineUp(database, unsent.waiting === unsent.bulk);
      this.startWorkers();
    }
    return unsent;
  }

  tidy(database: TenantDatabase): Promise<void> {
    return forgetOld(database, 'letter', this.parts.clock.now());
  }

  override wake(database: TenantDatabase): void {
    if (this.stopping) return;
    this.lineUp(database);
    this.#gathering ??= this.#gather();
  }

  override async stop(): Promise<void> {
    this.#outage.stop();
    await super.stop();
    await this.parts.transport.close();
  }

  /** Whoever waits for what is under way does not wait for emails to gather. */
  protected override underWay(): Promise<void>[] {
    this.#gathered.abort();
    const more = [this.#gathering, this.#probing].filter((work) => work !== undefined);
    return [...more, ...super.underWay()];
  }

  async #gather(): Promise<void> {
    this.#gathered = new AbortController();
    const { signal } = this.#gathered;
    await sleep(GATHER_MS, undefined, { signal }).catch(() => {});
    this.#gathering = undefined;
    this.startWorkers();
  }

  protected override mayBegin(): boolean {
    return !this.#outage.lasts;
  }

  protected override startWorkers(): void {
    if (!this.#outage.lasts) super.startWorkers();
    else if (!this.stopping) this.#sendProbe();
  }

  #sendProbe(): void {
    if (this.#probing !== undefined || this.#outage.pauses || this.free === 0) return;
    // An email that failed for its own sake says nothing of the server; another one follows.
    const undecided = () => this.#outage.lasts && !this.#outage.pauses;
    this.#probing = this.work(undecided).finally(() => {
      this.#probing = undefined;
      this.startWorkers();
    });
  }

  protected async serve(database: TenantDatabase): Promise<void> {
    const attempt = this.#outage.attempt();
    this.busy.add(database);
    try {
      const email = await leaseEmail(database, this.parts.clock.now(), LEASE_MS);
      if (email === undefined) return;
      await this.#deliver(database, email, attempt);
      this.lineUp(database, email.bulk === 1);
    } finally {
      this.busy.delete(database);
    }
  }

  async #deliver(database: TenantDatabase, queued: StoredEmail, attempt: Attempt): Promise<void> {
    const { clock, log, notes, transport, completes } = this.parts;
    let email = queued;
    if (!(await this.#wasSent(database, queued))) {
      const complete = completes?.[queued.kind];
      const isAway = this.#outage.lasts;
      const completed = complete === undefined ? queued : await complete(database, queued, isAway);
      if (completed === undefined) return dropEmail(database, queued);
      email = completed;
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
    // Its file may have come after an erasure looked for it.
    if (
      transport.withdraw !== undefined &&
      (await stateOf(database.db, 'letter', email)) === undefined
    ) {
      await transport.withdraw(email);
    }
    await notes.forgetSent(email.message_id, clock.now());
  }

  /**
   * Whether another process has sent a leased email, whose lease ended before it could say so. The note is
   * looked at first: it goes only once the database says so.
   */
  async #wasSent(database: TenantDatabase, email: StoredEmail): Promise<boolean> {
    // The first lease of all.
    if (email.attempts === 1) return false;
    const noted = await this.parts.notes.wasSent(email.message_id);
    return noted || (await stateOf(database.db, 'letter', email)) !== 'waiting';
  }

  /** Sends an email; undefined when it was sent. */
  async #send(email: StoredEmail): Promise<DeliveryError | undefined> {
    try {
      await this.parts.transport.send(email, this.ending);
      return undefined;
    } catch (error) {
      if (error instanceof DeliveryError) return error;
      // An unforeseen error concerns this email alone and must not hold up the others.
      return new DeliveryError('refused', (error as Error).message);
    }
  }

  async #failed(
    database: TenantDatabase,
    email: StoredEmail,
    { failure, message }: DeliveryError,
    attempt: Attempt,
  ): Promise<void> {
    const { clock, log } = this.parts;
    const now = clock.now();
    if (this.ending.aborted) {
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
    if (isEmailGivenUp(failure, email.attempts, now - email.created_at)) {
      await giveBack(database, 'letter', email, {
        state: 'failed',
        next_attempt_at: now,
        last_error: message,
      });
      log.error(fields, 'an email was given up; `portico outbox flush` tries it again');
      return;
    }
    const pause = emailPause(failure, email.attempts, this.parts.chance());
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

/** When an attempt began, by the clock and in rounds of an outage. */
interface Attempt {
  readonly round: number;
  /** Monotonic milliseconds. */
  readonly began: number;
}

/** The share of a pause that stays after an attempt that took longer than the pause. */
const LEAST_PAUSE = 1 / 8;

/** The outage of a mail server, for which all waiting emails wait: since when, and when to try again. */
export class Outage {
  readonly #parts: ChannelParts;
  readonly #probe: () => void;
  /** Monotonic; undefined while all is well. */
  #since: number | undefined;
  /** How often in a row it failed at this pace. */
  #failures = 0;
  #pace = PROBE_BACKOFF;
  /** Grows with everything learned about the server. */
  #round = 0;
  #cancelProbe: (() => void) | undefined;

  /** @param probe Called when it is time to try one email. */
  constructor(parts: ChannelParts, probe: () => void) {
    this.#parts = parts;
    this.#probe = probe;
  }

  /** Whether the last attempt could not send any email. */
  get lasts(): boolean {
    return this.#since !== undefined;
  }

  /** Whether the next email has to wait for the next probe. */
  get pauses(): boolean {
    return this.#cancelProbe !== undefined;
  }

  attempt(): Attempt {
    return { round: this.#round, began: this.#parts.clock.monotonic() };
  }

  /** Notes an attempt that failed because of the server. @param reason For the log, without addresses. */
  failed({ round, began }: Attempt, failure: DeliveryFailure, reason: string): void {
    // An attempt that began in an earlier round says nothing new: emails fail together, and one may
    // fail long after the server is back.
    if (round !== this.#round) return;
    this.#round += 1;
    const { clock, timer, chance, log } = this.#parts;
    const now = clock.monotonic();
    if (this.#since === undefined) {
      this.#since = now;
      log.warn({ reason }, 'no email can be sent at present');
    }
    const pace = failure === 'unwelcome' ? UNWELCOME_BACKOFF : PROBE_BACKOFF;
    this.#failures = pace === this.#pace ? this.#failures + 1 : 1;
    this.#pace = pace;
    const pause = backoff(pace, this.#failures, chance());
    // From start to start: an attempt that waited for an answer in vain has already paused.
    const left = Math.max(pause - (now - began), pause * LEAST_PAUSE);
    this.#cancelProbe?.();
    this.#cancelProbe = timer.after(Math.round(left), () => {
      this.#cancelProbe = undefined;
      this.#probe();
    });
  }

  /** Notes that the server took an email or postponed it: it is there. */
  ended(): void {
    if (this.#since === undefined) return;
    const { clock, log } = this.#parts;
    const seconds = Math.round((clock.monotonic() - this.#since) / 1000);
    this.stop();
    this.#round += 1;
    this.#since = undefined;
    this.#failures = 0;
    log.info({ seconds }, 'emails can be sent again');
  }

  /** Cancels the next probe. */
  stop(): void {
    this.#cancelProbe?.();
    this.#cancelProbe = undefined;
  }
}
