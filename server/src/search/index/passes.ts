import { type CodedColumn, type HeldTest, isCoded } from '../conditions/conditions.js';
import { AMENITY_WORDS, amenityWords, type Columns, NOWHERE } from './columns.js';

/*
 * The tests of an index, each as a loop over one column. A separate loop for each kind of array, without
 * a branch, takes one or two nanoseconds a row; one loop for all kinds takes several times as long.
 */

/** Leaves in `rows` those that pass. @returns How many of the first `count` do. */
export type Pass = (rows: Uint32Array, count: number) => number;

export function passOf(columns: Columns, test: HeldTest): Pass {
  const { arrays } = columns;
  switch (test.is) {
    case 'compared':
      return comparing(columns, test);
    case 'one of':
    case 'none of': {
      const values = new Set(test.values);
      const isOneOf = test.is === 'one of';
      return allowing(
        columns,
        test.column as CodedColumn,
        (value) => values.has(value) === isOneOf,
      );
    }
    case 'bits':
      if (test.column === 'amenities_low') return havingAll(arrays.amenities, test.mask, 0);
      if (test.column === 'amenities_high') return havingAll(arrays.amenities, 0, test.mask);
      return allowing(columns, 'flags', (flags) => (flags & test.mask) === test.mask);
    case 'any amenity':
      return havingAny(arrays.amenities, test.low, test.high);
    case 'studio or':
      return studioOr(columns, test.homes, test.beds);
    case 'not of ids':
      return unmarked(columns.marks);
    case 'placed':
      return between(arrays.latitudes, NOWHERE + 1, 2 ** 31 - 1);
    case 'boxed':
      return boxed(arrays.latitudes, arrays.longitudes, test);
  }
}

/** The rows of which a mask has the group. */
export function inGroups(groups: Uint16Array, mask: Uint8Array): Pass {
  return (rows, count) => {
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      rows[kept] = row;
      kept += mask[groups[row] as number] as number;
    }
    return kept;
  };
}

function comparing(
  columns: Columns,
  { column, operator, value }: Extract<HeldTest, { is: 'compared' }>,
): Pass {
  if (isCoded(column)) {
    return allowing(columns, column, (other) => {
      if (operator === '>=') return other >= value;
      if (operator === '<=') return other <= value;
      return operator === '<' ? other < value : other === value;
    });
  }
  const least = operator === '<=' ? Number.NEGATIVE_INFINITY : value;
  const most = operator === '>=' ? Number.POSITIVE_INFINITY : value;
  if (column === 'price') return priced(columns.arrays.prices, least, most);
  return between(columns.arrays.sizes, least, most);
}

function allowing(
  { arrays, dictionary }: Columns,
  column: CodedColumn,
  isAllowed: (value: number) => boolean,
): Pass {
  const codes = arrays[column];
  const allowed = Uint8Array.from(dictionary.coded[column].values, (value) =>
    Number(isAllowed(value)),
  );
  return (rows, count) => {
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      rows[kept] = row;
      kept += allowed[codes[row] as number] as number;
    }
    return kept;
  };
}

function priced(prices: Float64Array, least: number, most: number): Pass {
  return (rows, count) => {
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      const price = prices[row] as number;
      rows[kept] = row;
      if (price >= least && price <= most) kept += 1;
    }
    return kept;
  };
}

function between(values: Int32Array, least: number, most: number): Pass {
  return (rows, count) => {
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      const value = values[row] as number;
      rows[kept] = row;
      if (value >= least && value <= most) kept += 1;
    }
    return kept;
  };
}

function boxed(
  latitudes: Int32Array,
  longitudes: Int32Array,
  { south, north, west, east }: { south: number; north: number; west: number; east: number },
): Pass {
  if (west > east) return boxedOverDateLine(latitudes, longitudes, { south, north, west, east });
  return (rows, count) => {
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      const latitude = latitudes[row] as number;
      const longitude = longitudes[row] as number;
      rows[kept] = row;
      // Within where none of the differences is below 0. Without a branch, as a processor cannot guess
      // on which side of an edge the next listing is. The difference of NOWHERE to one of two parallels
      // stays below 0 in 32 bits, whatever these are.
      const outside =
        (latitude - south) | (north - latitude) | (longitude - west) | (east - longitude);
      kept += (outside >>> 31) ^ 1;
    }
    return kept;
  };
}

function boxedOverDateLine(
  latitudes: Int32Array,
  longitudes: Int32Array,
  { south, north, west, east }: { south: number; north: number; west: number; east: number },
): Pass {
  return (rows, count) => {
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      const latitude = latitudes[row] as number;
      const longitude = longitudes[row] as number;
      rows[kept] = row;
      const isAcross = longitude >= west || longitude <= east;
      if (latitude >= south && latitude <= north && isAcross) kept += 1;
    }
    return kept;
  };
}

/** The listing has all amenities of two masks. */
function havingAll(amenities: Uint16Array, low: number, high: number): Pass {
  const words = maskWords(low, high);
  return (rows, count) => {
    let kept = count;
    // Most masks are within one word.
    for (const [word, mask] of words) {
      const before = kept;
      kept = 0;
      for (let at = 0; at < before; at += 1) {
        const row = rows[at] as number;
        const missing = ~(amenities[row * AMENITY_WORDS + word] as number) & mask;
        rows[kept] = row;
        // 1 where nothing is missing, without a branch: a processor cannot guess what a listing has.
        kept += (missing - 1) >>> 31;
      }
    }
    return kept;
  };
}

/** The listing has any amenity of two masks. */
function havingAny(amenities: Uint16Array, low: number, high: number): Pass {
  const words = maskWords(low, high);
  return (rows, count) => {
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      const start = row * AMENITY_WORDS;
      rows[kept] = row;
      for (const [word, mask] of words) {
        if (((amenities[start + word] as number) & mask) === 0) continue;
        kept += 1;
        break;
      }
    }
    return kept;
  };
}

function maskWords(low: number, high: number): (readonly [word: number, mask: number])[] {
  return amenityWords({ low, high }).flatMap((mask, word) =>
    mask === 0 ? [] : [[word, mask] as const],
  );
}

function unmarked(marks: Uint32Array): Pass {
  return (rows, count) => {
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      rows[kept] = row;
      kept += (((marks[row >>> 5] as number) >>> (row & 31)) & 1) ^ 1;
    }
    return kept;
  };
}

function studioOr(
  { arrays, dictionary }: Columns,
  homes: readonly number[],
  some: readonly number[],
): Pass {
  const { beds, type } = arrays;
  const { coded } = dictionary;
  const isSome = Uint8Array.from(coded.beds.values, (value) => Number(some.includes(value)));
  const isNone = Uint8Array.from(coded.beds.values, (value) => Number(value === 0));
  const isHome = Uint8Array.from(coded.type.values, (value) => Number(homes.includes(value)));
  return (rows, count) => {
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      const code = beds[row] as number;
      const isStudio = (isNone[code] as number) & (isHome[type[row] as number] as number);
      rows[kept] = row;
      kept += (isSome[code] as number) | isStudio;
    }
    return kept;
  };
}
