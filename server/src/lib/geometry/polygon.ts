import { type Box, FULL_TURN, HALF_TURN, meridian, QUARTER_TURN } from './globe.js';

/**
 * A closed line of corners in millionths of a degree, the first not repeated at the end. Edges are
 * straight on a map whose axes are longitude and latitude, as in GeoJSON. Longitudes may go on past
 * 180 degrees, so that no edge jumps at the date line.
 */
export interface Ring {
  readonly longitudes: readonly number[];
  readonly latitudes: readonly number[];
}

/** An area: what is within any of the outer rings and not within the holes of it. */
export interface Area {
  readonly outers: readonly Ring[];
  readonly holes: readonly Ring[];
}

/** A ring is not one that an area can be made of. The message says why, to end a sentence. */
export class RingProblem extends Error {}

/** The most corners and rings of an area: each row is compared with all of them. */
export const MOST_POINTS = 500;
export const MOST_RINGS = 20;

/**
 * The most that width times height of a ring may be, in square millionths: up to there, whether a
 * point lies left or right of an edge is exact in the numbers of JavaScript and of PostgreSQL.
 */
const LARGEST_RING = 2 ** 52;

/**
 * A ring of these corners, pairs of longitude and latitude in millionths. An edge takes the shorter
 * way round the globe.
 *
 * @throws RingProblem
 */
export function ringOf(corners: readonly (readonly [longitude: number, latitude: number])[]): Ring {
  const longitudes: number[] = [];
  const latitudes: number[] = [];
  let before: number | undefined;
  let end = 0;
  for (const [longitude, latitude] of corners) {
    if (Math.abs(latitude) > QUARTER_TURN) throw new RingProblem('latitudes from -90 to 90');
    const unwrapped = before === undefined ? meridian(longitude) : nearest(longitude, before);
    longitudes.push(unwrapped);
    latitudes.push(latitude);
    before = unwrapped;
    end = unwrapped;
  }
  const [first = 0] = longitudes;
  if (latitudes.length > 1 && end === first && latitudes.at(-1) === latitudes[0]) {
    longitudes.pop();
    latitudes.pop();
  }
  if (longitudes.length < 3) throw new RingProblem('rings of at least three corners');
  if (Math.abs((longitudes.at(-1) as number) - first) > HALF_TURN) {
    throw new RingProblem('rings that do not go round a pole');
  }
  const ring = { longitudes, latitudes };
  const box = boxOf(ring);
  if ((box.east - box.west) * (box.north - box.south) > LARGEST_RING) {
    throw new RingProblem('rings of at most 4,500 square degrees');
  }
  return moved(ring, meridian(box.west) - box.west);
}

/** The longitude on the same meridian that is nearest to another one. */
function nearest(longitude: number, before: number): number {
  return before + meridian(longitude - before);
}

function moved(ring: Ring, by: number): Ring {
  return by === 0 ? ring : { ...ring, longitudes: ring.longitudes.map((each) => each + by) };
}

function boxOf({ longitudes, latitudes }: Ring): Box {
  return {
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
  };
}

/**
 * The same ring where points meet it: as it is, and a whole turn to the west if it reaches the date
 * line, as the longitudes of points end there.
 */
function whereMet(ring: Ring): Ring[] {
  return boxOf(ring).east < HALF_TURN ? [ring] : [ring, moved(ring, -FULL_TURN)];
}

/** The outer rings and holes of an area, twice where they reach the date line. */
export function ringsOf({ outers, holes }: Area): Area {
  return { outers: outers.flatMap(whereMet), holes: holes.flatMap(whereMet) };
}

/** The least box that holds an area. */
export function boxOfArea({ outers }: Area): Box {
  const boxes = outers.map(boxOf);
  const south = Math.min(...boxes.map((box) => box.south));
  const north = Math.max(...boxes.map((box) => box.north));
  const west = Math.min(...boxes.map((box) => box.west));
  const east = Math.max(...boxes.map((box) => box.east));
  // Of several rings, some beyond the date line, the meridians in between are not worked out.
  if (boxes.length > 1 && east >= HALF_TURN)
    return { south, north, west: -HALF_TURN, east: HALF_TURN };
  return { south, north, west, east };
}

/** In how many strips of parallels a ring's edges are sorted: a point meets only those of its strip. */
const STRIPS = 64;

/**
 * Makes the test whether a point lies on a ring or within it. A ring that crosses itself holds what it
 * goes round at least once, in either direction: the winding number, as PostgreSQL has it.
 */
export function withinRing(ring: Ring): (longitude: number, latitude: number) => boolean {
  const { south, north } = boxOf(ring);
  const height = (north - south + 1) / STRIPS;
  const stripOf = (latitude: number) => Math.floor((latitude - south) / height);
  const strips: number[][] = Array.from({ length: STRIPS }, () => []);
  ring.latitudes.forEach((to, edge) => {
    const from = ring.latitudes.at(edge - 1) as number;
    const last = stripOf(Math.max(from, to));
    for (let at = stripOf(Math.min(from, to)); at <= last; at += 1) strips[at]?.push(edge);
  });
  return (longitude, latitude) => {
    if (latitude < south || latitude > north) return false;
    return isRoundedBy(ring, strips[stripOf(latitude)] ?? [], longitude, latitude);
  };
}

/** @param edges Those that reach the parallel of the point; an edge has the number of its end. */
function isRoundedBy(
  { longitudes, latitudes }: Ring,
  edges: readonly number[],
  longitude: number,
  latitude: number,
): boolean {
  let winding = 0;
  for (const edge of edges) {
    const before = edge === 0 ? longitudes.length - 1 : edge - 1;
    const fromX = (longitudes[before] as number) - longitude;
    const fromY = (latitudes[before] as number) - latitude;
    const toX = (longitudes[edge] as number) - longitude;
    const toY = (latitudes[edge] as number) - latitude;
    if (toY === 0 && toX === 0) return true;
    if (fromY <= 0 !== toY <= 0) {
      // The edge crosses the parallel of the point; `side` says on which side of the edge that is.
      const side = sideOf(fromX, fromY, toX, toY);
      if (side === 0) return true;
      if (side > 0 === toY > fromY) winding += side;
    } else if (fromY === 0 && toY === 0 && fromX < 0 !== toX < 0) {
      return true;
    }
  }
  return winding !== 0;
}

/** 1 if the origin lies to the left of an edge, -1 to the right, 0 on its line. */
function sideOf(fromX: number, fromY: number, toX: number, toY: number): -1 | 0 | 1 {
  // Far from the edge the product may not be exact, and the signs decide already.
  if (fromX > 0 && toX > 0) return toY > fromY ? 1 : -1;
  if (fromX < 0 && toX < 0) return toY > fromY ? -1 : 1;
  const product = fromX * toY - toX * fromY;
  return product > 0 ? 1 : product < 0 ? -1 : 0;
}
