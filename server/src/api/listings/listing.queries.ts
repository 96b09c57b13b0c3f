import { type Selectable, sql } from 'kysely';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ClientTables, ListingTable } from '../../data/client-database/tables.js';
import { writeViews } from '../../data/client-database/write.js';
import { padded } from '../../data/padded.js';
import { runPrepared } from '../../data/prepared.js';
import type { Condition } from './listing.filters.js';

/** What a listing says of one of its agents, out of the agent's own record. */
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
 * A wide listing row, and beside it the facts of its building (`b_`), its neighborhood, its agent
 * (`a_`), co-agent (`c_`) and listing agent (`g_`); null where it has none.
 */
export type ListingRow = Selectable<ListingTable> & Beside;

/** What is read beside a listing. */
type Beside = {
  readonly neighborhood: string | null;
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

/** Columns that no record of a search tells, long texts among them. */
type Untold =
  | 'access_note'
  | 'cooling'
  | 'cyof'
  | 'description'
  | 'distribute'
  | 'floorplan'
  | 'op'
  | 'state'
  | 'ulid';

/** The part of a wide row that searches tell; with the description where one asks for it. */
export type FoundRow = Omit<ListingRow, Untold> & Partial<Pick<ListingRow, 'description'>>;

/** A photo as it is stored. */
export type PhotoRow = Pick<Selectable<ClientTables['photo']>, 'filename' | 'name' | 'sort'>;

/** Flat fields that are only read when a flag asks for them (R71). */
export interface AddedFields {
  readonly photos?: ReadonlyMap<number, readonly PhotoRow[]>;
  readonly views?: ReadonlyMap<number, number>;
  readonly customValues?: ReadonlyMap<number, readonly (readonly [name: string, value: string])[]>;
  readonly labels?: ReadonlyMap<number, readonly string[]>;
}

function besideListings(database: ClientDatabase, ids: readonly number[]) {
  return database.db
    .selectFrom('listing as l')
    .leftJoin('building as b', 'b.id', 'l.building_id')
    .leftJoin('neighborhood as n', 'n.id', 'l.neighborhood_id')
    .leftJoin('agent as a', 'a.id', 'l.agent_id')
    .leftJoin('agent as c', 'c.id', 'l.coagent_id')
    .leftJoin('agent as g', 'g.id', 'l.listingagent_id')
    .select([
      'n.name as neighborhood',
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
    .where('l.id', 'in', [...ids]);
}

const FOUND_COLUMNS = [
  'l.id',
  'l.building_id',
  'l.neighborhood_id',
  'l.agent_id',
  'l.coagent_id',
  'l.listingagent_id',
  'l.status',
  'l.type',
  'l.category',
  'l.house',
  'l.street',
  'l.apt',
  'l.cross_streets',
  'l.hide_address',
  'l.available',
  'l.bath',
  'l.beds',
  'l.floor',
  'l.by_appointment',
  'l.pets',
  'l.rooms',
  'l.size',
  'l.video',
  'l.video2',
  'l.partner_video',
  'l.amenities_low',
  'l.amenities_high',
  'l.developments',
  'l.featured',
  'l.openhouse',
  'l.openhouseend',
  'l.openhouse2',
  'l.openhouseend2',
  'l.concession',
  'l.downpayment',
  'l.fee',
  'l.freemonth',
  'l.maintenance',
  'l.monthsfreereqminlease',
  'l.price',
  'l.taxes',
  'l.idx',
  'l.vow',
  'l.mls_no',
  'l.lease_term_min',
  'l.lease_term_max',
  'l.updated_at',
  'l.zip',
  'l.latitude',
  'l.longitude',
  'l.units',
  'l.subway',
  'l.city',
  'l.built',
  'l.families',
  'l.image',
  'l.images',
] as const satisfies readonly `l.${Exclude<keyof ListingTable, Untold>}`[];

const AGENT_COLUMNS = ['email', 'firstname', 'lastname', 'mobile', 'phone', 'image'] as const;

function agentColumns<Alias extends 'a' | 'c' | 'g'>(alias: Alias) {
  return AGENT_COLUMNS.map((column) => `${alias}.${column} as ${alias}_${column}` as const);
}

/** The listings of these ids, in their order; ids that do not exist are left out. */
export async function listingsById(
  database: ClientDatabase,
  ids: readonly number[],
): Promise<ListingRow[]> {
  if (ids.length === 0) return [];
  const list = padded(ids);
  const rows = await runPrepared<ListingRow>(database, `listings ${list.length}`, list, () =>
    besideListings(database, list).selectAll('l'),
  );
  return inOrderOf(ids, rows);
}

/** As `listingsById`, with what searches tell and no more. */
export async function foundListings(
  database: ClientDatabase,
  ids: readonly number[],
  withDescription: boolean,
): Promise<FoundRow[]> {
  if (ids.length === 0) return [];
  const list = padded(ids);
  const shape = `found ${list.length}${withDescription ? ' described' : ''}`;
  const rows = await runPrepared<FoundRow>(database, shape, list, () => {
    const query = besideListings(database, list).select(FOUND_COLUMNS);
    return withDescription ? query.select('l.description') : query;
  });
  return inOrderOf(ids, rows);
}

function inOrderOf<Row extends { readonly id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Photos of listings, in order. */
export async function photosOf(
  database: ClientDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly PhotoRow[]>> {
  const rows = await database.db
    .selectFrom('photo')
    .select(['listing_id', 'filename', 'name', 'sort'])
    .where('listing_id', 'in', [...ids])
    .orderBy('listing_id')
    .orderBy('sort')
    .orderBy('position')
    .execute();
  return grouped(rows.map(({ listing_id, ...photo }) => [listing_id, photo]));
}

/** Website views of listings. */
export async function viewsOf(
  database: ClientDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await database.db
    .selectFrom('listing_views')
    .selectAll()
    .where('listing_id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.listing_id, row.views]));
}

/** Custom values of listings, by name. */
export async function customValuesOf(
  database: ClientDatabase,
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
  database: ClientDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await database.db
    .selectFrom('listing_label')
    .innerJoin('label', 'label.id', 'listing_label.label_id')
    .select(['listing_label.listing_id', 'label.name'])
    .where('listing_label.listing_id', 'in', [...ids])
    .execute();
  const labels = grouped(rows.map((row) => [row.listing_id, row.name]));
  // In the order of the code, as each database would have an order of its own.
  for (const names of labels.values()) names.sort();
  return labels;
}

function grouped<Value>(pairs: readonly (readonly [number, Value])[]): Map<number, Value[]> {
  const groups = new Map<number, Value[]>();
  for (const [id, value] of pairs) {
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [value]);
    else group.push(value);
  }
  return groups;
}

/** Ids of a random draw without repeats, anew at each call (R79). */
export async function drawListings(
  database: ClientDatabase,
  search: {
    readonly statuses: readonly number[];
    readonly neighborhoods: readonly number[];
    readonly conditions: readonly Condition[];
  },
  amount: number,
): Promise<number[]> {
  let query = database.db
    .selectFrom('listing_search as s')
    .select('s.id')
    .where('s.status', 'in', [...search.statuses]);
  if (search.neighborhoods.length > 0) {
    query = query.where('s.neighborhood_id', 'in', [...search.neighborhoods]);
  }
  for (const condition of search.conditions) query = query.where((eb) => condition.build(eb));
  const rows = await query.orderBy(sql`random()`).limit(amount).execute();
  return rows.map((row) => row.id);
}

/** The amenities of a listing and of its building; undefined when there is no such listing. */
export function amenitiesOfListing(
  database: ClientDatabase,
  id: number,
): Promise<{ amenities_low: number; amenities_high: number } | undefined> {
  return database.db
    .selectFrom('listing_search')
    .select(['amenities_low', 'amenities_high'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Counts one more view of a listing (R94).
 *
 * @returns The new count; undefined when there is no such listing.
 */
export async function countView(database: ClientDatabase, id: number): Promise<number | undefined> {
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
