import { type Point, project, type Size, type View } from './geometry';
import { DRAWN, LAND, PARKS } from './new-york';

/** The zoom whose pixels the paths of the ground are in. */
export const DRAWN_AT = 12;
/** Where their coordinates begin, so that they are small numbers. */
export const ORIGIN = project({ lng: -74, lat: 40.75 }, DRAWN_AT);

/** Shores and parks as paths of an SVG. Moving the map changes a transformation, and never the paths. */
export const LAND_PATH = LAND.map(pathOf).join('');
export const PARK_PATH = PARKS.map(pathOf).join('');

/** Whether the drawn ground says something about a view. */
export const isDrawn = ({ lng, lat, zoom }: View): boolean =>
  zoom <= DRAWN.nearest &&
  lng > DRAWN.west &&
  lng < DRAWN.east &&
  lat > DRAWN.south &&
  lat < DRAWN.north;

/** The `transform` that puts the paths where a view shows them. */
export function groundTransform(view: View, { width, height }: Size): string {
  const middle = project(view, DRAWN_AT);
  const scale = 2 ** (view.zoom - DRAWN_AT);
  const x = width / 2 - (middle.x - ORIGIN.x) * scale;
  const y = height / 2 - (middle.y - ORIGIN.y) * scale;
  return `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)})`;
}

function pathOf(ring: string): string {
  const numbers = ring.trim().split(/\s+/).map(Number);
  const points: Point[] = [];
  for (let index = 0; index < numbers.length; index += 2)
    points.push(project({ lng: numbers[index] ?? 0, lat: numbers[index + 1] ?? 0 }, DRAWN_AT));
  const text = points.map(
    ({ x, y }) => `${(x - ORIGIN.x).toFixed(1)} ${(y - ORIGIN.y).toFixed(1)}`,
  );
  return `M${text.join('L')}Z`;
}
