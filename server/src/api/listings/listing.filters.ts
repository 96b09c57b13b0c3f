import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { ClientTables, ListingSearchTable } from '../../data/client-database/tables.js';
import { CUSTOM_VALUE_INDEXED } from '../../data/client-database/tables.js';
import { containing, like } from '../../data/dialect.js';
import { type Fragment, fragment } from '../../data/fragment.js';
import { epochOf, type WallClock } from '../../lib/dates.js';
import { type Amenity, amenityBits } from './amenity.vocabulary.js';
import type { EXTRAS, Feature, SearchValues } from './listing.params.js';
import { SEARCH_FLAGS } from './listing.search-index.js';
import { PETS_UNWELCOME } from './listing.vocabulary.js';

/** The tables of a search: the narrow twin of the listings, called `s`. */
export type SearchTables = ClientTables & { s: ListingSearchTable };

type Where = (eb: ExpressionBuilder<SearchTables, 's'>) => Expression<SqlBool>;

/** One condition on a row of the search. */
export interface Condition extends Fragment<Where> {
  /** True of a condition that lets hardly any listing through. */
  readonly narrow?: true;
}

/** What the client's clock says, where a filter needs it. */
export interface FilterContext {
  /** The client's minute as YYYYMMDDHHMM. */
  readonly nowMinute: number;
  readonly timeZone: string;
}

type Column = keyof ListingSearchTable;

const narrow = (condition: Condition): Condition => ({ ...condition, narrow: true });

function compare(column: Column, operator: '>=' | '<=' | '<' | '=', value: number): Condition {
  return fragment(`${column}${operator}`, [value], (value) => (eb) => {
    return eb(`s.${column}`, operator, value);
  });
}

const atLeast = (column: Column, least: number) => compare(column, '>=', least);
const atMost = (column: Column, most: number) => compare(column, '<=', most);

/** One of these values, or with `not in` none of them. */
export function oneOf(
  column: Column,
  values: readonly number[],
  operator: 'in' | 'not in' = 'in',
): Condition {
  return fragment(`${column} ${operator}`, [values], (values) => (eb) => {
    return eb(`s.${column}`, operator, values);
  });
}

/** Every bit of a mask is set. */
function hasBits(column: 'amenities_low' | 'amenities_high' | 'flags', mask: number): Condition {
  return fragment(
    `${column}&`,
    [mask],
    (mask) => () => sql<SqlBool>`${sql.ref(`s.${column}`)} & ${mask} = ${mask}`,
  );
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
  return fragment(
    'amenities any',
    [low, high],
    (low, high) => () =>
      sql<SqlBool>`(${sql.ref('s.amenities_low')} & ${low} <> 0 or ${sql.ref('s.amenities_high')} & ${high} <> 0)`,
  );
}

const hasOpenHouse = (context: FilterContext): Condition =>
  atLeast('openhouse_until', context.nowMinute);

const welcomesPets: Condition = oneOf('pets', PETS_UNWELCOME, 'not in');

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

/** The agent in any of the three roles (R85). */
function hasAgent(id: number): Condition {
  return narrow(
    fragment('agent', [id], (id) => (eb) => {
      return eb.or([
        eb('s.agent_id', '=', id),
        eb('s.coagent_id', '=', id),
        eb('s.listingagent_id', '=', id),
      ]);
    }),
  );
}

/** A NUL is in nothing that is stored, and PostgreSQL refuses it even as a value to compare. */
const NOTHING: Condition = fragment('nothing', [], () => () => sql<SqlBool>`1 = 0`);

/** How many words of an address are looked for: each is compared with every listing's. */
const MOST_WORDS = 10;

/** Every word occurs in the address that the public may see (R73, R86). */
function addressHas(given: string): Condition[] {
  if (given.includes('\0')) return [NOTHING];
  return wordsOf(given).map((word) =>
    narrow(
      fragment('address like', [containing(word)], (pattern) => () => {
        return like(sql.ref('s.address'), pattern);
      }),
    ),
  );
}

/** The words to look for: none that another one holds, and the longest, which say most. */
function wordsOf(given: string): readonly string[] {
  const words = [...new Set(given.toLowerCase().split(/[\s,]+/))].filter((word) => word !== '');
  return words
    .filter((word) => !words.some((other) => other !== word && other.includes(word)))
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_WORDS);
}

/** A label by its name in any letter case, or by its id (R87). */
function hasLabel(given: string): Condition {
  if (given.includes('\0')) return NOTHING;
  const id = /^\d{1,15}$/.test(given) ? Number(given) : 0;
  return narrow(
    fragment('label', [given.toLowerCase(), id], (key, id) => (eb) => {
      const labelled = eb
        .selectFrom('listing_label')
        .innerJoin('label', 'label.id', 'listing_label.label_id')
        .select('listing_label.listing_id')
        .where((where) =>
          where.or([where('label.name_key', '=', key), where('label.id', '=', id)]),
        );
      return eb('s.id', 'in', labelled);
    }),
  );
}

/** A value as its index has it: values may be long, and an index of PostgreSQL may not. */
function indexed(value: string): string {
  return [...value].slice(0, CUSTOM_VALUE_INDEXED).join('');
}

const indexedValue = sql<string>`substr(${sql.ref('listing_custom.value')}, 1, ${sql.lit(CUSTOM_VALUE_INDEXED)})`;

/** `name:value`, or the value of any name; a value that holds a colon is found either way (R88). */
function hasCustomValue(given: string): Condition {
  if (given.includes('\0')) return NOTHING;
  const colon = given.indexOf(':');
  const value = given.slice(colon + 1).trim();
  const name = given.slice(0, Math.max(colon, 0)).trim();
  const values = [indexed(given), given, indexed(value), value, name, name.toLowerCase()] as const;
  return narrow(
    fragment('custom value', values, (start, whole, valueStart, value, name, nameKey) => (eb) => {
      const valued = eb
        .selectFrom('listing_custom')
        .select('listing_custom.listing_id')
        .where((where) =>
          where.or([
            where.and([where(indexedValue, '=', start), where('listing_custom.value', '=', whole)]),
            where.and([
              where(indexedValue, '=', valueStart),
              where('listing_custom.value', '=', value),
              // As it stands too: SQLite knows the lower case of ASCII letters alone.
              where.or([
                where('listing_custom.name', '=', name),
                where(where.fn<string>('lower', ['listing_custom.name']), '=', nameKey),
              ]),
            ]),
          ]),
        );
      return eb('s.id', 'in', valued);
    }),
  );
}

function updatedSince(wall: WallClock, context: FilterContext): Condition {
  return atLeast('updated_at', epochOf(wall, context.timeZone));
}

/** The words of a city compare without regard to letter case (R35). */
function inCity(city: string): Condition {
  if (city.includes('\0')) return NOTHING;
  return fragment('city', [city.toLowerCase()], (key) => (eb) => eb('s.city', '=', key));
}

/** This listing only. */
export function isListing(id: number): Condition {
  return narrow(compare('id', '=', id));
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

/** Of a column of whole numbers, which PostgreSQL does not compare with a given fraction. */
const wholeRange = (column: Column) => ({
  least: (value: number) => [atLeast(column, Math.ceil(value))],
  most: (value: number) => [atMost(column, Math.floor(value))],
});

const price = range('price');
const beds = range('beds');
const bath = range('bath');
const rooms = range('rooms');
const families = wholeRange('families');
const built = wholeRange('built');
const taxes = wholeRange('taxes');
const size = wholeRange('size');

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
  // A year that is not known is no year before another (R93).
  yearBuiltMax: (value) => [...built.most(value), atLeast('built', 1)],
  taxesMin: taxes.least,
  taxesMax: taxes.most,
  minSize: size.least,
  // The listing's range of terms overlaps the asked one; no range, no match (R89).
  MinLeaseTerm: (months) => [atLeast('lease_term_max', months)],
  MaxLeaseTerm: (months) => [atMost('lease_term_min', months)],
  shortTerm: (asked) => (asked ? [compare('lease_term_min', '<', 12)] : []),
  amenities: features,
  apartmentFeatures: features,
  buildingFeatures: features,
  extras,
  pets: (values) => [oneOf('pets', values)],
  type: (values) => [oneOf('type', values)],
  category: (values) => [oneOf('category', values)],
  cooling: (values) => [oneOf('cooling', values)],
  parking: (values) => [oneOf('parking', values)],
  zipcode: (value) => [narrow(compare('zip', '=', value))],
  buildingId: (value) => [narrow(compare('building_id', '=', value))],
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
 * The conditions of the parameters that were given: all of them must hold. R81.
 */
export function conditionsOf(values: Partial<SearchValues>, context: FilterContext): Condition[] {
  return filterNames.flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    const filter = filters[name] as (value: unknown, context: FilterContext) => Condition[];
    return filter(value, context);
  });
}
