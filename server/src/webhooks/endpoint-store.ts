import type { Insertable, Kysely, Selectable } from 'kysely';
import type { TenantDatabase } from '../data/tenant-database/open.js';
import type { TenantTables } from '../data/tenant-database/tables.js';
import type { WebhookEndpointTable } from '../data/tenant-database/webhook-tables.js';
import { giveBackRow, leaseRows } from '../delivery/leases.js';
import type { EndpointState } from './types.js';

/**
 * The receivers of webhooks. These functions write without `writeTo`: no website reads receivers, and a
 * new revision would make every website fetch everything again.
 */

/** A receiver as the database stores it. */
export type StoredEndpoint = Selectable<WebhookEndpointTable>;

/** Adds a receiver. */
export async function addEndpoint(
  database: TenantDatabase,
  endpoint: Insertable<WebhookEndpointTable>,
): Promise<void> {
  await database.write((transaction) =>
    transaction.insertInto('webhook_endpoint').values(endpoint).execute(),
  );
}

/** All receivers, oldest first. */
export function listEndpoints({ db }: Pick<TenantDatabase, 'db'>): Promise<StoredEndpoint[]> {
  return db.selectFrom('webhook_endpoint').selectAll().orderBy('id').execute();
}

/** The receiver with this public id. */
export function endpointOf(
  { db }: Pick<TenantDatabase, 'db'>,
  publicId: string,
): Promise<StoredEndpoint | undefined> {
  return db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('public_id', '=', publicId)
    .executeTakeFirst();
}

/** The types of the receiver as a list. */
export function typesOf({ types }: Pick<StoredEndpoint, 'types'>): string[] {
  return types.split(',').filter((type) => type !== '');
}

/** Pauses a receiver, or takes it up again, also after it was disabled. */
export async function setState(
  database: TenantDatabase,
  id: number,
  state: Extract<EndpointState, 'active' | 'paused'>,
): Promise<void> {
  await database.write((transaction) =>
    transaction
      .updateTable('webhook_endpoint')
      .set({
        state,
        reason: '',
        ...(state === 'active' ? { failing_since: 0, not_before: 0 } : {}),
      })
      .where('id', '=', id)
      .execute(),
  );
}

/** Gives a receiver a new secret. The old one signs, too, until the given moment. */
export async function rotateSecret(
  database: TenantDatabase,
  { id, sealed_secret }: StoredEndpoint,
  sealedSecret: string,
  oldUntil: number,
): Promise<void> {
  await database.write((transaction) =>
    transaction
      .updateTable('webhook_endpoint')
      .set({
        sealed_secret: sealedSecret,
        old_sealed_secret: sealed_secret,
        old_until: oldUntil,
      })
      .where('id', '=', id)
      .execute(),
  );
}

/** Removes a receiver with its messages and their log. */
export async function removeEndpoint(database: TenantDatabase, id: number): Promise<void> {
  await database.write(async (transaction) => {
    await transaction
      .deleteFrom('webhook_attempt')
      .where('message_id', 'in', (eb) =>
        eb.selectFrom('webhook_message').select('id').where('endpoint_id', '=', id),
      )
      .execute();
    await transaction.deleteFrom('webhook_message').where('endpoint_id', '=', id).execute();
    await transaction.deleteFrom('webhook_endpoint').where('id', '=', id).execute();
  });
}

/**
 * Leases the receiver for which a message has been due longest: while the lease lasts, no other process
 * sends to it, so that it gets one request at a time.
 *
 * @param only Only this receiver.
 * @returns Undefined when nothing is due, or others have leased all for which something is.
 */
export async function leaseEndpoint(
  database: TenantDatabase,
  now: number,
  leaseMs: number,
  only?: number,
): Promise<StoredEndpoint | undefined> {
  const [endpoint] = await leaseRows<StoredEndpoint>(database, 'webhook_endpoint', {
    due(db, most) {
      const free = db
        .selectFrom('webhook_endpoint')
        .select('webhook_endpoint.id')
        .where('webhook_endpoint.leased_until', '<=', now);
      if (only !== undefined) return free.where('webhook_endpoint.id', '=', only).limit(most);
      const firstDue = (eb: Kysely<TenantTables>) =>
        eb
          .selectFrom('webhook_message')
          .select('webhook_message.next_attempt_at')
          .whereRef('webhook_message.endpoint_id', '=', 'webhook_endpoint.id' as never)
          .where('webhook_message.state', '=', 'waiting')
          .where('webhook_message.next_attempt_at', '<=', now)
          .orderBy('webhook_message.next_attempt_at')
          .limit(1);
      return free
        .where('webhook_endpoint.state', '=', 'active')
        .where('webhook_endpoint.not_before', '<=', now)
        .where((eb) => eb.exists(firstDue(eb as never)))
        .orderBy((eb) => firstDue(eb as never) as never)
        .limit(most);
    },
    until: now + leaseMs,
    most: 1,
  });
  return endpoint;
}

/** Gives a leased receiver back. */
export async function giveBackEndpoint(
  database: TenantDatabase,
  endpoint: StoredEndpoint,
): Promise<void> {
  await database.note((transaction) => giveBackRow(transaction, 'webhook_endpoint', endpoint, {}));
}
