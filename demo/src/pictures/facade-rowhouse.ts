import { darken, lighten, mix } from './color.js';
import { cornice, type Facade, facadeWindow, STREET, shade } from './facade-parts.js';

const FRONTS = [
  '#7d5344',
  '#8c6350',
  '#6e4a3f',
  '#b7a48a',
  '#a45c46',
  '#c9bca4',
  '#945848',
  '#d8cfbe',
];

/** One house of a row: basement, stoop, parlor floor and two or three above. */
function house(
  facade: Facade,
  x: number,
  w: number,
  stories: number,
  color: string,
  hero: boolean,
): void {
  const { canvas, random, light } = facade;
  const stone = shade(facade, color);
  const basement = 54;
  const floorHeight = Math.min((430 - basement) / (stories - 1), 116);
  const top = STREET - basement - floorHeight * (stories - 1);
  canvas.rect(
    x,
    top,
    w,
    STREET - top,
    canvas.gradient('across', lighten(stone, 0.08), stone, darken(stone, 0.07)),
  );
  let joints = '';
  for (let y = top + 12; y < STREET - basement; y += 22) joints += `M${x} ${y.toFixed(0)}h${w}`;
  canvas.path(joints, 'none', { stroke: darken(stone, 0.22), 'stroke-width': 1, opacity: 0.25 });
  const trim = lighten(color, 0.22);
  const style = {
    trim,
    across: 1,
    sill: true,
    lintel: random.pick(['hood', 'arch', 'flat'] as const),
    sash: true,
  };
  const cell = w / 3;
  const doorLeft = random.chance(0.5);
  const bay = hero && random.chance(0.35);
  for (let f = 0; f < stories - 1; f += 1) {
    const y = STREET - basement - (f + 1) * floorHeight;
    const tallness = f === 0 ? 0.64 : 0.54;
    for (let c = 0; c < 3; c += 1) {
      if (f === 0 && c === (doorLeft ? 0 : 2)) continue;
      facadeWindow(
        facade,
        [x + c * cell + cell * 0.24, y + floorHeight * 0.24, cell * 0.52, floorHeight * tallness],
        style,
      );
    }
  }
  if (bay)
    bayWindow(
      facade,
      x + (doorLeft ? cell * 1.16 : cell * 0.16),
      STREET - basement - 2 * floorHeight,
      cell * 1.68,
      floorHeight * 2,
      stone,
    );
  cornice(
    facade,
    [x, top - 30, w, 44],
    random.pick(['#4f3a30', '#3f5c4e', darken(color, 0.2), '#5b3630']),
  );
  canvas
    .rect(x, STREET - basement, w, basement, darken(stone, 0.12))
    .rect(x - 2, STREET - basement - 5, w + 4, 8, lighten(stone, 0.14));
  for (let c = 0; c < 3; c += 1) {
    if (c === (doorLeft ? 0 : 2)) continue;
    facadeWindow(
      facade,
      [x + c * cell + cell * 0.22, STREET - basement * 0.78, cell * 0.56, basement * 0.5],
      { ...style, lintel: 'none' },
    );
  }
  stoop(facade, x + (doorLeft ? cell / 2 : w - cell / 2), cell, basement, floorHeight, stone);
  railing(facade, x, w, doorLeft ? [0, cell * 1.25] : [w - cell * 1.25, w]);
  if (light.dim > 0.08)
    canvas.circle(
      x + (doorLeft ? cell / 2 : w - cell / 2),
      STREET - basement - floorHeight * 0.9,
      26,
      canvas.gradient('out', `${light.glow}/0.8`, `${light.glow}/0`),
    );
}

function bayWindow(
  facade: Facade,
  x: number,
  y: number,
  w: number,
  h: number,
  stone: string,
): void {
  const { canvas } = facade;
  canvas.rect(
    x - 8,
    y,
    w + 16,
    h,
    canvas.gradient('across', lighten(stone, 0.16), stone, darken(stone, 0.14)),
  );
  for (let r = 0; r < 2; r += 1) {
    for (let c = 0; c < 3; c += 1) {
      facadeWindow(
        facade,
        [x + (w * c) / 3 + w * 0.05, y + (h * r) / 2 + h * 0.09, w * 0.23, h * 0.31],
        { trim: lighten(stone, 0.25), across: 1, sill: true, lintel: 'none', sash: true },
      );
    }
  }
  canvas
    .rect(x - 12, y - 8, w + 24, 10, lighten(stone, 0.2))
    .rect(x - 12, y + h / 2 - 5, w + 24, 7, lighten(stone, 0.16));
}

/** Steps up to the parlor floor, with a door under a hood. */
function stoop(
  facade: Facade,
  x: number,
  cell: number,
  basement: number,
  floorHeight: number,
  stone: string,
): void {
  const { canvas, random, light } = facade;
  const sill = STREET - basement;
  const doorHeight = floorHeight * 0.74;
  const w = cell * 0.56;
  canvas
    .rect(x - w * 0.72, sill - doorHeight - 12, w * 1.44, doorHeight + 12, lighten(stone, 0.2))
    .rect(x - w * 0.86, sill - doorHeight - 20, w * 1.72, 11, lighten(stone, 0.28));
  const color = shade(
    facade,
    random.pick(['#6b3430', '#2f4a44', '#27384d', '#3b2e27', '#7a5a2a', '#54324a']),
  );
  canvas
    .rect(x - w / 2, sill - doorHeight, w, doorHeight, color)
    .rect(x - 1, sill - doorHeight, 2, doorHeight, darken(color, 0.4));
  const lit = light.dim > 0.08 ? light.glow : mix('#7f97a3', light.sky[1], 0.3);
  for (const dx of [-w / 2 + 4, 3])
    canvas.round(x + dx, sill - doorHeight + 8, w / 2 - 7, doorHeight * 0.5, 5, lit);
  const steps = 7;
  for (let i = 0; i < steps; i += 1) {
    const half = w * 0.78 + i * 4.2;
    const y = sill + (i * (basement + 14)) / steps;
    canvas
      .rect(x - half, y, half * 2, (basement + 14) / steps + 1, lighten(stone, 0.22 - i * 0.012))
      .rect(x - half, y + (basement + 14) / steps - 2, half * 2, 2.4, '#000000', { opacity: 0.16 });
  }
  for (const side of [-1, 1]) {
    const a = x + side * w * 0.8;
    const b = x + side * (w * 0.8 + steps * 4.2);
    canvas
      .stroke(`M${a} ${sill - 30}L${b} ${STREET - 14}`, '#2b2c2f', 4)
      .rect(b - 4, STREET - 20, 8, 34, '#2b2c2f')
      .circle(b, STREET - 22, 5.5, '#2b2c2f');
    canvas.stroke(
      `M${a} ${sill - 30}V${sill + 4}M${(a + b) / 2} ${(sill + STREET) / 2 - 22}V${(sill + STREET) / 2 + 14}`,
      '#2b2c2f',
      2.4,
    );
  }
}

/** Iron fence of the front garden, with something green behind it. */
function railing(
  { canvas, random }: Facade,
  x: number,
  w: number,
  gap: readonly [number, number],
): void {
  for (let gx = x + 8; gx < x + w - 4; gx += 15) {
    if (gx - x > gap[0] - 12 && gx - x < gap[1] + 6) continue;
    canvas.circle(
      gx,
      STREET + 2 - random.next() * 10,
      random.between(8, 14),
      random.pick(['#5f8a5a', '#4f7a56', '#6f9a62']),
    );
    if (random.chance(0.3))
      canvas.circle(gx, STREET - 8, 3.4, random.pick(['#d9a0a0', '#f1e6d2', '#c4744d']));
  }
  let bars = '';
  for (let bx = x + 4; bx < x + w; bx += 9)
    if (bx - x < gap[0] - 8 || bx - x > gap[1] + 2) bars += `M${bx} ${STREET + 14}v-34`;
  canvas.path(bars, 'none', { stroke: '#26272a', 'stroke-width': 2 });
}

/** A row of three houses, the middle one whole. */
export function rowhouse(facade: Facade): void {
  const { random, plan } = facade;
  const w = random.int(300, 330);
  const x = 480 - w / 2;
  const color = random.pick(FRONTS);
  const similar = (): string =>
    random.chance(0.6) ? mix(color, random.pick(FRONTS), 0.35) : random.pick(FRONTS);
  if (!facade.alone) {
    house(facade, x - w, w, plan.stories, similar(), false);
    house(facade, x + w, w, plan.stories, similar(), false);
  }
  house(facade, x, w, plan.stories, color, true);
}
