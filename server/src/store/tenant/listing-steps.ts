import { type Kysely, sql } from 'kysely';
import { pointAt, vectorOf } from '../../lib/geometry.js';
import { createCoveringIndex, type Place } from '../engines/dialect.js';
import { addColumns, makeTable } from '../schema/steps.js';

interface Tables {
  building: { id: number; house: string; address: string; from_listings: number };
  listing: {
    id: number;
    building_id: number;
    neighborhood_id: number;
    house: string;
    street: string;
    apt: string;
    hide_address: number;
  };
  listing_search: { id: number; address: string };
  neighborhood: { id: number; name: string };
  revision: { number: number };
}

/** How many listings are in memory at once. */
const PAGE = 1000;

/**
 * The step that takes the house number out of the address of buildings that were made out of
 * listings, and lets the address filter find the listings that take their street from a building
 * (R102, R175).
 */
export async function separateHouseNumbers(loose: Kysely<unknown>): Promise<void> {
  const db = loose as Kysely<Tables>;
  await db
    .updateTable('building')
    .set({ address: sql<string>`trim(substr(address, length(house) + 2))` })
    .where('from_listings', '=', 1)
    .where('house', '<>', '')
    .where(
      sql<string>`substr(address || ' ', 1, length(house) + 1)`,
      '=',
      sql<string>`house || ' '`,
    )
    .execute();
  for (let after = 0; ; ) {
    const rows = await streetless(db, after);
    for (const row of rows) {
      await db
        .updateTable('listing_search')
        .set({ address: searchedAddress(row) })
        .where('id', '=', row.id)
        .execute();
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  // Answers have changed, so entity tags from before must not match.
  await db
    .updateTable('revision')
    .set((eb) => ({ number: eb('number', '+', 1) }))
    .execute();
}

function streetless(db: Kysely<Tables>, after: number) {
  return db
    .selectFrom('listing')
    .innerJoin('building', 'building.id', 'listing.building_id')
    .leftJoin('neighborhood', 'neighborhood.id', 'listing.neighborhood_id')
    .select(['listing.id', 'listing.house', 'listing.apt'])
    .select(['building.house as b_house', 'building.address as b_address', 'neighborhood.name'])
    .where('listing.id', '>', after)
    .where('listing.street', '=', '')
    .where('listing.hide_address', '=', 0)
    .where('building.address', '<>', '')
    .orderBy('listing.id')
    .limit(PAGE)
    .execute();
}

/** The text as it was when this step was released: a step does not change with the program. */
function searchedAddress(row: Awaited<ReturnType<typeof streetless>>[number]): string {
  const own = row.house.trim();
  const buildingNumber = row.b_house.trim();
  const number = (buildingNumber || own).toLowerCase();
  const address = row.b_address.trim().toLowerCase();
  const street =
    number !== '' && address.startsWith(`${number} `) ? address.slice(number.length) : address;
  const line = `${own || buildingNumber} ${street.trim()}`;
  return [line, row.apt, row.name ?? '']
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ')
    .toLowerCase();
}

interface PointTables {
  building: { id: number; latitude: number | null; longitude: number | null };
  listing: {
    id: number;
    building_id: number;
    latitude: number | null;
    longitude: number | null;
    hide_address: number;
  };
  listing_search: {
    id: number;
    latitude: number | null;
    longitude: number | null;
    globe_x: number | null;
    globe_y: number | null;
    globe_z: number | null;
  };
}

/** How many listings are in memory at once. */
const POINTS_PAGE = 1000;

/** The step that gives searches the points of listings, and an index to find them by. */
export async function makePoints(db: Kysely<unknown>, place: Place): Promise<void> {
  await addColumns(
    db,
    place,
    'listing_search',
    'integer?: latitude longitude globe_x globe_y globe_z',
  );
  await fillPoints(db);
  // With what maps ask for most, so that few of their searches look up a row.
  await createCoveringIndex(db, place, {
    name: 'listing_search_point',
    table: 'listing_search',
    keys: ['status', 'latitude', 'longitude'],
    carried: ['price', 'id', 'beds', 'bath', 'type', 'globe_x', 'globe_y', 'globe_z'],
  });
}

/**
 * Makes the points of all listings again from the stored rows, coarsened where the address is hidden
 * (R268). Besides the step, this is for a database that an earlier program has written to.
 */
export async function fillPoints(loose: Kysely<unknown>): Promise<void> {
  const db = loose as Kysely<PointTables>;
  for (let after = 0; ; ) {
    const rows = await listingsAfter(db, after);
    for (const row of rows) {
      await db.updateTable('listing_search').set(pointOf(row)).where('id', '=', row.id).execute();
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

function listingsAfter(db: Kysely<PointTables>, after: number) {
  return db
    .selectFrom('listing as l')
    .leftJoin('building as b', 'b.id', 'l.building_id')
    .select(['l.id', 'l.latitude', 'l.longitude', 'l.hide_address'])
    .select(['b.latitude as b_latitude', 'b.longitude as b_longitude'])
    .where('l.id', '>', after)
    .orderBy('l.id')
    .limit(POINTS_PAGE)
    .execute();
}

type Row = Awaited<ReturnType<typeof listingsAfter>>[number];

/** The point as it was when this step was released: a step does not change with the program. */
function pointOf(row: Row) {
  const latitude = row.b_latitude ?? row.latitude;
  const longitude = row.b_longitude ?? row.longitude;
  if (latitude === null || longitude === null) {
    return { latitude: null, longitude: null, globe_x: null, globe_y: null, globe_z: null };
  }
  const shown = (degrees: number) =>
    row.hide_address === 1 ? Math.round(degrees * 100) / 100 : degrees;
  const point = pointAt(shown(latitude), shown(longitude));
  const { x, y, z } = vectorOf(point);
  return { ...point, globe_x: x, globe_y: y, globe_z: z };
}

/**
 * The step that makes the prices and statuses that listings had, and adds to each change of a record which of
 * its fields changed. Listings that are there get no history: nobody knows it.
 *
 * The defaults are right for what an earlier program writes: a change of which nobody knows the fields.
 */
export async function makeListingHistory(db: Kysely<unknown>, place: Place): Promise<void> {
  const history = 'integer: listing_id at status number: price';
  await makeTable(db, place, 'listing_history', 'listing_id, at', history);
  await addColumns(db, place, 'change_entry', 'text: changed integer: changed_after');
}
