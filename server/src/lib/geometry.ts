/** A place on the globe, in millionths of a degree: whole numbers, which every database compares alike. */
export interface Point {
  readonly latitude: number;
  /** From -180,000,000, and below 180,000,000: the meridian at 180 degrees has one number. */
  readonly longitude: number;
}

/** A part of the globe between two parallels and two meridians, in millionths of a degree; its edges belong to it. */
export interface Box {
  readonly south: number;
  readonly north: number;
  /** From -180,000,000, and below 180,000,000. */
  readonly west: number;
  /** From `west`, and past 180,000,000 where the box lies over the date line. */
  readonly east: number;
}

/** A place as a vector from the centre of the globe, in whole numbers of `RADIUS` to its surface. */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Millionths of a degree: a tenth of a metre. */
const MICRO = 1_000_000;
export const HALF_TURN = 180 * MICRO;
export const FULL_TURN = 360 * MICRO;
export const QUARTER_TURN = 90 * MICRO;

/**
 * The radius of the globe in vectors. One is 19 centimetres, and the square of the longest distance,
 * 2^52, is a whole number that JavaScript, SQLite and PostgreSQL all hold exactly.
 */
const RADIUS = 2 ** 25;

/** The mean radius of the Earth, metres. */
const EARTH_METRES = 6_371_008.8;

/** Degrees as millionths. */
export function micro(degrees: number): number {
  // A negative zero would be another value to a test, and to nobody else.
  return Math.round(degrees * MICRO) + 0;
}

/** Millionths as degrees. */
export function degreesOf(millionths: number): number {
  return millionths / MICRO;
}

/** A meridian by its one number, from -180,000,000 and below 180,000,000. */
export function meridian(longitude: number): number {
  const turned = (longitude + HALF_TURN) % FULL_TURN;
  return (turned < 0 ? turned + FULL_TURN : turned) - HALF_TURN;
}

/** A point by its coordinates in degrees. */
export function pointAt(latitude: number, longitude: number): Point {
  return { latitude: micro(latitude), longitude: meridian(micro(longitude)) };
}

export function vectorOf({ latitude, longitude }: Point): Vector {
  const [parallel, along] = [radians(latitude), radians(longitude)];
  const ring = RADIUS * Math.cos(parallel);
  return {
    x: Math.round(ring * Math.cos(along)) + 0,
    y: Math.round(ring * Math.sin(along)) + 0,
    z: Math.round(RADIUS * Math.sin(parallel)) + 0,
  };
}

/** The square of the straight line between two points that are so many metres apart on the ground. */
export function squaredChord(metres: number): number {
  const chord = 2 * RADIUS * Math.sin(Math.min(metres / EARTH_METRES, Math.PI) / 2);
  return Math.floor(chord * chord);
}

/** A metre more than asked for, so that the box never cuts off what rounding lets into the circle. */
const MARGIN_METRES = 1;

/** The least box that holds a circle. */
export function boxAround({ latitude, longitude }: Point, metres: number): Box {
  const angle = (metres + MARGIN_METRES) / EARTH_METRES;
  const high = Math.ceil(micro((angle * 180) / Math.PI));
  const south = Math.max(latitude - high, -QUARTER_TURN);
  const north = Math.min(latitude + high, QUARTER_TURN);
  // Round a pole, the circle meets every meridian.
  const isRoundPole = south === -QUARTER_TURN || north === QUARTER_TURN;
  const ratio = Math.sin(angle) / Math.cos(radians(latitude));
  if (isRoundPole || ratio >= 1) return { south, north, west: -HALF_TURN, east: HALF_TURN };
  const wide = Math.ceil(micro((Math.asin(ratio) * 180) / Math.PI));
  const west = meridian(longitude - wide);
  return { south, north, west, east: west + 2 * wide };
}

function radians(millionths: number): number {
  return (millionths / MICRO / 180) * Math.PI;
}

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
