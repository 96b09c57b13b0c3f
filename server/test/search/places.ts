import type { ImportRecord } from '../rig/makers.js';

/*
 * Where things are, worked out without the program: in floating point and by other formulas than the
 * program's, so that an error of one is none of the other.
 */

/** A place in degrees. */
export interface Spot {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** Corners, longitude first; the first is not repeated. */
export type Corners = readonly (readonly [longitude: number, latitude: number])[];

/** Degrees as the import and the program keep them. */
export const six = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** What the coarsened point of a hidden listing is. */
export const coarsened = <Place extends Spot>(spot: Place): Place => ({
  ...spot,
  latitude: Math.round(spot.latitude * 100) / 100,
  longitude: Math.round(spot.longitude * 100) / 100,
});

/** The fields of an import record that say where a listing is. */
export const placed = ({ latitude, longitude }: Omit<Spot, 'id'>): ImportRecord => ({
  extras_latitude: latitude,
  extras_longitude: longitude,
});

/** Metres between two places, by the haversine formula. */
export function metresBetween(one: Omit<Spot, 'id'>, other: Omit<Spot, 'id'>): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const part =
    half(other.latitude - one.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      half(other.longitude - one.longitude);
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** The corners of rings in whole millionths, longitude and latitude in turns: thousands of places are looked for in each. */
const rings = new WeakMap<Corners, Float64Array>();

function ringOf(corners: Corners): Float64Array {
  const ring = rings.get(corners) ?? Float64Array.from(corners.flat(), micro);
  rings.set(corners, ring);
  return ring;
}

/** Whether a place lies in a ring, by counting the edges to its east. */
export function isIn(corners: Corners, { latitude, longitude }: Omit<Spot, 'id'>): boolean {
  // In whole millionths, so that what lies on an edge is known to.
  const [x, y] = [micro(longitude), micro(latitude)];
  const ring = ringOf(corners);
  const coordinate = (at: number) => ring[at] as number;
  let inside = false;
  let fromX = coordinate(ring.length - 2) - x;
  let fromY = coordinate(ring.length - 1) - y;
  for (let at = 0; at < ring.length; at += 2) {
    const toX = coordinate(at) - x;
    const toY = coordinate(at + 1) - y;
    const side = fromX * toY - toX * fromY;
    if (side === 0 && fromX * toX <= 0 && fromY * toY <= 0) return true;
    // The edge crosses the parallel of the spot, to the east of it.
    if (fromY > 0 !== toY > 0 && side > 0 === toY > fromY) inside = !inside;
    fromX = toX;
    fromY = toY;
  }
  return inside;
}

function micro(degrees: number): number {
  return Math.round(degrees * 1e6);
}

/** A star of corners around a place: concave, and never crossing itself. */
export function star(middle: Omit<Spot, 'id'>, radii: readonly number[], degrees: number): Corners {
  return radii.map((radius, at) => {
    const angle = (at / radii.length) * 2 * Math.PI;
    return [
      six(middle.longitude + Math.cos(angle) * radius * degrees),
      six(middle.latitude + Math.sin(angle) * radius * degrees),
    ];
  });
}

/** Rings as WKT. */
export function wkt(...rings: readonly Corners[]): string {
  const text = (corners: Corners) =>
    `(${[...corners, corners[0] as Corners[number]].map((pair) => pair.join(' ')).join()})`;
  return `POLYGON(${rings.map(text).join()})`;
}

/** Rings as GeoJSON. */
export function geoJson(...rings: readonly Corners[]) {
  return { type: 'Polygon', coordinates: rings.map((ring) => [...ring, ring[0]]) };
}
