import { setImmediate as otherWork } from 'node:timers/promises';
import type { Timer } from '../../lib/clock.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { forgetOld, giveBack } from '../queue.js';
import type { Channel, Unsent } from '../sweep.js';
import { type AttemptParts, Attempts, type Outcome } from './attempts.js';
import { AVAILABLE_EVERY_MS, storeChangeMessages } from './change-messages.js';
import { leaseEndpoint, type StoredEndpoint } from './endpoint-store.js';
import { dueMessage, type StoredMessage, unsentMessages } from './message-store.js';
import { CHANGES_TYPE } from './types.js';
import type { StoredWebhooks } from './webhooks.js';

/** How many receivers are sent to at once, each with one request at a time. */
const AT_ONCE = 16;

/**
 * How long a lease of a receiver lasts: longer than the messages that are sent during it take. Its
 * successor in another process waits that long for a process that was killed.
 */
export const ENDPOINT_LEASE_MS = 60_000;

/** After this time a worker leaves its receiver, so that a slow one does not keep it. */
const TURN_MS = 5_000;

/** A next attempt within this time has a timer of its own; later ones wait for a sweep. */
const TIMED_MS = 60_000;

/** How long requests may take after the sender was asked to stop. */
const STOP_MS = 5_000;

/** What a sender of webhooks needs. */
export interface WebhookSenderParts extends AttemptParts {
  readonly timer: Timer;
  /** Stores messages about the changes that receivers follow. */
  readonly webhooks: Pick<StoredWebhooks, 'queueTo' | 'mayHaveReceivers'>;
}

/**
 * Sends each message at least once, after Standard Webhooks 1.0.0. R211, R214. A receiver is leased, a
 * message sent to it, and then noted as delivered; if a process dies in between, another sends the
 * message again under the same id. The sweep that finds email finds messages, too.
 */
export class WebhookSender implements Channel {
  readonly #parts: WebhookSenderParts;
  /** Databases to look into. Each yields a receiver and goes to the end of the line. */
  readonly #line = new Set<TenantDatabase>();
  readonly #workers = new Set<Promise<void>>();
  readonly #timers = new Set<() => void>();
  readonly #stopTimeout = new AbortController();
  readonly #attempts: Attempts;
  #stopping = false;

  constructor(parts: WebhookSenderParts) {
    this.#parts = parts;
    this.#attempts = new Attempts(parts, this.#stopTimeout.signal);
  }

  wake(database: TenantDatabase): void {
    if (this.#stopping) return;
    this.#line.add(database);
    this.#startWorkers();
  }

  mayHold({ name }: TenantDatabase): boolean {
    return this.#parts.webhooks.mayHaveReceivers(name);
  }

  async look(database: TenantDatabase): Promise<Unsent> {
    const unsent = await unsentMessages(database);
    if (unsent.waiting > 0) this.wake(database);
    return unsent;
  }

  tidy(database: TenantDatabase): Promise<void> {
    return forgetOld(database, 'webhook_message', this.#parts.clock.now());
  }

  async settled(): Promise<void> {
    while (this.#workers.size > 0) await Promise.all(this.#workers);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    const cancelTimeout = this.#parts.timer.after(STOP_MS, () => this.#stopTimeout.abort());
    await this.settled();
    cancelTimeout();
  }

  /**
   * Sends one message now, for an operator who waits for it.
   *
   * @param once Gives the message up if this attempt fails.
   * @returns Undefined when another process is sending to the receiver just now; it sends this one, too.
   */
  async sendNow(
    database: TenantDatabase,
    message: StoredMessage,
    once: boolean,
  ): Promise<Outcome | undefined> {
    const now = this.#parts.clock.now();
    const endpoint = await leaseEndpoint(database, now, ENDPOINT_LEASE_MS, message.endpoint_id);
    if (endpoint === undefined) return undefined;
    try {
      const done = await this.#attempts.attempt(database, endpoint, message, once);
      return done?.outcome;
    } finally {
      await giveBack(database, 'webhook_endpoint', endpoint);
    }
  }

  #startWorkers(): void {
    if (this.#stopping) return;
    const wanted = Math.min(AT_ONCE, this.#workers.size + this.#line.size);
    while (this.#workers.size < wanted) {
      const worker = this.#work().finally(() => {
        this.#workers.delete(worker);
        // A database may have come in line while this worker was leaving.
        this.#startWorkers();
      });
      this.#workers.add(worker);
    }
  }

  async #work(): Promise<void> {
    const { clock, log } = this.#parts;
    while (!this.#stopping) {
      // Other work comes first, such as answering the call that caused the message.
      await otherWork();
      const [database] = this.#line;
      if (database === undefined) return;
      this.#line.delete(database);
      try {
        const endpoint = await leaseEndpoint(database, clock.now(), ENDPOINT_LEASE_MS);
        if (endpoint === undefined) continue;
        // Another worker looks for the next receiver in that time.
        this.wake(database);
        await this.#serve(database, endpoint);
        this.wake(database);
      } catch (error) {
        this.#line.delete(database);
        const reason = (error as Error).message;
        log.error(
          { client: database.name, reason },
          'the webhooks of a client cannot be worked on',
        );
      }
    }
  }

  /** Sends what is due to a leased receiver, one message after the other. */
  async #serve(database: TenantDatabase, leased: StoredEndpoint): Promise<void> {
    const { clock } = this.#parts;
    const began = clock.monotonic();
    let endpoint: StoredEndpoint | undefined = leased;
    try {
      do {
        const message = await dueMessage(database, endpoint.id, clock.now());
        if (message === undefined) {
          endpoint = await this.#storeChanges(database, endpoint);
          if (endpoint === undefined) return;
          continue;
        }
        if (!(await this.#send(database, endpoint, message))) return;
        endpoint = { ...endpoint, failing_since: 0 };
      } while (!this.#stopping && clock.monotonic() - began < TURN_MS);
    } finally {
      await giveBack(database, 'webhook_endpoint', leased);
    }
  }

  /** Sends one message. @returns Whether it was delivered. */
  async #send(
    database: TenantDatabase,
    endpoint: StoredEndpoint,
    message: StoredMessage,
  ): Promise<boolean> {
    const done = await this.#attempts.attempt(database, endpoint, message);
    if (done === undefined) return false;
    const { outcome, pause } = done;
    if (pause !== undefined && pause <= TIMED_MS) this.#wakeLater(database, pause);
    const isDelivered = outcome.reason === '';
    // What has changed since then may have waited for it.
    if (isDelivered && message.type === CHANGES_TYPE) {
      this.#wakeLater(database, AVAILABLE_EVERY_MS);
    }
    return isDelivered;
  }

  /**
   * Stores messages about changes that a receiver was not told of yet.
   *
   * @returns The receiver, where there is something to send to it now.
   */
  async #storeChanges(
    database: TenantDatabase,
    endpoint: StoredEndpoint,
  ): Promise<StoredEndpoint | undefined> {
    if (endpoint.follows === 0) return undefined;
    const { clock, webhooks } = this.#parts;
    const now = clock.now();
    if (endpoint.changes_at > now) return undefined;
    const moved = await storeChangeMessages(database, webhooks, endpoint, now);
    return moved === undefined || moved.stored === 0 ? undefined : moved.endpoint;
  }

  #wakeLater(database: TenantDatabase, ms: number): void {
    if (this.#stopping) return;
    const cancel = this.#parts.timer.after(ms, () => {
      this.#timers.delete(cancel);
      this.wake(database);
    });
    this.#timers.add(cancel);
  }
}
