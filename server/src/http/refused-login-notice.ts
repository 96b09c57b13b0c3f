import type { Tools } from '../api/tools.js';
import type { Clock } from '../lib/clock.js';
import { FAILED_ATTEMPTS_PER_MINUTE } from '../limits/attempt-limit.js';
import type { LimitStore } from '../limits/limit-store.js';
import { withOutbox } from '../outbox/outbox.js';
import { marketplaceNotice, readSentLead } from '../resources/leads/marketplace.email.js';
import type { TenantDatabases } from '../store/tenant-databases.js';
import type { Check } from './gate/passage.js';

interface RefusedLoginParts {
  readonly tenants: TenantDatabases;
  readonly tools: Tools;
  readonly clock: Clock;
  readonly limits: LimitStore;
}

/**
 * Adds to the partner login an email to the operator about each call that it refuses with 401. Such a
 * call has reached `/marketplace`, and the operator gets an email about every outcome there. R151.
 *
 * Anybody who has seen a website's key can make such calls. Of each key only thirty a minute cause an
 * email, so that strangers cannot fill the operator's mailbox.
 */
export function withRefusedLoginNotices(
  check: Check,
  { tenants, tools, clock, limits }: RefusedLoginParts,
): Check {
  const notices = limits.attemptLimit('refused-logins', FAILED_ATTEMPTS_PER_MINUTE);
  return async (request, key) => {
    const refusal = await check(request, key);
    if (refusal?.status !== 401) return refusal;
    const tenant = await tenants.tenant(key.tenant);
    if (tenant === undefined || (await notices.take(`${key.id}`)) > 0) return refusal;
    const { settings, database } = tenant;
    const notice = marketplaceNotice({
      tenant: settings,
      at: clock.now(),
      marketplace: '',
      outcome: { accepted: false, status: refusal.status, reason: refusal.words },
      // The body of such a call is not read.
      lead: readSentLead({}),
    });
    await withOutbox(tools.outbox, database, () =>
      database.write((transaction) => tools.outbox.queue(transaction, notice)),
    );
    return refusal;
  };
}
