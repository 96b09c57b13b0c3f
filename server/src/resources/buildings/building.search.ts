import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import {
  described,
  idList,
  listOf,
  pageNumber,
  pageSize,
  truth,
  type Values,
} from '../../api/params.js';
import {
  type Amenity,
  amenityBits,
  BUILDING_FLAGS,
  OUTDOOR_SPACES,
} from '../../search/params/amenity.vocabulary.js';
import {
  categories,
  ON_THE_MARKET,
  PETS_UNWELCOME,
} from '../../search/params/listing.vocabulary.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { type BuildingRow, countingPhotos } from './building.js';

/** Builds one condition on a building. */
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
export const buildingSearchParams = {
  page: pageNumber(),
  count: pageSize(10, 50),
  cat: described(idList(), 'Neighborhood ids, comma separated, any of them; at most 500'),
  amenities: described(
    listOf(AMENITY_FILTERS, 'BuildingAmenity'),
    'Comma separated; a listing has to have all of them',
  ),
  category: described(
    listOf(
      categories.entries.map(([code, word]) => [String(code), code, word] as const),
      'CategoryCode',
    ),
    `Exclusivity, comma separated, any of them: ${categories.entries.map((entry) => entry.join(' ')).join(', ')}`,
  ),
  hasListings: described(truth(), 'Only buildings with listings on the market'),
  extras: described(
    listOf(EXTRAS, 'BuildingExtra'),
    `Comma separated, all must hold: ${EXTRAS.map(([word]) => word).join(', ')}`,
  ),
};

type BuildingSearch = Values<typeof buildingSearchParams>;

/** A page of a search in the order of ids, and the number of all matching buildings (R38, R39). */
export async function findBuildings(
  { db }: TenantDatabase,
  search: BuildingSearch,
): Promise<{ total: number; rows: BuildingRow[] }> {
  const conditions = conditionsOf(search);
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
function conditionsOf({ cat, category, amenities, hasListings, extras }: BuildingSearch) {
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
