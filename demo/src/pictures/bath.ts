import { darken, lighten, mix } from './color.js';
import { plant, vase } from './furniture.js';
import { bricks, FLOOR, finish, HEIGHT, type Scene, WIDTH } from './room.js';
import type { Canvas } from './svg.js';
import { roomWindow } from './windows.js';

/** Tiles in a grid or a running bond, with joints. */
function tiles(
  canvas: Canvas,
  box: readonly [number, number, number, number],
  color: string,
  size: readonly [number, number],
  offset: boolean,
): void {
  const [x, y, w, h] = box;
  const [tw, th] = size;
  canvas.rect(x, y, w, h, canvas.gradient('down', lighten(color, 0.12), color));
  let d = '';
  for (let r = 0; r * th < h; r += 1) {
    const ty = y + r * th;
    d += `M${x} ${ty}h${w}`;
    for (let tx = x + (offset && r % 2 === 1 ? tw / 2 : 0); tx < x + w; tx += tw) {
      d += `M${tx} ${ty}v${Math.min(th, y + h - ty)}`;
    }
  }
  canvas.path(d, 'none', { stroke: darken(color, 0.1), 'stroke-width': 1.2 });
}

/** A floor of small dark and light tiles, smaller toward the wall. */
function bathFloor({ canvas, palette, variant }: Scene): void {
  const pale = '#eeebe4';
  const dark = variant % 2 === 0 ? mix(palette.main, '#3b3f44', 0.5) : '#cfc8bb';
  canvas.rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, canvas.gradient('down', darken(pale, 0.16), pale));
  const rows = [0, 0.12, 0.27, 0.46, 0.7, 1];
  const x = (column: number, t: number): number => WIDTH / 2 + (column - 10) * 62 * (1 + t * 0.75);
  let d = '';
  for (let r = 0; r < rows.length - 1; r += 1) {
    const [a = 0, b = 1] = rows.slice(r, r + 2);
    const y = (t: number): string => (FLOOR + (HEIGHT - FLOOR) * t).toFixed(0);
    for (let c = r % 2; c < 20; c += 2) {
      d += `M${x(c, a).toFixed(0)} ${y(a)}L${x(c + 1, a).toFixed(0)} ${y(a)}L${x(c + 1, b).toFixed(0)} ${y(b)}L${x(c, b).toFixed(0)} ${y(b)}z`;
    }
  }
  canvas.path(d, dark, { opacity: 0.9 });
  canvas.rect(0, FLOOR, WIDTH, 18, canvas.gradient('down', '#000000/0.25', '#000000/0'));
}

/** A free-standing tub, with feet in older houses. */
function tub({ canvas, palette, style }: Scene, x: number, w: number): void {
  const base = 572;
  canvas.shadow(x + w / 2, base + 4, w * 0.5, 14, 0.4);
  if (style === 'prewar') {
    for (const fx of [x + 48, x + w - 62])
      canvas.path(`M${fx} ${base - 24}q-8 18 -4 24h20q4 -8 -2 -24z`, palette.metal);
  }
  const lift = style === 'prewar' ? 16 : 0;
  canvas.path(
    `M${x} ${base - 128 - lift}q6 ${118} 56 ${128}H${x + w - 56}q50 -10 56 -128z`,
    canvas.gradient('across', '#e9e7e2', '#ffffff', '#f6f4f0', '#d8d5cf'),
  );
  canvas.round(
    x - 10,
    base - 138 - lift,
    w + 20,
    16,
    8,
    canvas.gradient('down', '#ffffff', '#e4e1da'),
  );
  const tapX = x + w - 40;
  canvas.stroke(`M${tapX} ${base - 138 - lift}v-70q0 -22 -22 -22t-22 22v8`, palette.metal, 6);
  canvas
    .round(x + 30, base - 150 - lift, 92, 14, 5, palette.textile)
    .round(
      x + 36,
      base - 138 - lift,
      66,
      62,
      4,
      canvas.gradient('down', palette.textile, darken(palette.textile, 0.08)),
    );
}

/** A vanity with a basin, and a mirror with lights above. */
function vanity({ canvas, palette, light, style, random }: Scene, x: number, w: number): void {
  const top = FLOOR - 96;
  canvas.shadow(x + w / 2, FLOOR + 10, w * 0.54, 10);
  const wood = style === 'modern' ? lighten(palette.wood, 0.12) : palette.main;
  if (style === 'prewar')
    for (const lx of [x + 8, x + w - 18]) canvas.rect(lx, FLOOR - 30, 10, 40, darken(wood, 0.2));
  canvas.rect(
    x,
    top + 10,
    w,
    style === 'modern' ? 62 : 84,
    canvas.gradient('down', lighten(wood, 0.1), darken(wood, 0.08)),
  );
  const doors = w > 220 ? 3 : 2;
  for (let i = 0; i < doors; i += 1) {
    canvas.rect(
      x + (w * i) / doors + 5,
      top + 18,
      w / doors - 10,
      style === 'modern' ? 46 : 66,
      'none',
      { stroke: darken(wood, 0.22), 'stroke-width': 1.8 },
    );
    canvas.rect(x + (w * (i + 0.5)) / doors - 14, top + 28, 28, 3, palette.metal);
  }
  canvas.rect(x - 8, top, w + 16, 13, canvas.gradient('down', '#fdfcfa', '#dcd8d0'));
  canvas.path(
    `M${x + w / 2 - 58} ${top - 2}h116q-8 -28 -58 -28t-58 28z`,
    canvas.gradient('down', '#ffffff', '#e6e3dd'),
    { transform: `rotate(180 ${x + w / 2} ${top - 15})` },
  );
  canvas.stroke(`M${x + w / 2} ${top - 30}v-30q0 -16 16 -16`, palette.metal, 5.5);
  const [my, mh] = [118, 188];
  if (light.dim > 0.05)
    canvas.ellipse(
      x + w / 2,
      my + 20,
      w * 0.8,
      130,
      canvas.gradient('out', `${light.glow}/0.4`, `${light.glow}/0`),
    );
  const r = style === 'prewar' ? 80 : style === 'loft' ? 4 : 70;
  canvas.round(x + w / 2 - 82, my - 6, 164, mh + 12, r + 4, palette.metal);
  canvas.round(x + w / 2 - 76, my, 152, mh, r, canvas.gradient('down', '#eaf0f1', '#c9d4d7'));
  canvas.polygon(
    [
      [x + w / 2 - 50, my + 60],
      [x + w / 2 + 4, my + 16],
      [x + w / 2 + 26, my + 16],
      [x + w / 2 - 50, my + 84],
    ],
    '#ffffff',
    { opacity: 0.5 },
  );
  for (const sx of [x + w / 2 - 116, x + w / 2 + 116]) {
    canvas
      .rect(sx - 3, my + 60, 6, 34, palette.metal)
      .round(sx - 13, my + 22, 26, 44, 12, lighten(light.glow, 0.5));
  }
  vase(canvas, x + 34, top, palette.second, random);
  canvas
    .round(x + w - 58, top - 30, 18, 30, 4, palette.accent)
    .round(x + w - 36, top - 22, 16, 22, 4, lighten(palette.accent, 0.35));
}

/** A glazed shower with a rain head. */
function shower({ canvas, palette, style, variant }: Scene, x: number, w: number): void {
  const color = variant % 2 === 0 ? lighten(palette.second, 0.42) : lighten(palette.main, 0.5);
  tiles(
    canvas,
    [x, 40, w, FLOOR - 40],
    color,
    style === 'modern' ? [30, 60] : [40, 20],
    style !== 'modern',
  );
  canvas.rect(x, FLOOR - 2, w, 26, '#e9e6df').rect(x, FLOOR + 22, w, 8, darken('#e9e6df', 0.2));
  canvas
    .stroke(`M${x + w / 2} 64v16`, palette.metal, 6)
    .round(x + w / 2 - 44, 80, 88, 9, 4, palette.metal);
  canvas
    .round(x + w - 44, 210, 10, 110, 4, palette.metal)
    .circle(x + w - 39, 236, 12, palette.metal);
  canvas
    .rect(x + 22, 250, 78, 54, darken(color, 0.18))
    .round(x + 34, 268, 14, 36, 3, palette.accent)
    .round(x + 56, 276, 14, 28, 3, palette.textile);
  canvas.rect(x, 40, w, FLOOR - 12, '#dff0f2', { opacity: 0.2 });
  canvas.polygon(
    [
      [x + 20, 40],
      [x + w * 0.4, 40],
      [x + 20, 330],
    ],
    '#ffffff',
    { opacity: 0.2 },
  );
  canvas
    .rect(x - 3, 34, w + 6, 6, palette.metal)
    .rect(x - 3, 34, 5, FLOOR, palette.metal)
    .rect(x + w * 0.52, 40, 3, FLOOR - 12, palette.metal, { opacity: 0.6 })
    .round(x + w * 0.47, 280, 6, 64, 3, palette.metal);
}

/** Towels on a rail. */
function towels({ canvas, palette }: Scene, x: number): void {
  canvas.round(x - 8, 300, 106, 5, 2, palette.metal);
  canvas.round(
    x,
    302,
    40,
    106,
    4,
    canvas.gradient('down', lighten(palette.accent, 0.15), palette.accent),
  );
  canvas.round(
    x + 46,
    302,
    40,
    86,
    4,
    canvas.gradient('down', '#ffffff', darken(palette.textile, 0.05)),
  );
  canvas.rect(x, 388, 40, 4, lighten(palette.accent, 0.4)).rect(x + 46, 370, 40, 4, palette.second);
}

/** A bathroom. Three compositions: tub below a window, shower next to a vanity, or both. */
export function bath(scene: Scene): void {
  const { canvas, palette, style, variant, random } = scene;
  const composition = variant % 3;
  if (style === 'loft') bricks(canvas, [0, 0, WIDTH, 230], palette.wall, random);
  else
    canvas.rect(
      0,
      0,
      WIDTH,
      230,
      canvas.gradient('down', lighten(palette.wall, 0.16), palette.wall),
    );
  const tile = variant % 2 === 0 ? '#f4f2ed' : lighten(palette.second, 0.72);
  tiles(
    canvas,
    [0, 210, WIDTH, FLOOR - 210],
    tile,
    style === 'modern' ? [64, 64] : [44, 22],
    style !== 'modern',
  );
  canvas.rect(0, 202, WIDTH, 10, style === 'modern' ? darken(tile, 0.06) : palette.accent, {
    opacity: 0.75,
  });
  canvas.rect(
    0,
    0,
    WIDTH,
    FLOOR,
    canvas.gradient('across', '#000000/0.08', '#000000/0', '#000000/0', '#000000/0.1'),
  );
  bathFloor(scene);
  if (composition === 0) {
    roomWindow(scene, [110, 70, 230, 250], style === 'modern');
    vanity(scene, 620, 240);
    tub(scene, 70, 400);
    towels(scene, 484);
  } else if (composition === 1) {
    shower(scene, 40, 300);
    vanity(scene, 430, 270);
    towels(scene, 800);
    plant(scene, 840, 574, 0.8);
  } else {
    shower(scene, 668, 250);
    roomWindow(scene, [330, 76, 190, 230], style === 'modern');
    vanity(scene, 52, 190);
    tub(scene, 290, 350);
  }
  finish(scene);
}
