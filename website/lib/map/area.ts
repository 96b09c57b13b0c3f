import { type Place, pointIn, type Size, type View } from './geometry';

const LONGEST = 4000;

/** An area as the parameter `polygon` has it, in one spelling; empty for what is none. */
export function areaIn(text: string): string {
  const corners = text.length > LONGEST ? [] : cornersOf(text);
  const isThere = ({ lng, lat }: Place) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90;
  return corners.length > 3 && corners.every(isThere) ? areaOf(corners) : '';
}

/** The corners of an area, the first once more at the end. */
export function cornersOf(area: string): Place[] {
  const [, ring = ''] = /^polygon ?\(\(([-\d., ]+)\)\)$/i.exec(area) ?? [];
  return ring.split(',').flatMap((corner) => {
    const [lng = Number.NaN, lat = Number.NaN] = corner.trim().split(' ').map(Number);
    return Number.isNaN(lng + lat) ? [] : [{ lng, lat }];
  });
}

/** Five decimals are about a metre. */
function areaOf(corners: readonly Place[]): string {
  const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return `POLYGON((${corners.map(({ lng, lat }) => `${rounded(lng)} ${rounded(lat)}`).join()}))`;
}

/** The area that a line around it encloses. @param line Its corners, the first not repeated. */
export function areaAround(line: readonly Place[]): string {
  const [first] = line;
  return first === undefined ? '' : areaOf([...line, first]);
}

/** How an area is drawn on a map. */
export const pathOf = (area: string, view: View, size: Size): string =>
  `M${cornersOf(area)
    .map((corner) => pointIn(corner, view, size))
    .map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('L')}Z`;
