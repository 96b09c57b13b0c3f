import type { IdleCache } from '../../lib/idle-cache.js';
import { SharedRuns } from '../../lib/shared-runs.js';
import { TimeoutError, withTimeout } from '../../lib/timeout.js';
import { StillIndexing } from '../../lib/unavailable.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { Market } from './market.js';

/** How long a call waits for the names to be read, in milliseconds; a call has four seconds. */
const WAIT_MS = 2500;

/** The names of the tenants whose websites ask for suggestions. */
export type Markets = IdleCache<Market>;

/** The look at the changes of each database that is under way: calls of one process wait for one. */
const looks = new SharedRuns<TenantDatabase, Market>();

/**
 * The names of a tenant as they are at this call, or later.
 *
 * @throws StillIndexing when they are not read in time, as at the first call of a large tenant.
 */
export async function readyMarket(database: TenantDatabase, markets: Markets): Promise<Market> {
  await looks.ended(database);
  // One that begins after this call finds every change that this call has to find.
  const look = looks.join(database, () => currentMarket(database, markets));
  try {
    return await withTimeout(look, WAIT_MS, () => {});
  } catch (error) {
    throw error instanceof TimeoutError ? new StillIndexing(WAIT_MS) : error;
  }
}

async function currentMarket(database: TenantDatabase, markets: Markets): Promise<Market> {
  let market = markets.get(database.name);
  while (market === undefined || !(await market.follow(database))) {
    market = await Market.load(database);
  }
  markets.keep(database.name, market, market.bytes);
  return market;
}
