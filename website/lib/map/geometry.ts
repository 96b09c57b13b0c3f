/**
 * The little geometry that a flat map needs: Web Mercator, in which every map of the web is drawn, and boxes.
 * It runs on the server, which draws the map first, and in the browser, which moves it.
 */

export interface Place {
  readonly lng: number;
  readonly lat: number;
}

/** West, south, east, north, in degrees, as the parameter `bbox` has them. */
export type Box = readonly [number, number, number, number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What a map shows: its middle, and how near it is. One level nearer is twice as large. */
export interface View extends Place {
  readonly zoom: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const NEAREST = 18;
const FARTHEST = 9;

/** Where maps of this projection end: the poles lie infinitely far away. */
const NORTHERNMOST = 85.0511;

/** Where a place lies on a map of the whole world, in pixels at a zoom. */
export function project({ lng, lat }: Place, zoom: number): Point {
  const world = 256 * 2 ** zoom;
  const shown = Math.max(-NORTHERNMOST, Math.min(NORTHERNMOST, lat));
  const sine = Math.sin((shown * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { x: ((lng + 180) / 360) * world, y: y * world };
}

/** The place at a point: the inverse of `project`. */
export function unproject({ x, y }: Point, zoom: number): Place {
  const world = 256 * 2 ** zoom;
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / world))) * 180) / Math.PI;
  return { lng: (x / world) * 360 - 180, lat };
}

/** Where a place lies in a map that shows `view` in a window of `size`. */
export function pointIn(place: Place, view: View, { width, height }: Size): Point {
  const point = project(place, view.zoom);
  const middle = project(view, view.zoom);
  return { x: point.x - middle.x + width / 2, y: point.y - middle.y + height / 2 };
}

/** The place at a point of that window. */
export function placeAt({ x, y }: Point, view: View, { width, height }: Size): Place {
  const middle = project(view, view.zoom);
  return unproject({ x: middle.x + x - width / 2, y: middle.y + y - height / 2 }, view.zoom);
}

/** What a window shows, as a search can be asked for it. */
export function boxOf(view: View, size: Size): Box {
  const northWest = placeAt({ x: 0, y: 0 }, view, size);
  const southEast = placeAt({ x: size.width, y: size.height }, view, size);
  // Five decimals are about a metre.
  const [west, south, east, north] = [
    northWest.lng,
    southEast.lat,
    southEast.lng,
    northWest.lat,
  ].map((degrees) => Math.round(degrees * 1e5) / 1e5) as [number, number, number, number];
  return [west, south, east, north];
}

/** The nearest view that shows all of a box. */
export function viewOf([west, south, east, north]: Box, size: Size): View {
  const a = project({ lng: west, lat: north }, 0);
  const b = project({ lng: east, lat: south }, 0);
  const scale = Math.min(
    size.width / Math.max(b.x - a.x, 1e-9),
    size.height / Math.max(b.y - a.y, 1e-9),
  );
  const middle = unproject({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, 0);
  return { ...middle, zoom: clampZoom(Math.log2(scale)) };
}

/** The view after its zoom changed so that what lies at `point` stays there. */
export function zoomAt(view: View, by: number, point: Point, size: Size): View {
  const zoom = clampZoom(view.zoom + by);
  const fixed = placeAt(point, view, size);
  const target = project(fixed, zoom);
  const middle = {
    x: target.x - point.x + size.width / 2,
    y: target.y - point.y + size.height / 2,
  };
  return { ...unproject(middle, zoom), zoom };
}

/** A box around places, a tenth wider on each side. Undefined without places. */
export function boxAround(places: readonly Place[]): Box | undefined {
  const [first] = places;
  if (first === undefined) return undefined;
  let [west, south, east, north] = [first.lng, first.lat, first.lng, first.lat];
  for (const { lng, lat } of places) {
    [west, east] = [Math.min(west, lng), Math.max(east, lng)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  // Homes in one house have no extent; about 300 metres around them are shown.
  const margin = Math.max((east - west) * 0.1, (north - south) * 0.1, 0.003);
  return [west - margin, south - margin, east + margin, north + margin];
}

const clampZoom = (zoom: number): number => Math.min(NEAREST, Math.max(FARTHEST, zoom));
