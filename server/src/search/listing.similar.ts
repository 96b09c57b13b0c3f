import { sql } from 'kysely';
import { fragment } from '../store/engines/fragment.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { runPrepared } from '../store/tenant/prepared.js';
import { type Condition, compare, oneOf } from './conditions/conditions.js';
import { type Filter, filteredRows, type Match } from './listing.search.js';
import type { ListingSearchTable } from './listing.search-row.js';
import { HOMES, ON_THE_MARKET, RENTAL_STATUSES } from './params/listing.vocabulary.js';

/** What listings have to resemble. */
export type Model = Pick<
  ListingSearchTable,
  'id' | 'status' | 'type' | 'price' | 'beds' | 'neighborhood_id'
>;

/** How far the price may be off, as shares of the model's, and the bedrooms. */
const LEAST_PRICE = 0.75;
const MOST_PRICE = 1.25;
const BEDS_APART = 1;

/** Points for another neighborhood and for each bedroom more or less; the price makes up to 25. */
const ELSEWHERE = 1000;
const PER_BED = 100;

/** The listing that others shall resemble; undefined if there is no such listing. */
export function modelOf(database: TenantDatabase, id: number): Promise<Model | undefined> {
  return database.db
    .selectFrom('listing_search')
    .select(['id', 'status', 'type', 'price', 'beds', 'neighborhood_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The status of what is on the market for the same kind of deal. */
export function marketOf({ status }: Pick<Model, 'status'>): number {
  return RENTAL_STATUSES.includes(status) ? ON_THE_MARKET.rentals : ON_THE_MARKET.sales;
}

/** What similar listings have in common with their model, beyond the kind of deal. R279. */
export function similarTo({ type, price, beds }: Model): Condition[] {
  return [
    ...(price === 0
      ? []
      : [compare('price', '>=', price * LEAST_PRICE), compare('price', '<=', price * MOST_PRICE)]),
    compare('beds', '>=', beds - BEDS_APART),
    compare('beds', '<=', beds + BEDS_APART),
    oneOf('type', HOMES, HOMES.includes(type) ? 'in' : 'not in'),
  ];
}

/** A page of what resembles a model, the most similar first, and equal ones by id. */
export async function findSimilar(
  database: TenantDatabase,
  filter: Filter,
  model: Model,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Match[]> {
  const { neighborhood_id: neighborhood, beds, price } = model;
  const inputs = [
    filteredRows(database, filter),
    neighborhood,
    beds,
    price,
    price || 1,
    limit,
    offset,
  ] as const;
  const page = fragment(
    'similar',
    inputs,
    (rows, neighborhood, beds, price, divisor, limit, offset) => {
      const elsewhere = sql`case when ${sql.ref('s.neighborhood_id')} = ${neighborhood} then 0 else ${sql.lit(ELSEWHERE)} end`;
      const bedsApart = sql`abs(${sql.ref('s.beds')} - ${beds}) * ${sql.lit(PER_BED)}`;
      const priceApart = sql`abs(${sql.ref('s.price')} - ${price}) * 100 / ${divisor}`;
      return rows
        .select(['s.id', sql<number>`${elsewhere} + ${bedsApart} + ${priceApart}`.as('sorted')])
        .orderBy('sorted')
        .orderBy('s.id')
        .limit(limit)
        .offset(offset);
    },
  );
  return runPrepared<Match>(database, page);
}
