import type { Transaction } from 'kysely';
import { offsetAt, parseMoment } from '../../../lib/dates.js';
import { grouped, idsOf } from '../../../lib/grouped.js';
import { InBackground } from '../../../lib/queues.js';
import type { Email } from '../../../outbox/email/email.js';
import type { StoredOutbox } from '../../../outbox/outbox.js';
import { hidesDrops, type SearchReader } from '../../../search/listing.source-filters.js';
import { lockTable } from '../../../store/engines/dialect.js';
import type { TenantTables } from '../../../store/tenant/tables.js';
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
  storeMatched,
  unchangedSearches,
  waitingMatches,
} from './alert.queries.js';
import {
  alertSource,
  listingKey,
  type MailedListing,
  readShown,
  type ShownListings,
} from './alerted-listings.js';
import { filtersOf, foundAmong } from './matches.js';

/** The most listings that an email shows. */
const MOST_SHOWN = 20;

/** The most searches whose email one transaction queues, and about how many matches they have. */
const BATCH_SEARCHES = 50;
const BATCH_MATCHES = 1000;

/** What queues the email that is due. */
export interface AlertMail {
  readonly outbox: Pick<StoredOutbox, 'queueAll' | 'wake'>;
  /** The address that ends email about a search. */
  readonly unsubscribe: (search: AlertedSearch) => string;
  /** When the matches were found that no change of listings has followed: they are still true. 0 for none. */
  readonly trueSince: () => Promise<number>;
}

/** Whether email about any search is due. */
export async function isAnyDue(tenant: Tenant, now: number): Promise<boolean> {
  return (await dueSearches(tenant.database, 0, dueAt(tenant, now), 1)).length > 0;
}

/** Queues the email that is due for saved searches. */
export async function queueDueAlerts(
  reader: SearchReader,
  mail: AlertMail,
  now: number,
  breathe: () => Promise<void>,
): Promise<void> {
  const { database } = reader.tenant;
  const due = dueAt(reader.tenant, now);
  const pass = { now, breathe, shown: new Map() };
  let queued = 0;
  // While the next emails are written.
  const storing = new InBackground();
  try {
    for (let after = 0; ; ) {
      const searches = await dueSearches(database, after, due);
      for (const batch of batchesOf(searches)) {
        const store = await writeAlerts(reader, mail, batch, pass);
        await storing.begin(async () => {
          queued += await store();
        });
      }
      const last = searches.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
  } finally {
    // Where the pass ends early, what it has queued until then leaves all the same.
    await storing.done().finally(() => {
      if (queued > 0) mail.outbox.wake(database);
    });
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

/** A search, and what becomes of what waits to be mailed about it. */
interface Answered {
  readonly search: AlertedSearch;
  /** New listings first. */
  readonly mailed: readonly MailedListing[];
  /** What is mailed at another price than it was found at: there is no email about it at this price again. */
  readonly repriced: readonly Match[];
  /** The listings that are not mailed, by their database. */
  readonly gone: ReadonlyMap<number, readonly number[]>;
}

/** Of how many searches one statement reads what waits. */
const READ_SEARCHES = 10;

/** What the batches of one pass have in common. */
interface Pass {
  readonly now: number;
  readonly breathe: () => Promise<void>;
  readonly shown: ShownListings;
}

/** Writes the email about some searches. @returns Queues it in one transaction, and returns how many emails. */
async function writeAlerts(
  reader: SearchReader,
  mail: AlertMail,
  searches: readonly AlertedSearch[],
  pass: Pass,
): Promise<() => Promise<number>> {
  const { database } = reader.tenant;
  const { now, breathe, shown } = pass;
  const trueSince = await mail.trueSince();
  // What was read before a change may not be so any more.
  if (trueSince === 0) shown.clear();
  const ids = idsOf(searches);
  const matches: Match[] = [];
  for (let at = 0; at < ids.length; at += READ_SEARCHES, await breathe()) {
    matches.push(...(await waitingMatches(database, ids.slice(at, at + READ_SEARCHES))));
  }
  const bySearch = grouped(matches.map((match) => [match.search_id, match]));
  const answered: Answered[] = [];
  for (const search of searches) {
    const waiting = bySearch.get(search.id) ?? [];
    answered.push(await stillTrue(reader, search, waiting, trueSince, pass));
    await breathe();
  }
  const emails = await emailsAbout(reader, mail, answered, pass);
  const queue = async (transaction: Transaction<TenantTables>) => {
    // As an erasure does, so that no email to the person comes in behind it.
    await lockTable(transaction, 'client');
    const unchanged = await unchangedSearches(
      transaction,
      answered.map(({ search }) => search),
    );
    const settled = answered.filter(({ search }) => unchanged.has(search.id));
    const sent = settled.filter(({ search }) => emails.has(search.id));
    for (const one of settled) {
      for (const [space, listings] of one.gone) {
        await forgetMatches(transaction, idOf(one), space, listings, now);
      }
    }
    if (sent.length === 0) return 0;
    await noteSent(transaction, sent.map(idOf), now);
    const rows = sent.flatMap(({ repriced }) => repriced);
    await insertMatches(transaction, rows, 'replaced');
    const each = sent.map((one) => emails.get(idOf(one)) as Email);
    await mail.outbox.queueAll(database, transaction, each);
    return sent.length;
  };
  return async () => (answered.length === 0 ? 0 : storeMatched(database, matches.length, queue));
}

const idOf = ({ search }: Answered) => search.id;

/** The emails about searches, by their numbers; none where nothing is left to tell. */
async function emailsAbout(
  reader: SearchReader,
  mail: AlertMail,
  answered: readonly Answered[],
  { shown, breathe }: Pass,
): Promise<ReadonlyMap<number, Email>> {
  const firstOf = ({ mailed }: Answered) => mailed.slice(0, MOST_SHOWN);
  await readShown(reader, answered.flatMap(firstOf), shown, breathe);
  const emails = new Map<number, Email>();
  for (const one of answered) {
    const { search, mailed } = one;
    if (mailed.length === 0) continue;
    const drops = mailed.filter(({ before }) => before > 0).length;
    const alert = {
      listings: firstOf(one).flatMap((listing) => {
        const { price, before } = listing;
        const about = shown.get(listingKey(listing));
        return about === undefined ? [] : { ...about, price, before };
      }),
      ...{ fresh: mailed.length - drops, drops, unsubscribe: mail.unsubscribe(search) },
    };
    emails.set(search.id, alertEmail(search, reader.tenant.settings, alert));
    await breathe();
  }
  return emails;
}

/**
 * What is still to be mailed of what waits: a listing that has left, that the search no longer finds, or that is not cheaper
 * any more is left out, and so are drops where the member wants none or its feed allows none. A search that is not understood finds nothing.
 *
 * @param trueSince As of {@link AlertMail}: what was found then is not searched again, unless the search has changed.
 */
async function stillTrue(
  reader: SearchReader,
  search: AlertedSearch,
  waiting: readonly Match[],
  trueSince: number,
  { now, breathe }: Pass,
): Promise<Answered> {
  const { query, price_drops, updated_at } = search;
  const isTrue = ({ found_at }: Match) => found_at === trueSince && updated_at < trueSince;
  const filters = waiting.every(isTrue) ? [] : await filtersOf(reader, query, breathe);
  const mailed: MailedListing[] = [];
  const repriced: Match[] = [];
  const gone = new Map<number, readonly number[]>();
  for (const [space, matches] of grouped(waiting.map((match) => [match.id_space, match]))) {
    const source = alertSource(reader, space);
    const wantsDrops = source !== undefined && price_drops === 1 && !hidesDrops(source.context);
    const known = filters === undefined ? [] : matches.filter(isTrue);
    const prices = new Map(known.map((match) => [match.listing_id, match.price]));
    const byListing = grouped(matches.map((match) => [match.listing_id, match]));
    const unsure = [...byListing.keys()].filter((id) => !prices.has(id));
    const part = filters?.find((one) => one.source.database === source?.database);
    if (part !== undefined && unsure.length > 0) {
      const found = await foundAmong(part.source.database, part.filter, unsure);
      for (const { id, price } of found) prices.set(id, price);
    }
    const left: number[] = [];
    for (const [id, ofListing] of byListing) {
      const price = source && prices.get(id);
      const isFresh = ofListing.some(({ price_before }) => price_before === 0);
      const before = isFresh ? 0 : Math.max(...ofListing.map((match) => match.price_before));
      if (price === undefined || !(isFresh || (wantsDrops && price < before))) {
        left.push(id);
        continue;
      }
      mailed.push({ space, id, price, before });
      if (ofListing.some((match) => match.price === price)) continue;
      const [match] = ofListing as [Match];
      repriced.push({ ...match, price, price_before: before, found_at: now, sent_at: now });
    }
    gone.set(space, left);
  }
  const isDrop = ({ before }: MailedListing) => Number(before > 0);
  mailed.sort((one, other) => isDrop(one) - isDrop(other));
  return { search, mailed, repriced, gone };
}

/** The least time between two emails about a search. */
export const LEAST_PAUSE_MS = 15 * 60_000;

/** When digests leave, on the clock of the tenant; weekly ones on Mondays. */
const DIGEST_TIME = '08:00:00';
const MONDAY = 1;

const DAY_MS = 86_400_000;

/** The last moment at which digests were due. @param weekday The only day with digests, 0 for Sunday. */
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
