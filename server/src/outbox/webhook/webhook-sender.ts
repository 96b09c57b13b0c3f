import type { TenantDatabase } from '../../store/tenant/open.js';
import { Channel, type ChannelParts, type Unsent } from '../channel.js';
import type { StoredOutbox } from '../outbox.js';
import { forgetOld, giveBack } from '../queue.js';
import { FIRST_PAUSE_MS, failsTooLong, webhookPause } from '../retry.js';
import { AVAILABLE_EVERY_MS, storeChangeMessages } from './change-messages.js';
import { disabledEmails } from './disabled.email.js';
import {
  changeEndpoint,
  EVERY_NETWORK,
  leaseEndpoint,
  removeLapsedListeners,
  type StoredEndpoint,
} from './endpoint-store.js';
import {
  dueMessage,
  type StoredMessage,
  storeAttempt,
  unsentMessages,
  waitingMessages,
} from './message-store.js';
import { type Outcome, type RequestParts, request } from './post.js';
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

interface WebhookSenderParts extends ChannelParts, RequestParts {
  /** Stores messages about the changes that receivers follow. */
  readonly webhooks: Pick<StoredWebhooks, 'queueTo' | 'mayHaveReceivers'>;
  /** Says that a receiver was switched off. */
  readonly email: Pick<StoredOutbox, 'queue' | 'wake'>;
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

/**
 * Sends each message at least once, after Standard Webhooks 1.0.0. R211, R214. A receiver is leased, a
 * message sent to it, and then noted as delivered; if a process dies in between, another sends the
 * message again under the same id. The sweep that finds email finds messages, too.
 */
export class WebhookSender extends Channel<WebhookSenderParts> {
  readonly #timers = new Set<() => void>();

  constructor(parts: WebhookSenderParts) {
    super(parts, 'webhooks', AT_ONCE);
  }

  override mayHold({ name }: TenantDatabase): boolean {
    return this.parts.webhooks.mayHaveReceivers(name);
  }

  async look(database: TenantDatabase): Promise<Unsent> {
    const unsent = await unsentMessages(database);
    if (unsent.waiting > 0) this.wake(database);
    return unsent;
  }

  async tidy(database: TenantDatabase): Promise<void> {
    const now = this.parts.clock.now();
    await forgetOld(database, 'webhook_message', now);
    await removeLapsedListeners(database, now);
  }

  override stop(): Promise<void> {
    for (const cancel of this.#timers) cancel();
    return super.stop();
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
    const now = this.parts.clock.now();
    const endpoint = await leaseEndpoint(database, now, ENDPOINT_LEASE_MS, message.endpoint_id);
    if (endpoint === undefined) return undefined;
    try {
      const done = await this.#attempt(database, endpoint, message, { once });
      return done?.outcome;
    } finally {
      await giveBack(database, 'webhook_endpoint', endpoint);
    }
  }

  /** Sends what is due to a receiver that the caller holds, each message once. @param signal Ends it. */
  async *sendHeld(
    database: TenantDatabase,
    held: StoredEndpoint,
    signal: AbortSignal,
  ): AsyncGenerator<{ readonly message: StoredMessage; readonly outcome: Outcome }> {
    for await (const [endpoint, message] of this.#due(database, held)) {
      const done = await this.#attempt(database, endpoint, message, { once: true, ending: signal });
      if (done === undefined) return;
      yield { message, outcome: done.outcome };
    }
  }

  /** A sender that reaches every address and logs nothing, for a person who names the address and watches. */
  unbounded(): WebhookSender {
    const log = this.parts.log.child({}, { level: 'silent' });
    return new WebhookSender({ ...this.parts, allowed: EVERY_NETWORK, log });
  }

  protected async serve(database: TenantDatabase): Promise<void> {
    const endpoint = await leaseEndpoint(database, this.parts.clock.now(), ENDPOINT_LEASE_MS);
    if (endpoint === undefined) return;
    // Another worker looks for the next receiver in that time.
    this.wake(database);
    await this.#serveReceiver(database, endpoint);
    this.wake(database);
  }

  /** Sends what is due to a leased receiver, one message after the other. */
  async #serveReceiver(database: TenantDatabase, leased: StoredEndpoint): Promise<void> {
    const { clock } = this.parts;
    const began = clock.monotonic();
    try {
      for await (const [endpoint, message] of this.#due(database, leased)) {
        if (!(await this.#send(database, endpoint, message))) return;
        if (this.stopping || clock.monotonic() - began >= TURN_MS) return;
      }
    } finally {
      await giveBack(database, 'webhook_endpoint', leased);
    }
  }

  /** What is due to a receiver, which follows each message as after its delivery. */
  async *#due(
    database: TenantDatabase,
    leased: StoredEndpoint,
  ): AsyncGenerator<readonly [StoredEndpoint, StoredMessage]> {
    const { clock, webhooks } = this.parts;
    let endpoint: StoredEndpoint | undefined = leased;
    while (endpoint !== undefined) {
      const message = await dueMessage(database, endpoint.id, clock.now());
      if (message === undefined) {
        endpoint = await storeChangeMessages(database, webhooks, endpoint, clock.now());
      } else {
        yield [endpoint, message];
        endpoint = { ...endpoint, failing_since: 0 };
      }
    }
  }

  /** Sends one message. @returns Whether it was delivered. */
  async #send(
    database: TenantDatabase,
    endpoint: StoredEndpoint,
    message: StoredMessage,
  ): Promise<boolean> {
    const done = await this.#attempt(database, endpoint, message);
    const isDelivered = done?.outcome.reason === '';
    const pause = done?.pause ?? Number.POSITIVE_INFINITY;
    if (pause <= TIMED_MS) this.#wakeLater(database, pause);
    // What has changed since then may have waited for it.
    if (isDelivered && message.type === CHANGES_TYPE) {
      this.#wakeLater(database, AVAILABLE_EVERY_MS);
    }
    return isDelivered;
  }

  #wakeLater(database: TenantDatabase, ms: number): void {
    if (this.stopping) return;
    const cancel = this.parts.timer.after(ms, () => {
      this.#timers.delete(cancel);
      this.wake(database);
    });
    this.#timers.add(cancel);
  }

  /**
   * Tries one message, and stores what came of it.
   *
   * @param once Gives the message up if this attempt fails.
   * @param ending Ends the request, which then counts for nothing.
   * @returns The outcome, and after how many milliseconds the next attempt is due, if there is one;
   *   undefined when the sender had to stop.
   */
  async #attempt(
    database: TenantDatabase,
    endpoint: StoredEndpoint,
    message: StoredMessage,
    { once = false, ending = this.ending } = {},
  ): Promise<{ readonly outcome: Outcome; readonly pause?: number | undefined } | undefined> {
    const { clock } = this.parts;
    const began = clock.monotonic();
    const { status, reason, answer, wishedPause } = await request(
      this.parts,
      endpoint,
      message,
      ending,
    );
    if (ending.aborted) return undefined;
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
    const at = this.parts.clock.now();
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
      await changeEndpoint(transaction, endpoint.id, { failing_since: 0 });
    });
    this.parts.log.info(fields, 'a webhook was delivered');
  }

  /** @returns The pause before the next attempt; undefined when there is none. */
  async #failed(
    { database, endpoint, message, once, fields }: Attempt,
    outcome: Outcome,
    wishedPause: number | undefined,
  ): Promise<number | undefined> {
    const { clock, chance, email, log } = this.parts;
    const at = clock.now();
    const attempts = message.attempts + 1;
    const since = endpoint.failing_since === 0 ? at : endpoint.failing_since;
    const isOver = outcome.status === 410 || failsTooLong(at - since, attempts);
    const disables = endpoint.state === 'active' && isOver;
    const pause =
      disables || once
        ? undefined
        : webhookPause(attempts, at - message.created_at, wishedPause, chance());
    const state = pause === undefined ? 'failed' : 'waiting';
    const next = at + (pause ?? 0);
    await database.note(async (transaction) => {
      await storeAttempt(transaction, message, { ...outcome, at, state, next });
      await changeEndpoint(transaction, endpoint.id, {
        failing_since: since,
        ...(wishedPause === undefined ? {} : { not_before: at + wishedPause }),
        ...(disables ? { state: 'disabled', reason: outcome.reason } : {}),
      });
      if (!disables) return;
      // `recoverMessages` takes them up again.
      await waitingMessages(transaction, endpoint.id).set({ state: 'failed' }).execute();
      for (const each of disabledEmails(database.name, endpoint, outcome.reason)) {
        await email.queue(transaction, each);
      }
    });
    const said = { ...fields, reason: outcome.reason };
    if (disables) {
      email.wake(database);
      log.error(said, 'a receiver of webhooks was disabled');
    } else if (pause === undefined) {
      log.error(said, 'a webhook was given up; `portico webhook recover` tries it again');
    } else {
      log.warn({ ...said, next: new Date(next).toISOString() }, 'a webhook has to wait');
    }
    return pause;
  }
}
