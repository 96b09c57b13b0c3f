import type { Kysely } from 'kysely';
import { pointAt, vectorOf } from '../../lib/geometry/globe.js';
import { columnTypes, createCoveringIndex, type Place } from '../engines/dialect.js';

interface Tables {
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

const COLUMNS = ['latitude', 'longitude', 'globe_x', 'globe_y', 'globe_z'] as const;

/** How many listings are in memory at once. */
const PAGE = 1000;

/** The step that gives searches the points of listings, and an index to find them by. */
export async function makePoints(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer } = columnTypes(place.kind);
  for (const column of COLUMNS) {
    await db.schema.alterTable('listing_search').addColumn(column, integer).execute();
  }
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
  const db = loose as Kysely<Tables>;
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

function listingsAfter(db: Kysely<Tables>, after: number) {
  return db
    .selectFrom('listing as l')
    .leftJoin('building as b', 'b.id', 'l.building_id')
    .select(['l.id', 'l.latitude', 'l.longitude', 'l.hide_address'])
    .select(['b.latitude as b_latitude', 'b.longitude as b_longitude'])
    .where('l.id', '>', after)
    .orderBy('l.id')
    .limit(PAGE)
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
