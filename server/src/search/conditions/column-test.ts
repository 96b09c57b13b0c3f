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
