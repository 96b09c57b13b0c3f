import type { Kysely } from 'kysely';
import { type Static, Type } from 'typebox';
import { named, numberOrEmpty, oneOf, stampMoment } from '../../api/fields.js';
import type { AnswerContext } from '../../api/request-context.js';
import { isoDate, offsetAt, stampDate } from '../../lib/dates.js';
import { grouped, idsOf } from '../../lib/grouped.js';
import { isOnMarket, RENTAL_STATUSES, statuses } from '../../search/params/listing.vocabulary.js';
import { inPortions, upsert } from '../../store/tenant/bulk.js';
import type { ListingHistoryTable } from '../../store/tenant/change-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';

/*
 * What a listing cost before, and since when it is on the market. R346.
 */

type Noted = Pick<ListingHistoryTable, 'at' | 'price' | 'status'>;
type Context = Pick<AnswerContext, 'now' | 'timeZone'>;

export const ListingChange = named('ListingChange', {
  date: stampMoment('When it changed'),
  price: Type.Number({ description: 'Dollars, from then on' }),
  status: Type.String({ description: 'The word of `main_status`, from then on' }),
  changed: Type.Array(
    oneOf(['listed', 'price', 'status'], 'listed of the first, else what changed'),
  ),
  price_before: Type.Optional(Type.Number({ description: 'Dollars, where the price changed' })),
});

/** The fields that `addHistory` adds to a listing of the brokerage. */
export const historyFields = {
  listed: Type.Optional(
    stampMoment('addHistory: when the listing came on the market, as far as the server knows'),
  ),
  days_on_market: Type.Optional(
    numberOrEmpty('integer', 'addHistory: days from then until now, or until it was taken'),
  ),
  price_before: Type.Optional(
    Type.Number({
      description: 'addHistory: dollars before the last change since then; 0 for none',
    }),
  ),
  price_changed: Type.Optional(stampMoment('addHistory: when the price changed last since then')),
};

/** Whether what listings cost before may be shown: those of a feed have to allow it. */
export function showsHistory({ feed }: AnswerContext): boolean {
  return feed === undefined || feed.display.history === 'yes';
}

/** The history of a listing, the newest change first. @param rows The oldest first. */
export function historyRecords(
  rows: readonly Noted[],
  { timeZone }: Context,
): Static<typeof ListingChange>[] {
  const isWhole = rows.length < MOST_CHANGES;
  const records = rows.map((row, at) => {
    const before = rows[at - 1];
    const changedPrice = before !== undefined && before.price !== row.price;
    const changed: Static<typeof ListingChange>['changed'] = [];
    if (before === undefined && isWhole && row.at > 0) changed.push('listed');
    if (changedPrice) changed.push('price');
    if (before !== undefined && before.status !== row.status) changed.push('status');
    return {
      date: stampDate(row.at || null, timeZone),
      price: row.price,
      status: statuses.word(row.status),
      changed,
      ...(changedPrice ? { price_before: before.price } : {}),
    };
  });
  return records.reverse();
}

/** Sold and rented: what comes back from there is a new listing to the market. */
const CLOSED: ReadonlySet<number> = new Set([19, 22]);

/** The fields that `addHistory` adds. @param rows The oldest first. */
export function historyPart(rows: readonly Noted[], context: Context, withIso: boolean) {
  const { timeZone } = context;
  const since = lastListing(rows);
  // Of the newest 200 the first is not the beginning.
  const listed = (since.length < MOST_CHANGES && since[0]?.at) || null;
  const last = since.findLastIndex((row, at) => at > 0 && since[at - 1]?.price !== row.price);
  const changed = since[last]?.at || null;
  return {
    listed: stampDate(listed, timeZone),
    days_on_market: listed === null ? '' : daysBetween(listed, endOf(since, context.now), timeZone),
    price_before: since[last - 1]?.price ?? 0,
    price_changed: stampDate(changed, timeZone),
    ...(withIso
      ? { listed_iso: iso(listed, timeZone), price_changed_iso: iso(changed, timeZone) }
      : {}),
  };
}

/** The changes since the listing came on the market last, for sale or for rent as it is now; of one that is taken, up to then. */
function lastListing(rows: readonly Noted[]): readonly Noted[] {
  const isClosed = ({ status }: Noted) => CLOSED.has(status);
  const last = rows.findLastIndex((row) => !isClosed(row));
  const isRental = (row?: Noted) => row !== undefined && RENTAL_STATUSES.includes(row.status);
  const isOther = (row: Noted) => isClosed(row) || isRental(row) !== isRental(rows[last]);
  const before = rows.slice(0, Math.max(last, 0)).findLastIndex(isOther);
  return rows.slice(before + 1);
}

/** When a listing left the market; `now` of one that is there. */
function endOf(rows: readonly Noted[], now: number): number {
  const last = rows.findLastIndex(({ status }) => isOnMarket(status));
  return rows[last + 1]?.at ?? now;
}

/** Midnights between two moments on the clock of a zone. */
function daysBetween(from: number, to: number, zone: string): number {
  const day = (moment: number) => Math.floor((moment + offsetAt(moment, zone)) / 86_400_000);
  return Math.max(0, day(to) - day(from));
}

function iso(moment: number | null, zone: string): string {
  return moment === null ? '' : isoDate(moment, zone);
}

/** The most changes of one listing that are read, the newest. */
export const MOST_CHANGES = 200;

/** The prices and statuses that listings had, each listing's oldest first. R308. */
export async function historyOf(
  { db }: Pick<TenantDatabase, 'db'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly ListingHistoryTable[]>> {
  const numbered = db
    .selectFrom('listing_history')
    .select((eb) => [
      'listing_id',
      'at',
      'price',
      'status',
      eb.fn
        .agg<number>('row_number')
        .over((rows) => rows.partitionBy('listing_id').orderBy('at', 'desc'))
        .as('newest'),
    ])
    .where('listing_id', 'in', ids);
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .select(['listing_id', 'at', 'price', 'status'])
    .where('newest', '<=', MOST_CHANGES)
    .orderBy('listing_id')
    .orderBy('at')
    .execute();
  return grouped(rows.map((row) => [row.listing_id, row]));
}

interface ListingState {
  readonly id: number;
  readonly price: number;
  readonly status: number;
}

const COLUMNS = ['listing_id', 'at', 'price', 'status'] as const;

/**
 * Notes the prices and statuses of listings, in the transaction that writes them: a row where one of the two
 * changed, and the first of each listing. R308.
 *
 * A listing from before there was a history gets its state before this change, too, at a moment that is unknown: 0. One
 * that was away and comes back goes on with the history that it had.
 *
 * @param stored The rows before, by id.
 * @param rows The rows from now on.
 * @param listedAt When listings that nothing is known of came on the market, as far as their records say.
 */
export async function noteHistory(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  stored: ReadonlyMap<number, ListingState>,
  rows: readonly ListingState[],
  listedAt: ReadonlyMap<number, number | undefined>,
): Promise<void> {
  const changed = rows.filter(({ id, price, status }) => {
    const before = stored.get(id);
    return before?.price !== price || before.status !== status;
  });
  if (changed.length === 0) return;
  const last = await lastNotes(transaction, idsOf(changed));
  const now = database.now();
  const notes = changed.flatMap((row) => {
    const before = stored.get(row.id);
    const noted = last.get(row.id);
    if (noted?.price === row.price && noted.status === row.status) return [];
    // A clock that was set back must not put it ahead of the row before.
    if (noted !== undefined) return [noteOf(row, Math.max(now, noted.at + 1))];
    if (before !== undefined) return [noteOf(before, 0), noteOf(row, now)];
    // Of one that is sold nobody knows since when.
    const since = isOnMarket(row.status) ? listedAt.get(row.id) : undefined;
    return [noteOf(row, Math.min(now, since ?? now))];
  });
  await upsert(database, transaction, 'listing_history', COLUMNS, ['listing_id', 'at'], notes);
}

function noteOf({ id, price, status }: ListingState, at: number) {
  return { listing_id: id, at, price, status };
}

async function lastNotes(transaction: Kysely<TenantTables>, listings: readonly number[]) {
  const rows = await inPortions(listings, (ids) =>
    transaction
      .selectFrom('listing_history as h')
      .selectAll()
      .where('h.listing_id', 'in', ids)
      .where('h.at', '=', (eb) =>
        eb
          .selectFrom('listing_history as l')
          .select((of) => of.fn.max('l.at').as('at'))
          .whereRef('l.listing_id', '=', 'h.listing_id'),
      )
      .execute(),
  );
  return new Map(rows.map((row) => [row.listing_id, row]));
}
