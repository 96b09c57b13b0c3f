import { setImmediate as otherWork } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { TenantDatabase } from '../data/tenant-database/open.js';
import type { TenantTables } from '../data/tenant-database/tables.js';
import type { Channel, Unsent } from '../delivery/sweep.js';
import type { Clock } from '../lib/clock.js';
import type { AddressRange } from '../lib/ip-address.js';
import type { Timer } from '../lib/timer.js';
import type { Email } from '../mail/email.js';
import { disabledEmail } from './disabled.email.js';
import { giveBackEndpoint, leaseEndpoint, type StoredEndpoint } from './endpoint-store.js';
import {
  dueMessage,
  forgetOldMessages,
  giveUpMessages,
  type StoredMessage,
  storeAttempt,
  unsentMessages,
} from './message-store.js';
import { NoAnswer, post, TIMEOUT_MS } from './post.js';
import { DISABLE_AFTER_MS, DISABLING_ATTEMPT, pauseAfter, retryAfter } from './schedule.js';
import { signedHeaders } from './signing.js';

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
export interface WebhookSenderParts {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Logger;
  /** A number from 0 to less than 1. */
  readonly chance: () => number;
  /** The networks of receivers that are not on the public internet. */
  readonly allowed: readonly AddressRange[];
  /** The secrets that sign for a receiver now, the current one first. */
  readonly secretsOf: (endpoint: StoredEndpoint, now: number) => Promise<readonly string[]>;
  /** Stores an email in a transaction; `wake` sends it. */
  readonly email: {
    queue(transaction: Transaction<TenantTables>, email: Email): Promise<void>;
    wake(database: TenantDatabase): void;
  };
  readonly timeoutMs?: number;
}

/** How an attempt ended. */
export interface Outcome {
  readonly status: number;
  readonly ms: number;
  /** Why it failed; empty for a success. */
  readonly reason: string;
  readonly answer: string;
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
  #stopTimeout = new AbortController();
  #stopping = false;

  constructor(parts: WebhookSenderParts) {
    this.#parts = parts;
  }

  wake(database: TenantDatabase): void {
    if (this.#stopping) return;
    this.#line.add(database);
    this.#startWorkers();
  }

  async look(database: TenantDatabase): Promise<Unsent> {
    const unsent = await unsentMessages(database);
    if (unsent.waiting > 0) this.wake(database);
    return unsent;
  }

  tidy(database: TenantDatabase): Promise<void> {
    return forgetOldMessages(database, this.#parts.clock.now());
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
      return await this.#attempt(database, endpoint, message, once);
    } finally {
      await giveBackEndpoint(database, endpoint);
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
        // Another worker looks for the next receiver meanwhile.
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
  async #serve(database: TenantDatabase, endpoint: StoredEndpoint): Promise<void> {
    const { clock } = this.#parts;
    const began = clock.monotonic();
    try {
      do {
        const message = await dueMessage(database, endpoint.id, clock.now());
        if (message === undefined) return;
        const outcome = await this.#attempt(database, endpoint, message);
        if (outcome === undefined || outcome.reason !== '') return;
      } while (!this.#stopping && clock.monotonic() - began < TURN_MS);
    } finally {
      await giveBackEndpoint(database, endpoint);
    }
  }

  /** Tries one message, and notes what came of it; undefined when the sender had to stop. */
  async #attempt(
    database: TenantDatabase,
    endpoint: StoredEndpoint,
    message: StoredMessage,
    once = false,
  ): Promise<Outcome | undefined> {
    const { clock, log } = this.#parts;
    const began = clock.monotonic();
    const { status, reason, answer, asked } = await this.#request(endpoint, message);
    if (this.#stopTimeout.signal.aborted) return undefined;
    const outcome = { status, reason, answer, ms: Math.round(clock.monotonic() - began) };
    const at = clock.now();
    const fields = {
      ...{ client: database.name, endpoint: endpoint.public_id, messageId: message.message_id },
      ...{ type: message.type, attempts: message.attempts + 1, status },
    };
    if (reason === '') {
      await database.note(async (transaction) => {
        await storeAttempt(transaction, message, { ...outcome, at, state: 'sent', next: at });
        if (endpoint.failing_since === 0) return;
        await transaction
          .updateTable('webhook_endpoint')
          .set({ failing_since: 0 })
          .where('id', '=', endpoint.id)
          .execute();
      });
      log.info(fields, 'a webhook was delivered');
      return outcome;
    }
    await this.#failed(database, endpoint, message, { outcome, at, asked, fields, once });
    return outcome;
  }

  async #failed(
    database: TenantDatabase,
    endpoint: StoredEndpoint,
    message: StoredMessage,
    {
      outcome,
      at,
      asked,
      fields,
      once,
    }: {
      readonly outcome: Outcome;
      readonly at: number;
      readonly asked: number | undefined;
      readonly fields: object;
      readonly once: boolean;
    },
  ): Promise<void> {
    const { log, chance } = this.#parts;
    const attempts = message.attempts + 1;
    const since = endpoint.failing_since === 0 ? at : endpoint.failing_since;
    const tooLong = at - since >= DISABLE_AFTER_MS && attempts >= DISABLING_ATTEMPT;
    const disables = endpoint.state === 'active' && (outcome.status === 410 || tooLong);
    const pause = disables || once ? undefined : pauseAfter(attempts, asked, chance());
    const state = pause === undefined ? 'failed' : 'waiting';
    const next = at + (pause ?? 0);
    await database.note(async (transaction) => {
      await storeAttempt(transaction, message, { ...outcome, at, state, next });
      await transaction
        .updateTable('webhook_endpoint')
        .set({
          failing_since: since,
          ...(asked === undefined ? {} : { not_before: at + asked }),
          ...(disables ? { state: 'disabled', reason: outcome.reason } : {}),
        })
        .where('id', '=', endpoint.id)
        .execute();
      if (disables) await this.#disabled(transaction, database.name, endpoint, outcome.reason);
    });
    const { reason } = outcome;
    if (disables) {
      this.#parts.email.wake(database);
      log.error({ ...fields, reason }, 'a receiver of webhooks was disabled');
    } else if (pause === undefined) {
      log.error(
        { ...fields, reason },
        'a webhook was given up; `portico webhook recover` tries it again',
      );
    } else {
      log.warn({ ...fields, reason, next: new Date(next).toISOString() }, 'a webhook has to wait');
      if (pause <= TIMED_MS) this.#wakeLater(database, pause);
    }
  }

  async #disabled(
    transaction: Transaction<TenantTables>,
    tenant: string,
    endpoint: StoredEndpoint,
    reason: string,
  ): Promise<void> {
    await giveUpMessages(transaction, endpoint.id);
    const { contact } = endpoint;
    const recipients: Email['to'][] = ['operator'];
    if (contact !== '') recipients.push({ name: '', address: contact });
    for (const to of recipients) {
      await this.#parts.email.queue(transaction, disabledEmail(tenant, endpoint, reason, to));
    }
  }

  #wakeLater(database: TenantDatabase, ms: number): void {
    if (this.#stopping) return;
    const cancel = this.#parts.timer.after(ms, () => {
      this.#timers.delete(cancel);
      this.wake(database);
    });
    this.#timers.add(cancel);
  }

  async #request(
    endpoint: StoredEndpoint,
    { message_id, body }: StoredMessage,
  ): Promise<Omit<Outcome, 'ms'> & { readonly asked?: number | undefined }> {
    const { clock, allowed, secretsOf, log, timeoutMs = TIMEOUT_MS } = this.#parts;
    const now = clock.now();
    try {
      const secrets = await secretsOf(endpoint, now);
      const answer = await post(
        {
          url: endpoint.url,
          body,
          headers: {
            'content-type': 'application/json',
            'user-agent': 'Portico-Webhooks',
            ...signedHeaders({ id: message_id, body }, secrets, now),
          },
        },
        {
          ...{ allowed, timeoutMs, signal: this.#stopTimeout.signal },
          onAddresses: (addresses) =>
            log.debug({ endpoint: endpoint.public_id, addresses }, 'a webhook leaves'),
        },
      );
      const { status } = answer;
      const good = status >= 200 && status < 300;
      return {
        status,
        reason: good ? '' : `The receiver answers ${status}.`,
        answer: answer.body,
        asked: good ? undefined : retryAfter(answer.retryAfter, now),
      };
    } catch (error) {
      const status = error instanceof NoAnswer ? error.status : 0;
      return { status, reason: (error as Error).message, answer: '' };
    }
  }
}
