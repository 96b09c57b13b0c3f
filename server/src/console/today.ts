import { stampDate } from '../lib/dates.js';
import { idsOf } from '../lib/grouped.js';
import { newestLeads } from '../resources/leads/lead.js';
import { ON_THE_MARKET } from '../search/params/listing.vocabulary.js';
import { isFailure } from '../store/tenant/import-runs.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { recordsOf } from './record-list.js';
import type { BrokerageCall } from './route.js';

const DAY_MS = 24 * 60 * 60_000;

/** The most records of each part. */
const MOST_RECORDS = 10;
const MOST_OPEN_HOUSES = 20;

/** How many of the listings that changed last are looked at for pictures, and how many imports for failures. */
const MOST_LISTINGS = 2_000;
const MOST_RUNS = 200;

/** What somebody should know who begins the day. */
export async function today(call: BrokerageCall) {
  const { tenant, parts } = call;
  const { database, settings } = tenant;
  const now = parts.services.clock.now();
  const since = now - DAY_MS;
  const leads = await newestLeads(database, { limit: MOST_RECORDS });
  const members = await newestMembers(database);
  return {
    leads: {
      count: await leadsSince(database, since),
      records: await recordsOf(call, 'leads', idsOf(leads)),
    },
    members: {
      count: await membersSince(database, since),
      records: await recordsOf(call, 'clients', idsOf(members)),
    },
    openHouses: await openHouses(database, {
      from: stampDate(now, settings.time_zone).slice(0, 10),
      to: stampDate(now + 7 * DAY_MS, settings.time_zone).slice(0, 10),
    }),
    withoutPicture: await withoutPicture(database),
    imports: await failedImports(database, now - 7 * DAY_MS),
  };
}

async function leadsSince({ db }: TenantDatabase, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('alert')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function membersSince({ db }: TenantDatabase, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('client')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member', '=', 1)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function newestMembers({ db }: TenantDatabase) {
  return db
    .selectFrom('client')
    .select('id')
    .where('member', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_RECORDS)
    .execute();
}

/** The open houses of some days, on the clock of the brokerage. */
async function openHouses(
  { db }: TenantDatabase,
  { from, to }: { readonly from: string; readonly to: string },
) {
  const found = [];
  for (const [start, end] of [
    ['openhouse', 'openhouseend'],
    ['openhouse2', 'openhouseend2'],
  ] as const) {
    const rows = await db
      .selectFrom('listing')
      .select(['id', 'house', 'street', 'apt', `${start} as start`, `${end} as end`])
      .where(start, '<>', '')
      .where(start, '>=', from)
      .where(start, '<', to)
      .orderBy(start)
      .limit(MOST_OPEN_HOUSES)
      .execute();
    found.push(...rows);
  }
  found.sort((one, other) => (one.start < other.start ? -1 : 1));
  return found.slice(0, MOST_OPEN_HOUSES).map(({ start, end, ...listing }) => ({
    ...{ id: listing.id, address: addressOf(listing), start, end },
  }));
}

/** The listings on the market without a picture, among those that changed last. */
async function withoutPicture({ db }: TenantDatabase) {
  // The index has an order within each status only.
  const latestOf = (status: number) => {
    const newest = db
      .selectFrom('listing_search')
      .select(['id', 'updated_at'])
      .where('status', '=', status)
      .orderBy('updated_at', 'desc')
      .limit(MOST_LISTINGS);
    return db.selectFrom(newest.as('newest')).selectAll();
  };
  const { sales, rentals } = ON_THE_MARKET;
  const latest = latestOf(sales).unionAll(latestOf(rentals)).as('latest');
  const rows = await db
    .selectFrom(latest)
    .innerJoin('listing', 'listing.id', 'latest.id')
    .select(['listing.id', 'listing.house', 'listing.street', 'listing.apt'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('photo')
            .select('photo.position')
            .whereRef('photo.listing_id', '=', 'latest.id'),
        ),
      ),
    )
    .orderBy('latest.updated_at', 'desc')
    .limit(MOST_RECORDS)
    .execute();
  return rows.map((listing) => ({ id: listing.id, address: addressOf(listing) }));
}

function addressOf(listing: { house: string; street: string; apt: string }): string {
  return [listing.house, listing.street, listing.apt].filter((part) => part !== '').join(' ');
}

async function failedImports({ db }: TenantDatabase, since: number) {
  const runs = await db
    .selectFrom('import_run')
    .select(['started_by', 'mode', 'started_at', 'result', 'message'])
    .where('started_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(MOST_RUNS)
    .execute();
  return runs
    .filter(({ result }) => isFailure(result))
    .slice(0, MOST_RECORDS)
    .map(({ started_by, mode, started_at, message }) => ({
      ...{ by: started_by, mode, words: message },
      started: new Date(started_at).toISOString(),
    }));
}
