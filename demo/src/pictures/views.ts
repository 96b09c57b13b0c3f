import { darken, lighten, mix } from './color.js';
import { HEIGHT, type Scene, WIDTH } from './room.js';
import { sky, skyline, trees } from './skyline.js';

/** The window one looks through: a sill and two slim posts at the edges. */
function frame({ canvas, palette, variant }: Scene): void {
  const color = palette.metal;
  canvas
    .rect(0, 0, 16, HEIGHT, color)
    .rect(WIDTH - 16, 0, 16, HEIGHT, color)
    .rect(0, 0, WIDTH, 14, color);
  canvas.rect(variant % 2 === 0 ? 620 : 330, 0, 9, HEIGHT - 54, color);
  canvas
    .rect(
      0,
      HEIGHT - 58,
      WIDTH,
      58,
      canvas.gradient('down', lighten(palette.trim, 0.3), darken(palette.trim, 0.08)),
    )
    .rect(0, HEIGHT - 60, WIDTH, 5, darken(palette.trim, 0.2));
  canvas.polygon(
    [
      [16, 14],
      [280, 14],
      [16, 420],
    ],
    '#ffffff',
    { opacity: 0.07 },
  );
}

/** Books, a cup and a small plant on the sill. */
function sill({ canvas, palette, variant }: Scene): void {
  const x = variant % 2 === 0 ? 120 : 700;
  canvas
    .round(x, HEIGHT - 62, 130, 14, 2, palette.accent)
    .round(x + 8, HEIGHT - 75, 112, 13, 2, palette.textile)
    .round(x + 2, HEIGHT - 87, 104, 12, 2, palette.main);
  canvas
    .round(x + 170, HEIGHT - 82, 38, 36, 6, '#fbf8f2')
    .stroke(`M${x + 208} ${HEIGHT - 74}q16 0 14 12q-2 10 -14 8`, '#fbf8f2', 5);
}

/** Water with light on it. */
export function water({ canvas, light, random }: Scene, top: number, bottom: number): void {
  const deep = mix(mix('#4f7f98', light.sky[2], 0.3), '#1d2a44', light.dim * 0.8);
  canvas.rect(
    0,
    top,
    WIDTH,
    bottom - top,
    canvas.gradient('down', mix(light.sky[2], deep, 0.35), deep),
  );
  for (let i = 0; i < 70; i += 1) {
    const t = random.next();
    const w = 14 + t * 90 * random.next();
    canvas.round(random.next() * WIDTH, top + (bottom - top) * t, w, 1 + t * 2.6, 1.5, light.sun, {
      opacity: 0.14 + 0.2 * random.next(),
    });
  }
}

/** A suspension bridge from shore to shore. */
export function bridge({ canvas, light }: Scene, y: number): void {
  const steel = mix('#6d7884', light.haze, 0.25);
  const towers = [250, 690];
  let d = '';
  for (const t of towers) {
    canvas
      .rect(t - 12, y - 170, 9, 200, steel)
      .rect(t + 5, y - 170, 9, 200, steel)
      .rect(t - 12, y - 166, 26, 8, steel)
      .rect(t - 12, y - 90, 26, 7, steel);
  }
  d += `M-40 ${y - 20}Q120 ${y - 30} 250 ${y - 168}Q470 ${y + 60} 690 ${y - 168}Q830 ${y - 30} 1000 ${y - 20}`;
  canvas.stroke(d, steel, 3.4).rect(0, y - 4, WIDTH, 8, darken(steel, 0.12));
  let cables = '';
  for (let x = 262; x < 690; x += 14) {
    const t = (x - 250) / 440;
    const cy = (1 - t) ** 2 * (y - 168) + 2 * t * (1 - t) * (y + 60) + t ** 2 * (y - 168);
    if (cy < y - 4) cables += `M${x} ${cy.toFixed(0)}V${y - 4}`;
  }
  canvas.path(cables, 'none', { stroke: steel, 'stroke-width': 1, opacity: 0.8 });
}

/** The river from a high floor. */
export function riverView(scene: Scene): void {
  const { canvas, light, random, variant } = scene;
  sky(canvas, [0, 0, WIDTH, 360], light, random);
  skyline(canvas, [0, 350, WIDTH, variant % 2 === 0 ? 120 : 190], 0.9, light, random);
  const shore = light.leaves.map((g) => mix(g, light.haze, 0.45));
  trees(canvas, [0, 352, WIDTH, 26], shore, random);
  water(scene, 350, HEIGHT);
  if (variant % 3 !== 1) bridge(scene, 352);
  const boat = variant % 2 === 0 ? 420 : 560;
  canvas
    .polygon(
      [
        [boat, 446],
        [boat + 130, 446],
        [boat + 112, 466],
        [boat + 16, 466],
      ],
      '#f4efe6',
    )
    .rect(boat + 28, 424, 70, 22, '#fbf8f1')
    .rect(boat + 34, 430, 58, 8, '#4b6475')
    .rect(boat + 44, 410, 26, 14, '#d98f4f');
  canvas.polygon(
    [
      [boat - 10, 468],
      [boat + 120, 468],
      [boat + 60, 476],
      [boat - 120, 480],
    ],
    '#ffffff',
    { opacity: 0.4 },
  );
  const sail = variant % 2 === 0 ? 800 : 180;
  canvas
    .polygon(
      [
        [sail, 396],
        [sail, 340],
        [sail + 32, 396],
      ],
      '#ffffff',
    )
    .polygon(
      [
        [sail - 4, 396],
        [sail - 4, 352],
        [sail - 24, 396],
      ],
      '#f1eadb',
    )
    .polygon(
      [
        [sail - 28, 399],
        [sail + 36, 399],
        [sail + 24, 407],
        [sail - 18, 407],
      ],
      '#7a4b3a',
    );
  skyline(canvas, [0, HEIGHT - 40, variant % 2 === 0 ? 300 : 240, 150], 0.2, light, random);
  frame(scene);
  sill(scene);
}

/** Over the treetops of a park to the houses on its far side. */
export function parkView(scene: Scene): void {
  const { canvas, light, random } = scene;
  sky(canvas, [0, 0, WIDTH, 330], light, random);
  skyline(canvas, [0, 316, WIDTH, 220], 0.85, light, random);
  skyline(canvas, [0, 322, WIDTH, 110], 0.5, light, random);
  const season = light.leaves;
  const rows = [
    [352, 60, 0.5],
    [400, 84, 0.34],
    [470, 120, 0.18],
    [580, 170, 0],
  ] as const;
  for (const [i, [base, height, haze]] of rows.entries()) {
    trees(
      canvas,
      [0, base, WIDTH, height],
      season.map((g) => mix(g, light.haze, haze)),
      random,
    );
    canvas.rect(0, base - height * 0.2, WIDTH, 160, mix(season[0], light.haze, haze));
    if (i === 1) {
      canvas.path(
        'M300 430Q480 404 700 424T900 440Q760 462 560 456T300 430z',
        mix('#7fa9bd', light.sky[2], 0.3),
      );
      canvas.stroke('M360 432q80 -8 160 0M560 440q90 -6 170 2', '#ffffff', 2, { opacity: 0.4 });
    }
    if (i === 2)
      canvas.stroke('M-20 520Q240 470 420 510T980 490', mix('#d8c7a4', light.haze, 0.2), 12, {
        opacity: 0.9,
      });
  }
  frame(scene);
  sill(scene);
}

/** The skyline from a high floor. */
export function skylineView(scene: Scene): void {
  const { canvas, light, random } = scene;
  sky(canvas, [0, 0, WIDTH, HEIGHT], light, random);
  skyline(canvas, [0, 460, WIDTH, 330], 1, light, random);
  skyline(canvas, [0, 540, WIDTH, 330], 0.6, light, random);
  skyline(canvas, [0, 610, WIDTH, 250], 0.25, light, random);
  frame(scene);
  sill(scene);
}
