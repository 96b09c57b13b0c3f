import { darken, lighten } from './color.js';
import {
  type Box,
  type Facade,
  facadeWindow,
  STREET,
  shade,
  type WindowStyle,
} from './facade-parts.js';

export const STONES = ['#d8cdb9', '#cdbfa6', '#e0d7c6', '#c9c0b2'];
export const CANOPIES = ['#2f5d4a', '#7a2f2f', '#2f4560', '#3b3a3d', '#8a6a2f'];

/** The outline of the building: its position and the height of a floor. */
export interface Body {
  readonly x: number;
  readonly w: number;
  readonly top: number;
  readonly floorHeight: number;
}

/** Fits a building of so many stories into the picture. */
export function bodyOf(stories: number, width: number, most = 64): Body {
  const floorHeight = Math.min(most, 478 / (stories + 0.9));
  const h = floorHeight * stories + Math.min(floorHeight, 26) * 0.6;
  return { x: 480 - width / 2, w: width, top: STREET - h, floorHeight };
}

/** Rows and columns of windows, from the second floor to the top. */
export function windowRows(
  facade: Facade,
  body: Body,
  from: number,
  stories: number,
  columns: number,
  style: WindowStyle,
  fill: readonly [number, number],
): void {
  const cell = body.w / columns;
  const [fw, fh] = fill;
  for (let floor = from; floor < stories; floor += 1) {
    const y = STREET - (floor + 1) * body.floorHeight;
    for (let c = 0; c < columns; c += 1) {
      const w = cell * fw;
      facadeWindow(
        facade,
        [body.x + c * cell + (cell - w) / 2, y + body.floorHeight * 0.2, w, body.floorHeight * fh],
        style,
      );
    }
  }
}

/** Faint courses of brick, so that a wall is not a blank. */
export function courses({ canvas }: Facade, [x, y, w, h]: Box, color: string): void {
  let d = '';
  for (let cy = y + 6; cy < y + h; cy += 7) d += `M${x} ${cy.toFixed(1)}h${w}`;
  canvas.path(d, 'none', { stroke: darken(color, 0.2), 'stroke-width': 1, opacity: 0.22 });
}

/** A water tank on the roof. */
export function waterTank(facade: Facade, x: number, base: number, size: number): void {
  const { canvas } = facade;
  const wood = shade(facade, '#7d5d45');
  for (const dx of [-size * 0.34, size * 0.26])
    canvas.rect(x + dx, base - size * 0.5, size * 0.08, size * 0.52, '#4a4849');
  canvas.rect(
    x - size * 0.42,
    base - size * 1.3,
    size * 0.84,
    size * 0.84,
    canvas.gradient('across', lighten(wood, 0.15), darken(wood, 0.2)),
  );
  canvas.polygon(
    [
      [x - size * 0.5, base - size * 1.28],
      [x, base - size * 1.72],
      [x + size * 0.5, base - size * 1.28],
    ],
    darken(wood, 0.12),
  );
}
