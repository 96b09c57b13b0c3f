import { type Place, project, type Size, type View } from './geometry';

const METRES_PER_FOOT = 0.3048;
/** Pixels of the whole world at zoom 0, in metres at the equator. */
const METRES_PER_PIXEL = 40_075_016.7 / 256;

/** Lengths that people know, in feet. */
const LENGTHS = [
  [200, '200 ft'],
  [500, '500 ft'],
  [1000, '1,000 ft'],
  [2640, '½ mile'],
  [5280, '1 mile'],
  [10_560, '2 miles'],
  [26_400, '5 miles'],
  [52_800, '10 miles'],
  [105_600, '20 miles'],
] as const;
/** A scale is at least this long, in pixels. */
const SHORTEST = 64;

/** A scale for a view: a length in pixels, and what it is on the ground. */
export interface Scale {
  readonly pixels: number;
  readonly name: string;
}

export function scaleOf({ lat, zoom }: View): Scale {
  // By whole degrees: a grid of this length would creep if it changed with each movement.
  const stretch = Math.cos((Math.round(lat) * Math.PI) / 180);
  const perFoot = (METRES_PER_FOOT * 2 ** zoom) / (METRES_PER_PIXEL * stretch);
  const [feet, name] = LENGTHS.find(([length]) => length * perFoot >= SHORTEST) ?? [
    105_600,
    '20 miles',
  ];
  return { pixels: feet * perFoot, name };
}

/** The lines of a grid whose cells are as wide as the scale, as a path. It lies on the ground, and moves with it. */
export function gridPath(
  view: View,
  { width, height }: Size,
  { pixels }: Scale,
  margin = 0,
): string {
  const middle = project(view as Place, view.zoom);
  const first = (from: number): number => {
    const start = from - margin;
    return (((-start % pixels) + pixels) % pixels) - pixels - margin;
  };
  let path = '';
  for (let x = first(middle.x - width / 2); x <= width + margin; x += pixels)
    path += `M${x.toFixed(1)} ${-margin}V${height + margin}`;
  for (let y = first(middle.y - height / 2); y <= height + margin; y += pixels)
    path += `M${-margin} ${y.toFixed(1)}H${width + margin}`;
  return path;
}
