import { type TSchema, Type } from 'typebox';
import { described, MALFORMED, type Param, ParamProblem, whole } from '../../api/params.js';
import {
  type Area,
  type Box,
  FULL_TURN,
  MOST_POINTS,
  MOST_RINGS,
  meridian,
  micro,
  type Point,
  pointAt,
  RingProblem,
  ringOf,
} from '../../lib/geometry.js';

const METRES = { km: 1000, mi: 1609.344 } as const;

const LONGEST_METRES = 1_000_000;

/** The largest zoom of a map, which web maps end at. */
const LARGEST_ZOOM = 24;

/** Map libraries count on past the date line. */
const LARGEST_LONGITUDE = 540;

const NUMBER = /^[+-]?\d{1,3}(?:\.\d{0,20})?$/;

const POLYGON_WORDS = `Only listings in this polygon or multipolygon, as WKT or GeoJSON, longitude first, like POLYGON((-74 40.7, -73.9 40.7, -73.9 40.8, -74 40.7)). Holes are left out; at most ${MOST_POINTS} points in ${MOST_RINGS} rings. Send a long one to POST /properties/search`;

/** The parameters that say where a listing has to be. R265. */
export const placeParams = {
  bbox: bbox(),
  near: near(),
  within: within(),
  polygon: polygon(),
};

/** `cluster`. R270. */
export const clusterParam = described(
  whole(0, LARGEST_ZOOM),
  `Adds \`CLUSTERS\`: all matches with coordinates, grouped for a map at this zoom, 0 to ${LARGEST_ZOOM}, like 13`,
);

/** The values of the parameters that say where a listing has to be. */
export interface PlaceValues {
  readonly bbox?: Box | undefined;
  readonly near?: Point | undefined;
  /** Metres. */
  readonly within?: number | undefined;
  readonly polygon?: Area | undefined;
}

/** Checks what one parameter requires of another (R266, R269). @throws ParamProblem */
export function checkPlace({ near, within, sort }: PlaceValues & { readonly sort?: string }): void {
  if (within !== undefined && near === undefined) {
    throw new ParamProblem('within', undefined, 'a distance together with near');
  }
  if (sort === 'distance' && near === undefined) {
    throw new ParamProblem('sort', sort, 'distance together with near');
  }
  if (near !== undefined && within === undefined && sort !== 'distance') {
    throw new ParamProblem('near', undefined, 'a place together with within or sort=distance');
  }
}

function bbox(): Param<Box | undefined> {
  return {
    schema: Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description:
        'Only listings in this box: west,south,east,north in degrees, like -74.02,40.70,-73.93,40.80. Across the date line, west is greater than east',
    }),
    accepts: 'west,south,east,north in degrees, south not above north',
    fallback: undefined,
    repeats: true,
    parse: (input) => {
      const [west, south, east, north] = degreesIn(input, 4) ?? [];
      if (west === undefined || south === undefined) return MALFORMED;
      if (east === undefined || north === undefined) return MALFORMED;
      if (!isLongitude(west) || !isLongitude(east)) return MALFORMED;
      if (!isLatitude(south) || !isLatitude(north) || south > north) return MALFORMED;
      const from = meridian(micro(west));
      const width = micro(east) - micro(west);
      // A map that shows more than the globe once sends more than a turn.
      const turned = Math.min(width < 0 ? FULL_TURN + width : width, FULL_TURN);
      if (turned < 0) return MALFORMED;
      return { south: micro(south), north: micro(north), west: from, east: from + turned };
    },
  };
}

function near(): Param<Point | undefined> {
  return {
    schema: Type.Array(Type.Number(), {
      minItems: 2,
      maxItems: 2,
      description:
        'A place, latitude,longitude in degrees, like 40.7580,-73.9855: with `within` only listings near it, with `sort=distance` the nearest first',
    }),
    accepts: 'latitude,longitude in degrees',
    fallback: undefined,
    repeats: true,
    parse: (input) => {
      const [latitude, longitude] = degreesIn(input, 2) ?? [];
      if (latitude === undefined || longitude === undefined) return MALFORMED;
      if (!isLatitude(latitude) || !isLongitude(longitude)) return MALFORMED;
      return pointAt(latitude, longitude);
    },
  };
}

function within(): Param<number | undefined> {
  return {
    schema: Type.String({
      pattern: '^\\s*\\d{1,4}(?:\\.\\d{1,6})?\\s*(?:[kK][mM]|[mM][iI])\\s*$',
      description:
        'Only listings at most this far from `near`, in a straight line, in kilometers or miles, like 1.5km or 1mi; at most 1000km',
    }) as TSchema,
    accepts: 'a distance with its unit, like 1.5km or 1mi, more than 0 and at most 1000km',
    fallback: undefined,
    parse: (input) => {
      const found = /^(\d{1,4}(?:\.\d{1,6})?)\s*(km|mi)$/.exec(input.trim().toLowerCase());
      if (found === null) return MALFORMED;
      const metres = Number(found[1]) * METRES[found[2] as keyof typeof METRES];
      return metres > 0 && metres <= LONGEST_METRES ? metres : MALFORMED;
    },
  };
}

function polygon(): Param<Area | undefined> {
  return {
    schema: Type.String({
      description: POLYGON_WORDS,
    }),
    accepts: 'a polygon',
    fallback: undefined,
    objectAsText: true,
    parse: (input) => {
      try {
        return readArea(input);
      } catch (error) {
        if (!(error instanceof RingProblem)) throw error;
        throw new ParamProblem('polygon', input, error.message);
      }
    },
  };
}

const coordinates = Type.Array(Type.Unknown(), {
  description: 'Rings of positions, longitude first',
});

/** `polygon` in a body, where GeoJSON may also stand as it is. */
export const polygonInBody: Param<Area | undefined> = {
  ...placeParams.polygon,
  schema: Type.Union(
    [
      Type.String({ description: 'WKT, or the text of GeoJSON' }),
      Type.Object(
        {
          type: Type.String({ description: '`Polygon`, `MultiPolygon` or `Feature`' }),
          coordinates: Type.Optional(coordinates),
          geometry: Type.Optional(
            Type.Object(
              { type: Type.String({ description: '`Polygon` or `MultiPolygon`' }), coordinates },
              { $id: 'GeoJsonGeometry', description: 'The shape of a feature' },
            ),
          ),
          properties: Type.Optional(Type.Unknown({ description: 'Of a feature; not read' })),
        },
        { $id: 'GeoJsonPolygon', description: 'A polygon or multipolygon as GeoJSON' },
      ),
    ],
    { description: POLYGON_WORDS },
  ) as TSchema,
};

/** A number of comma separated degrees; undefined if they are not that many numbers. */
function degreesIn(input: string, amount: number): readonly number[] | undefined {
  const texts = input.split(',').map((text) => text.trim());
  if (texts.length !== amount || !texts.every((text) => NUMBER.test(text))) return undefined;
  return texts.map(Number);
}

function isLatitude(value: number): boolean {
  return Math.abs(value) <= 90;
}

function isLongitude(value: number): boolean {
  return Math.abs(value) <= LARGEST_LONGITUDE;
}

/** The longest text of an area: 500 corners with more digits than anybody needs. */
const LONGEST = 40_000;

/** A polygon: rings of corners, longitude first; the first is the outer one. Numbers are not checked. */
type Rings = readonly (readonly (readonly [unknown, unknown])[])[];

/**
 * Reads an area from WKT (`POLYGON`, `MULTIPOLYGON`) or GeoJSON (those geometries, or a `Feature` of one).
 *
 * @throws RingProblem, whose message says what is accepted instead.
 */
function readArea(text: string): Area {
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

const COORDINATE = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

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
          if (numbers.length !== 2 || !numbers.every((each) => COORDINATE.test(each)))
            throw notOne();
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
