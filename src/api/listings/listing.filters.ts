import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { ClientTables, ListingSearchTable } from '../../data/client-database/tables.js';
import { contains } from '../../data/dialect.js';
import { epochOf, type WallClock } from '../dates.js';
import { type Amenity, amenityBits } from './amenity.vocabulary.js';
import type { EXTRAS, Feature, SearchValues } from './listing.params.js';
import { SEARCH_FLAGS } from './listing.search-index.js';
import { PETS_UNWELCOME } from './listing.vocabulary.js';

/** The tables of a search: the narrow twin of the listings, called `s`. */
export type SearchTables = ClientTables & { s: ListingSearchTable };

/** Builds one condition on a row of the search. */
export type Condition = (eb: ExpressionBuilder<SearchTables, 's'>) => Expression<SqlBool>;

/** What the client's clock says, where a filter needs it. */
export interface FilterContext {
  /** The client's minute as YYYYMMDDHHMM. */
  readonly nowMinute: number;
  readonly timeZone: string;
}

type Column = keyof ListingSearchTable;

const atLeast =
  (column: Column, least: number): Condition =>
  (eb) =>
    eb(`s.${column}`, '>=', least);

const atMost =
  (column: Column, most: number): Condition =>
  (eb) =>
    eb(`s.${column}`, '<=', most);

const equals =
  (column: Column, value: number): Condition =>
  (eb) =>
    eb(`s.${column}`, '=', value);

const oneOf =
  (column: Column, values: readonly number[]): Condition =>
  (eb) =>
    values.length === 1
      ? eb(`s.${column}`, '=', values[0] ?? 0)
      : eb(`s.${column}`, 'in', [...values]);

/** Every bit of a mask is set. */
function hasBits(column: 'amenities_low' | 'amenities_high' | 'flags', mask: number): Condition {
  return () => sql<SqlBool>`${sql.ref(`s.${column}`)} & ${sql.lit(mask)} = ${sql.lit(mask)}`;
}

/** All of these amenities, of the listing or of its building. */
function hasAll(names: readonly Amenity[]): Condition[] {
  const { low, high } = amenityBits(names);
  return [
    ...(low === 0 ? [] : [hasBits('amenities_low', low)]),
    ...(high === 0 ? [] : [hasBits('amenities_high', high)]),
  ];
}

/** Any of these amenities. */
function hasAny(names: readonly Amenity[]): Condition {
  const { low, high } = amenityBits(names);
  return () =>
    sql<SqlBool>`(${sql.ref('s.amenities_low')} & ${sql.lit(low)} <> 0 or ${sql.ref('s.amenities_high')} & ${sql.lit(high)} <> 0)`;
}

const hasOpenHouse = (context: FilterContext): Condition =>
  atLeast('openhouse_until', context.nowMinute);

const welcomesPets: Condition = (eb) => eb('s.pets', 'not in', [...PETS_UNWELCOME]);

function features(asked: readonly Feature[], context: FilterContext): Condition[] {
  const conditions: Condition[] = [];
  const named: Amenity[] = [];
  for (const feature of asked) {
    if (feature.kind === 'amenity') named.push(feature.name);
    else if (feature.kind === 'any') conditions.push(hasAny(feature.of));
    else if (feature.kind === 'pets') conditions.push(welcomesPets);
    else conditions.push(hasOpenHouse(context));
  }
  return [...hasAll(named), ...conditions];
}

function extras(asked: readonly (typeof EXTRAS)[number][], context: FilterContext): Condition[] {
  const conditions: { readonly [Extra in (typeof EXTRAS)[number]]: Condition[] } = {
    featured: [hasBits('flags', SEARCH_FLAGS.featured)],
    developments: [hasBits('flags', SEARCH_FLAGS.developments)],
    furnished: hasAll(['furnished']),
    nofee: hasAll(['nofee']),
    openhouse: [hasOpenHouse(context)],
  };
  return asked.flatMap((extra) => conditions[extra]);
}

/** The agent in any of the three roles (decision 15). */
function hasAgent(id: number): Condition {
  return (eb) =>
    eb.or([
      eb('s.agent_id', '=', id),
      eb('s.coagent_id', '=', id),
      eb('s.listingagent_id', '=', id),
    ]);
}

/** Every word occurs in the address that the public may see (decisions 14 and 15). */
function addressHas(given: string): Condition[] {
  return given
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => () => contains(sql.ref('s.address'), word));
}

/** A text that can be compared: a NUL is in nothing that is stored, and PostgreSQL refuses it. */
function comparable(text: string): RawBuilder<string> | undefined {
  return text.includes('\0') ? undefined : sql<string>`${text}`;
}

const nothing: Condition = () => sql<SqlBool>`1 = 0`;

function hasLabel(given: string): Condition {
  const key = comparable(given.toLowerCase());
  if (key === undefined) return nothing;
  const id = /^\d{1,15}$/.test(given) ? Number(given) : 0;
  return (eb) =>
    eb(
      's.id',
      'in',
      eb
        .selectFrom('listing_label')
        .innerJoin('label', 'label.id', 'listing_label.label_id')
        .select('listing_label.listing_id')
        .where((where) =>
          where.or([where('label.name_key', '=', key), where('label.id', '=', id)]),
        ),
    );
}

/** `name:value`, or the value of any name; a value that holds a colon is found either way. */
function hasCustomValue(given: string): Condition {
  if (given.includes('\0')) return nothing;
  const colon = given.indexOf(':');
  return (eb) =>
    eb(
      's.id',
      'in',
      eb
        .selectFrom('listing_custom')
        .select('listing_custom.listing_id')
        .where((where) => {
          const whole = where('listing_custom.value', '=', given);
          if (colon < 1) return whole;
          const value = given.slice(colon + 1).trim();
          const name = given.slice(0, colon).trim().toLowerCase();
          return where.or([
            whole,
            where.and([
              where('listing_custom.value', '=', value),
              where(where.fn<string>('lower', ['listing_custom.name']), '=', name),
            ]),
          ]);
        }),
    );
}

function updatedSince(wall: WallClock, context: FilterContext): Condition {
  return atLeast('updated_at', epochOf(wall, context.timeZone));
}

/** The words of a city compare without regard to letter case. */
function inCity(city: string): Condition {
  const key = comparable(city.toLowerCase());
  return key === undefined ? nothing : (eb) => eb('s.city', '=', key);
}

/** Each parameter's conditions. Sort, page, id, status and neighborhood are the search's own. */
type Filters = {
  readonly [Name in keyof SearchValues]?: (
    value: NonNullable<SearchValues[Name]>,
    context: FilterContext,
  ) => Condition[];
};

const range = (column: Column) => ({
  least: (value: number) => [atLeast(column, value)],
  most: (value: number) => [atMost(column, value)],
});

const price = range('price');
const beds = range('beds');
const bath = range('bath');
const rooms = range('rooms');
const families = range('families');
const built = range('built');
const taxes = range('taxes');

const filters: Filters = {
  priceMin: price.least,
  priceMax: price.most,
  bedsMin: beds.least,
  bedsMax: beds.most,
  bathMin: bath.least,
  bathMax: bath.most,
  roomsMin: rooms.least,
  roomsMax: rooms.most,
  familiesMin: families.least,
  familiesMax: families.most,
  yearBuiltMin: built.least,
  yearBuiltMax: built.most,
  taxesMin: taxes.least,
  taxesMax: taxes.most,
  minSize: (value) => [atLeast('size', value)],
  // The listing's range of terms overlaps the asked one; no range, no match (decision 15).
  MinLeaseTerm: (months) => [atLeast('lease_term_max', months)],
  MaxLeaseTerm: (months) => [atMost('lease_term_min', months)],
  shortTerm: (asked) => (asked ? [(eb) => eb('s.lease_term_min', '<', 12)] : []),
  amenities: features,
  apartmentFeatures: features,
  buildingFeatures: features,
  extras,
  pets: (values) => [oneOf('pets', values)],
  type: (values) => [oneOf('type', values)],
  category: (values) => [oneOf('category', values)],
  cooling: (values) => [oneOf('cooling', values)],
  parking: (values) => [oneOf('parking', values)],
  zipcode: (value) => [equals('zip', value)],
  buildingId: (value) => [equals('building_id', value)],
  agent: (value) => [hasAgent(value)],
  address: addressHas,
  city: (value) => [inCity(value)],
  availableDate: (value) => [atMost('available_on', value)],
  label: (value) => [hasLabel(value)],
  customValue: (value) => [hasCustomValue(value)],
  distribute: (asked) => (asked ? [hasBits('flags', SEARCH_FLAGS.distribute)] : []),
  updatedSince: (value, context) => [updatedSince(value, context)],
};

const filterNames = Object.keys(filters) as (keyof Filters)[];

/**
 * The conditions of the parameters that were given: all of them must hold. Specification:
 * Endpoints, Listings; decision 15.
 */
export function conditionsOf(values: Partial<SearchValues>, context: FilterContext): Condition[] {
  return filterNames.flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    const filter = filters[name] as (value: unknown, context: FilterContext) => Condition[];
    return filter(value, context);
  });
}
