import type { Kysely, NotNull, Selectable } from 'kysely';
import { ON_THE_MARKET } from '../../search/params/listing.vocabulary.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { BuildingTable, TenantTables } from '../../store/tenant/tables.js';
import { conditionsOf } from './building.filters.js';
import type { BuildingSearch } from './building.params.js';

/** A stored building with the number of its photos. */
export type BuildingRow = Selectable<BuildingTable> & { readonly imgcount: number };

/** The lowest and highest asking price, in dollars. */
export interface PriceSpan {
  readonly least: number;
  readonly most: number;
}

/** The asking prices in a building now; undefined where nothing is on the market. */
export interface AskedPrices {
  readonly rent: PriceSpan | undefined;
  readonly sale: PriceSpan | undefined;
}

/** A page of a search in the order of ids, and the number of all matching buildings (R38, R39). */
export async function findBuildings(
  database: TenantDatabase,
  search: BuildingSearch,
): Promise<{ total: number; rows: BuildingRow[] }> {
  const conditions = conditionsOf(search);
  const { total } = await database.db
    .selectFrom('building')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and(conditions.map((condition) => condition(eb))))
    .executeTakeFirstOrThrow();
  const offset = (search.page - 1) * search.count;
  if (offset >= total) return { total, rows: [] };
  const rows = await counted(database.db)
    .where((eb) => eb.and(conditions.map((condition) => condition(eb))))
    .orderBy('building.id')
    .limit(search.count)
    .offset(offset)
    .execute();
  return { total, rows };
}

/** The building with an id. */
export function buildingById(database: TenantDatabase, id: number): Promise<BuildingRow[]> {
  return counted(database.db).where('building.id', '=', id).execute();
}

/** The buildings with these ids, in no order. */
export async function buildingsById(
  database: TenantDatabase,
  ids: readonly number[],
): Promise<BuildingRow[]> {
  if (ids.length === 0) return [];
  return counted(database.db)
    .where('building.id', 'in', [...ids])
    .execute();
}

function counted(db: Kysely<TenantTables>) {
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

/**
 * The asking prices of the listings on the market, by building; a price of 0 does not count (R106).
 */
export async function askedPrices(
  database: TenantDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AskedPrices>> {
  if (ids.length === 0) return new Map();
  const spans = await database.db
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
  const prices = new Map<number, AskedPrices>();
  for (const { building_id, status, least, most } of spans) {
    const kind = status === ON_THE_MARKET.rentals ? 'rent' : 'sale';
    const others = prices.get(building_id) ?? { rent: undefined, sale: undefined };
    prices.set(building_id, { ...others, [kind]: { least, most } });
  }
  return prices;
}
