import { setImmediate as otherWork, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ClientDatabase } from '../data/client-database/open.js';
import type { EmailNotes } from '../data/directory/email-notes.js';
import type { Clock } from '../lib/clock.js';
import type { Timer } from '../lib/timer.js';
import { NOTE_SETTLES_MS } from './announcements.js';
import {
  forgetOld,
  giveBack,
  leaseLetters,
  makeAllDue,
  markSent,
  type StoredLetter,
  type UnsentLetters,
  unsentLetters,
} from './email-store.js';
import { type Attempt, Outage } from './outage.js';
import {
  backoff,
  FINAL_REFUSAL,
  GIVE_UP_AFTER_MS,
  LETTER_BACKOFF,
  UNCERTAIN_BACKOFF,
} from './retry.js';
import { DeliveryError, type DeliveryFailure, type Transport } from './transport.js';

/** How often client databases that may hold letters are looked through for those that are due. */
export const SWEEP_MS = 30_000;

/** How long it pauses between two of them at least. */
const LEAST_PAUSE_MS = 5_000;

/**
 * How long letters belong to the process that sends them: longer than a lot takes, if the disk does not
 * hang.
 */
export const LEASE_MS = 180_000;

/** How long letters under way may take once the sender has been asked to stop. */
export const STOP_MS = 5_000;

/**
 * How long letters gather before they are sent, in milliseconds of the machine's own time. Sent one by
 * one between the passwords that are hashed meanwhile, each would find the processor's caches taken
 * and cost several times as much as one of many.
 */
const GATHER_MS = 500;

/** A client database that may hold letters, opened when it is needed. */
export interface LetterSource {
  /** The client's name. */
  readonly name: string;
  /** When it was noted that it may; undefined where nobody knows, 0 where it was noted not to. */
  readonly notedAt?: number | undefined;
  /** Opens it; `leave` says that there is nothing to be done in it. */
  open(): Promise<{ readonly database: ClientDatabase; readonly leave: () => void }>;
}

/**
 * Which clients: every one; those that may hold letters; or a few of all, others each time, so that
 * whatever an older release has left is found, and old letters are forgotten everywhere.
 */
export type LetterSources = 'all' | 'noted' | 'next';

/** What a sender works with. */
export interface SenderParts {
  readonly transport: Transport;
  readonly sources: (which: LetterSources) => Promise<readonly LetterSource[]>;
  readonly notes: Pick<EmailNotes, 'note' | 'settle'>;
  readonly clock: Clock;
  readonly timer: Timer;
  /** A number from 0 to less than 1. */
  readonly chance: () => number;
  readonly log: Logger;
}

/**
 * Sends letters, each at least once: a letter is leased, sent, and then noted as sent, so that
 * whatever dies in between leaves a letter that is sent again under the same Message-ID. Several
 * processes may work on one database.
 *
 * Letters are looked for when somebody says that there is one, and at regular times everywhere. While
 * the mail server is away, one letter at a time finds out when it is back, and the databases of all
 * that wait stay in line.
 */
export class Sender {
  readonly #parts: SenderParts;
  /** Databases to look into. Each is asked for a lot of letters and goes to the end of the line. */
  readonly #line = new Set<ClientDatabase>();
  readonly #workers = new Set<Promise<void>>();
  readonly #outage: Outage;
  /** Finds out whether an outage is over, beside workers whose letters hang. */
  #probing: Promise<void> | undefined;
  #gathering: Promise<void> | undefined;
  #gathered = new AbortController();
  readonly #stopTimeout = new AbortController();
  #sweeping: Promise<void> | undefined;
  #cancelSweep: (() => void) | undefined;
  #stopping = false;
  #sent = 0;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#outage = new Outage(parts, () => this.#fork());
  }

  /** How many letters were sent so far. */
  get sent(): number {
    return this.#sent;
  }

  /** Sends what is due everywhere, now and from time to time. */
  start(): void {
    const { clock, timer, log } = this.#parts;
    const began = clock.monotonic();
    this.#sweeping = this.#sweep()
      .catch((error: Error) => {
        log.warn({ reason: error.message }, 'the outbox cannot be looked through at present');
      })
      .then(() => {
        this.#sweeping = undefined;
        if (this.#stopping) return;
        // From one beginning to the next: no letter waits for two of them.
        const left = Math.max(SWEEP_MS - (clock.monotonic() - began), LEAST_PAUSE_MS);
        this.#cancelSweep = timer.after(left, () => this.start());
      });
  }

  /** There may be a letter in this database. Returns at once. */
  wake(database: ClientDatabase): void {
    if (this.#stopping) return;
    this.#line.add(database);
    this.#gathering ??= this.#gather();
  }

  /**
   * Tries every letter that was not sent yet, whenever its next attempt would have been.
   *
   * @returns The names of clients whose databases could not be opened.
   */
  async flush(): Promise<readonly string[]> {
    const closed: string[] = [];
    const { clock, notes, sources } = this.#parts;
    for (const source of await sources('all')) {
      try {
        const { database, leave } = await source.open();
        const { waiting, failed } = await unsentLetters(database);
        if (waiting + failed === 0) {
          leave();
          continue;
        }
        await notes.note(source.name, clock.now());
        await makeAllDue(database, clock.now());
        this.#line.add(database);
      } catch (error) {
        this.#outOfReach(source, error as Error);
        closed.push(source.name);
      }
    }
    this.#fork();
    await this.settled();
    return closed;
  }

  /** Resolves when nothing is being looked for or sent. Letters gather no longer meanwhile. */
  async settled(): Promise<void> {
    const underWay = () => {
      this.#gathered.abort();
      return [this.#sweeping, this.#gathering, this.#probing, ...this.#workers].filter(
        (work) => work !== undefined,
      );
    };
    for (let work = underWay(); work.length > 0; work = underWay()) await Promise.all(work);
  }

  /**
   * Begins no other letter, lets those under way come to their end, and after a while gives back
   * those that have not.
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#cancelSweep?.();
    this.#outage.stop();
    const patient = this.#parts.timer.after(STOP_MS, () => this.#stopTimeout.abort());
    await this.settled();
    patient();
    await this.#parts.transport.close();
  }

  async #sweep(): Promise<void> {
    const { sources } = this.#parts;
    for (const source of await sources('noted')) await this.#look(source);
    for (const source of await sources('next')) await this.#look(source, true);
  }

  /** Looks into one database; what is due there is sent from now on. */
  async #look(source: LetterSource, tidy = false): Promise<void> {
    if (this.#stopping) return;
    const { clock } = this.#parts;
    try {
      const { database, leave } = await source.open();
      if (tidy) await forgetOld(database, clock.now());
      const unsent = await unsentLetters(database);
      if (unsent.waiting > 0) {
        if (source.notedAt === 0) await this.#parts.notes.note(source.name, clock.now());
        this.#line.add(database);
        this.#fork();
      } else {
        leave();
        await this.#settle(source, unsent);
      }
    } catch (error) {
      this.#outOfReach(source, error as Error);
    }
    await otherWork();
  }

  async #settle({ name, notedAt }: LetterSource, { failed }: UnsentLetters): Promise<void> {
    const { clock, notes } = this.#parts;
    // What was announced last may not be committed yet.
    if (notedAt !== undefined && notedAt > clock.now() - NOTE_SETTLES_MS && notedAt > 0) return;
    await notes.settle(name, notedAt, failed);
  }

  async #gather(): Promise<void> {
    this.#gathered = new AbortController();
    const { signal } = this.#gathered;
    await sleep(GATHER_MS, undefined, { signal }).catch(() => {});
    this.#gathering = undefined;
    this.#fork();
  }

  /** One database that is out of reach does not keep the letters of the others. */
  #outOfReach({ name }: LetterSource, { message }: Error): void {
    this.#parts.log.warn(
      { client: name, reason: message },
      'the outbox of a client is out of reach',
    );
  }

  #fork(): void {
    if (this.#stopping) return;
    if (this.#outage.lasts) {
      this.#sendProbe();
      return;
    }
    const { atOnce } = this.#parts.transport;
    const wanted = Math.min(atOnce, this.#workers.size + this.#line.size);
    while (this.#workers.size < wanted) {
      const worker = this.#work(() => !this.#outage.lasts).finally(() => {
        this.#workers.delete(worker);
        // Somebody may have come in line while this worker was leaving.
        this.#fork();
      });
      this.#workers.add(worker);
    }
  }

  #sendProbe(): void {
    if (this.#probing !== undefined || this.#outage.pauses || this.#line.size === 0) return;
    // A letter that says nothing of the server, as it lies in the letter, is followed by another.
    const undecided = () => this.#outage.lasts && !this.#outage.pauses;
    this.#probing = this.#work(undecided).finally(() => {
      this.#probing = undefined;
      this.#fork();
    });
  }

  async #work(goesOn: () => boolean): Promise<void> {
    const { clock, log } = this.#parts;
    while (!this.#stopping && goesOn()) {
      const attempt = this.#outage.attempt();
      // First whatever else there is to do, such as answering the call that caused the letter.
      await otherWork();
      const [database] = this.#line;
      if (database === undefined) return;
      this.#line.delete(database);
      try {
        // Of an outage one letter tells as much as many.
        const most = this.#outage.lasts ? 1 : this.#parts.transport.together;
        const letters = await leaseLetters(database, clock.now(), LEASE_MS, most);
        if (letters.length === 0) continue;
        this.#line.add(database);
        this.#fork();
        await this.#deliver(database, letters, attempt);
      } catch (error) {
        this.#line.delete(database);
        const reason = (error as Error).message;
        log.error({ client: database.name, reason }, 'the outbox of a client cannot be worked on');
      }
    }
  }

  async #deliver(
    database: ClientDatabase,
    letters: readonly StoredLetter[],
    attempt: Attempt,
  ): Promise<void> {
    const { clock, log } = this.#parts;
    const failures = await Promise.all(letters.map((letter) => this.#send(letter)));
    const sent = letters.filter((_letter, at) => failures[at] === undefined);
    if (sent.length > 0) {
      this.#outage.ended();
      await markSent(database, sent, clock.now());
      this.#sent += sent.length;
      for (const letter of sent) log.info(named(database, letter), 'a letter was sent');
    }
    for (const [at, letter] of letters.entries()) {
      const failure = failures[at];
      if (failure !== undefined) await this.#failed(database, letter, failure, attempt);
    }
  }

  /** Sends a letter; undefined when it went. */
  async #send(letter: StoredLetter): Promise<DeliveryError | undefined> {
    try {
      await this.#parts.transport.send(letter, this.#stopTimeout.signal);
      return undefined;
    } catch (error) {
      if (error instanceof DeliveryError) return error;
      // What nobody foresaw lies in the letter, and must not hold up the others.
      return new DeliveryError('refused', (error as Error).message);
    }
  }

  async #failed(
    database: ClientDatabase,
    letter: StoredLetter,
    { failure, message }: DeliveryError,
    attempt: Attempt,
  ): Promise<void> {
    const { clock, log } = this.#parts;
    const now = clock.now();
    if (this.#stopTimeout.signal.aborted) {
      const { last_error } = letter;
      return giveBack(database, letter, { state: 'waiting', next_attempt_at: now, last_error });
    }
    // Mail servers like to repeat the address that they refuse.
    const { to_address } = letter;
    const reason = to_address === '' ? message : message.replaceAll(to_address, '(recipient)');
    if (failure === 'postponed') this.#outage.ended();
    else if (failure !== 'refused') this.#outage.failed(attempt, failure, reason);

    const told = { ...named(database, letter), attempts: letter.attempts, reason };
    const refused = failure === 'refused' && letter.attempts >= FINAL_REFUSAL;
    if (refused || now - letter.created_at >= GIVE_UP_AFTER_MS) {
      await giveBack(database, letter, {
        state: 'failed',
        next_attempt_at: now,
        last_error: message,
      });
      log.error(told, 'a letter was given up; `portico outbox flush` tries it again');
      return;
    }
    const pause = this.#pauseOf(letter, failure);
    await giveBack(database, letter, {
      state: 'waiting',
      next_attempt_at: now + (pause ?? 0),
      last_error: message,
      // No fault of the letter, so that it does not count as an attempt at it.
      ...(pause === undefined ? { attempts: letter.attempts - 1 } : {}),
    });
    if (pause === undefined) return;
    log.warn({ ...told, next: new Date(now + pause).toISOString() }, 'a letter has to wait');
  }

  /** How long a letter waits for its own sake; undefined when only the mail server is waited for. */
  #pauseOf({ attempts }: StoredLetter, failure: DeliveryFailure): number | undefined {
    if (failure === 'unreachable' || failure === 'unwelcome') return undefined;
    const pace = failure === 'uncertain' ? UNCERTAIN_BACKOFF : LETTER_BACKOFF;
    return backoff(pace, attempts, this.#parts.chance());
  }
}

/** What the log calls a letter: nothing of whom it is to or what it says. */
function named({ name }: ClientDatabase, { id, kind, message_id }: StoredLetter): object {
  return { client: name, letter: id, kind, messageId: message_id };
}
