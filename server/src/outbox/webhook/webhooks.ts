import type { Transaction } from 'kysely';
import type { Clock } from '../../lib/clock.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { type StoredEndpoint, typesOf } from './endpoint-store.js';
import { listeningEndpoints, storeMessage } from './message-store.js';
import { TEST_TYPE, type WebhookEvent, type WebhookType } from './types.js';

/** The most bytes of a message, by Standard Webhooks 1.0.0. */
const MOST_BYTES = 20_000;

/** Random bytes of a message's id. */
const ID_BYTES = 18;

/** Webhooks as code sees them that causes them. */
export interface Webhooks {
  /**
   * Stores messages to the receivers of an event, in the transaction of the work that causes it: they
   * are sent if, and only if, the work was done. Before the transaction the caller announces it to the
   * outbox, and wakes it afterwards, as for email.
   *
   * @param tenant The name of the tenant.
   */
  queue(transaction: Transaction<TenantTables>, tenant: string, event: WebhookEvent): Promise<void>;
}

/** Stores messages. */
export class StoredWebhooks implements Webhooks {
  readonly #clock: Clock;
  readonly #random: (size: number) => Buffer;
  /** The tenants for which the last event found no receiver. Most tenants have none. */
  readonly #withoutReceivers = new Set<string>();

  /** @param random Returns that many random bytes, unguessable. */
  constructor(clock: Clock, random: (size: number) => Buffer) {
    this.#clock = clock;
    this.#random = random;
  }

  async queue(
    transaction: Transaction<TenantTables>,
    tenant: string,
    event: WebhookEvent,
  ): Promise<void> {
    const endpoints = await listeningEndpoints(transaction);
    if (endpoints.length === 0) this.#withoutReceivers.add(tenant);
    else this.noteReceivers(tenant);
    for (const endpoint of endpoints) {
      if (!typesOf(endpoint).includes(event.type)) continue;
      await this.queueTo(transaction, endpoint, tenant, event);
    }
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

  /** Whether any receiver gets messages of a type. */
  async wants({ db }: TenantDatabase, type: WebhookType): Promise<boolean> {
    const endpoints = await listeningEndpoints(db);
    return endpoints.some((endpoint) => typesOf(endpoint).includes(type));
  }

  /** Stores a message to one receiver, whatever types it asks for. @returns The id of the message. */
  async queueTo(
    transaction: Transaction<TenantTables>,
    { id, include }: Pick<StoredEndpoint, 'id' | 'include'>,
    tenant: string,
    event: WebhookEvent,
  ): Promise<string> {
    const now = this.#clock.now();
    const message_id = `msg_${this.#random(ID_BYTES).toString('base64url')}`;
    const body = bodyOf(tenant, event, include === 'lead', now);
    const { type } = event;
    await storeMessage(transaction, { endpoint_id: id, message_id, type, body, created_at: now });
    return message_id;
  }
}

/** The event of `portico webhook test`. */
export const TEST_EVENT: WebhookEvent = { type: TEST_TYPE, data: {} };

/** The body of a message: thin, unless the receiver asks for leads. R212. */
export function bodyOf(
  tenant: string,
  { type, data, lead }: WebhookEvent,
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
  // The comment alone has no narrow bound: it is cut, and the lead says so.
  const comment = String(lead.comment ?? '');
  let kept = comment.length;
  let body = write({ lead });
  while (Buffer.byteLength(body) > MOST_BYTES && kept > 0) {
    kept = Math.floor(kept / 2);
    body = write({ lead: { ...lead, comment: [...comment.slice(0, kept)].join(''), cut: true } });
  }
  return body;
}
