import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import {
  type Area,
  type Box,
  boxAround,
  boxOfArea,
  FULL_TURN,
  HALF_TURN,
  type Point,
  type Ring,
  ringsOf,
  squaredChord,
  vectorOf,
} from '../../lib/geometry.js';
import { type Fragment, fragment, type Placeholder, padded } from '../../store/engines/fragment.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { ListingSearchTable } from '../listing.search-row.js';
import type { PlaceValues } from '../params/place.params.js';
import type { ColumnTest } from './conditions.js';

/*
 * The conditions on where a listing is. Each is one of SQL, in whole numbers, so that both databases
 * find the same listings in the same order, and everything that takes conditions takes these: pages,
 * totals, draws, clusters.
 *
 * A search reads the points of `listing_search` and nothing else. That of a listing with a hidden
 * address is coarsened there already, whatever the tenant's setting (R268), so that no box, circle or
 * order reveals more than the coarsened point does.
 */

type SearchTables = TenantTables & { s: ListingSearchTable };
type Where = (eb: ExpressionBuilder<SearchTables, 's'>) => Expression<SqlBool>;
/** A condition on a place. Listings without coordinates never meet one. */
type PlaceCondition = Fragment<Where> & { readonly onPlace: true; readonly test?: ColumnTest };

const latitude = sql.ref<number>('s.latitude');
const longitude = sql.ref<number>('s.longitude');

/**
 * The conditions of `bbox`, `near` with `within`, and `polygon`: all of them must hold. R265, R266, R267.
 */
export function placeConditions({ bbox, near, within, polygon }: PlaceValues): PlaceCondition[] {
  return [
    ...(bbox === undefined ? [] : [inBox(bbox)]),
    ...(near === undefined ? [] : within === undefined ? [hasPoint] : inCircle(near, within)),
    ...(polygon === undefined ? [] : inArea(polygon)),
  ];
}

/** The listing has coordinates. */
export const hasPoint: PlaceCondition = {
  ...onPlace(fragment('has point', [], () => () => sql<SqlBool>`${latitude} is not null`)),
  test: { is: 'placed' },
};

/**
 * The square of the straight line from a listing to a point, in the unit of `Vector`: the order of
 * these is that of the distances on the ground.
 */
export function distanceTo(point: Point): Fragment<RawBuilder<number>> {
  const { x, y, z } = vectorOf(point);
  return fragment('distance', [x, y, z], squaredDistance);
}

function squaredDistance(
  x: Placeholder<number>,
  y: Placeholder<number>,
  z: Placeholder<number>,
): RawBuilder<number> {
  const part = (column: 'globe_x' | 'globe_y' | 'globe_z', value: Placeholder<number>) => {
    const difference = sql`(${sql.ref(`s.${column}`)} - ${value})`;
    return sql`${difference} * ${difference}`;
  };
  return sql<number>`(${part('globe_x', x)} + ${part('globe_y', y)} + ${part('globe_z', z)})`;
}

function onPlace(condition: Fragment<Where>): PlaceCondition {
  return { ...condition, onPlace: true };
}

/** The listing is in a box; points on its edge are. */
function inBox({ south, north, west, east }: Box): PlaceCondition {
  const parallels = [south, north] as const;
  if (east - west >= FULL_TURN) {
    const condition = fragment('box all round', parallels, (south, north) => () => {
      return sql<SqlBool>`${latitude} between ${south} and ${north}`;
    });
    const test = { is: 'boxed', south, north, west: -HALF_TURN, east: HALF_TURN } as const;
    return { ...onPlace(condition), test };
  }
  const past = east >= HALF_TURN;
  const end = past ? east - FULL_TURN : east;
  const condition = onPlace(
    fragment(
      past ? 'box over the date line' : 'box',
      [...parallels, west, end],
      (south, north, west, east) => () => {
        const meridians = past
          ? sql`(${longitude} >= ${west} or ${longitude} <= ${east})`
          : sql`${longitude} between ${west} and ${east}`;
        return sql<SqlBool>`(${latitude} between ${south} and ${north} and ${meridians})`;
      },
    ),
  );
  return { ...condition, test: { is: 'boxed', south, north, west, east: end } };
}

/** The listing is at most so far away; the box lets an index find it. */
function inCircle(point: Point, metres: number): PlaceCondition[] {
  const circle = fragment(
    'circle',
    [distanceTo(point), squaredChord(metres)],
    (distance, chord) => () => sql<SqlBool>`${distance} <= ${chord}`,
  );
  return [inBox(boxAround(point, metres)), onPlace(circle)];
}

/**
 * The listing is in an area: more of its outer rings hold the listing than of its holes, which lie
 * within them. A point on an edge is within that ring (R267).
 */
function inArea(area: Area): PlaceCondition[] {
  const { outers, holes } = ringsOf(area);
  const rings = [texts(outers), texts(holes)] as const;
  const condition = fragment('area', rings, (outers, holes) => () => {
    const [only] = outers;
    if (outers.length === 1 && holes.length === 0) return contains(only as Placeholder<string>);
    return sql<SqlBool>`${count(outers)} > ${count(holes)}`;
  });
  return [inBox(boxOfArea(area)), onPlace(condition)];
}

/** A ring that holds no listing. */
const NOWHERE = '((999999999,999999999))';

/** Rings as texts of PostgreSQL; a list of a length that statements have, filled up with rings that hold nothing. */
function texts(rings: readonly Ring[]): string[] {
  const texts = rings.map(({ longitudes, latitudes }) => {
    return `(${longitudes.map((longitude, at) => `(${longitude},${latitudes[at]})`).join()})`;
  });
  return padded(texts).length === texts.length ? texts : [...texts, NOWHERE];
}

/** The ring is a separate query, which both databases run once for a statement and not for each row. */
function contains(ring: Placeholder<string>): RawBuilder<SqlBool> {
  const polygon = sql`(select polygon(cast(${ring} as text)))`;
  return sql<SqlBool>`poly_contain_pt(${polygon}, point(${longitude}, ${latitude}))`;
}

function count(rings: readonly Placeholder<string>[]): RawBuilder<number> {
  if (rings.length === 0) return sql<number>`0`;
  const ones = rings.map((ring) => sql`case when ${contains(ring)} then 1 else 0 end`);
  return sql<number>`(${sql.join(ones, sql` + `)})`;
}
