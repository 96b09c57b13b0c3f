import { type ExpressionBuilder, type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { WebhookEndpointTable } from '../../store/tenant/webhook-tables.js';
import { giveBackRow, leaseRows } from '../leases.js';
import { type FollowedPlace, presentPlace } from './change-store.js';
import { type EndpointState, followsChanges } from './types.js';

/**
 * The receivers of webhooks. These functions write without `writeTo`: no website reads receivers, and a
 * new revision would make every website fetch everything again.
 */

/** A receiver as the database stores it. */
export type StoredEndpoint = Selectable<WebhookEndpointTable>;

/** Adds a receiver. It hears of the changes of records from now on. */
export async function addEndpoint(
  database: TenantDatabase,
  endpoint: Omit<Insertable<WebhookEndpointTable>, 'follows' | keyof FollowedPlace>,
): Promise<void> {
  const follows = followsChanges(typesOf(endpoint)) ? 1 : 0;
  await database.write(async (transaction) => {
    const place = await presentPlace(transaction);
    await transaction
      .insertInto('webhook_endpoint')
      .values({ ...endpoint, ...place, follows })
      .execute();
  });
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

/**
 * Gives a receiver a new secret.
 *
 * @param oldUntil Until then the old one signs, too; 0 where it does not.
 */
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
        old_sealed_secret: oldUntil === 0 ? '' : sealed_secret,
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
        .where((eb) => eb.or([eb.exists(firstDue(eb as never)), behind(eb, now)]))
        .orderBy((eb) => eb.fn.coalesce(firstDue(eb as never) as never, sql.lit(now)))
        .limit(most);
    },
    until: now + leaseMs,
    most: 1,
  });
  return endpoint;
}

/**
 * That a receiver follows changes and was not told of the newest. Whether these are of the types that it
 * wants is seen when they are read.
 *
 * @param now Leaves out those that were told of many changes a moment ago; undefined for all.
 */
function behind(eb: ExpressionBuilder<TenantTables, 'webhook_endpoint'>, now?: number) {
  return eb.and([
    eb('webhook_endpoint.follows', '=', 1),
    eb('webhook_endpoint.change_seq', '<', eb.selectFrom('revision').select('revision.number')),
    ...(now === undefined ? [] : [eb('webhook_endpoint.changes_at', '<=', now)]),
  ]);
}

/** How many active receivers follow changes and were not told of the newest. */
export async function countBehind({ db }: TenantDatabase): Promise<number> {
  const { endpoints } = await db
    .selectFrom('webhook_endpoint')
    .select((eb) => eb.fn.countAll<number>().as('endpoints'))
    .where('state', '=', 'active')
    .where((eb) => behind(eb))
    .executeTakeFirstOrThrow();
  return Number(endpoints);
}

/** Gives a leased receiver back. */
export async function giveBackEndpoint(
  database: TenantDatabase,
  endpoint: StoredEndpoint,
): Promise<void> {
  await database.note((transaction) => giveBackRow(transaction, 'webhook_endpoint', endpoint, {}));
}
