import { epochOf, offsetAt } from '../../../lib/dates.js';
import { grouped } from '../../../lib/grouped.js';
import type { Email } from '../../../outbox/email/email.js';
import type { StoredOutbox } from '../../../outbox/outbox.js';
import { hidesDrops, type SearchReader } from '../../../search/listing.source-filters.js';
import { RENTAL_STATUSES } from '../../../search/params/listing.vocabulary.js';
import { displayAddress } from '../../../search/words/listing-words.js';
import { lockTable } from '../../../store/engines/dialect.js';
import { idSpaceOf } from '../../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../../store/tenant/open.js';
import type { Tenant } from '../../../store/tenant-databases.js';
import { attributionOf } from '../../listings/attribution.queries.js';
import { attributionPart } from '../../listings/attribution.record.js';
import { listingsById } from '../../listings/listing.queries.js';
import { type AlertedListing, alertEmail } from './alert.email.js';
import {
  type AlertedSearch,
  dueSearches,
  insertMatches,
  type Match,
  waitingMatches,
} from './alert.queries.js';
import { listingLink } from './alert-pages.js';
import { filtersOf, foundAmong } from './matches.js';
import { pricesOf } from './news.js';

/** The most listings that an email shows. */
const MOST_SHOWN = 20;

/** The least time between two emails about a search. */
export const LEAST_PAUSE_MS = 15 * 60_000;

/** When digests leave, on the clock of the tenant; weekly ones on Mondays. */
const DIGEST_HOUR = 8;
const MONDAY = 1;

/** How long a match is remembered after email about it. */
const MAILED_KEPT_MS = 365 * 86_400_000;

const DAY_MS = 86_400_000;

/** What queues the email that is due. */
export interface AlertMail {
  readonly outbox: Pick<StoredOutbox, 'queue'>;
  /** The address that ends email about a search. */
  readonly unsubscribe: (search: AlertedSearch) => string;
}

/**
 * The last moment at which digests were due.
 *
 * @param weekday The only day of the week with digests, 0 for Sunday; undefined for every day.
 */
export function lastDigest(now: number, zone: string, weekday?: number): number {
  const today = new Date(now + offsetAt(now, zone));
  for (let back = 0; ; back += 1) {
    const day = new Date(today.getTime() - back * DAY_MS);
    const moment = epochOf(
      {
        ...{ year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() },
        ...{ hour: DIGEST_HOUR, minute: 0, second: 0 },
      },
      zone,
    );
    if (moment <= now && (weekday === undefined || day.getUTCDay() === weekday)) return moment;
  }
}

/** When email of each frequency is due (`dueSearches`). */
function dueAt({ settings }: Tenant, now: number) {
  const daily = lastDigest(now, settings.time_zone);
  const weekly = lastDigest(now, settings.time_zone, MONDAY);
  return {
    instantly: { last: now - LEAST_PAUSE_MS + 1, found: now + 1 },
    daily: { last: daily, found: daily },
    weekly: { last: weekly, found: weekly },
  };
}

/** Whether email about any search is due. */
export async function isAnyDue(tenant: Tenant, now: number): Promise<boolean> {
  return (await dueSearches(tenant.database, 0, dueAt(tenant, now))).length > 0;
}

/**
 * Queues the email that is due for saved searches.
 *
 * @param breathe Lets other calls be answered, where it is time for it.
 * @returns How many emails were queued.
 */
export async function queueDueAlerts(
  reader: SearchReader,
  mail: AlertMail,
  now: number,
  breathe: () => Promise<void>,
): Promise<number> {
  const { database } = reader.tenant;
  const due = dueAt(reader.tenant, now);
  let queued = 0;
  for (let after = 0; ; ) {
    const searches = await dueSearches(database, after, due);
    for (const search of searches) {
      if (await queueAlert(reader, mail, search, now)) queued += 1;
      await breathe();
    }
    const last = searches.at(-1);
    if (last === undefined) return queued;
    after = last.id;
  }
}

/** A listing that email tells of, and what it costs now. */
interface MailedListing {
  readonly space: number;
  readonly id: number;
  readonly price: number;
  readonly before: number;
}

/** @returns Whether an email was queued. */
async function queueAlert(
  reader: SearchReader,
  mail: AlertMail,
  search: AlertedSearch,
  now: number,
): Promise<boolean> {
  const { database } = reader.tenant;
  const waiting = await waitingMatches(database, search.id);
  const mailed = await stillTrue(reader, search, waiting);
  if (mailed === undefined) return false;
  const email = mailed.length === 0 ? undefined : await emailAbout(reader, mail, search, mailed);
  // It may be lost in a power cut, the email and the note that it was queued together.
  return database.note(async (transaction) => {
    // As an erasure does, so that no email to the person comes in behind it.
    await lockTable(transaction, 'client');
    const { numUpdatedRows } = await transaction
      .updateTable('saved_search')
      .set({ last_sent_at: email === undefined ? search.last_sent_at : now })
      .where('id', '=', search.id)
      .where('last_sent_at', '=', search.last_sent_at)
      .where('frequency', '=', search.frequency)
      .executeTakeFirstOrThrow();
    if (Number(numUpdatedRows) === 0) return false;
    await transaction
      .deleteFrom('saved_search_match')
      .where('search_id', '=', search.id)
      .where((eb) =>
        eb.or([
          eb.and([eb('sent_at', '=', 0), eb('found_at', '<=', now)]),
          eb.and([eb('sent_at', '>', 0), eb('sent_at', '<', now - MAILED_KEPT_MS)]),
        ]),
      )
      .execute();
    if (email === undefined) return false;
    await insertMatches(database, transaction, sentRows(search, waiting, mailed, now), 'replaced');
    await mail.outbox.queue(transaction, email);
    return true;
  });
}

/** The email about listings: new ones first, and no more than fit. */
async function emailAbout(
  reader: SearchReader,
  mail: AlertMail,
  search: AlertedSearch,
  mailed: readonly MailedListing[],
): Promise<Email> {
  const fresh = mailed.filter(({ before }) => before === 0);
  const drops = mailed.filter(({ before }) => before > 0);
  const listings = await listingsOf(reader, [...fresh, ...drops].slice(0, MOST_SHOWN));
  const unsubscribe = mail.unsubscribe(search);
  const alert = { listings, fresh: fresh.length, drops: drops.length, unsubscribe };
  return alertEmail(search, reader.tenant.settings, alert);
}

/**
 * What is still to be mailed of what waits: a listing that has left, that the search no longer finds, or that is not cheaper
 * any more is left out, and so are drops where the member wants none or its feed allows none. Undefined where the search is not understood.
 */
async function stillTrue(
  reader: SearchReader,
  { query, price_drops }: AlertedSearch,
  waiting: readonly Match[],
): Promise<MailedListing[] | undefined> {
  const filters = await filtersOf(reader, query);
  if (filters === undefined) return undefined;
  const mailed: MailedListing[] = [];
  for (const [space, matches] of grouped(waiting.map((match) => [match.id_space, match]))) {
    const part = filters.find(({ source }) => source.database === databaseOf(reader, space));
    if (part === undefined) continue;
    const { database, context } = part.source;
    const wantsDrops = price_drops === 1 && !hidesDrops(context);
    const byListing = grouped(matches.map((match) => [match.listing_id, match]));
    const found = new Set(await foundAmong(database, part.filter, [...byListing.keys()]));
    const prices = await pricesOf(database, [...found]);
    for (const [id, ofListing] of byListing) {
      const price = prices.get(id);
      if (price === undefined) continue;
      const isFresh = ofListing.some(({ price_before }) => price_before === 0);
      const before = isFresh ? 0 : Math.max(...ofListing.map((match) => match.price_before));
      if (isFresh || (wantsDrops && price < before)) mailed.push({ space, id, price, before });
    }
  }
  return mailed;
}

function databaseOf({ tenant }: SearchReader, number: number): TenantDatabase | undefined {
  const space = idSpaceOf(number);
  return space === 'own' ? tenant.database : tenant.feeds[space];
}

/** The rows of what was mailed, at the prices at which it was found and at those of now. */
function sentRows(
  { id: search_id, client_id }: AlertedSearch,
  waiting: readonly Match[],
  mailed: readonly MailedListing[],
  now: number,
): Match[] {
  const keys = new Set(mailed.map(({ space, id }) => `${space} ${id}`));
  const rows = waiting.filter((match) => keys.has(`${match.id_space} ${match.listing_id}`));
  const atPresent = mailed.map(({ space, id, price, before }) => ({
    ...{ search_id, client_id, id_space: space, listing_id: id, price, price_before: before },
    found_at: now,
  }));
  const byKey = new Map<string, Match>();
  for (const row of [...atPresent, ...rows]) {
    byKey.set(`${row.id_space} ${row.listing_id} ${row.price}`, { ...row, sent_at: now });
  }
  return [...byKey.values()];
}

/** What an email shows of listings, in their order. */
async function listingsOf(
  reader: SearchReader,
  mailed: readonly MailedListing[],
): Promise<AlertedListing[]> {
  const shown = new Map<string, Omit<AlertedListing, 'price' | 'before'>>();
  for (const [space, ofSpace] of grouped(mailed.map((one) => [one.space, one]))) {
    const database = databaseOf(reader, space);
    if (database === undefined) continue;
    const ids = ofSpace.map(({ id }) => id);
    const creditOf = await creditsOf(reader, space, database, ids);
    for (const row of await listingsById(database, ids)) {
      shown.set(`${space} ${row.id}`, {
        address: displayAddress(row, row.neighborhood ?? ''),
        ...{ beds: row.beds, bath: row.bath },
        isRental: RENTAL_STATUSES.includes(row.status),
        url: listingLink(reader.tenant.settings, row.id, idSpaceOf(space)),
        ...creditOf(row.id),
      });
    }
  }
  return mailed.flatMap(({ space, id, price, before }) => {
    const listing = shown.get(`${space} ${id}`);
    return listing === undefined ? [] : [{ ...listing, price, before }];
  });
}

/** What email says of the source of a listing. */
type Credit = Pick<AlertedListing, 'courtesyOf' | 'notice'>;

/** The credit of listings of a feed; one of the brokerage needs none. */
async function creditsOf(
  { feedContext }: SearchReader,
  space: number,
  database: TenantDatabase,
  ids: readonly number[],
): Promise<(id: number) => Credit> {
  const source = idSpaceOf(space);
  if (source === 'own') return () => ({ courtesyOf: '', notice: '' });
  const attribution = await attributionOf(database, ids);
  const context = feedContext(source);
  return (id) => {
    const part = attributionPart(id, attribution, context, false);
    return {
      courtesyOf: part.courtesy_of || part.source_name || '',
      notice: [part.source_copyright, part.source_disclaimer].filter(Boolean).join(' '),
    };
  };
}
