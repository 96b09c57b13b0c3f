import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type NotNull,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import { Type } from 'typebox';
import { read } from '../../api/endpoint.js';
import { named } from '../../api/fields.js';
import { described, listOf, pageNumber, pageSize, truth, type Values } from '../../api/params.js';
import type { AnswerContext } from '../../api/request-context.js';
import { idsOf } from '../../lib/grouped.js';
import { refreshSearch } from '../../search/listing.search-refresh.js';
import { changedForSearch } from '../../search/listing.search-row.js';
import {
  type Amenity,
  amenityBits,
  BUILDING_FLAGS,
  OUTDOOR_SPACES,
} from '../../search/params/amenity.vocabulary.js';
import { codeList, neighborhoodList } from '../../search/params/listing.param-kinds.js';
import {
  categories,
  ON_THE_MARKET,
  PETS_UNWELCOME,
} from '../../search/params/listing.vocabulary.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { building } from '../kinds/building.fields.js';
import { filesOf } from '../kinds/files.js';
import { Photo, photoRecord } from '../listings/photo.js';
import { photosOfBuilding } from './building-photo.js';

/** Buildings in files. A write takes the searched columns of their listings along. */
export const buildingFiles = filesOf(building, {
  derived: () => ({ from_listings: 0 }),
  after: async ({ database, transaction, changes }, { stored, written, changed }) => {
    changes.shown('buildings', changed);
    // Most fields of a building are not searched, so most imports leave its listings alone.
    await refreshSearch(database, transaction, changedForSearch(stored, written));
  },
});

export type BuildingRow = Selectable<TenantTables['building']> & { readonly imgcount: number };

export function countingPhotos(db: Kysely<TenantTables>) {
  return db
    .selectFrom('building')
    .selectAll('building')
    .select((eb) =>
      eb
        .selectFrom('building_photo as photo')
        .select((photos) => photos.fn.countAll<number>().as('photos'))
        .whereRef('photo.building_id', '=', 'building.id')
        .as('imgcount'),
    )
    .$narrowType<{ imgcount: NotNull }>();
}

/** The buildings with these ids, in no order. */
export async function buildingsById(
  { db }: TenantDatabase,
  ids: readonly number[],
): Promise<BuildingRow[]> {
  if (ids.length === 0) return [];
  return countingPhotos(db)
    .where('building.id', 'in', [...ids])
    .execute();
}

/** Makes the records of some buildings, each with the prices that are asked in it now. */
export async function buildingRecords(
  database: TenantDatabase,
  rows: readonly BuildingRow[],
  context: AnswerContext,
) {
  const prices = await askedPrices(database, idsOf(rows));
  // Assigned, as V8 takes several times as long to spread so large a row.
  return (row: BuildingRow) =>
    building.record(Object.assign({}, row, UNASKED, prices.get(row.id)), context);
}

const UNASKED = { maxbuy: 0, maxrent: 0, minbuy: 0, minrent: 0 };

/**
 * The asking prices of the listings on the market, in whole dollars, by building; a price of 0 does not count (R106).
 */
async function askedPrices(
  { db }: TenantDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Partial<typeof UNASKED>>> {
  if (ids.length === 0) return new Map();
  const spans = await db
    .selectFrom('listing_search as s')
    .select(['s.building_id', 's.status'])
    .select((eb) => [
      eb.fn.min<number>('s.price').as('least'),
      eb.fn.max<number>('s.price').as('most'),
    ])
    .where('s.building_id', 'in', [...ids])
    .where('s.status', 'in', Object.values(ON_THE_MARKET))
    .where('s.price', '>', 0)
    .groupBy(['s.building_id', 's.status'])
    .execute();
  const prices = new Map<number, Partial<typeof UNASKED>>();
  for (const span of spans) {
    const [least, most] = [Math.round(span.least), Math.round(span.most)];
    const isRent = span.status === ON_THE_MARKET.rentals;
    const found = isRent ? { minrent: least, maxrent: most } : { minbuy: least, maxbuy: most };
    prices.set(span.building_id, { ...prices.get(span.building_id), ...found });
  }
  return prices;
}

type Condition = (eb: ExpressionBuilder<TenantTables, 'building'>) => Expression<SqlBool>;

/** The building has any of these flags. */
function hasAny(...names: readonly Amenity[]): Condition {
  const { low, high } = amenityBits(names);
  return () =>
    sql<SqlBool>`(${sql.ref('building.amenities_low')} & ${sql.lit(low)} <> 0 or ${sql.ref('building.amenities_high')} & ${sql.lit(high)} <> 0)`;
}

const flags: readonly Amenity[] = BUILDING_FLAGS;

/** The words of `amenities`, and what each requires. R104. */
const AMENITY_FILTERS: readonly (readonly [string, Condition])[] = [
  ['doorman', hasAny('doorman')],
  // The outdoor spaces that a building can have (R82, R105).
  ['outdoorSpace', hasAny(...OUTDOOR_SPACES.filter((name) => flags.includes(name)))],
  ['elevator', hasAny('elevator')],
  ['healthClub', hasAny('healthclub')],
  ['pets', (eb) => eb('building.pets', 'not in', [...PETS_UNWELCOME])],
  ['newConstruction', hasAny('newconstruction')],
  ['nofee', (eb) => eb('building.nofee', '=', 1)],
];

/** The words of `extras`, and what each requires. */
const EXTRAS: readonly (readonly [string, Condition])[] = [
  ['featured', (eb) => eb('building.featured', '=', 1)],
  // -1 is the true value of this field (R29).
  ['developments', (eb) => eb('building.newdevelopment', '=', -1)],
];

/** The parameters of `GET /buildings`. R105, R106. */
const buildingSearchParams = {
  page: pageNumber(),
  count: pageSize(10, 50),
  cat: neighborhoodList(),
  amenities: described(
    listOf(AMENITY_FILTERS, 'BuildingAmenity'),
    'Comma separated; a building has to have all of them',
  ),
  category: codeList(categories, 'CategoryCode', 'Exclusivity'),
  hasListings: described(truth(), 'Only buildings with listings on the market'),
  extras: described(
    listOf(EXTRAS, 'BuildingExtra'),
    `Comma separated, all must hold: ${EXTRAS.map(([word]) => word).join(', ')}`,
  ),
};

type BuildingSearch = Values<typeof buildingSearchParams>;

/** A page of a search in the order of ids, and the number of all matching buildings (R38, R39). */
async function findBuildings(
  { db }: TenantDatabase,
  search: BuildingSearch,
): Promise<{ total: number; rows: BuildingRow[] }> {
  const conditions = buildingConditions(search);
  const { total } = await db
    .selectFrom('building')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and(conditions.map((condition) => condition(eb))))
    .executeTakeFirstOrThrow();
  const offset = (search.page - 1) * search.count;
  if (offset >= total) return { total, rows: [] };
  const rows = await countingPhotos(db)
    .where((eb) => eb.and(conditions.map((condition) => condition(eb))))
    .orderBy('building.id')
    .limit(search.count)
    .offset(offset)
    .execute();
  return { total, rows };
}

/** The conditions of the parameters that are present: all of them must hold. R81, R104. */
function buildingConditions({ cat, category, amenities, hasListings, extras }: BuildingSearch) {
  const conditions: Condition[] = [];
  if (cat !== undefined) conditions.push((eb) => eb('building.neighborhood_id', 'in', cat));
  if (category !== undefined) conditions.push((eb) => eb('building.category', 'in', category));
  conditions.push(...(amenities ?? []), ...(extras ?? []));
  if (hasListings) conditions.push(isOnTheMarket);
  return conditions;
}

const isOnTheMarket: Condition = (eb) =>
  eb.exists(
    eb
      .selectFrom('listing_search as s')
      .select('s.id')
      .whereRef('s.building_id', '=', 'building.id')
      .where('s.status', 'in', Object.values(ON_THE_MARKET)),
  );

const tag = 'Buildings and neighborhoods';

const BuildingPage = named('BuildingPage', {
  TOTAL_COUNT: Type.Integer({ description: 'Matches in all, whatever the page' }),
  BUILDINGS: Type.Array(building.schema),
});

/** The reads of buildings. R36, R39. */
export const buildingEndpoints = [
  read({
    path: '/buildings',
    tag,
    operation: 'searchBuildings',
    summary: 'Search buildings',
    description:
      'Finds buildings, active or not, page by page, with the number of all matches in `TOTAL_COUNT`. Each filter narrows.',
    params: buildingSearchParams,
    answer: BuildingPage,
    emptyPage: { TOTAL_COUNT: 0, BUILDINGS: [] },
    handle: async ({ tenant, context }, params) => {
      const { total, rows } = await findBuildings(tenant.database, params);
      return { TOTAL_COUNT: total, BUILDINGS: await recordsOf(tenant.database, rows, context) };
    },
  }),
  read({
    path: '/buildings/{id}',
    tag,
    operation: 'getBuilding',
    summary: 'One building',
    description: 'Answers an array with one record; an empty array if there is none.',
    segment: 'Building id',
    answer: Type.Array(building.schema, { maxItems: 1 }),
    handle: async ({ tenant: { database }, context, segment }) =>
      recordsOf(database, await buildingsById(database, [segment]), context),
  }),
  read({
    path: '/buildings/photos/{id}',
    tag,
    operation: 'getBuildingPhotos',
    summary: 'Photos of a building',
    description:
      'Answers the photos in the order in which to show them; an empty array if there is no such building.',
    segment: 'Building id',
    answer: Type.Array(Photo),
    handle: async ({ tenant, context, segment }) =>
      (await photosOfBuilding(tenant.database, segment)).map((photo) =>
        photoRecord(photo, context),
      ),
  }),
];

async function recordsOf(
  database: TenantDatabase,
  rows: readonly BuildingRow[],
  context: AnswerContext,
) {
  return rows.map(await buildingRecords(database, rows, context));
}
