import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { amenityBits } from '../../search/params/amenity.vocabulary.js';
import { ON_THE_MARKET, PETS_UNWELCOME } from '../../search/params/listing.vocabulary.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { BuildingFeature, BuildingSearch } from './building.params.js';

/** Builds one condition on a building. */
export type Condition = (eb: ExpressionBuilder<TenantTables, 'building'>) => Expression<SqlBool>;

/** The building has any of these flags. */
function hasAny(names: Parameters<typeof amenityBits>[0]): Condition {
  const { low, high } = amenityBits(names);
  return () =>
    sql<SqlBool>`(${sql.ref('building.amenities_low')} & ${sql.lit(low)} <> 0 or ${sql.ref('building.amenities_high')} & ${sql.lit(high)} <> 0)`;
}

function feature(wanted: BuildingFeature): Condition {
  if (wanted.kind === 'any') return hasAny(wanted.of);
  if (wanted.kind === 'nofee') return (eb) => eb('building.nofee', '=', 1);
  return (eb) => eb('building.pets', 'not in', [...PETS_UNWELCOME]);
}

const extras: { readonly [Extra in NonNullable<BuildingSearch['extras']>[number]]: Condition } = {
  featured: (eb) => eb('building.featured', '=', 1),
  // -1 is the true value of this field (R29).
  developments: (eb) => eb('building.newdevelopment', '=', -1),
};

const hasListings: Condition = (eb) =>
  eb.exists(
    eb
      .selectFrom('listing_search as s')
      .select('s.id')
      .whereRef('s.building_id', '=', 'building.id')
      .where('s.status', 'in', Object.values(ON_THE_MARKET)),
  );

/** The conditions of the parameters that are present: all of them must hold. R81, R104. */
export function conditionsOf(search: BuildingSearch): Condition[] {
  const { cat, category } = search;
  return [
    ...(cat === undefined
      ? []
      : [((eb) => eb('building.neighborhood_id', 'in', cat)) as Condition]),
    ...(category === undefined
      ? []
      : [((eb) => eb('building.category', 'in', category)) as Condition]),
    ...(search.amenities ?? []).map(feature),
    ...(search.extras ?? []).map((extra) => extras[extra]),
    ...(search.hasListings ? [hasListings] : []),
  ];
}
