import { type Static, Type } from 'typebox';
import type { ListingSearchTable } from './listing.search-row.js';
import { type AmenityBits, hasAnyOf } from './params/amenity.vocabulary.js';
import { type FacetName, type SearchValues, searchParams } from './params/listing.params.js';
import { AMENITY_FILTERS, HOMES, PETS_UNWELCOME } from './params/listing.vocabulary.js';

/** The columns that facets are counted from, of one listing or of several that are alike. */
export type FacetRow = Readonly<Partial<Pick<ListingSearchTable, FacetColumn>>>;

export type FacetColumn =
  | 'status'
  | 'type'
  | 'beds'
  | 'bath'
  | 'neighborhood_id'
  | 'pets'
  | 'amenities_low'
  | 'amenities_high'
  | 'price'
  | 'size';

/** How often each value occurs. Amenities stand under their place in the list of the filter's words. */
export type Counts = Map<number, number>;

export interface FacetKind {
  /** The parameters that are its own filter, which it leaves out. */
  readonly own: readonly (keyof SearchValues)[];
  readonly columns: readonly FacetColumn[];
  /** Adds a row that stands for `count` listings. */
  readonly add: (counts: Counts, row: FacetRow, count: number) => void;
}

/** The parameters that are compared with a column. */
const comparedWith = (column: FacetColumn) =>
  (Object.keys(searchParams) as (keyof SearchValues)[]).filter((name) => {
    const param = searchParams[name];
    return 'column' in param && param.column === column;
  });

/** @param more The facet's own parameters that have a condition of another form. */
const byColumn = (
  column: Exclude<FacetColumn, 'amenities_low' | 'amenities_high'>,
  ...more: readonly (keyof SearchValues)[]
): FacetKind => ({
  own: [...more, ...comparedWith(column)],
  columns: [column],
  add: (counts, row, count) => addTo(counts, row[column] ?? 0, count),
});

function addTo(counts: Counts, value: number, count: number): void {
  counts.set(value, (counts.get(value) ?? 0) + count);
}

/** Rows without bedrooms count where a search for studios finds them (R277). */
function addBeds(counts: Counts, { beds = 0, type = 0 }: FacetRow, count: number): void {
  if (beds !== 0 || HOMES.includes(type)) addTo(counts, beds, count);
}

/** For each word of the filter, whether a row has it. */
export const AMENITY_TESTS = AMENITY_FILTERS.map(([, feature]) => {
  if (feature.kind === 'pets') {
    return (_: AmenityBits, pets: number) => !(PETS_UNWELCOME as readonly number[]).includes(pets);
  }
  const names =
    feature.kind === 'any' ? feature.of : feature.kind === 'amenity' ? [feature.name] : [];
  return hasAnyOf(names);
});

function addAmenities(counts: Counts, row: FacetRow, count: number): void {
  const bits = { low: row.amenities_low ?? 0, high: row.amenities_high ?? 0 };
  const pets = row.pets ?? 0;
  for (let at = 0; at < AMENITY_TESTS.length; at += 1) {
    if (AMENITY_TESTS[at]?.(bits, pets) === true) addTo(counts, at, count);
  }
}

/** How each facet is counted. R275. */
export const FACET_KINDS: Readonly<Record<FacetName, FacetKind>> = {
  status: byColumn('status', 'status'),
  type: byColumn('type', 'type'),
  beds: { own: ['beds', ...comparedWith('beds')], columns: ['beds', 'type'], add: addBeds },
  bath: byColumn('bath', 'bath'),
  neighborhood: byColumn('neighborhood_id', 'cat'),
  pets: byColumn('pets'),
  amenities: {
    own: ['amenities'],
    columns: ['amenities_low', 'amenities_high', 'pets'],
    add: addAmenities,
  },
  price: byColumn('price'),
  size: byColumn('size'),
};

/** One part of a histogram: the whole numbers from `from` to `to`, both included. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  count: number;
}

/** How numbers spread. */
export interface Histogram {
  readonly min: number;
  readonly max: number;
  readonly bins: Bin[];
}

const BINS = 24;

/**
 * A histogram of numbers above 0, each with how often it occurs. Bins grow by one factor from the least
 * to the most, as rents and prices do, and begin at round numbers. R276.
 */
export function histogramOf(counts: ReadonlyMap<number, number>): Histogram {
  const values = [...counts.keys()].filter((value) => value > 0).sort((one, two) => one - two);
  const histogram = emptyHistogram(values.at(0), values.at(-1));
  const { bins } = histogram;
  let at = 0;
  for (const value of values) {
    while (at + 1 < bins.length && value >= (bins[at + 1]?.from ?? 0)) at += 1;
    const bin = bins[at];
    if (bin !== undefined) bin.count += counts.get(value) ?? 0;
  }
  return histogram;
}

/** The bins for numbers from the least to the most, each with a count of 0; none without a number. */
export function emptyHistogram(least: number | undefined, most: number | undefined): Histogram {
  if (least === undefined || most === undefined) return { min: 0, max: 0, bins: [] };
  const [min, max] = [Math.floor(least), Math.ceil(most)];
  return { min, max, bins: binsBetween(min, max) };
}

function binsBetween(min: number, max: number): Bin[] {
  // An amount of cents alone has no logarithm that would help.
  const first = Math.max(1, min);
  const factor = (max / first) ** (1 / BINS);
  const starts = new Set([min]);
  for (let step = 1; step < BINS; step += 1) {
    const start = rounded(first * factor ** step);
    if (start > min && start <= max) starts.add(start);
  }
  const from = [...starts];
  return from.map((start, at) => ({ from: start, to: (from[at + 1] ?? max + 1) - 1, count: 0 }));
}

/** A whole number of at most three digits before its zeros. */
function rounded(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 2);
  return Math.round(value / unit) * unit;
}

const plain = { additionalProperties: false } as const;
const count = Type.Integer({ description: 'How many listings a search for this value finds' });

const CodeCount = Type.Object(
  {
    value: Type.Integer({ description: 'What to send in the parameter' }),
    name: Type.String({ description: 'What to show' }),
    count,
  },
  { ...plain, $id: 'FacetCodeCount', description: 'A code or id, its name, and its listings' },
);

const NumberCount = Type.Object(
  {
    value: Type.Number({ description: 'What to send in the parameter; 0 bedrooms are studios' }),
    count,
  },
  { ...plain, $id: 'FacetNumberCount', description: 'A number of rooms, and its listings' },
);

const WordCount = Type.Object(
  { value: Type.String({ description: 'What to send in the parameter' }), count },
  { ...plain, $id: 'FacetWordCount', description: 'A word, and its listings' },
);

const Histogram = Type.Object(
  {
    min: Type.Integer({ description: 'The least, without cents; 0 when there is none' }),
    max: Type.Integer({ description: 'The most, cents rounded up; 0 when there is none' }),
    bins: Type.Array(
      Type.Object(
        {
          from: Type.Integer({ description: 'The least of the bin' }),
          to: Type.Integer({ description: 'The most of the bin; the next begins one above it' }),
          count: Type.Integer({ description: 'The listings in the bin' }),
        },
        { ...plain, $id: 'FacetBin', description: 'A part of a histogram' },
      ),
      { maxItems: 24, description: 'Without gaps from min to max, each wider than the one before' },
    ),
  },
  {
    ...plain,
    $id: 'FacetHistogram',
    description: 'How listings spread over a number; those that have none are left out',
  },
);

/** The `FACETS` of a search: those that it asked for. R275, R276. */
export const Facets = Type.Object(
  {
    status: Type.Optional(Type.Array(CodeCount, { description: 'For `status`' })),
    type: Type.Optional(Type.Array(WordCount, { description: 'For `type`' })),
    beds: Type.Optional(Type.Array(NumberCount, { description: 'For `beds`, ascending' })),
    bath: Type.Optional(Type.Array(NumberCount, { description: 'For `bath`, ascending' })),
    neighborhood: Type.Optional(
      Type.Array(CodeCount, { description: 'For `cat`, those with the most listings first' }),
    ),
    pets: Type.Optional(Type.Array(CodeCount, { description: 'For `pets`' })),
    amenities: Type.Optional(Type.Array(WordCount, { description: 'For `amenities`' })),
    price: Type.Optional(Histogram),
    size: Type.Optional(Histogram),
  },
  {
    ...plain,
    $id: 'Facets',
    description:
      'What the parameter `facets` asked for. Each facet is counted without its own filter; values without listings are left out',
  },
);

export type Facets = Static<typeof Facets>;
