import type { ListingSearchTable } from '../store/tenant/tables.js';
import { type AmenityBits, hasAnyOf } from './params/amenity.vocabulary.js';
import type { FacetName } from './params/facet.names.js';
import { AMENITY_FILTERS } from './params/listing.features.js';
import type { SearchValues } from './params/listing.params.js';
import { HOMES, PETS_UNWELCOME } from './params/listing.vocabulary.js';

/** The columns that facets are counted from, of one listing or of several that are alike. */
export type FacetRow = Readonly<Partial<Pick<ListingSearchTable, FacetColumn>>>;

/** A column that facets are counted from. */
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

/** How a facet is counted. */
export interface FacetKind {
  /** The parameters that are its own filter, which it leaves out. */
  readonly own: readonly (keyof SearchValues)[];
  readonly columns: readonly FacetColumn[];
  /** Adds a row that stands for `count` listings. */
  readonly add: (counts: Counts, row: FacetRow, count: number) => void;
}

const byColumn = (
  column: Exclude<FacetColumn, 'amenities_low' | 'amenities_high'>,
  ...own: readonly (keyof SearchValues)[]
): FacetKind => ({
  own,
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
  beds: { own: ['beds', 'bedsMin', 'bedsMax'], columns: ['beds', 'type'], add: addBeds },
  bath: byColumn('bath', 'bath', 'bathMin', 'bathMax'),
  neighborhood: byColumn('neighborhood_id', 'cat'),
  pets: byColumn('pets', 'pets'),
  amenities: {
    own: ['amenities'],
    columns: ['amenities_low', 'amenities_high', 'pets'],
    add: addAmenities,
  },
  price: byColumn('price', 'priceMin', 'priceMax'),
  size: byColumn('size', 'minSize'),
};
