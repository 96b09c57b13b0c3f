import { Type } from 'typebox';
import type { TenantDatabase } from '../../data/tenant-database/open.js';
import { wallMinute } from '../../lib/dates.js';
import { type Call, endpoint, JsonText } from '../endpoint.js';
import { codes, Failure, success, WriteEnvelope, writeFailure } from '../envelopes.js';
import { ADDITIONS } from '../openapi-frame.js';
import { described, required, type Values, whole } from '../params.js';
import type { AnswerContext } from '../request-context.js';
import { hasWords } from '../words/word-search.js';
import { Amenities, amenitiesRecord } from './amenities.record.js';
import { clustersOf } from './cluster.js';
import { Cluster } from './cluster.schema.js';
import { type Condition, conditionsOf, type FilterContext, isListing } from './listing.filters.js';
import {
  detailParams,
  feedParams,
  randomParams,
  randomRanges,
  type SearchValues,
  searchParams,
  searchRanges,
} from './listing.params.js';
import * as queries from './listing.queries.js';
import { addedPart, detailRecord, searchRecord, shortRecord } from './listing.record.js';
import { ListingDetail, ListingSearchRecord, ListingShortRecord } from './listing.schema.js';
import {
  countListings,
  drawListings,
  type Filter,
  findListings,
  pointsOf,
} from './listing.search.js';
import { searchTexts } from './listing.texts.js';
import { Photo, photoRecord } from './photo.record.js';
import { checkPlace, polygonInBody } from './place.params.js';

const tag = 'Listings';
/** The most rows of a `{count}` segment (R27). */
const MOST_COUNTED = 200;

const ListingPage = Type.Object(
  {
    TOTAL_COUNT: Type.Integer({ description: 'Matches in all, whatever the page' }),
    LISTINGS: Type.Array(ListingSearchRecord),
    CLUSTERS: Type.Optional(
      Type.Array(Cluster, { description: 'With `cluster`: groups for a map, the largest first' }),
    ),
  },
  { $id: 'ListingPage', additionalProperties: false },
);

/** The reads of listings, and their view counter. R36, R94, R272. */
export const listingEndpoints = [
  endpoint({
    method: 'GET',
    path: '/properties',
    access: 'key',
    freshness: 'data and minute',
    tag,
    operation: 'searchListings',
    summary: 'Search listings',
    description:
      "Finds the brokerage's own listings, page by page, with the number of all matches in `TOTAL_COUNT`. Each filter narrows; without `status` it finds rentals. The `add…` flags add fields to each record, which saves a call for each listing.",
    params: searchParams,
    ranges: searchRanges,
    viewsWith: 'addhitcounter',
    answer: ListingPage,
    emptyPage: { TOTAL_COUNT: 0, LISTINGS: [] },
    handle: search,
  }),
  endpoint({
    method: 'POST',
    path: '/properties/search',
    access: 'key',
    readOnly: true,
    tag: ADDITIONS,
    operation: 'searchListingsByBody',
    summary: 'Search listings by a body, for polygons too long for a URL',
    description:
      'Takes every parameter of `GET /properties` in a JSON or form body and answers the same. In JSON, a polygon may be GeoJSON as it is. It changes nothing, and its answers have no entity tag.',
    params: { ...searchParams, polygon: polygonInBody },
    ranges: searchRanges,
    answer: ListingPage,
    emptyPage: { TOTAL_COUNT: 0, LISTINGS: [] },
    handle: search,
  }),
  endpoint({
    method: 'GET',
    path: '/properties/{id}',
    access: 'key',
    freshness: 'data and minute',
    tag,
    operation: 'getListing',
    summary: 'One listing with its description, on the market or not',
    description:
      'Answers an array of one listing with all of its fields, and an empty array when there is none. Listings off the market are found too: look at `main_status`. Only show `main_address` when `main_hide_address` is 1.',
    segment: 'Listing id',
    params: detailParams,
    viewsWith: 'addhitcounter',
    answer: Type.Array(ListingDetail, { maxItems: 1 }),
    handle: detail,
  }),
  endpoint({
    method: 'GET',
    path: '/properties/amenities/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getListingAmenities',
    summary: 'Amenities of a listing, those of its building among them',
    description:
      "Answers an array of one object with 1 or 0 for each amenity, the listing's own and its building's; an empty array when there is no such listing.",
    segment: 'Listing id',
    params: feedParams,
    answer: Type.Array(Amenities, { maxItems: 1 }),
    handle: amenities,
  }),
  endpoint({
    method: 'GET',
    path: '/properties/photos/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getListingPhotos',
    summary: 'Photos of a listing',
    description:
      'Answers the photos in the order in which to show them; an empty array when there is no such listing.',
    segment: 'Listing id',
    params: feedParams,
    answer: Type.Array(Photo),
    handle: photosOfListing,
  }),
  endpoint({
    method: 'GET',
    path: '/properties/random/{count}',
    access: 'key',
    tag,
    operation: 'getRandomListings',
    summary: 'Listings drawn at random, anew at each call',
    description:
      'Draws listings out of those that the filters find, none of them twice. Each call draws again. The records are short: 25 fields of the detail record.',
    segment: `Listings wanted, at most ${MOST_COUNTED}`,
    params: randomParams,
    ranges: randomRanges,
    answer: Type.Array(ListingShortRecord),
    handle: random,
  }),
  endpoint({
    method: 'POST',
    path: '/properties/viewCounter/',
    access: 'key',
    tag,
    operation: 'countListingView',
    summary: 'Count one more view of a listing',
    description:
      'Adds one to the views of a listing and stores nothing about the visitor. `MESSAGE` names the new number.',
    params: { listingID: required(described(whole(1), 'The listing')) },
    answer: WriteEnvelope,
    onFailure: writeFailure,
    handle: countView,
  }),
];

async function search(call: Call, params: SearchValues) {
  const { tenant, context } = call;
  checkPlace(params);
  const conditions = conditionsOf(params, filterContext(context));
  if (params.id !== undefined) conditions.push(isListing(params.id));
  conditions.push(...(await wordConditions(call, params.q)));
  const filter: Filter = {
    // A search for one id ignores the status (R90).
    statuses: params.id === undefined ? params.status : [],
    neighborhoods: params.cat ?? [],
    conditions,
  };
  const { total, ids } = await foundPage(tenant.database, filter, params);
  const extra = await extraParts(tenant.database, filter, params);
  const added = await addedFields(tenant.database, ids, params);
  if (added === undefined && !params.addDescription) {
    const texts = await searchTexts(call, ids);
    const last = extra === undefined ? '' : `,${JSON.stringify(extra).slice(1, -1)}`;
    return new JsonText(`{"TOTAL_COUNT":${total},"LISTINGS":[${texts.join()}]${last}}`);
  }
  const rows = await queries.foundListings(tenant.database, ids, params.addDescription);
  return {
    ...extra,
    TOTAL_COUNT: total,
    LISTINGS: rows.map((row) => {
      const record = searchRecord(row, context, params.addDescription);
      return added === undefined ? record : { ...record, ...addedPart(row, added, context) };
    }),
  };
}

/** The total and the ids of the page, without a page where the call wants no list (R271). */
async function foundPage(database: TenantDatabase, filter: Filter, params: SearchValues) {
  if (!params.list) return { total: await countListings(database, filter), ids: [] };
  return findListings(database, {
    ...filter,
    sort: params.sort,
    near: params.near,
    // Nobody looks for what is farthest away (R269).
    descending: params.order === 'desc' && params.sort !== 'distance',
    offset: (params.page - 1) * params.perPage,
    limit: params.perPage,
  });
}

/** What a page has besides the listings, as far as the call asks for it. */
async function extraParts(database: TenantDatabase, filter: Filter, { cluster }: SearchValues) {
  if (cluster === undefined) return undefined;
  return { CLUSTERS: clustersOf(await pointsOf(database, filter), cluster) };
}

async function detail(call: Call<number>, params: Values<typeof detailParams>) {
  const source = sourceOf(call, params.isMLS);
  if (source === undefined) return [];
  const rows = await queries.listingsById(source.database, [call.segment]);
  const added = await addedFields(source.database, [call.segment], params);
  return rows.map((row) => ({
    ...detailRecord(row, source.context),
    ...(added === undefined ? {} : addedPart(row, added, source.context)),
  }));
}

async function amenities(call: Call<number>, { isMLS }: Values<typeof feedParams>) {
  const source = sourceOf(call, isMLS);
  if (source === undefined) return [];
  const bits = await queries.amenitiesOfListing(source.database, call.segment);
  return bits === undefined ? [] : [amenitiesRecord(bits)];
}

async function photosOfListing(call: Call<number>, { isMLS }: Values<typeof feedParams>) {
  const source = sourceOf(call, isMLS);
  if (source === undefined) return [];
  const photos = await queries.photosOf(source.database, [call.segment]);
  return (photos.get(call.segment) ?? []).map((photo) => photoRecord(photo, source.context));
}

async function random(call: Call<number>, params: Values<typeof randomParams>) {
  const { tenant, context, segment: count } = call;
  checkPlace(params);
  const ids = await drawListings(
    tenant.database,
    {
      statuses: params.status,
      neighborhoods: params.cat ?? [],
      conditions: [
        ...conditionsOf(params, filterContext(context)),
        ...(await wordConditions(call, params.q)),
      ],
    },
    Math.min(count, MOST_COUNTED),
  );
  const rows = await queries.foundListings(tenant.database, ids, false);
  return rows.map((row) => shortRecord(row, context));
}

async function countView({ tenant }: Call, { listingID }: { readonly listingID: number }) {
  const views = await queries.countView(tenant.database, listingID);
  if (views === undefined) {
    return new Failure(codes.listingUnknown, `Listing ${listingID} does not exist.`);
  }
  return success(codes.counted, `Listing ${listingID} has ${views} views.`);
}

/** The condition of `q`, which is an index of its own. */
async function wordConditions(
  { tenant, tools }: Call<number | undefined>,
  words: readonly string[] | undefined,
): Promise<Condition[]> {
  return words === undefined ? [] : [await hasWords(tenant.database, tools.vocabularies, words)];
}

function filterContext(context: AnswerContext): FilterContext {
  return { nowMinute: wallMinute(context.now, context.timeZone), timeZone: context.timeZone };
}

/**
 * The database that an id belongs to: the tenant's own or its MLS feed's, whose ids are separate
 * (R95).
 */
function sourceOf(
  call: Call,
  isMLS: boolean,
): { database: TenantDatabase; context: AnswerContext } | undefined {
  if (!isMLS) return { database: call.tenant.database, context: call.context };
  const { mls } = call.tenant.feeds;
  return mls === undefined ? undefined : { database: mls, context: call.feedContext('mls') };
}

interface AddFlags {
  readonly addPhotos: boolean;
  readonly addOpenHouse: boolean;
  readonly addHitCounter: boolean;
  readonly addCustomValues: boolean;
  readonly addLabels: boolean;
}

/** Reads the fields of the set flags; undefined when none is set. */
async function addedFields(
  database: TenantDatabase,
  ids: readonly number[],
  params: AddFlags,
): Promise<(queries.AddedFields & { openHouse: boolean }) | undefined> {
  const { addPhotos, addOpenHouse, addHitCounter, addCustomValues, addLabels } = params;
  if (!(addPhotos || addOpenHouse || addHitCounter || addCustomValues || addLabels)) {
    return undefined;
  }
  if (ids.length === 0) return undefined;
  return {
    openHouse: addOpenHouse,
    ...(addPhotos ? { photos: await queries.photosOf(database, ids) } : {}),
    ...(addHitCounter ? { views: await queries.viewsOf(database, ids) } : {}),
    ...(addCustomValues ? { customValues: await queries.customValuesOf(database, ids) } : {}),
    ...(addLabels ? { labels: await queries.labelsOf(database, ids) } : {}),
  };
}
