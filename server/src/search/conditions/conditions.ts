import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type Fragment, fragment } from '../../store/engines/fragment.js';
import type { ListingSearchTable, TenantTables } from '../../store/tenant/tables.js';
import { type Amenity, amenityBits } from '../params/amenity.vocabulary.js';
import type { ColumnTest } from './column-test.js';

/** The tables of a search: the narrow twin of the listings, called `s`. */
export type SearchTables = TenantTables & { s: ListingSearchTable };

/** Builds a condition into a statement. */
export type Where = (eb: ExpressionBuilder<SearchTables, 's'>) => Expression<SqlBool>;

/** One condition on a row of the search. */
export interface Condition extends Fragment<Where> {
  /** True of a condition that few listings meet. */
  readonly narrow?: true;
  /** True of a condition on the listing's point, which `listing_search_point` leads to. */
  readonly onPlace?: true;
  /** True of a condition that names the listings by their ids, which lead to them without an index. */
  readonly readsIds?: true;
  /** The same as a test of an index in memory, where it can be one. */
  readonly test?: ColumnTest;
}

/** A column of the narrow twin. */
export type Column = keyof ListingSearchTable;

/** Marks a condition that few listings meet. */
export const narrow = (condition: Condition): Condition => ({ ...condition, narrow: true });

/** A column compared with a value. */
export function compare(
  column: Column,
  operator: '>=' | '<=' | '<' | '=',
  value: number,
): Condition {
  const condition = fragment(
    `${column}${operator}`,
    [value],
    (value) => (eb: Parameters<Where>[0]) => {
      return eb(`s.${column}`, operator, value);
    },
  );
  return { ...condition, test: { is: 'compared', column, operator, value } };
}

export const atLeast = (column: Column, least: number) => compare(column, '>=', least);
export const atMost = (column: Column, most: number) => compare(column, '<=', most);

/** The column has one of these values, or with `not in` none of them. */
export function oneOf(
  column: Column,
  values: readonly number[],
  operator: 'in' | 'not in' = 'in',
): Condition {
  const condition = fragment(
    `${column} ${operator}`,
    [values],
    (values) => (eb: Parameters<Where>[0]) => {
      return eb(`s.${column}`, operator, values);
    },
  );
  return { ...condition, test: { is: operator === 'in' ? 'one of' : 'none of', column, values } };
}

/** The column has every bit of a mask. */
export function hasBits(
  column: 'amenities_low' | 'amenities_high' | 'flags',
  mask: number,
): Condition {
  const condition = fragment(
    `${column}&`,
    [mask],
    (mask) => () => sql<SqlBool>`${sql.ref(`s.${column}`)} & ${mask} = ${mask}`,
  );
  return { ...condition, test: { is: 'bits', column, mask } };
}

/** The listing, or its building, has all of these amenities. */
export function hasAll(names: readonly Amenity[]): Condition[] {
  const { low, high } = amenityBits(names);
  return [
    ...(low === 0 ? [] : [hasBits('amenities_low', low)]),
    ...(high === 0 ? [] : [hasBits('amenities_high', high)]),
  ];
}

/** The listing, or its building, has any of these amenities. */
export function hasAny(names: readonly Amenity[]): Condition {
  const { low, high } = amenityBits(names);
  const condition = fragment(
    'amenities any',
    [low, high],
    (low, high) => () =>
      sql<SqlBool>`(${sql.ref('s.amenities_low')} & ${low} <> 0 or ${sql.ref('s.amenities_high')} & ${high} <> 0)`,
  );
  return { ...condition, test: { is: 'any amenity', low, high } };
}

/** The listing has one of these ids. */
export function isListing(ids: readonly number[]): Condition {
  const [first = 0] = ids;
  return narrow(ids.length === 1 ? compare('id', '=', first) : oneOf('id', ids));
}
