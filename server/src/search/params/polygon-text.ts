import { micro } from '../../lib/geometry/globe.js';
import {
  type Area,
  MOST_POINTS,
  MOST_RINGS,
  RingProblem,
  ringOf,
} from '../../lib/geometry/polygon.js';

/** The longest text of an area: 500 corners with more digits than anybody needs. */
const LONGEST = 40_000;

/** A polygon: rings of corners, longitude first; the first is the outer one. Numbers are not checked. */
type Rings = readonly (readonly (readonly [unknown, unknown])[])[];

/**
 * Reads an area from WKT (`POLYGON`, `MULTIPOLYGON`) or GeoJSON (those geometries, or a `Feature` of one).
 *
 * @throws RingProblem, whose message says what is accepted instead.
 */
export function readArea(text: string): Area {
  if (text.length > LONGEST) throw new RingProblem(`text of at most ${LONGEST} characters`);
  const trimmed = text.trim();
  const polygons = trimmed.startsWith('{') ? fromGeoJson(trimmed) : fromWkt(trimmed);
  const rings = polygons.flat();
  if (rings.length === 0) throw new RingProblem('at least one ring');
  if (rings.length > MOST_RINGS) throw new RingProblem(`at most ${MOST_RINGS} rings`);
  const points = rings.reduce((sum, ring) => sum + ring.length, 0);
  // A ring ends with its first corner again.
  if (points > MOST_POINTS + rings.length) throw new RingProblem(`at most ${MOST_POINTS} points`);
  const made = polygons.map((polygon) => polygon.map((ring) => ringOf(ring.map(corner))));
  return {
    outers: made.flatMap((polygon) => polygon.slice(0, 1)),
    holes: made.flatMap((polygon) => polygon.slice(1)),
  };
}

/** Longitudes may pass the date line, as map libraries count on there. */
const LARGEST_LONGITUDE = 540;

function corner([longitude, latitude]: readonly [unknown, unknown]): readonly [number, number] {
  if (!isWithin(longitude, LARGEST_LONGITUDE) || !isWithin(latitude, 90)) {
    throw new RingProblem('corners of a longitude and a latitude in degrees, in this order');
  }
  return [micro(longitude), micro(latitude)];
}

function isWithin(value: unknown, bound: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= bound;
}

function fromGeoJson(text: string): Rings[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw notOne();
  }
  const { type, geometry } = parsed as Record<string, unknown>;
  const shape = (type === 'Feature' ? (geometry ?? {}) : parsed) as Record<string, unknown>;
  if (shape.type === 'Polygon') return [ringsIn(shape.coordinates)];
  if (shape.type === 'MultiPolygon') return listIn(shape.coordinates).map(ringsIn);
  throw notOne();
}

function ringsIn(value: unknown): Rings {
  return listIn(value).map((ring) =>
    listIn(ring).map((position) => {
      const [longitude, latitude] = listIn(position);
      return [longitude, latitude] as const;
    }),
  );
}

function listIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw notOne();
  return value;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

function fromWkt(text: string): Rings[] {
  const found = /^(MULTI)?POLYGON\s*(\(.*\))$/is.exec(text);
  if (found === null) throw notOne();
  const [, multi, body = ''] = found;
  const polygons = multi === undefined ? [body] : bracketed(body);
  return polygons.map((polygon) =>
    bracketed(polygon).map((ring) =>
      inside(ring)
        .split(',')
        .map((position) => {
          const numbers = position.trim().split(/\s+/);
          if (numbers.length !== 2 || !numbers.every((each) => NUMBER.test(each))) throw notOne();
          return [Number(numbers[0]), Number(numbers[1])] as const;
        }),
    ),
  );
}

/** The bracketed parts of a bracketed list: `((…), (…))`. */
function bracketed(text: string): string[] {
  const list = inside(text);
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at += 1) {
    if (list[at] === '(') depth += 1;
    if (list[at] === ')') depth -= 1;
    if (depth < 0) throw notOne();
    if (list[at] === ',' && depth === 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  if (depth !== 0) throw notOne();
  return [...parts, list.slice(start)];
}

function inside(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('(') || !trimmed.endsWith(')')) throw notOne();
  return trimmed.slice(1, -1);
}

function notOne(): RingProblem {
  return new RingProblem(
    'a polygon or multipolygon as WKT, like POLYGON((-74 40.7, -73.9 40.7, -73.9 40.8, -74 40.7)), or as GeoJSON',
  );
}
