import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type Fragment, fragment } from '../../store/engines/fragment.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { ListingSearchTable } from '../listing.search-row.js';
import { type Amenity, amenityBits } from '../params/amenity.vocabulary.js';

/** Columns of which an index in memory holds a code of one byte for each listing. */
export const CODED_COLUMNS = [
  'type',
  'pets',
  'beds',
  'bath',
  'rooms',
  'category',
  'flags',
] as const;

/** One of them. */
export type CodedColumn = (typeof CODED_COLUMNS)[number];

/** Columns of numbers that an index in memory holds as they are. */
const NUMBER_COLUMNS = ['price', 'size'] as const;
type NumberColumn = (typeof NUMBER_COLUMNS)[number];

/**
 * What a condition of SQL says about a listing, in a form that an index in memory can test. A condition
 * that has none, or one on a column that the index does not hold, is left to the database.
 */
export type ColumnTest<Column extends string = string> =
  | {
      readonly is: 'compared';
      readonly column: Column;
      readonly operator: '>=' | '<=' | '<' | '=';
      readonly value: number;
    }
  | {
      readonly is: 'one of' | 'none of';
      readonly column: Column;
      readonly values: readonly number[];
    }
  /** The column of bits has all of a mask. */
  | {
      readonly is: 'bits';
      readonly column: 'amenities_low' | 'amenities_high' | 'flags';
      readonly mask: number;
    }
  /** The listing has any of these amenities. */
  | { readonly is: 'any amenity'; readonly low: number; readonly high: number }
  /** The listing is a home without bedrooms, or has one of these numbers of them. */
  | {
      readonly is: 'studio or';
      readonly homes: readonly number[];
      readonly beds: readonly number[];
    }
  /** The listing has none of these ids. */
  | { readonly is: 'not of ids'; readonly ids: readonly number[] }
  | { readonly is: 'placed' }
  /** The point lies between these, both included; over the date line `west` is more than `east`. */
  | {
      readonly is: 'boxed';
      readonly south: number;
      readonly north: number;
      readonly west: number;
      readonly east: number;
    };

/** A test of columns that an index holds. */
export type HeldTest = ColumnTest<CodedColumn | NumberColumn>;

/** Whether an index in memory holds the columns of a test. */
export function isHeld(test: ColumnTest): test is HeldTest {
  switch (test.is) {
    case 'compared':
      if (isCoded(test.column)) return true;
      return test.operator !== '<' && (NUMBER_COLUMNS as readonly string[]).includes(test.column);
    case 'one of':
    case 'none of':
      return isCoded(test.column);
    default:
      return true;
  }
}

/** Whether an index holds a code of one byte for a column. */
export function isCoded(column: string): column is CodedColumn {
  return (CODED_COLUMNS as readonly string[]).includes(column);
}

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

export function isListing(ids: readonly number[]): Condition {
  const [first = 0] = ids;
  return narrow(ids.length === 1 ? compare('id', '=', first) : oneOf('id', ids));
}
