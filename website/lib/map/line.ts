import type { Point } from './geometry';

/** The most corners of an area that is drawn: Portico takes 500, and an address of a page should be short. */
const MOST_CORNERS = 60;

/** A line drawn by hand with as many points as an area may have: those from which the rest hardly differs. */
export function simplified(line: readonly Point[], tolerance = 2): Point[] {
  const kept = thinned(line, tolerance);
  return kept.length <= MOST_CORNERS ? kept : simplified(line, tolerance * 1.5);
}

/** The way of Ramer, Douglas and Peucker. */
function thinned(line: readonly Point[], tolerance: number): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined || line.length < 3) return [...line];
  let [farthest, at] = [0, 0];
  for (const [index, point] of line.entries()) {
    const distance = distanceFrom(point, first, last);
    if (distance > farthest) [farthest, at] = [distance, index];
  }
  if (farthest <= tolerance) return [first, last];
  return [
    ...thinned(line.slice(0, at + 1), tolerance).slice(0, -1),
    ...thinned(line.slice(at), tolerance),
  ];
}

/** How far a point is from the line through two others; from the first where they are one. */
function distanceFrom({ x, y }: Point, a: Point, b: Point): number {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length < 1) return Math.hypot(x - a.x, y - a.y);
  return Math.abs((b.x - a.x) * (a.y - y) - (a.x - x) * (b.y - a.y)) / length;
}
