import type { Selectable } from 'kysely';
import { grouped } from '../../lib/grouped.js';
import { fragment, type Placeholder, paddedTo } from '../../store/engines/fragment.js';
import { findsRow } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { PictureRow } from '../../store/tenant/pictures.js';
import { runPrepared } from '../../store/tenant/prepared.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeViews } from '../../store/tenant/write.js';
import { foundDefaults } from './listing.fields.js';

/** The fields that a listing shows of one of its agents, from the agent's own record. */
export interface ListedAgent {
  readonly email: string | null;
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly mobile: string | null;
  readonly phone: string | null;
  readonly image: string | null;
}

type AgentColumns<Prefix extends string> = {
  readonly [Column in keyof ListedAgent as `${Prefix}_${Column}`]: ListedAgent[Column];
};

/**
 * A wide listing row, joined with its building (`b_`), its neighborhood, its agent (`a_`), co-agent
 * (`c_`) and listing agent (`g_`); null where it has none.
 */
export type ListingRow = Selectable<TenantTables['listing']> & JoinedFields;

type JoinedFields = {
  readonly neighborhood: string | null;
  readonly b_house: string | null;
  readonly b_address: string | null;
  readonly b_zip: string | null;
  readonly b_latitude: number | null;
  readonly b_longitude: number | null;
  readonly b_units: number | null;
  readonly b_subwayline: string | null;
  readonly b_city: string | null;
  readonly b_state: string | null;
  readonly b_built: number | null;
  readonly b_families: number | null;
} & AgentColumns<'a'> &
  AgentColumns<'c'> &
  AgentColumns<'g'>;

/** The part of a wide row that searches show, with the description where the call asks for it. */
export type FoundRow = typeof foundDefaults &
  JoinedFields &
  Partial<Pick<ListingRow, 'description'>>;

export type PhotoRow = Pick<Selectable<TenantTables['photo']>, 'filename' | 'name' | 'sort'>;

/** Flat fields that are read only when a flag asks for them (R71). */
export interface AddedFields {
  readonly photos?: ReadonlyMap<number, readonly PhotoRow[]>;
  /** What is known of the files of photos, for so many of each listing. */
  readonly variants?: {
    readonly pictures: ReadonlyMap<string, PictureRow>;
    readonly most: number;
  };
  readonly views?: ReadonlyMap<number, number>;
  readonly customValues?: ReadonlyMap<number, readonly (readonly [name: string, value: string])[]>;
  readonly labels?: ReadonlyMap<number, readonly string[]>;
}

function listingsWithJoins(database: TenantDatabase, ids: readonly Placeholder<number>[]) {
  return database.db
    .selectFrom('listing as l')
    .leftJoin('building as b', 'b.id', 'l.building_id')
    .leftJoin('neighborhood as n', 'n.id', 'l.neighborhood_id')
    .leftJoin('agent as a', 'a.id', 'l.agent_id')
    .leftJoin('agent as c', 'c.id', 'l.coagent_id')
    .leftJoin('agent as g', 'g.id', 'l.listingagent_id')
    .select([
      'n.name as neighborhood',
      'b.house as b_house',
      'b.address as b_address',
      'b.zip as b_zip',
      'b.latitude as b_latitude',
      'b.longitude as b_longitude',
      'b.units as b_units',
      'b.subwayline as b_subwayline',
      'b.city as b_city',
      'b.state as b_state',
      'b.built as b_built',
      'b.families as b_families',
      ...agentColumns('a'),
      ...agentColumns('c'),
      ...agentColumns('g'),
    ])
    .where('l.id', 'in', ids);
}

const FOUND_COLUMNS = columnsOf(foundDefaults).map((column) => `l.${column}` as const);

const AGENT_COLUMNS = ['email', 'firstname', 'lastname', 'mobile', 'phone', 'image'] as const;

function agentColumns<Alias extends 'a' | 'c' | 'g'>(alias: Alias) {
  return AGENT_COLUMNS.map((column) => `${alias}.${column} as ${alias}_${column}` as const);
}

/** The listings of these ids, in their order, without ids that do not exist. */
export async function listingsById(
  database: TenantDatabase,
  ids: readonly number[],
): Promise<ListingRow[]> {
  if (ids.length === 0) return [];
  const statement = fragment('listings', [ids], (list) =>
    listingsWithJoins(database, list).selectAll('l'),
  );
  return inOrderOf(ids, await runPrepared<ListingRow>(database, statement));
}

/**
 * The shortest list of ids in the statement of a page. It has ninety columns, and SQLite takes 70 KB for
 * each of its texts on each open file; a page that is not full gets the text of one that is.
 */
const PAGE = 10;

/** As `listingsById`, with the columns that searches show and no more. */
export async function foundListings(
  database: TenantDatabase,
  ids: readonly number[],
  withDescription: boolean,
): Promise<FoundRow[]> {
  if (ids.length === 0) return [];
  const name = withDescription ? 'found described' : 'found';
  const statement = fragment(name, [paddedTo(PAGE, ids)], (list) => {
    const query = listingsWithJoins(database, list).select(FOUND_COLUMNS);
    return withDescription ? query.select('l.description') : query;
  });
  return inOrderOf(ids, await runPrepared<FoundRow>(database, statement));
}

function inOrderOf<Row extends { readonly id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Photos of listings, in order. @param most How many of each, the first; all where it is left out (R297). */
export async function photosOf(
  database: TenantDatabase,
  ids: readonly number[],
  most?: number,
): Promise<ReadonlyMap<number, readonly PhotoRow[]>> {
  const rows = await database.db
    .selectFrom('photo')
    .select(['listing_id', 'filename', 'name', 'sort'])
    .where('listing_id', 'in', [...ids])
    .orderBy('listing_id')
    .orderBy('sort')
    .orderBy('position')
    .execute();
  const photos = grouped(rows.map(({ listing_id, ...photo }) => [listing_id, photo] as const));
  if (most === undefined) return photos;
  return new Map([...photos].map(([id, all]) => [id, all.slice(0, most)]));
}

export function hasListing({ db }: TenantDatabase, id: number): Promise<boolean> {
  return findsRow(db.selectFrom('listing').select('id').where('id', '=', id));
}

/** Website views of listings. */
export async function viewsOf(
  database: TenantDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await database.db
    .selectFrom('listing_views')
    .selectAll()
    .where('listing_id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.listing_id, row.views]));
}

export async function customValuesOf(
  database: TenantDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly (readonly [string, string])[]>> {
  const rows = await database.db
    .selectFrom('listing_custom')
    .selectAll()
    .where('listing_id', 'in', [...ids])
    .orderBy('listing_id')
    .orderBy('name')
    .execute();
  return grouped(rows.map((row) => [row.listing_id, [row.name, row.value] as const]));
}

/** Label names of listings, in order. */
export async function labelsOf(
  database: TenantDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await database.db
    .selectFrom('listing_label')
    .innerJoin('label', 'label.id', 'listing_label.label_id')
    .select(['listing_label.listing_id', 'label.name'])
    .where('listing_label.listing_id', 'in', [...ids])
    .execute();
  const labels = grouped(rows.map((row) => [row.listing_id, row.name]));
  // Sorted here, because each database would sort in its own order.
  for (const names of labels.values()) names.sort();
  return labels;
}

/** The amenities of a listing and of its building; undefined when the listing does not exist. */
export function amenitiesOfListing(
  database: TenantDatabase,
  id: number,
): Promise<{ amenities_low: number; amenities_high: number } | undefined> {
  return database.db
    .selectFrom('listing_search')
    .select(['amenities_low', 'amenities_high'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Adds one to the views of a listing (R94). @returns The new count; undefined when there is no such listing. */
export async function countView(database: TenantDatabase, id: number): Promise<number | undefined> {
  return writeViews(database, async (transaction) => {
    const counted = await transaction
      .insertInto('listing_views')
      .columns(['listing_id', 'views'])
      .expression((eb) =>
        eb
          .selectFrom('listing')
          .select((select) => ['listing.id', select.lit(1).as('views')])
          .where('listing.id', '=', id),
      )
      .onConflict((conflict) =>
        conflict.column('listing_id').doUpdateSet((eb) => ({
          views: eb('listing_views.views', '+', 1),
        })),
      )
      .returning('views')
      .executeTakeFirst();
    return counted?.views;
  });
}
