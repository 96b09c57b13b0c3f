import { Type } from 'typebox';
import { type Call, endpoint, JsonText, read } from '../../api/endpoint.js';
import { codes, Failure, success, WriteEnvelope, writeFailure } from '../../api/envelopes.js';
import { named } from '../../api/fields.js';
import { described, required, type Values, whole } from '../../api/params.js';
import { Cluster, ClusterGrid, downOf, pointsOf } from '../../search/cluster.js';
import { hasPoint } from '../../search/conditions/place.filters.js';
import { Facets } from '../../search/facet.kinds.js';
import { facetsOf } from '../../search/facets.js';
import type { ListingIndex } from '../../search/index/listing-index.js';
import { countFound, drawFound, type FoundPage, findPage } from '../../search/listing.find.js';
import type { Filter } from '../../search/listing.search.js';
import {
  feedSource,
  type ListingSource,
  type SourceFilter,
  sourceFilters,
} from '../../search/listing.source-filters.js';
import {
  checkSearch,
  detailParams,
  feedParams,
  photoParams,
  randomParams,
  type SearchValues,
  searchParams,
} from '../../search/params/listing.params.js';
import { checkPlace, polygonInBody } from '../../search/params/place.params.js';
import { historyOf, historyRecords, ListingChange, MOST_CHANGES, showsHistory } from './history.js';
import { addedFields } from './listing.added-fields.js';
import { drawnRecords, foundRecords, foundTexts } from './listing.found-records.js';
import * as queries from './listing.queries.js';
import { addedPart, detailRecord } from './listing.record.js';
import {
  Amenities,
  amenitiesRecord,
  ListingDetail,
  ListingSearchRecord,
  ListingShortRecord,
  picked,
} from './listing.schema.js';
import { ListingPhoto, photoRecord, photoVariants } from './photo.js';

const tag = 'Listings';
/** The most rows of a `{count}` segment (R27). */
const MOST_COUNTED = 200;

const ListingPage = named('ListingPage', {
  TOTAL_COUNT: Type.Integer({ description: 'Matches in all, whatever the page' }),
  LISTINGS: Type.Array(ListingSearchRecord),
  FACETS: Type.Optional(Facets),
  CLUSTERS: Type.Optional(
    Type.Array(Cluster, { description: 'With `cluster`: groups for a map, the largest first' }),
  ),
});

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
      "Finds the brokerage's own listings, page by page, with the number of all matches in `TOTAL_COUNT`. A listing has to match every filter; without `status`, a search finds rentals. The `add…` flags add fields to each record, which saves a call for each listing.",
    params: searchParams,
    viewsWith: 'addhitcounter',
    refreshedWith: 'addattribution',
    answer: ListingPage,
    emptyPage: { TOTAL_COUNT: 0, LISTINGS: [] },
    handle: search,
  }),
  endpoint({
    method: 'POST',
    path: '/properties/search',
    access: 'key',
    readOnly: true,
    tag,
    addition: true,
    operation: 'searchListingsByBody',
    summary: 'Search listings by a body, for polygons too long for a URL',
    description:
      'Takes every parameter of `GET /properties` in a JSON or form body and answers the same. In JSON, a polygon may be GeoJSON as it is. It changes nothing, and its answers have no entity tag.',
    params: { ...searchParams, polygon: polygonInBody },
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
      'Answers an array with one listing and all of its fields; an empty array if there is none. Listings off the market are found too: look at `main_status`. If `main_hide_address` is 1, show `main_address` and no other address.',
    segment: 'Listing id',
    params: detailParams,
    viewsWith: 'addhitcounter',
    refreshedWith: 'addattribution',
    answer: Type.Array(ListingDetail, { maxItems: 1 }),
    handle: detail,
  }),
  read({
    path: '/properties/{id}/history',
    tag,
    addition: true,
    operation: 'getListingHistory',
    summary: 'What a listing cost before, and when it changed',
    description:
      'Answers the recorded prices and statuses of a listing, newest change first, at most 200. The array is empty if there is no such listing, or if its feed does not allow websites to show them.',
    segment: 'Listing id',
    params: feedParams,
    answer: Type.Array(ListingChange, { maxItems: MOST_CHANGES }),
    handle: history,
  }),
  read({
    path: '/properties/amenities/{id}',
    tag,
    operation: 'getListingAmenities',
    summary: 'Amenities of a listing and its building',
    description:
      "Answers an array of one object with 1 or 0 for each amenity, the listing's own and its building's; an empty array if there is no such listing.",
    segment: 'Listing id',
    params: feedParams,
    answer: Type.Array(Amenities, { maxItems: 1 }),
    handle: amenities,
  }),
  read({
    path: '/properties/photos/{id}',
    tag,
    operation: 'getListingPhotos',
    summary: 'Photos of a listing',
    description:
      'Answers the photos in the order in which to show them; an empty array if there is no such listing. `variants` adds what a page needs to show them in the right size.',
    segment: 'Listing id',
    params: photoParams,
    answer: Type.Array(ListingPhoto),
    handle: photosOfListing,
  }),
  endpoint({
    method: 'GET',
    path: '/properties/random/{count}',
    access: 'key',
    tag,
    operation: 'getRandomListings',
    summary: 'Listings drawn at random',
    description:
      'Draws from the listings that the filters find, none of them twice. Each call draws again. The records are short: 25 fields of the detail record.',
    segment: `Listings wanted, at most ${MOST_COUNTED}`,
    params: randomParams,
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
    codes: [codes.listingUnknown],
    onFailure: writeFailure,
    handle: countView,
  }),
];

async function search(call: Call, params: SearchValues) {
  checkSearch(params);
  const parts = await sourceFilters(call, params);
  const { total, listings } = await foundPage(parts, params);
  const texts = await foundTexts(call, listings, params);
  const more = await moreOfPage(parts, params, total);
  if (texts === undefined) {
    return { TOTAL_COUNT: total, LISTINGS: await foundRecords(call, listings, params), ...more };
  }
  const last = more === undefined ? '' : `,${JSON.stringify(more).slice(1, -1)}`;
  return new JsonText(`{"TOTAL_COUNT":${total},"LISTINGS":[${texts.join()}]${last}}`);
}

/** The total and the page, without a page where the call wants no list (R271). */
async function foundPage(
  parts: readonly SourceFilter[],
  { list, sort, order, near, page, perPage }: SearchValues,
): Promise<FoundPage> {
  if (!list) return { total: await countFound(parts), listings: [] };
  return findPage(parts, {
    ...{ sort, near, offset: (page - 1) * perPage, limit: perPage },
    // Nobody looks for what is farthest away (R269), or for what comes last (R348).
    descending: order === 'desc' && sort !== 'distance' && sort !== 'openhouse',
  });
}

/** What a page has besides the listings; undefined where the call asks for nothing. */
async function moreOfPage(parts: readonly SourceFilter[], params: SearchValues, total: number) {
  const { cluster, facets } = params;
  if (cluster === undefined && facets === undefined) return undefined;
  return {
    ...(cluster === undefined ? {} : { CLUSTERS: await clustersIn(parts, cluster) }),
    ...(facets === undefined ? {} : { FACETS: await facetsOf(parts, params, facets, total) }),
  };
}

/** The clusters of all matches. Ids of two databases would not say which of them they are of. */
async function clustersIn(parts: readonly SourceFilter[], zoom: number) {
  const grid = new ClusterGrid(zoom);
  for (const { source, filter, counts } of parts) {
    if (counts.index !== undefined && addIndexed(grid, counts.index, filter)) continue;
    const points = await pointsOf(source.database, filter);
    counts.counted(filter, points.length);
    for (const { id, latitude, longitude, price } of points) {
      grid.add(id, latitude, longitude, price, downOf(latitude));
    }
  }
  return grid.clusters({ isNamed: parts.length === 1 });
}

/** Adds the listings with coordinates of an index. @returns False if it cannot test the filter. */
function addIndexed(grid: ClusterGrid, index: ListingIndex, filter: Filter): boolean {
  const placed = { ...filter, conditions: [...filter.conditions, hasPoint] };
  return index.visit(placed, ({ arrays }, rows, count) => {
    grid.addRows(arrays, rows, count);
  });
}

async function detail(call: Call<number>, params: Values<typeof detailParams>) {
  const source = sourceOf(call, params.isMLS);
  if (source === undefined) return [];
  const rows = await queries.listingsById(source.database, [call.segment]);
  const added = await addedFields(source.database, [call.segment], params, {
    survey: call.tools.survey,
    mostVariants: Number.POSITIVE_INFINITY,
  });
  return rows.map((row) => ({
    ...detailRecord(row, source.context),
    ...(added === undefined ? {} : addedPart(row, added, source.context)),
  }));
}

async function history(call: Call<number>, { isMLS }: Values<typeof feedParams>) {
  const { segment } = call;
  const source = sourceOf(call, isMLS);
  if (source === undefined || !showsHistory(source.context)) return [];
  // The history of a removed listing is kept for a time.
  const [listing] = await queries.listingsById(source.database, [segment]);
  if (listing === undefined) return [];
  const rows = await historyOf(source.database, [segment]);
  return historyRecords(rows.get(segment) ?? [], source.context);
}

async function amenities(call: Call<number>, { isMLS }: Values<typeof feedParams>) {
  const source = sourceOf(call, isMLS);
  if (source === undefined) return [];
  const bits = await queries.amenitiesOfListing(source.database, call.segment);
  return bits === undefined ? [] : [amenitiesRecord(bits)];
}

async function photosOfListing(
  call: Call<number>,
  { isMLS, variants }: Values<typeof photoParams>,
) {
  const source = sourceOf(call, isMLS);
  if (source === undefined) return [];
  const photos = await queries.photosOf(source.database, [call.segment]);
  const rows = photos.get(call.segment) ?? [];
  const records = rows.map((photo) => photoRecord(photo, source.context));
  if (!variants) return records;
  const filenames = rows.map(({ filename }) => filename);
  const pictures = await call.tools.survey.of(source.database, filenames);
  return records.map((record, at) => {
    const picture = pictures.get(rows[at]?.filename ?? '');
    return { ...record, ...photoVariants(picture, source.context) };
  });
}

async function random(call: Call<number>, params: Values<typeof randomParams>) {
  checkPlace(params);
  const parts = await sourceFilters(call, withoutUsualLimits(params), true);
  const listings = await drawFound(parts, Math.min(call.segment, MOST_COUNTED));
  const records = await drawnRecords(listings, params);
  const { fields } = params;
  if (fields === undefined) return records;
  return new JsonText(JSON.stringify(records.map((record) => picked(record, fields))));
}

/** The usual maximums of a draw do not narrow what is asked for by exact rooms or likeness (R277, R279). */
function withoutUsualLimits(params: Values<typeof randomParams>) {
  if (params.beds === undefined && params.similar === undefined) return params;
  const { priceMax, bedsMax, ...others } = params;
  return {
    ...others,
    ...(priceMax === randomParams.priceMax.fallback ? {} : { priceMax }),
    ...(bedsMax === randomParams.bedsMax.fallback ? {} : { bedsMax }),
  };
}

async function countView({ tenant }: Call, { listingID }: { readonly listingID: number }) {
  const views = await queries.countView(tenant.database, listingID);
  if (views === undefined) {
    return new Failure(codes.listingUnknown, `Listing ${listingID} does not exist.`);
  }
  return success(codes.counted, `Listing ${listingID} has ${views} views.`);
}

/** The database that an id belongs to: the tenant's own or its MLS feed's, whose ids are separate (R95). */
function sourceOf(call: Call, isMLS: boolean): ListingSource | undefined {
  return isMLS
    ? feedSource(call, 'mls')
    : { database: call.tenant.database, context: call.context };
}
