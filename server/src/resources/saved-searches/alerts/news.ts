import { isOnMarket, RENTAL_STATUSES } from '../../../search/params/listing.vocabulary.js';
import { type ChangeEntry, changesBetween } from '../../../store/tenant/change-page.js';
import { CHANGE_KINDS } from '../../../store/tenant/change-tables.js';
import { fieldsOfLines } from '../../../store/tenant/changed-fields.js';
import type { TenantDatabase } from '../../../store/tenant/open.js';
import { historyOf } from '../../listings/history.js';
import type { AlertPlace } from './alert-places.js';

/** A listing that is new, on the market again, or cheaper. */
export interface News {
  readonly id: number;
  readonly price: number;
  /** What it cost before; 0 unless it is cheaper. */
  readonly before: number;
  /** When it became so, in milliseconds since the epoch. */
  readonly at: number;
}

/** How much earlier than the look at a database a change of its history may be dated that the look has not seen. */
const SLACK_MS = 60_000;

/** With at most so many within a day, nobody has to release them. */
const MOST_A_DAY = 200;
const DAY_MS = 86_400_000;
const LARGEST_SHARE = 0.1;

const LISTINGS = CHANGE_KINDS.listings.code;

interface ListingState {
  readonly price: number;
  readonly status: number;
}

/**
 * What is new of the listings of a database since a place in its changes, up to a later revision.
 *
 * @param breathe Lets other calls be answered, where it is time for it.
 */
export async function newsSince(
  database: TenantDatabase,
  place: AlertPlace,
  upTo: number,
  breathe: () => Promise<void>,
): Promise<News[]> {
  const news: News[] = [];
  for await (const portion of changesBetween(database, place.seq, upTo)) {
    const changed = portion.filter(({ kind, removed }) => kind === LISTINGS && removed === 0);
    const ids = changed.map(({ record_id }) => record_id);
    if (ids.length === 0) continue;
    const states = await database.db
      .selectFrom('listing_search')
      .select(['id', 'price', 'status'])
      .where('id', 'in', ids)
      .execute();
    await breathe();
    const byId = new Map(states.map((state) => [state.id, state]));
    const history = await historyOf(database, ids);
    await breathe();
    for (const entry of changed) {
      const state = byId.get(entry.record_id);
      // Removed in between: the entry of that is behind this revision.
      if (state === undefined) continue;
      const one = newsOf(entry, place, state, history.get(entry.record_id) ?? []);
      if (one !== undefined) news.push(one);
    }
    await breathe();
  }
  return news;
}

function newsOf(
  entry: ChangeEntry,
  { seq, looked_at }: AlertPlace,
  { price, status }: ListingState,
  history: readonly (ListingState & { readonly at: number })[],
): News | undefined {
  const id = entry.record_id;
  if (entry.since_seq > seq) return { id, price, before: 0, at: entry.at };
  // What a look has seen already, a storm must not count twice.
  if (isSameOffer(entry, seq)) return undefined;
  const last = history.at(-1);
  const was = history.findLast(({ at }) => at <= looked_at - SLACK_MS) ?? history[0];
  if (was === undefined || last === undefined || last === was) return undefined;
  if (isOnMarket(status) && !isOnMarket(was.status)) return { id, price, before: 0, at: last.at };
  // What a listing costs for rent is no drop of its price for sale, and no price is none.
  const isOneKind = RENTAL_STATUSES.includes(status) === RENTAL_STATUSES.includes(was.status);
  const isCheaper = isOneKind && price > 0 && price < was.price;
  return isCheaper ? { id, price, before: was.price, at: last.at } : undefined;
}

/** Whether price and status are what they were at a revision, as far as the entry says what has changed since then. */
function isSameOffer({ changed, changed_after }: ChangeEntry, seq: number): boolean {
  if (changed === '' || seq < changed_after) return false;
  // Of these two an entry says what they were before.
  return Object.keys(fieldsOfLines(changed).before).length === 0;
}

/** How much is new of the listings of a database within a day, with what was followed before. */
export function newsOfDay(place: AlertPlace, news: readonly News[], now: number) {
  const { released, news_since } = place;
  const isSameDay = released === 0 && now - news_since < DAY_MS;
  if (isSameDay) return { news: place.news + news.length, news_since };
  // What the operator has released counts no more.
  return { news: released === 1 ? 0 : news.length, news_since: now };
}

/**
 * Whether so much is new within a day that it is more likely an import of everything, or a program that changes prices again
 * and again, than news for people.
 */
export async function isStorm({ db }: TenantDatabase, news: number): Promise<boolean> {
  if (news <= MOST_A_DAY) return false;
  const { listings } = await db
    .selectFrom('listing_search')
    .select((eb) => eb.fn.countAll().as('listings'))
    .executeTakeFirstOrThrow();
  return news > Number(listings) * LARGEST_SHARE;
}
