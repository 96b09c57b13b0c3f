import { epochOf, type WallClock } from '../../lib/dates.js';
import { fragment } from '../../store/engines/fragment.js';
import { SEARCH_FLAGS } from '../listing.search-index.js';
import type { Amenity } from '../params/amenity.vocabulary.js';
import type { Feature } from '../params/listing.features.js';
import type { EXTRAS, SearchValues } from '../params/listing.params.js';
import { HOMES, PETS_UNWELCOME } from '../params/listing.vocabulary.js';
import type { ColumnTest } from './column-test.js';
import {
  atLeast,
  atMost,
  type Column,
  type Condition,
  compare,
  hasAll,
  hasAny,
  hasBits,
  narrow,
  oneOf,
  type Where,
} from './conditions.js';
import { placeConditions } from './place.filters.js';
import { addressHas, hasCustomValue, hasLabel, inCity } from './text.filters.js';

/** The tenant's local time, for the filters that need it. */
export interface FilterContext {
  /** The tenant's minute as YYYYMMDDHHMM. */
  readonly nowMinute: number;
  readonly timeZone: string;
}

const hasOpenHouse = (context: FilterContext): Condition =>
  atLeast('openhouse_until', context.nowMinute);

const welcomesPets: Condition = oneOf('pets', PETS_UNWELCOME, 'not in');

/** The listing has all of these features. */
export function features(wanted: readonly Feature[], context: FilterContext): Condition[] {
  const conditions: Condition[] = [];
  const amenities: Amenity[] = [];
  for (const feature of wanted) {
    if (feature.kind === 'amenity') amenities.push(feature.name);
    else if (feature.kind === 'any') conditions.push(hasAny(feature.of));
    else if (feature.kind === 'pets') conditions.push(welcomesPets);
    else conditions.push(hasOpenHouse(context));
  }
  return [...hasAll(amenities), ...conditions];
}

function extras(wanted: readonly (typeof EXTRAS)[number][], context: FilterContext): Condition[] {
  const conditions: { readonly [Extra in (typeof EXTRAS)[number]]: Condition[] } = {
    featured: [hasBits('flags', SEARCH_FLAGS.featured)],
    developments: [hasBits('flags', SEARCH_FLAGS.developments)],
    furnished: hasAll(['furnished']),
    nofee: hasAll(['nofee']),
    openhouse: [hasOpenHouse(context)],
  };
  return wanted.flatMap((extra) => conditions[extra]);
}

/** The listing has this agent in any of the three roles (R85). */
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

/** An agent, co-agent or listing agent of the listing belongs to this office (R278). */
function hasOffice(id: number): Condition {
  return fragment('office', [id], (id) => (eb) => {
    const agents = eb.selectFrom('agent').select('agent.id').where('agent.office', '=', id);
    return eb.or([
      eb('s.agent_id', 'in', agents),
      eb('s.coagent_id', 'in', agents),
      eb('s.listingagent_id', 'in', agents),
    ]);
  });
}

/** The listing has one of these numbers of bedrooms; 0 are studios, and no office is one (R277). */
function hasBeds(values: readonly number[]): Condition {
  const some = values.filter((value) => value !== 0);
  if (some.length === values.length) return oneOf('beds', some);
  const studio = fragment(
    'studio',
    [HOMES],
    (homes) => (eb: Parameters<Where>[0]) =>
      eb.and([eb('s.beds', '=', eb.lit(0)), eb('s.type', 'in', homes)]),
  );
  const test: ColumnTest = { is: 'studio or', homes: HOMES, beds: some };
  if (some.length === 0) return { ...studio, test };
  const parts = [studio, oneOf('beds', some)] as const;
  const condition = fragment('studio or', parts, (studio, beds) => (eb: Parameters<Where>[0]) => {
    return eb.or([studio(eb), beds(eb)]);
  });
  return { ...condition, test };
}

function updatedSince(wall: WallClock, context: FilterContext): Condition {
  return atLeast('updated_at', epochOf(wall, context.timeZone));
}

/**
 * The conditions of each parameter. The search itself handles sort, page, id, status and
 * neighborhood.
 */
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

/** A range of a column of whole numbers, which PostgreSQL does not compare with a fraction. */
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
  beds: (values) => [hasBeds(values)],
  bath: (values) => [oneOf('bath', values)],
  bathMin: bath.least,
  bathMax: bath.most,
  roomsMin: rooms.least,
  roomsMax: rooms.most,
  familiesMin: families.least,
  familiesMax: families.most,
  yearBuiltMin: built.least,
  // An unknown year is not before any year (R93).
  yearBuiltMax: (value) => [...built.most(value), atLeast('built', 1)],
  taxesMin: taxes.least,
  taxesMax: taxes.most,
  minSize: size.least,
  // The listing's range of terms overlaps the requested one; a listing without a range does not
  // match (R89).
  MinLeaseTerm: (months) => [atLeast('lease_term_max', months)],
  MaxLeaseTerm: (months) => [atMost('lease_term_min', months)],
  shortTerm: (wanted) => (wanted ? [compare('lease_term_min', '<', 12)] : []),
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
  office: (value) => [hasOffice(value)],
  address: addressHas,
  city: (value) => [inCity(value)],
  availableDate: (value) => [atMost('available_on', value)],
  label: (value) => [hasLabel(value)],
  customValue: (value) => [hasCustomValue(value)],
  distribute: (wanted) => (wanted ? [hasBits('flags', SEARCH_FLAGS.distribute)] : []),
  updatedSince: (value, context) => [updatedSince(value, context)],
};

const filterNames = Object.keys(filters) as (keyof Filters)[];

/** The conditions of the parameters that are present: all of them must hold. R81. */
export function conditionsOf(values: Partial<SearchValues>, context: FilterContext): Condition[] {
  const conditions = filterNames.flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    const filter = filters[name] as (value: unknown, context: FilterContext) => Condition[];
    return filter(value, context);
  });
  return [...conditions, ...placeConditions(values)];
}
