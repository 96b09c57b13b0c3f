import { offsetAt, parseMoment } from '../../../lib/dates.js';
import { grouped } from '../../../lib/grouped.js';
import type { Email } from '../../../outbox/email/email.js';
import type { StoredOutbox } from '../../../outbox/outbox.js';
import { hidesDrops, type SearchReader } from '../../../search/listing.source-filters.js';
import { lockTable } from '../../../store/engines/dialect.js';
import type { Tenant } from '../../../store/tenant-databases.js';
import { alertEmail } from './alert.email.js';
import {
  type AlertedSearch,
  type DueSearch,
  dueSearches,
  forgetMatches,
  insertMatches,
  type Match,
  noteSent,
  unchangedSearches,
  waitingMatches,
} from './alert.queries.js';
import { alertSource, type MailedListing, shownListings } from './alerted-listings.js';
import { filtersOf, foundAmong } from './matches.js';

/** The most listings that an email shows. */
const MOST_SHOWN = 20;

/** The least time between two emails about a search. */
export const LEAST_PAUSE_MS = 15 * 60_000;

/** When digests leave, on the clock of the tenant; weekly ones on Mondays. */
const DIGEST_TIME = '08:00:00';
const MONDAY = 1;

const DAY_MS = 86_400_000;

/**
 * The most searches whose email one transaction queues, and about how many matches they have: other calls wait for a
 * statement about all of them.
 */
const BATCH_SEARCHES = 25;
const BATCH_MATCHES = 500;

/** What queues the email that is due. */
export interface AlertMail {
  readonly outbox: Pick<StoredOutbox, 'queue'>;
  /** The address that ends email about a search. */
  readonly unsubscribe: (search: AlertedSearch) => string;
  /** When the matches were found that no change of listings has followed: they are still true. 0 for none. */
  readonly trueSince: () => Promise<number>;
}

/**
 * The last moment at which digests were due.
 *
 * @param weekday The only day of the week with digests, 0 for Sunday; undefined for every day.
 */
export function lastDigest(now: number, zone: string, weekday?: number): number {
  const today = now + offsetAt(now, zone);
  for (let back = 0; ; back += 1) {
    const day = new Date(today - back * DAY_MS);
    const moment = parseMoment(`${day.toISOString().slice(0, 10)} ${DIGEST_TIME}`, zone) ?? now;
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
  return (await dueSearches(tenant.database, 0, dueAt(tenant, now), 1)).length > 0;
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
    for (const batch of batchesOf(searches)) {
      queued += await queueAlerts(reader, mail, batch, now, breathe);
    }
    const last = searches.at(-1);
    if (last === undefined) return queued;
    after = last.id;
  }
}

function* batchesOf(searches: readonly DueSearch[]): Generator<DueSearch[]> {
  let batch: DueSearch[] = [];
  let matches = 0;
  for (const search of searches) {
    batch.push(search);
    matches += search.waiting;
    if (batch.length < BATCH_SEARCHES && matches < BATCH_MATCHES) continue;
    yield batch;
    [batch, matches] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** A search, what waits to be mailed about it, and what of that is mailed, new listings first. */
interface Answered {
  readonly search: AlertedSearch;
  readonly waiting: readonly Match[];
  readonly mailed: readonly MailedListing[];
}

/** Queues the email about some searches in one transaction. @returns How many emails were queued. */
async function queueAlerts(
  reader: SearchReader,
  mail: AlertMail,
  searches: readonly AlertedSearch[],
  now: number,
  breathe: () => Promise<void>,
): Promise<number> {
  const { database } = reader.tenant;
  const trueSince = await mail.trueSince();
  const ids = searches.map(({ id }) => id);
  const matches = await waitingMatches(database, ids);
  const bySearch = grouped(matches.map((match) => [match.search_id, match]));
  const answered: Answered[] = [];
  for (const search of searches) {
    const waiting = bySearch.get(search.id) ?? [];
    const mailed = await stillTrue(reader, search, waiting, trueSince);
    if (mailed !== undefined) answered.push({ search, waiting, mailed });
    await breathe();
  }
  if (answered.length === 0) return 0;
  const emails = await emailsAbout(reader, mail, answered);
  // It may be lost in a power cut, the emails and the note that they were queued together.
  return database.note(async (transaction) => {
    // As an erasure does, so that no email to the person comes in behind it.
    await lockTable(transaction, 'client');
    const unchanged = await unchangedSearches(
      transaction,
      answered.map(({ search }) => search),
    );
    const settled = answered.filter(({ search }) => unchanged.has(search.id));
    const sent = settled.filter(({ search }) => emails.has(search.id));
    for (const one of settled) {
      for (const [space, listings] of goneOf(one)) {
        await forgetMatches(transaction, idOf(one), space, listings, now);
      }
    }
    if (sent.length === 0) return 0;
    await noteSent(transaction, sent.map(idOf), now);
    const rows = sent.flatMap((one) => pricesOfNow(one, now));
    await insertMatches(database, transaction, rows, 'replaced');
    for (const { search } of sent) {
      await mail.outbox.queue(transaction, emails.get(search.id) as Email);
    }
    return sent.length;
  });
}

const idOf = ({ search }: Answered) => search.id;

/** The emails about searches, by their numbers; none where nothing is left to tell. */
async function emailsAbout(
  reader: SearchReader,
  mail: AlertMail,
  answered: readonly Answered[],
): Promise<ReadonlyMap<number, Email>> {
  const firstOf = ({ mailed }: Answered) => mailed.slice(0, MOST_SHOWN);
  const shown = await shownListings(reader, answered.flatMap(firstOf));
  const emails = new Map<number, Email>();
  for (const one of answered) {
    const { search, mailed } = one;
    if (mailed.length === 0) continue;
    const drops = mailed.filter(({ before }) => before > 0).length;
    const alert = {
      listings: firstOf(one).flatMap((listing) => shown(listing) ?? []),
      ...{ fresh: mailed.length - drops, drops, unsubscribe: mail.unsubscribe(search) },
    };
    emails.set(search.id, alertEmail(search, reader.tenant.settings, alert));
  }
  return emails;
}

/**
 * What is still to be mailed of what waits: a listing that has left, that the search no longer finds, or that is not cheaper
 * any more is left out, and so are drops where the member wants none or its feed allows none. Undefined where the search is not understood.
 *
 * @param trueSince As of {@link AlertMail}: what was found then is not searched again, unless the search has changed.
 */
async function stillTrue(
  reader: SearchReader,
  { query, price_drops, updated_at }: AlertedSearch,
  waiting: readonly Match[],
  trueSince: number,
): Promise<MailedListing[] | undefined> {
  const isTrue = ({ found_at }: Match) => found_at === trueSince && updated_at < trueSince;
  const filters = waiting.every(isTrue) ? [] : await filtersOf(reader, query);
  if (filters === undefined) return undefined;
  const mailed: MailedListing[] = [];
  for (const [space, matches] of grouped(waiting.map((match) => [match.id_space, match]))) {
    const source = alertSource(reader, space);
    if (source === undefined) continue;
    const wantsDrops = price_drops === 1 && !hidesDrops(source.context);
    const prices = new Map(matches.filter(isTrue).map((match) => [match.listing_id, match.price]));
    const byListing = grouped(matches.map((match) => [match.listing_id, match]));
    const unsure = [...byListing.keys()].filter((id) => !prices.has(id));
    const part = filters.find((one) => one.source.database === source.database);
    if (part !== undefined && unsure.length > 0) {
      const found = await foundAmong(source.database, part.filter, unsure);
      for (const { id, price } of found) prices.set(id, price);
    }
    for (const [id, ofListing] of byListing) {
      const price = prices.get(id);
      if (price === undefined) continue;
      const isFresh = ofListing.some(({ price_before }) => price_before === 0);
      const before = isFresh ? 0 : Math.max(...ofListing.map((match) => match.price_before));
      if (isFresh || (wantsDrops && price < before)) mailed.push({ space, id, price, before });
    }
  }
  const isDrop = ({ before }: MailedListing) => Number(before > 0);
  return mailed.sort((one, other) => isDrop(one) - isDrop(other));
}

/** The listings that wait and are not mailed, by their database. */
function goneOf({ waiting, mailed }: Answered): ReadonlyMap<number, readonly number[]> {
  const kept = new Set(mailed.map(({ space, id }) => `${space} ${id}`));
  const gone = waiting.filter((match) => !kept.has(`${match.id_space} ${match.listing_id}`));
  return grouped(gone.map((match) => [match.id_space, match.listing_id]));
}

/** What was mailed at another price than it was found at: there is no email about it at this price again. */
function pricesOfNow({ search, waiting, mailed }: Answered, now: number): Match[] {
  const found = new Set(waiting.map(matchKey));
  return mailed
    .map(({ space, id, price, before }) => ({
      ...{ search_id: search.id, client_id: search.client_id, id_space: space, listing_id: id },
      ...{ price, price_before: before, found_at: now, sent_at: now },
    }))
    .filter((row) => !found.has(matchKey(row)));
}

const matchKey = ({ id_space, listing_id, price }: Match) => `${id_space} ${listing_id} ${price}`;
