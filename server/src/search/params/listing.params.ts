import {
  choice,
  described,
  listOf,
  number,
  type Param,
  ParamProblem,
  pageNumber,
  pageSize,
  text,
  truth,
  type Values,
  whole,
  withDefault,
  zeroIsNone,
} from '../../api/params.js';
import { epochOf } from '../../lib/dates.js';
import { fieldsParam } from '../../resources/listings/listing.schema.js';
import { atLeast, atMost, compare, hasBits, narrow, oneOf } from '../conditions/conditions.js';
import {
  addressHas,
  anyCode,
  EXTRAS,
  type FilterParam,
  features,
  filter,
  hasAgent,
  hasBeds,
  hasCustomValue,
  hasDropped,
  hasLabel,
  hasOffice,
  inCity,
  least,
  mayHaveOpenHouse,
  most,
  NOTHING,
} from '../conditions/listing.filters.js';
import { hasOpenHouse, openHouseBounds } from '../conditions/open-house.js';
import { SEARCH_FLAGS } from '../listing.search-row.js';
import {
  codeList,
  day,
  exactNumbers,
  feedChoice,
  limit,
  listingIds,
  minute,
  neighborhoodList,
  openHouseDays,
  photoChoice,
  photosMax,
  searchWords,
  zipcode,
} from './listing.param-kinds.js';
import {
  AMENITY_FILTERS,
  APARTMENT_FEATURES,
  BUILDING_FEATURES,
  categories,
  coolings,
  type Feature,
  parkings,
  petPolicies,
  statuses,
  types,
} from './listing.vocabulary.js';
import { checkPlace, clusterParam, type PlaceValues, placeParams } from './place.params.js';

/** The facets that a search counts, by their names in the interface. R275. */
export const FACET_NAMES = [
  'status',
  'type',
  'beds',
  'bath',
  'neighborhood',
  'pets',
  'amenities',
  'price',
  'size',
] as const;

export type FacetName = (typeof FACET_NAMES)[number];

const names = <Name extends string>(list: readonly Name[]) =>
  list.map((name) => [name, name] as const);

const count = (description: string) => zeroIsNone(described(whole(), description));

const EXTRA_NAMES = Object.keys(EXTRAS) as (keyof typeof EXTRAS)[];

const featureList = (entries: readonly (readonly [string, Feature])[], name: string) =>
  filter(
    described(listOf(entries, name), 'Comma separated; a listing has to have all of them'),
    features,
  );

/** The flags that add flat fields to a record (R71). */
export const addFlags = {
  addPhotos: photoChoice(),
  photosMax: photosMax(),
  addOpenHouse: described(truth(), 'Adds the starts and ends of both open houses'),
  addHitCounter: described(truth(), 'Adds `hitcounter`: website views'),
  addCustomValues: described(truth(), 'Adds a `custom_<name>` for each custom value'),
  addLabels: described(truth(), 'Adds `labels`: names, comma separated'),
  addHistory: described(
    truth(),
    'Adds `listed`, `days_on_market`, `price_before` and `price_changed` to listings of the brokerage, and of feeds that allow it',
  ),
  addAttribution: described(
    truth(),
    'Adds `courtesy_of` and `courtesy_contact`, and to listings of a feed `source_name`, `source_copyright`, `source_logo`, `source_disclaimer` and `source_updated`',
  ),
  addIso: described(truth(), 'Adds a `<name>_iso` to each date: ISO 8601 with its offset from UTC'),
};

/** The parameters of `GET /properties`. R20, R26, R81, R91. */
export const searchParams = {
  sort: described(
    choice(['price', 'size', 'date', 'distance', 'openhouse'], 'price'),
    'What to sort by: date is the last update; distance, from `near`, always has the nearest first; openhouse, with `openHouse`, always has the soonest first',
  ),
  order: described(
    choice(['desc', 'asc'], 'desc'),
    'desc has the largest or latest first, asc the smallest or earliest',
  ),
  page: pageNumber(),
  perPage: pageSize(10, 200),
  id: listingIds('Only these listings, in any status, comma separated'),
  status: withDefault(codeList(statuses, 'ListingStatusCode', 'Search status ids'), [2], [2]),
  cat: neighborhoodList(),
  amenities: featureList(AMENITY_FILTERS, 'ListingAmenity'),
  priceMin: least('price', 'Lowest price, dollars'),
  priceMax: most('price', 'Highest price, dollars'),
  bedsMin: least('beds', 'Fewest bedrooms'),
  bedsMax: most('beds', 'Most bedrooms'),
  bathMin: least('bath', 'Fewest bathrooms'),
  bathMax: most('bath', 'Most bathrooms'),
  roomsMin: least('rooms', 'Fewest rooms'),
  roomsMax: most('rooms', 'Most rooms'),
  familiesMin: least('families', 'Fewest families that the building is zoned for'),
  familiesMax: most('families', 'Most families that the building is zoned for'),
  // The listing's range of terms overlaps these; a listing without a range does not match (R89).
  MinLeaseTerm: filter(limit('Shortest lease, months'), (months) =>
    atLeast('lease_term_max', months),
  ),
  MaxLeaseTerm: filter(limit('Longest lease, months'), (months) =>
    atMost('lease_term_min', months),
  ),
  yearBuiltMin: least('built', 'Built in this year or later'),
  // An unknown year is not before any year (R93).
  yearBuiltMax: filter(limit('Built in this year or earlier'), (year) => [
    atMost('built', Math.floor(year)),
    atLeast('built', 1),
  ]),
  taxesMin: least('taxes', 'Lowest taxes, dollars a month'),
  taxesMax: most('taxes', 'Highest taxes, dollars a month'),
  minSize: least('size', 'Least size, square feet'),
  pets: anyCode('pets', petPolicies, 'PetPolicyCode', 'Pet policies'),
  type: filter(
    described(
      listOf(
        types.words.map((word) => [word, types.code(word) ?? 0] as const),
        'PropertyType',
      ),
      'Kinds of property, comma separated, any of them',
    ),
    (codes) => oneOf('type', codes),
  ),
  apartmentFeatures: featureList(APARTMENT_FEATURES, 'ApartmentFeature'),
  buildingFeatures: featureList(BUILDING_FEATURES, 'BuildingFeature'),
  zipcode: filter(zipcode(), (zip) => narrow(compare('zip', '=', zip))),
  address: filter(
    described(
      text(200),
      'Words that all have to occur in the displayed address; only the ten longest are used',
    ),
    addressHas,
  ),
  city: filter(described(text(100), 'City, whole, in any letter case'), inCity),
  availableDate: filter(
    described(day(), 'Available on or before this day, MM/DD/YYYY, like 11/20/2026'),
    (date) => atMost('available_on', date),
  ),
  cooling: anyCode('cooling', coolings, 'CoolingCode', 'Cooling'),
  parking: anyCode('parking', parkings, 'ParkingCode', 'Parking of the building'),
  agent: filter(count('Id of the agent, co-agent or listing agent'), hasAgent),
  buildingId: filter(count('Building id: only listings in this building'), (building) =>
    narrow(compare('building_id', '=', building)),
  ),
  category: anyCode('category', categories, 'CategoryCode', 'Exclusivity'),
  shortTerm: filter(
    described(truth(), 'Only listings with a minimum lease under 12 months'),
    (wanted) => (wanted ? compare('lease_term_min', '<', 12) : []),
  ),
  label: filter(described(text(200), "A label's name or id"), hasLabel),
  addDescription: described(truth(), 'Adds `main_description`'),
  extras: filter(
    described(
      listOf(names(EXTRA_NAMES), 'ListingExtra'),
      `Comma separated, all must hold: ${EXTRA_NAMES.join(', ')}`,
    ),
    (extras, context) => extras.flatMap((extra) => EXTRAS[extra](context)),
  ),
  ...addFlags,
  customValue: filter(described(text(500), '`name:value`, or a value of any name'), hasCustomValue),
  distribute: filter(
    described(truth(), 'Only listings marked for website distribution'),
    (wanted) => (wanted ? hasBits('flags', SEARCH_FLAGS.distribute) : []),
  ),
  q: searchWords(),
  updatedSince: filter(
    described(
      minute(),
      "Updated since this minute in the brokerage's time zone, MM/DD/YYYYTHH:MM, like 11/20/2026T09:30; a day without a time means midnight",
    ),
    (wall, context) => atLeast('updated_at', epochOf(wall, context.timeZone)),
  ),
  priceDrop: filter(
    zeroIsNone(
      described(
        whole(0, 365),
        'Only listings whose price was lowered within this many days and is still lower',
      ),
    ),
    (days, context) => (context.hidesDrops ? NOTHING : hasDropped(days, context.now)),
  ),
  openHouse: filter(openHouseDays(), (days, context) => [
    mayHaveOpenHouse(context),
    hasOpenHouse(openHouseBounds(days, context.nowMinute)),
  ]),
  ...placeParams,
  cluster: clusterParam,
  beds: filter(
    exactNumbers('Exactly these numbers of bedrooms, comma separated; 0 finds studios'),
    hasBeds,
  ),
  bath: filter(exactNumbers('Exactly these numbers of bathrooms, comma separated'), (numbers) =>
    oneOf('bath', numbers),
  ),
  office: filter(count('Office id: only listings of its agents'), hasOffice),
  similar: count(
    'Listing id: finds listings like it in deal, price, bedrooms and place, the most similar first',
  ),
  isMLS: feedChoice('MLS'),
  isRLS: feedChoice('RLS'),
  fields: fieldsParam(),
  facets: described(
    listOf(names(FACET_NAMES), 'FacetName'),
    'Adds `FACETS`: how many listings there are for each value of these fields, comma separated',
  ),
  list: described(
    withDefault(truth() as Param<boolean | undefined>, true),
    'false leaves `LISTINGS` empty, if you want only the total, clusters or facets',
  ),
};

export type SearchValues = Values<typeof searchParams>;

/** The parameters that say how an answer looks or where it begins: they have no condition, and no saved search keeps them. */
export const ANSWER_NAMES = [
  ...(['sort', 'order', 'page', 'perPage', 'list', 'fields', 'facets', 'cluster'] as const),
  'addDescription',
  ...(Object.keys(addFlags) as (keyof typeof addFlags)[]),
] as const;

/** Checks what one parameter of a search requires of another (R266, R269, R348). @throws ParamProblem */
export function checkSearch(params: SearchValues): void {
  const { sort, openHouse } = params;
  if (sort === 'openhouse' && openHouse === undefined) {
    throw new ParamProblem('sort', sort, 'openhouse together with openHouse');
  }
  checkPlace(params);
}

/** The parameters whose conditions stand elsewhere, or that have none. */
type Unfiltered =
  | (typeof ANSWER_NAMES)[number]
  /** Which listings and which databases: `sourceFilters` has the conditions. */
  | ('id' | 'status' | 'cat' | 'q' | 'similar' | 'isMLS' | 'isRLS')
  /** Where they are: `placeConditions`. */
  | keyof PlaceValues;

/** The parameters that filter. One that has no conditions, and is not in `Unfiltered`, does not compile. */
export type Filters = {
  readonly [Name in Exclude<keyof SearchValues, Unfiltered>]: Pick<
    FilterParam<never>,
    'conditions'
  >;
};

const { status, cat, priceMin, bedsMin, agent, extras, q } = searchParams;
const { beds, bath, office, similar, isMLS, isRLS, fields } = searchParams;

/** The parameters of `GET /properties/random/{count}`, those of a search but for two that have defaults. R79. */
export const randomParams = {
  status,
  cat,
  priceMin,
  priceMax: described(withDefault(number(), 100_000_000), 'Highest price, dollars'),
  bedsMin,
  bedsMax: described(withDefault(number(), 10), 'Most bedrooms'),
  agent,
  extras,
  q,
  ...placeParams,
  ...{ beds, bath, office, similar, isMLS, isRLS, fields },
};

/** The parameters of the amenities and photos of one listing. R95. */
export const feedParams = { isMLS: described(truth(), 'The id belongs to the MLS feed') };

/** The parameters of `GET /properties/{id}`. R71, R95. */
export const detailParams = { ...feedParams, ...addFlags };

/** The parameters of a listing's photos. R290. */
export const photoParams = {
  ...feedParams,
  variants: described(
    truth(),
    'Adds the size of each photo, its files in other sizes and formats for `srcset`, and a ThumbHash',
  ),
};
