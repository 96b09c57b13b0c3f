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
export const RADIUS = 2 ** 25;

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

/** The vector of a point. */
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
