import type { Random } from '../random.js';
import { darken, mix } from './color.js';
import type { Light } from './light.js';
import type { Canvas } from './svg.js';

/** Fills a rectangle with sky: a gradient and, sometimes, long thin clouds. */
export function sky(
  canvas: Canvas,
  box: readonly [x: number, y: number, w: number, h: number],
  light: Light,
  random: Random,
): void {
  const [x, y, w, h] = box;
  canvas.rect(x, y, w, h, canvas.gradient('down', ...light.sky));
  const clouds = random.int(1, 4);
  for (let i = 0; i < clouds; i += 1) {
    const cx = x + w * random.next();
    const cy = y + h * random.between(0.08, 0.5);
    const rx = w * random.between(0.12, 0.3);
    const white = canvas.gradient('across', '#ffffff/0', '#ffffff/0.5', '#ffffff/0');
    canvas.ellipse(cx, cy, rx, h * 0.012 + rx * 0.03, white);
    canvas.ellipse(cx + rx * 0.3, cy + h * 0.015, rx * 0.6, h * 0.008 + rx * 0.02, white);
  }
}

/** Tops of tall buildings: flat, stepped, peaked, or with a water tank. */
function crown(
  canvas: Canvas,
  x: number,
  top: number,
  w: number,
  fill: string,
  random: Random,
): void {
  const kind = random.int(0, 5);
  if (kind === 0) {
    canvas.rect(x + w * 0.2, top - w * 0.35, w * 0.6, w * 0.36, fill);
    canvas.rect(x + w * 0.36, top - w * 0.62, w * 0.28, w * 0.3, fill);
  } else if (kind === 1) {
    canvas.polygon(
      [
        [x, top + 0.5],
        [x + w / 2, top - w * 0.8],
        [x + w, top + 0.5],
      ],
      fill,
    );
    canvas.rect(x + w / 2 - 1, top - w * 1.3, 2, w * 0.6, fill);
  } else if (kind === 2 && w > 14) {
    const tank = w * 0.34;
    canvas.rect(x + w * 0.18, top - tank * 1.5, tank, tank, fill);
    canvas.polygon(
      [
        [x + w * 0.14, top - tank * 1.45],
        [x + w * 0.18 + tank / 2, top - tank * 2],
        [x + w * 0.22 + tank, top - tank * 1.45],
      ],
      fill,
    );
    canvas.rect(x + w * 0.22, top - tank * 0.6, 1.6, tank * 0.7, fill);
    canvas.rect(x + w * 0.14 + tank, top - tank * 0.6, 1.6, tank * 0.7, fill);
  } else if (kind === 3) {
    canvas.rect(x + w * 0.15, top - w * 0.14, w * 0.3, w * 0.16, fill);
  }
}

/** Brick, limestone, concrete and glass. */
const STONES = [
  '#a9786a',
  '#b39c80',
  '#7f8c9b',
  '#98897c',
  '#64798c',
  '#8d6f66',
  '#c0ac90',
  '#6d7c86',
];

/**
 * A row of distant buildings that stand on a common line.
 * @param distance 0 near to 1 far: far rows are lower in contrast and have no windows.
 */
export function skyline(
  canvas: Canvas,
  box: readonly [x: number, base: number, w: number, height: number],
  distance: number,
  light: Light,
  random: Random,
): void {
  const [left, base, width, height] = box;
  const unit = Math.max(width / (16 + distance * 10), 7);
  for (let x = left - unit * random.next(); x < left + width; ) {
    const w = unit * random.between(0.7, 1.9);
    const h = height * (0.3 + 0.7 * random.next() ** 1.7);
    const stone = mix(random.pick(STONES), light.haze, 0.18 + distance * 0.66);
    const tone = darken(stone, light.dim * (1 - distance * 0.5));
    canvas.rect(x, base - h, w, h, tone);
    if (distance < 0.8) canvas.rect(x + w * 0.7, base - h, w * 0.3, h, '#1d2438', { opacity: 0.1 });
    if (h > height * 0.45) crown(canvas, x, base - h, w, tone, random);
    if (distance < 0.6) windows(canvas, x, base - h, w, h, tone, light, random);
    x += w * random.between(0.86, 1.04);
  }
}

function windows(
  canvas: Canvas,
  x: number,
  y: number,
  w: number,
  h: number,
  wall: string,
  light: Light,
  random: Random,
): void {
  const step = Math.max(w / 5, 5);
  const glass = mix(wall, light.sky[1], 0.28);
  let dark = '';
  let lit = '';
  for (let wy = y + step; wy < y + h - step; wy += step * 1.35) {
    for (let wx = x + step * 0.5; wx < x + w - step * 0.6; wx += step) {
      const d = `M${wx.toFixed(1)} ${wy.toFixed(1)}h${(step * 0.5).toFixed(1)}v${(step * 0.75).toFixed(1)}h-${(step * 0.5).toFixed(1)}z`;
      if (random.chance(light.lit)) lit += d;
      else dark += d;
    }
  }
  if (dark) canvas.path(dark, glass);
  if (lit) canvas.path(lit, light.glow);
}

/** The crowns of trees along a line, as overlapping rounds. */
export function trees(
  canvas: Canvas,
  box: readonly [x: number, base: number, w: number, height: number],
  greens: readonly string[],
  random: Random,
): void {
  const [left, base, width, height] = box;
  for (
    let x = left - height * 0.3;
    x < left + width + height * 0.3;
    x += height * random.between(0.22, 0.5)
  ) {
    const r = height * random.between(0.32, 0.6);
    const green = random.pick(greens);
    canvas.circle(x, base - height * 0.45 * random.next() - r * 0.2, r, green);
    canvas.circle(x - r * 0.25, base - r * 0.75, r * 0.55, mix(green, '#ffffff', 0.12));
  }
  canvas.rect(left, base - height * 0.2, width, height * 0.2, random.pick(greens));
}
