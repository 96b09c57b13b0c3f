import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.js';
import type { AddressRange } from '../../lib/ip-address.js';
import { retryAfter } from '../../lib/outgoing.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { Email } from '../email/email.js';
import { disabledEmail } from './disabled.email.js';
import type { StoredEndpoint } from './endpoint-store.js';
import { type StoredMessage, storeAttempt, waitingMessages } from './message-store.js';
import { NoAnswer, post, signedHeaders, TIMEOUT_MS } from './post.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * The pauses after each failed attempt: 75 hours in all, so that a receiver that is down over a weekend
 * gets what it missed. After the last attempt a message is given up. R214.
 */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** How many pauses there are. */
const PAUSES = PAUSES_MS.length;

/** The pause after the first failure. A receiver that failed for less is not told of what waits at once. */
const FIRST_PAUSE_MS = 5 * SECOND_MS;

/**
 * For how long a message is tried at least, however many attempts there were: those at the first success of its
 * receiver come in addition to the schedule. Shorter than any course of the schedule.
 */
const LEAST_TRIED_MS = 60 * HOUR_MS;

/** How far a pause may be from the schedule, so that messages that failed together spread. */
const JITTER = 0.1;

/** The longest pause that a receiver may ask for. */
const LONGEST_ASKED_MS = DAY_MS;

/** A receiver that has failed for this long is disabled. */
const DISABLE_AFTER_MS = 5 * DAY_MS;

/**
 * Only from this attempt at a message on is its receiver disabled: after a week without messages, the
 * first failure is no five days of failure.
 */
const DISABLING_ATTEMPT = 4;

/**
 * How long a message waits after a failed attempt, in milliseconds; undefined when it is given up.
 *
 * @param attempts Attempts at it, from 1.
 * @param asked What the receiver asks for in `Retry-After`; undefined for nothing.
 * @param chance From 0 to less than 1.
 */
export function pauseAfter(
  attempts: number,
  asked: number | undefined,
  chance: number,
): number | undefined {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return undefined;
  const spread = Math.round(pause * (1 - JITTER + 2 * JITTER * chance));
  return Math.max(spread, Math.min(asked ?? 0, LONGEST_ASKED_MS));
}

/** What attempts need. */
export interface AttemptParts {
  readonly clock: Clock;
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

/** An attempt at a message to a leased receiver. */
interface Attempt {
  readonly database: TenantDatabase;
  readonly endpoint: StoredEndpoint;
  readonly message: StoredMessage;
  /** Whether the message is given up if this attempt fails. */
  readonly once: boolean;
  /** What the log says of it. */
  readonly fields: object;
}

/** The attempts of one process to deliver messages, with what becomes of message and receiver. R214. */
export class Attempts {
  readonly #parts: AttemptParts;
  readonly #signal: AbortSignal;

  /** @param signal Ends requests under way; what they are of is tried again later. */
  constructor(parts: AttemptParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
  }

  /**
   * Tries one message, and stores what came of it.
   *
   * @param once Gives the message up if this attempt fails.
   * @returns The outcome, and after how many milliseconds the next attempt is due, if there is one;
   *   undefined when the sender had to stop.
   */
  async attempt(
    database: TenantDatabase,
    endpoint: StoredEndpoint,
    message: StoredMessage,
    once = false,
  ): Promise<{ readonly outcome: Outcome; readonly pause?: number | undefined } | undefined> {
    const { clock } = this.#parts;
    const began = clock.monotonic();
    const { status, reason, answer, wishedPause } = await this.#request(endpoint, message);
    if (this.#signal.aborted) return undefined;
    const outcome = { status, reason, answer, ms: Math.round(clock.monotonic() - began) };
    const fields = {
      ...{ client: database.name, endpoint: endpoint.public_id, messageId: message.message_id },
      ...{ type: message.type, attempts: message.attempts + 1, status },
    };
    const attempt = { database, endpoint, message, once, fields };
    if (reason !== '') return { outcome, pause: await this.#failed(attempt, outcome, wishedPause) };
    await this.#delivered(attempt, outcome);
    return { outcome };
  }

  async #delivered(
    { database, endpoint, message, fields }: Attempt,
    outcome: Outcome,
  ): Promise<void> {
    const at = this.#parts.clock.now();
    await database.note(async (transaction) => {
      await storeAttempt(transaction, message, { ...outcome, at, state: 'sent', next: at });
      if (endpoint.failing_since === 0) return;
      // It works again: what waits need not wait longer. After a shorter failure that is a message's first pause.
      if (at - endpoint.failing_since >= FIRST_PAUSE_MS) {
        await waitingMessages(transaction, endpoint.id)
          .set({ next_attempt_at: at })
          .where('next_attempt_at', '>', at)
          .execute();
      }
      await transaction
        .updateTable('webhook_endpoint')
        .set({ failing_since: 0 })
        .where('id', '=', endpoint.id)
        .execute();
    });
    this.#parts.log.info(fields, 'a webhook was delivered');
  }

  /** @returns The pause before the next attempt; undefined when there is none. */
  async #failed(
    { database, endpoint, message, once, fields }: Attempt,
    outcome: Outcome,
    wishedPause: number | undefined,
  ): Promise<number | undefined> {
    const { clock, chance } = this.#parts;
    const at = clock.now();
    const attempts = message.attempts + 1;
    const since = endpoint.failing_since === 0 ? at : endpoint.failing_since;
    const tooLong = at - since >= DISABLE_AFTER_MS && attempts >= DISABLING_ATTEMPT;
    const disables = endpoint.state === 'active' && (outcome.status === 410 || tooLong);
    const young = at - message.created_at < LEAST_TRIED_MS;
    const counted = young ? Math.min(attempts, PAUSES) : attempts;
    const pause = disables || once ? undefined : pauseAfter(counted, wishedPause, chance());
    const state = pause === undefined ? 'failed' : 'waiting';
    const next = at + (pause ?? 0);
    await database.note(async (transaction) => {
      await storeAttempt(transaction, message, { ...outcome, at, state, next });
      await transaction
        .updateTable('webhook_endpoint')
        .set({
          failing_since: since,
          ...(wishedPause === undefined ? {} : { not_before: at + wishedPause }),
          ...(disables ? { state: 'disabled', reason: outcome.reason } : {}),
        })
        .where('id', '=', endpoint.id)
        .execute();
      if (disables) await this.#disabled(transaction, database.name, endpoint, outcome.reason);
    });
    if (disables) this.#parts.email.wake(database);
    this.#logFailure({ ...fields, reason: outcome.reason }, disables, pause, next);
    return pause;
  }

  #logFailure(fields: object, disables: boolean, pause: number | undefined, next: number): void {
    const { log } = this.#parts;
    if (disables) {
      log.error(fields, 'a receiver of webhooks was disabled');
    } else if (pause === undefined) {
      log.error(fields, 'a webhook was given up; `portico webhook recover` tries it again');
    } else {
      log.warn({ ...fields, next: new Date(next).toISOString() }, 'a webhook has to wait');
    }
  }

  async #disabled(
    transaction: Transaction<TenantTables>,
    tenant: string,
    endpoint: StoredEndpoint,
    reason: string,
  ): Promise<void> {
    // `recoverMessages` takes them up again.
    await waitingMessages(transaction, endpoint.id).set({ state: 'failed' }).execute();
    const { contact } = endpoint;
    const recipients: Email['to'][] = ['operator'];
    if (contact !== '') recipients.push({ name: '', address: contact });
    for (const to of recipients) {
      await this.#parts.email.queue(transaction, disabledEmail(tenant, endpoint, reason, to));
    }
  }

  async #request(
    endpoint: StoredEndpoint,
    { message_id, body }: StoredMessage,
  ): Promise<Omit<Outcome, 'ms'> & { readonly wishedPause?: number | undefined }> {
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
          ...{ allowed, timeoutMs, signal: this.#signal },
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
        wishedPause: good ? undefined : retryAfter(answer.retryAfter, now),
      };
    } catch (error) {
      const status = error instanceof NoAnswer ? error.status : 0;
      return { status, reason: (error as Error).message, answer: '' };
    }
  }
}
