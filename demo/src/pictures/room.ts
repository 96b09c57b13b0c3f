import type { Style } from '../property/class-profile.js';
import type { Random } from '../random.js';
import { darken, lighten, mix } from './color.js';
import type { Light } from './light.js';
import type { Palette } from './palettes.js';
import type { Canvas } from './svg.js';

/** Size of every scene, pixels. */
export const WIDTH = 960;
export const HEIGHT = 640;

/** The line where the wall meets the floor. */
export const FLOOR = 478;

/** The tools and colors for drawing a scene. */
export interface Scene {
  readonly canvas: Canvas;
  readonly random: Random;
  readonly palette: Palette;
  readonly light: Light;
  readonly style: Style;
  /** Counts up through a pool, so that compositions take turns. */
  readonly variant: number;
}

/** Bricks in a running bond, a few of them lighter or darker. */
export function bricks(
  canvas: Canvas,
  box: readonly [number, number, number, number],
  color: string,
  random: Random,
): void {
  const [x, y, w, h] = box;
  const joint = mix(color, '#efe6da', 0.28);
  canvas.rect(x, y, w, h, color);
  const row = 15;
  let joints = '';
  let dark = '';
  let pale = '';
  for (let i = 0; i * row < h; i += 1) {
    const by = y + i * row;
    joints += `M${x} ${by}h${w}`;
    for (let bx = x - (i % 2 === 0 ? 0 : 23); bx < x + w; bx += 46) {
      if (bx > x) joints += `M${bx} ${by}v${row}`;
      const chance = random.next();
      const left = Math.max(bx, x);
      const d = `M${left} ${by}H${Math.min(bx + 46, x + w)}v${Math.min(row, y + h - by)}H${left}z`;
      if (chance < 0.1) dark += d;
      else if (chance > 0.9) pale += d;
    }
  }
  canvas.path(dark, darken(color, 0.14)).path(pale, lighten(color, 0.12));
  canvas.path(joints, 'none', { stroke: joint, 'stroke-width': 1.4, opacity: 0.55 });
}

/** The back wall with its moldings, and light falling off toward the corners. */
export function wall(scene: Scene, wainscot = true): void {
  const { canvas, palette, style, random } = scene;
  if (style === 'loft') {
    bricks(canvas, [0, 0, WIDTH, FLOOR], palette.wall, random);
    canvas.rect(0, 0, WIDTH, 26, darken(palette.wood, 0.35));
    for (let x = 40; x < WIDTH; x += 176)
      canvas.rect(x, 0, 44, 44, canvas.gradient('down', darken(palette.wood, 0.3), palette.wood));
  } else {
    canvas.rect(
      0,
      0,
      WIDTH,
      FLOOR,
      canvas.gradient('down', lighten(palette.wall, 0.1), palette.wall),
    );
    if (style === 'prewar') moldings(scene, wainscot);
    else canvas.rect(0, FLOOR - 12, WIDTH, 12, palette.trim);
  }
  canvas.rect(
    0,
    0,
    WIDTH,
    FLOOR,
    canvas.gradient('across', '#000000/0.1', '#000000/0', '#000000/0', '#000000/0.13'),
  );
}

function moldings({ canvas, palette }: Scene, wainscot: boolean): void {
  const { trim, wall: color } = palette;
  canvas
    .rect(0, 0, WIDTH, 14, trim)
    .rect(0, 14, WIDTH, 5, darken(trim, 0.1))
    .rect(0, 19, WIDTH, 9, trim);
  canvas.rect(0, 28, WIDTH, 6, '#000000', { opacity: 0.07 });
  canvas.rect(0, FLOOR - 26, WIDTH, 26, trim).rect(0, FLOOR - 26, WIDTH, 3, darken(trim, 0.12));
  if (!wainscot) return;
  const panel = darken(color, 0.07);
  for (let x = 22; x < WIDTH; x += 154) {
    canvas.rect(x, FLOOR - 128, 132, 84, 'none', { stroke: panel, 'stroke-width': 3 });
    canvas.rect(x + 1.5, FLOOR - 126.5, 132, 84, 'none', {
      stroke: lighten(color, 0.35),
      'stroke-width': 1.2,
    });
    canvas.rect(x, 66, 132, FLOOR - 226, 'none', {
      stroke: panel,
      'stroke-width': 2.4,
      opacity: 0.7,
    });
  }
  canvas
    .rect(0, FLOOR - 148, WIDTH, 7, trim, { opacity: 0.85 })
    .rect(0, FLOOR - 141, WIDTH, 2, '#000000', { opacity: 0.08 });
}

/** A wooden floor whose boards run toward the back, or one of poured concrete or tile. */
export function floor(
  scene: Scene,
  kind: 'boards' | 'herringbone' | 'plain' | 'tile' = 'boards',
): void {
  const { canvas, palette } = scene;
  const color = palette.floor;
  const depth = HEIGHT - FLOOR;
  canvas.rect(
    0,
    FLOOR,
    WIDTH,
    depth,
    canvas.gradient('down', darken(color, 0.16), color, lighten(color, 0.12)),
  );
  const seam = darken(color, 0.28);
  const spread = (x: number): number => WIDTH / 2 + (x - WIDTH / 2) * 1.75;
  if (kind === 'boards' || kind === 'tile') {
    let d = '';
    const step = kind === 'tile' ? 96 : 34;
    for (let x = -400; x < WIDTH + 400; x += step)
      d += `M${x} ${FLOOR}L${spread(x).toFixed(0)} ${HEIGHT}`;
    canvas.path(d, 'none', { stroke: seam, 'stroke-width': 1.3, opacity: 0.4 });
  }
  if (kind !== 'plain') {
    let d = '';
    const rows = kind === 'tile' ? [0.16, 0.4, 0.72] : [0.3, 0.68];
    if (kind === 'herringbone') d = herringbone(spread);
    else if (kind === 'tile')
      for (const r of rows) d += `M0 ${(FLOOR + depth * r).toFixed(0)}H${WIDTH}`;
    else for (let i = 0; i < 16; i += 1) d += boardEnd(i, spread);
    canvas.path(d, 'none', { stroke: seam, 'stroke-width': 1.3, opacity: 0.4 });
  }
  canvas.rect(0, FLOOR, WIDTH, 16, canvas.gradient('down', '#000000/0.28', '#000000/0'));
}

function herringbone(spread: (x: number) => number): string {
  let d = '';
  const rows = [0, 0.14, 0.33, 0.6, 1];
  for (let r = 0; r < rows.length - 1; r += 1) {
    const [a = 0, b = 1] = rows.slice(r, r + 2);
    const at = (x: number, t: number): string =>
      `${(x + (spread(x) - x) * t).toFixed(0)} ${(FLOOR + (HEIGHT - FLOOR) * t).toFixed(0)}`;
    for (let x = -420; x < WIDTH + 420; x += 46) {
      d += `M${at(x, a)}L${at(x + (r % 2 === 0 ? 46 : -46), b)}`;
    }
  }
  return d;
}

function boardEnd(i: number, spread: (x: number) => number): string {
  const t = ((i * 37) % 100) / 100;
  const x = -200 + ((i * 211) % 1360);
  const y = FLOOR + (HEIGHT - FLOOR) * t;
  const at = (v: number): number => v + (spread(v) - v) * t;
  return `M${at(x).toFixed(0)} ${y.toFixed(0)}L${at(x + 34).toFixed(0)} ${y.toFixed(0)}`;
}

/** A warm evening tint over the whole picture, and a light vignette. */
export function finish({ canvas, light }: Scene): void {
  if (light.dim > 0.1) canvas.rect(0, 0, WIDTH, HEIGHT, '#2a2140', { opacity: light.dim * 0.22 });
  canvas.rect(
    0,
    0,
    WIDTH,
    HEIGHT,
    canvas.gradient('down', '#000000/0.06', '#000000/0', '#000000/0', '#000000/0.1'),
  );
}
