import {
  choice,
  described,
  idList,
  listOf,
  number,
  type Param,
  ParamProblem,
  type Params,
  pageNumber,
  pageSize,
  text,
  truth,
  type Values,
  whole,
  withDefault,
  zeroIsNone,
} from '../../api/params.js';
import type { Ranges } from '../../api/read-params.js';
import { fieldsParam } from '../../resources/listings/listing.schema.js';
import {
  anyCode,
  codeList,
  day,
  exactNumbers,
  feedChoice,
  least,
  limit,
  listingIds,
  minute,
  most,
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
  parkings,
  petPolicies,
  statuses,
  types,
} from './listing.vocabulary.js';
import { checkPlace, clusterParam, placeParams } from './place.params.js';

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

export const EXTRAS = ['featured', 'furnished', 'developments', 'nofee', 'openhouse'] as const;

const names = <Name extends string>(list: readonly Name[]) =>
  list.map((name) => [name, name] as const);

const count = (description: string) => zeroIsNone(described(whole(), description));

const statusList = () =>
  withDefault(codeList(statuses, 'ListingStatusCode', 'Search status ids'), [2], [2]);

const extraList = () =>
  described(
    listOf(names(EXTRAS), 'ListingExtra'),
    `Comma separated, all must hold: ${EXTRAS.join(', ')}`,
  );

const neighborhoodList = () =>
  described(idList(), 'Neighborhood ids, comma separated, any of them; at most 500');

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

/** Rooms, office, likeness and feeds, which searches and random draws take alike. R277, R278, R279, R280, R281. */
const commonFilters = {
  beds: exactNumbers('Exactly these numbers of bedrooms, comma separated; 0 finds studios'),
  bath: exactNumbers('Exactly these numbers of bathrooms, comma separated'),
  office: count('Office id: only listings of its agents'),
  similar: count(
    'Listing id: finds listings like it in deal, price, bedrooms and place, the most similar first',
  ),
  isMLS: feedChoice('MLS'),
  isRLS: feedChoice('RLS'),
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
  status: statusList(),
  cat: neighborhoodList(),
  amenities: described(
    listOf(AMENITY_FILTERS, 'ListingAmenity'),
    'Comma separated; a listing has to have all of them',
  ),
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
  MinLeaseTerm: limit('Shortest lease, months'),
  MaxLeaseTerm: limit('Longest lease, months'),
  yearBuiltMin: least('built', 'Built in this year or later'),
  yearBuiltMax: limit('Built in this year or earlier'),
  taxesMin: least('taxes', 'Lowest taxes, dollars a month'),
  taxesMax: most('taxes', 'Highest taxes, dollars a month'),
  minSize: least('size', 'Least size, square feet'),
  pets: anyCode('pets', petPolicies, 'PetPolicyCode', 'Pet policies'),
  type: described(
    listOf(
      types.words.map((word) => [word, types.code(word) ?? 0] as const),
      'PropertyType',
    ),
    'Kinds of property, comma separated, any of them',
  ),
  apartmentFeatures: described(
    listOf(APARTMENT_FEATURES, 'ApartmentFeature'),
    'Comma separated; a listing has to have all of them',
  ),
  buildingFeatures: described(
    listOf(BUILDING_FEATURES, 'BuildingFeature'),
    'Comma separated; a listing has to have all of them',
  ),
  zipcode: zipcode(),
  address: described(
    text(200),
    'Words that all have to occur in the displayed address; only the ten longest are used',
  ),
  city: described(text(100), 'City, whole, in any letter case'),
  availableDate: described(day(), 'Available on or before this day, MM/DD/YYYY, like 11/20/2026'),
  cooling: anyCode('cooling', coolings, 'CoolingCode', 'Cooling'),
  parking: anyCode('parking', parkings, 'ParkingCode', 'Parking of the building'),
  agent: count('Id of the agent, co-agent or listing agent'),
  buildingId: count('Building id: only listings in this building'),
  category: anyCode('category', categories, 'CategoryCode', 'Exclusivity'),
  shortTerm: described(truth(), 'Only listings with a minimum lease under 12 months'),
  label: described(text(200), "A label's name or id"),
  addDescription: described(truth(), 'Adds `main_description`'),
  extras: extraList(),
  ...addFlags,
  customValue: described(text(500), '`name:value`, or a value of any name'),
  distribute: described(truth(), 'Only listings marked for website distribution'),
  q: searchWords(),
  updatedSince: described(
    minute(),
    "Updated since this minute in the brokerage's time zone, MM/DD/YYYYTHH:MM, like 11/20/2026T09:30; a day without a time means midnight",
  ),
  priceDrop: zeroIsNone(
    described(
      whole(0, 365),
      'Only listings whose price was lowered within this many days and is still lower',
    ),
  ),
  openHouse: openHouseDays(),
  ...placeParams,
  cluster: clusterParam,
  ...commonFilters,
  fields: fieldsParam(),
  facets: described(
    listOf(
      FACET_NAMES.map((name) => [name, name] as const),
      'FacetName',
    ),
    'Adds `FACETS`: how many listings there are for each value of these fields, comma separated',
  ),
  list: listFlag(),
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

/** The pairs of minimum and maximum of a search. */
export const searchRanges = rangesOf(searchParams);

/** The parameters of `GET /properties/random/{count}`. R79. */
export const randomParams = {
  status: statusList(),
  cat: neighborhoodList(),
  priceMin: least('price', 'Lowest price, dollars'),
  priceMax: described(withDefault(number(), 100_000_000), 'Highest price, dollars'),
  bedsMin: least('beds', 'Fewest bedrooms'),
  bedsMax: described(withDefault(number(), 10), 'Most bedrooms'),
  agent: count('Id of the agent, co-agent or listing agent'),
  extras: extraList(),
  q: searchWords(),
  ...placeParams,
  ...commonFilters,
  fields: fieldsParam(),
};

/** The pairs of minimum and maximum of a random draw. */
export const randomRanges = rangesOf(randomParams);

/** The pairs of names that differ in `Min` and `Max` only. */
function rangesOf<P extends Params>(params: P): Ranges<P> {
  const pairs = Object.keys(params).map((name) => [name, name.replace('Min', 'Max')] as const);
  return pairs.filter(([least, most]) => most !== least && most in params);
}

/** `list`. R271. */
function listFlag(): Param<boolean> {
  return described(
    withDefault(truth() as Param<boolean | undefined>, true),
    'false leaves `LISTINGS` empty, if you want only the total, clusters or facets',
  );
}

const isMLS = described(truth(), 'The id belongs to the MLS feed');

/** The parameters of `GET /properties/{id}`. R71, R95. */
export const detailParams = { isMLS, ...addFlags };

/** The parameters of the amenities and photos of one listing. R95. */
export const feedParams = { isMLS };

/** The parameters of a listing's photos. R290. */
export const photoParams = {
  ...feedParams,
  variants: described(
    truth(),
    'Adds the size of each photo, its files in other sizes and formats for `srcset`, and a ThumbHash',
  ),
};
