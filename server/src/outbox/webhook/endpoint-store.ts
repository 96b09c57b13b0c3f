import {
  type ExpressionBuilder,
  type Insertable,
  type Kysely,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely';
import { type AddressRange, isWithin, parseAddress, parseRange } from '../../lib/ip-address.js';
import { hostOf } from '../../lib/outgoing.js';
import { changeState } from '../../store/tenant/change-page.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { WebhookEndpointTable } from '../../store/tenant/outbox-tables.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { leaseRow } from '../queue.js';
import { type EndpointState, followsChanges } from './types.js';

/**
 * The receivers of webhooks. These functions write without `writeTo`: no website reads receivers, and a
 * new revision would make every website fetch everything again.
 */

/** A receiver as the database stores it. */
export type StoredEndpoint = Selectable<WebhookEndpointTable>;

/** Up to where a receiver has got the changes. */
export type FollowedPlace = Pick<
  Selectable<WebhookEndpointTable>,
  'change_epoch' | 'change_seq' | 'changes_at'
>;

/** The present end of the changes: a new receiver hears of those after it. */
export async function presentPlace(db: Kysely<TenantTables>): Promise<FollowedPlace> {
  const { number, epoch } = await changeState(db);
  return { change_epoch: epoch, change_seq: number, changes_at: 0 };
}

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

export async function changeEndpoint(
  db: Kysely<TenantTables>,
  id: number,
  values: Updateable<WebhookEndpointTable>,
): Promise<void> {
  await db.updateTable('webhook_endpoint').set(values).where('id', '=', id).execute();
}

/** Pauses a receiver, or takes it up again, also after it was disabled. */
export function setState(
  database: TenantDatabase,
  id: number,
  state: Extract<EndpointState, 'active' | 'paused'>,
): Promise<void> {
  const reset = state === 'active' ? { failing_since: 0, not_before: 0 } : {};
  return database.write((transaction) =>
    changeEndpoint(transaction, id, { state, reason: '', ...reset }),
  );
}

/** Gives a receiver a new secret. @param oldUntil Until then the old one signs, too; 0 where it does not. */
export function rotateSecret(
  database: TenantDatabase,
  { id, sealed_secret }: StoredEndpoint,
  sealedSecret: string,
  oldUntil: number,
): Promise<void> {
  return database.write((transaction) =>
    changeEndpoint(transaction, id, {
      sealed_secret: sealedSecret,
      old_sealed_secret: oldUntil === 0 ? '' : sealed_secret,
      old_until: oldUntil,
    }),
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
export function leaseEndpoint(
  database: TenantDatabase,
  now: number,
  leaseMs: number,
  only?: number,
): Promise<StoredEndpoint | undefined> {
  return leaseRow(database, 'webhook_endpoint', now + leaseMs, (db) => {
    const free = db
      .selectFrom('webhook_endpoint')
      .select('webhook_endpoint.id')
      .where('webhook_endpoint.leased_until', '<=', now)
      .limit(1);
    if (only !== undefined) return free.where('webhook_endpoint.id', '=', only);
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
      .orderBy((eb) => eb.fn.coalesce(firstDue(eb as never) as never, sql.lit(now)));
  });
}

/**
 * That a receiver follows changes and has not got the newest. Whether these are of the types that it
 * wants is seen when they are read.
 *
 * @param now Leaves out those that got many changes a moment ago; undefined for all.
 */
function behind(eb: ExpressionBuilder<TenantTables, 'webhook_endpoint'>, now?: number) {
  return eb.and([
    eb('webhook_endpoint.follows', '=', 1),
    eb('webhook_endpoint.change_seq', '<', eb.selectFrom('revision').select('revision.number')),
    ...(now === undefined ? [] : [eb('webhook_endpoint.changes_at', '<=', now)]),
  ]);
}

/** How many active receivers follow changes and have not got the newest. */
export async function countBehind({ db }: TenantDatabase): Promise<number> {
  const { endpoints } = await db
    .selectFrom('webhook_endpoint')
    .select((eb) => eb.fn.countAll<number>().as('endpoints'))
    .where('state', '=', 'active')
    .where((eb) => behind(eb))
    .executeTakeFirstOrThrow();
  return Number(endpoints);
}

const LONGEST_URL = 2000;

/** Below it are the ports of well-known services, which a request must not be able to speak to. */
const FIRST_FREE_PORT = 1024;

/** A URL that webhooks are not sent to. The message says why, and follows on "The URL". */
export class UrlProblem extends Error {}

/**
 * Checks the URL of a receiver as far as its text goes. Whether its address may be connected to is seen
 * at each attempt, after the name was looked up. R215.
 *
 * @param allowed The networks in which receivers may take plain HTTP (PORTICO_WEBHOOK_ALLOW).
 * @throws UrlProblem
 */
export function checkReceiverUrl(text: string, allowed: readonly AddressRange[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || text.length > LONGEST_URL) {
    throw new UrlProblem(
      `is not valid. An https:// URL of at most ${LONGEST_URL} characters is accepted.`,
    );
  }
  const plain = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !(plain && allowed.length > 0)) {
    throw new UrlProblem(
      'does not begin with https://. Plain HTTP is accepted only for receivers in the networks of PORTICO_WEBHOOK_ALLOW.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new UrlProblem('holds a user name or password. Leave it out: messages are signed.');
  }
  if (url.hash !== '')
    throw new UrlProblem('has a part after #, which is never sent. Leave it out.');
  const port = Number(url.port || (plain ? '80' : '443'));
  if (port < FIRST_FREE_PORT && port !== (plain ? 80 : 443)) {
    throw new UrlProblem(`names the port ${port}. 443 and the ports from 1024 are accepted.`);
  }
  const address = parseAddress(hostOf(url));
  if (address === undefined || isWithin(address, allowed)) return url;
  if (plain || address.range() !== 'unicast') throw new UrlProblem(NOT_PUBLIC);
  return url;
}

/** Why an address is refused. */
export const NOT_PUBLIC =
  'leads to an address that is not public, or takes plain HTTP outside of the networks of PORTICO_WEBHOOK_ALLOW.';

/**
 * The receivers of `portico webhook listen`. Messages are stored for them as for all others, and only
 * the process of that command sends these: servers lease receivers that are `active`. It holds a lease
 * for as long as it runs, and a server removes the receiver where it was killed.
 */

/** Where their messages may go: a developer names the address and watches. */
export const EVERY_NETWORK = ['0.0.0.0/0', '::/0']
  .map(parseRange)
  .filter((range) => range !== undefined);

/**
 * How long the receiver of a process that was killed stays. Minutes, because the clocks of a developer's machine and of
 * a server differ.
 */
export const LISTENER_LEASE_MS = 5 * 60_000;

/** Renews the lease of a receiver when half of it is over. @returns undefined when it was removed. */
export async function holdListener(
  database: TenantDatabase,
  publicId: string,
  now: number,
): Promise<StoredEndpoint | undefined> {
  const endpoint = await endpointOf(database, publicId);
  if (endpoint !== undefined && endpoint.leased_until < now + LISTENER_LEASE_MS / 2) {
    const leased_until = now + LISTENER_LEASE_MS;
    await database.note((transaction) =>
      changeEndpoint(transaction, endpoint.id, { leased_until }),
    );
  }
  return endpoint;
}

/** Removes the receivers of processes that were killed. */
export async function removeLapsedListeners(database: TenantDatabase, now: number): Promise<void> {
  const lapsed = await database.db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('state', '=', 'listening')
    .where('leased_until', '<=', now)
    .execute();
  for (const { id } of lapsed) await removeEndpoint(database, id);
}
