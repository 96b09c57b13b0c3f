import type { ClientDatabases } from '../../data/client-databases.js';
import type { Check } from '../../gate/gate.js';
import type { Clock } from '../../lib/clock.js';
import { FAILED_ATTEMPTS_PER_MINUTE } from '../../limits/failed-attempts.js';
import type { LimitStore } from '../../limits/limit-store.js';
import type { Tools } from '../tools.js';
import { marketplaceNotice } from './marketplace.email.js';

interface RefusedLoginParts {
  readonly clients: ClientDatabases;
  readonly tools: Tools;
  readonly clock: Clock;
  readonly limits: LimitStore;
}

/**
 * The partner login, after which the operator is told of every call that it refused with 401: such
 * a call has reached `/marketplace`, and every outcome there is told. R151.
 *
 * Whoever has seen a website's key can make such calls, so that more than thirty in a minute with one
 * key are refused without an email: an operator's mailbox is not to be filled by strangers.
 */
export function tellingOfRefusals(
  check: Check,
  { clients, tools, clock, limits }: RefusedLoginParts,
): Check {
  const told = limits.failedAttempts('refused-logins', FAILED_ATTEMPTS_PER_MINUTE);
  return async (request, key) => {
    const refusal = await check(request, key);
    if (refusal?.status !== 401) return refusal;
    const client = await clients.client(key.client);
    if (client === undefined || (await told.take(`${key.id}`)) > 0) return refusal;
    const { settings, database } = client;
    const notice = marketplaceNotice({
      client: { name: settings.name, title: settings.title, timeZone: settings.time_zone },
      at: clock.now(),
      marketplace: '',
      outcome: { accepted: false, status: refusal.status, reason: refusal.words },
      lead: NOT_READ,
    });
    await tools.outbox.announce(database);
    await database.write((transaction) => tools.outbox.queue(transaction, notice));
    tools.outbox.wake(database);
    return refusal;
  };
}

/** The lead of a call whose body is not read. */
const NOT_READ = {
  listingId: '',
  agentEmail: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  message: '',
  source: '',
};
