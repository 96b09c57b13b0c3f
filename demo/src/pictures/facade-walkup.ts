import { darken, lighten } from './color.js';
import {
  type Body,
  bodyOf,
  CANOPIES,
  courses,
  STONES,
  waterTank,
  windowRows,
} from './facade-body.js';
import {
  cornice,
  door,
  type Facade,
  facadeWindow,
  STREET,
  shade,
  shopFront,
} from './facade-parts.js';
import { neighbors } from './facade-street.js';

/** Tenements with a fire escape, with or without a shop. */
export function walkup(facade: Facade): void {
  const { canvas, random, plan } = facade;
  const { stories } = plan;
  const width = random.int(290, 350);
  const body = bodyOf(stories, width, 92);
  const brick = shade(
    facade,
    random.pick(['#a05a45', '#8e5344', '#b0694d', '#7d5148', '#c19a72', '#96604f']),
  );
  const trim = random.pick([...STONES, '#6b4a3c']);
  neighbors(facade, body.x, body.x + body.w, body.floorHeight * stories * 0.95);
  canvas.rect(
    body.x,
    body.top,
    body.w,
    STREET - body.top,
    canvas.gradient('across', lighten(brick, 0.08), brick, darken(brick, 0.08)),
  );
  courses(facade, [body.x, body.top, body.w, STREET - body.top], brick);
  windowRows(
    facade,
    body,
    1,
    stories,
    4,
    {
      trim,
      across: 1,
      sill: true,
      lintel: random.pick(['hood', 'arch', 'flat'] as const),
      sash: true,
    },
    [0.46, 0.56],
  );
  cornice(
    facade,
    [body.x, body.top - 26, body.w, 36],
    random.pick(['#5f4636', '#3f5c4e', '#d8cdb9', '#6b4038']),
  );
  const ground = body.floorHeight;
  canvas
    .rect(body.x, STREET - ground, body.w, ground, shade(facade, trim))
    .rect(body.x - 4, STREET - ground - 4, body.w + 8, 7, shade(facade, lighten(trim, 0.2)));
  if (plan.shop) {
    shopFront(
      facade,
      [body.x + 10, STREET - ground + 8, body.w * 0.64, ground - 8],
      random.pick(CANOPIES),
    );
    door(facade, body.x + body.w * 0.84, 44, ground * 0.7, '#3b2e27', '#cfc4b2');
  } else {
    door(
      facade,
      body.x + body.w / 2,
      56,
      ground * 0.78,
      random.pick(['#6b3430', '#2f4a44', '#3b2e27']),
      '#cfc4b2',
    );
    for (const f of [0.1, 0.72])
      facadeWindow(
        facade,
        [body.x + body.w * f, STREET - ground * 0.78, body.w * 0.18, ground * 0.5],
        { trim: '#efe7d8', across: 2, sill: true, lintel: 'none', sash: true },
      );
  }
  fireEscape(facade, body, stories);
}

function fireEscape({ canvas }: Facade, body: Body, stories: number): void {
  const iron = '#2c2d30';
  const x = body.x + body.w * 0.27;
  const w = body.w * 0.46;
  for (let floor = 1; floor < stories; floor += 1) {
    const y = STREET - floor * body.floorHeight - 4;
    canvas.rect(x, y, w, 4, iron).rect(x, y - 22, w, 2.5, iron);
    let bars = '';
    for (let bx = x; bx <= x + w; bx += 9) bars += `M${bx.toFixed(1)} ${y}v-22`;
    canvas.path(bars, 'none', { stroke: iron, 'stroke-width': 1.3 });
    if (floor < stories - 1) {
      const up = floor % 2 === 0;
      canvas.line(
        [up ? x + 12 : x + w - 12, y],
        [up ? x + w - 30 : x + 30, y - body.floorHeight],
        iron,
        3,
      );
      canvas.line(
        [up ? x + 22 : x + w - 22, y],
        [up ? x + w - 20 : x + 20, y - body.floorHeight],
        iron,
        3,
      );
    }
  }
}

/** Lofts and prewar offices: wide windows between piers, a shop front in iron below. */
export function loftBuilding(facade: Facade): void {
  const { canvas, random, plan } = facade;
  const { stories, kind } = plan;
  const tall = stories > 11;
  const body = bodyOf(stories, tall ? 400 : random.int(440, 540), 78);
  const color = shade(
    facade,
    random.pick(['#d9d0bf', '#b56b4f', '#e6e0d3', '#9c5a47', '#c9b79c', '#8a9196']),
  );
  const columns = tall ? 6 : random.int(5, 6);
  neighbors(facade, body.x, body.x + body.w, Math.min(body.floorHeight * stories * 0.85, 330));
  if (random.chance(0.7)) waterTank(facade, body.x + body.w * 0.7, body.top - 10, 46);
  canvas.rect(
    body.x,
    body.top,
    body.w,
    STREET - body.top,
    canvas.gradient('across', lighten(color, 0.08), color, darken(color, 0.1)),
  );
  const arched = kind === 'loftCondo' && random.chance(0.5);
  windowRows(
    facade,
    body,
    1,
    stories,
    columns,
    {
      trim: arched ? '#3a3d40' : '#2f3336',
      across: 3,
      sill: true,
      lintel: arched ? 'arch' : 'flat',
      sash: true,
    },
    [0.72, 0.62],
  );
  const cell = body.w / columns;
  for (let c = 0; c <= columns; c += 1) {
    const px = body.x + c * cell - 6;
    canvas.rect(
      px,
      body.top,
      12,
      STREET - body.top,
      canvas.gradient('across', lighten(color, 0.2), darken(color, 0.12)),
    );
  }
  for (let floor = 1; floor < stories; floor += tall ? 4 : 1)
    canvas.rect(
      body.x - 4,
      STREET - floor * body.floorHeight - 3,
      body.w + 8,
      6,
      lighten(color, 0.16),
    );
  cornice(facade, [body.x - 4, body.top - 26, body.w + 8, 38], lighten(color, 0.1));
  const ground = Math.min(body.floorHeight, 80);
  canvas.rect(body.x, STREET - ground, body.w, ground, shade(facade, '#2f3437'));
  shopFront(
    facade,
    [body.x + 16, STREET - ground + 6, body.w * 0.36, ground - 6],
    random.pick(CANOPIES),
  );
  shopFront(
    facade,
    [body.x + body.w * 0.64 - 16, STREET - ground + 6, body.w * 0.36, ground - 6],
    random.pick(CANOPIES),
  );
  door(facade, body.x + body.w / 2, 50, ground * 0.78, '#4a3529', '#56595c');
}
