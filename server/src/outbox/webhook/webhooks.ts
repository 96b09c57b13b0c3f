import type { Transaction } from 'kysely';
import type { Clock } from '../../lib/clock.js';
import { grouped } from '../../lib/grouped.js';
import type { RecordEvent } from '../../store/tenant/followers.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { type StoredEndpoint, typesOf } from './endpoint-store.js';
import { listeningEndpoints, storeMessages } from './message-store.js';
import { TEST_TYPE, type WebhookEvent } from './types.js';

/** The most bytes of a message, by Standard Webhooks 1.0.0. */
const MOST_BYTES = 20_000;

/** The most messages of a type that one write stores for a receiver. R309. */
const MOST_OF_TYPE = 200;

/** Random bytes of a message's id. */
const ID_BYTES = 18;

export class StoredWebhooks {
  readonly #clock: Clock;
  readonly #random: (size: number) => Buffer;
  /** The tenants for which the last event found no receiver. Most tenants have none. */
  readonly #withoutReceivers = new Set<string>();

  /** @param random Returns that many random bytes, unguessable. */
  constructor(clock: Clock, random: (size: number) => Buffer) {
    this.#clock = clock;
    this.#random = random;
  }

  /**
   * Stores messages to the receivers of an event, in the transaction of the work that causes it: they
   * are sent if, and only if, the work was done. `withOutbox` runs the transaction, as for email.
   *
   * @param tenant The name of the tenant.
   */
  async queue(
    transaction: Transaction<TenantTables>,
    tenant: string,
    event: WebhookEvent,
  ): Promise<void> {
    await this.queueAll(transaction, tenant, [event]);
  }

  /** As `queue`, for several events. @param before Runs before the first. @returns Whether anybody receives one. */
  async queueAll(
    transaction: Transaction<TenantTables>,
    tenant: string,
    events: readonly RecordEvent[],
    before: () => Promise<void> = async () => {},
  ): Promise<boolean> {
    const endpoints = await listeningEndpoints(transaction);
    this.noteReceivers(tenant);
    if (endpoints.length === 0) this.#withoutReceivers.add(tenant);
    let stored = false;
    const few = withoutFloods(events);
    for (const endpoint of endpoints) {
      const types = new Set(typesOf(endpoint));
      const wanted = few.filter(({ type }) => types.has(type));
      if (wanted.length === 0) continue;
      if (!stored) await before();
      stored = true;
      await this.queueTo(transaction, endpoint, tenant, wanted);
    }
    return stored;
  }

  /** Notes that a tenant has receivers, where that was found elsewhere. */
  noteReceivers(tenant: string): void {
    this.#withoutReceivers.delete(tenant);
  }

  /**
   * Whether a tenant may have receivers, so that it is worth looking for messages after a write. One that
   * was added since is found by the next event, and by the sweep of a server.
   */
  mayHaveReceivers(tenant: string): boolean {
    return !this.#withoutReceivers.has(tenant);
  }

  /** Stores messages to one receiver, whatever types it asks for. @returns The ids of the messages. */
  async queueTo(
    transaction: Transaction<TenantTables>,
    { id, include }: Pick<StoredEndpoint, 'id' | 'include'>,
    tenant: string,
    events: readonly RecordEvent[],
  ): Promise<string[]> {
    const now = this.#clock.now();
    const messages = events.map((event) => ({
      endpoint_id: id,
      message_id: `msg_${this.#random(ID_BYTES).toString('base64url')}`,
      type: event.type,
      body: bodyOf(tenant, event, include === 'lead', now),
      created_at: now,
    }));
    await storeMessages(transaction, messages);
    return messages.map(({ message_id }) => message_id);
  }
}

export const TEST_EVENT: WebhookEvent = { type: TEST_TYPE, data: {} };

/** The events, where one that counts stands for those of a type that are too many to be told one by one. R309. */
function withoutFloods(events: readonly RecordEvent[]): RecordEvent[] {
  const byType = grouped(events.map((event) => [event.type, event] as const));
  return [...byType].flatMap(([type, ofType]) => {
    if (ofType.length <= MOST_OF_TYPE) return ofType;
    const { resource, op } = ofType[0]?.data ?? {};
    return [{ type, data: { resource, op, count: ofType.length } }];
  });
}

/** The body of a message: thin, unless the receiver asks for leads. R212. */
function bodyOf(
  tenant: string,
  { type, data, lead }: RecordEvent,
  withLead: boolean,
  now: number,
): string {
  const write = (included: object) =>
    JSON.stringify({
      type,
      timestamp: new Date(now).toISOString(),
      data: { client: tenant, ...data, ...included },
    });
  if (!withLead || lead === undefined) return write({});
  // Only the comment has no narrow bound: it is cut, and the lead says so.
  const comment = String(lead.comment ?? '');
  let kept = comment.length;
  let body = write({ lead });
  while (Buffer.byteLength(body) > MOST_BYTES && kept > 0) {
    kept = Math.floor(kept / 2);
    body = write({ lead: { ...lead, comment: comment.slice(0, kept), cut: true } });
  }
  return body;
}
