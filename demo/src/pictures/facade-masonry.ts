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
  canopy,
  cornice,
  door,
  type Facade,
  facadeWindow,
  STREET,
  shade,
  shopFront,
  type WindowStyle,
} from './facade-parts.js';
import { neighbors } from './facade-street.js';

const BRICKS = [
  '#a05a45',
  '#b0694d',
  '#8e5344',
  '#c19a72',
  '#b98b63',
  '#a8765a',
  '#caa987',
  '#7f4c40',
];
/** Apartment houses of brick and limestone, with a base, a shaft and a cornice. */
export function apartmentHouse(facade: Facade): void {
  const { canvas, random, plan } = facade;
  const { stories, kind } = plan;
  const garden = kind === 'gardenCoop';
  const postwar =
    plan.profile.architecture.includes('Postwar') || (plan.built > 1945 && plan.built < 2000);
  const body = bodyOf(stories, garden ? 700 : random.int(430, 560) - Math.min(stories, 20) * 4);
  const columns = Math.round(body.w / Math.max(body.floorHeight * (postwar ? 1.5 : 1.16), 40));
  const brick = postwar
    ? random.pick(['#d9d4ca', '#c9b59a', '#b5705a', '#cfc6b8'])
    : random.pick(BRICKS);
  const wallColor = shade(facade, brick);
  const stone = postwar ? lighten(wallColor, 0.12) : random.pick(STONES);
  neighbors(facade, body.x, body.x + body.w, Math.min(body.floorHeight * stories * 0.8, 300));
  if (!garden && stories > 7)
    waterTank(facade, body.x + body.w * random.between(0.25, 0.75), body.top + 2, 40);
  if (postwar && stories > 10)
    canvas.rect(body.x + body.w * 0.22, body.top - 26, body.w * 0.5, 28, darken(wallColor, 0.06));
  const h = STREET - body.top;
  canvas.rect(
    body.x,
    body.top,
    body.w,
    h,
    canvas.gradient('across', lighten(wallColor, 0.07), wallColor, darken(wallColor, 0.1)),
  );
  courses(facade, [body.x, body.top, body.w, h], wallColor);
  const style: WindowStyle = postwar
    ? { trim: '#e9e7e2', across: 3, sill: false, lintel: 'none', sash: false }
    : {
        trim: stone,
        across: 1,
        sill: true,
        lintel: random.pick(['flat', 'none', 'hood'] as const),
        sash: true,
      };
  const base = stories > 5 && !postwar ? 2 : 1;
  windowRows(facade, body, base, stories, columns, style, postwar ? [0.66, 0.46] : [0.42, 0.58]);
  const baseTop = STREET - body.floorHeight * base;
  canvas.rect(
    body.x - 3,
    baseTop,
    body.w + 6,
    STREET - baseTop,
    canvas.gradient(
      'down',
      shade(facade, lighten(stone, 0.08)),
      shade(facade, darken(stone, 0.08)),
    ),
  );
  if (base === 2)
    windowRows(facade, body, 1, 2, columns, { ...style, lintel: 'none' }, [0.42, 0.56]);
  canvas.rect(body.x - 6, baseTop - 5, body.w + 12, 7, shade(facade, lighten(stone, 0.16)));
  if (!postwar && stories > 8)
    canvas.rect(
      body.x - 4,
      STREET - body.floorHeight * (stories - 2),
      body.w + 8,
      5,
      shade(facade, stone),
    );
  if (postwar) balconies(facade, body, stories, columns, wallColor);
  if (postwar) canvas.rect(body.x - 3, body.top - 5, body.w + 6, 8, lighten(wallColor, 0.2));
  else cornice(facade, [body.x, body.top - 14, body.w, 24], stone);
  groundFloor(facade, body, Math.min(body.floorHeight, 58));
  if (garden) hedges(facade, body);
}

/** Green before a garden house. */
function hedges({ canvas, random, light }: Facade, body: Body): void {
  const leaves = light.leaves;
  for (let x = body.x + 6; x < body.x + body.w; x += 15) {
    if (Math.abs(x - 480) < 52) continue;
    canvas.circle(x, STREET - random.between(2, 12), random.between(12, 19), random.pick(leaves));
    if (random.chance(0.25))
      canvas.circle(x, STREET - 14, 3.2, random.pick(['#d9a0a0', '#f1e6d2', '#d9a94f']));
  }
}

function balconies(
  facade: Facade,
  body: Body,
  stories: number,
  columns: number,
  color: string,
): void {
  const { canvas } = facade;
  const cell = body.w / columns;
  for (const c of [0, columns - 1]) {
    for (let floor = 1; floor < stories; floor += 1) {
      const y = STREET - floor * body.floorHeight;
      const x = body.x + c * cell + (c === 0 ? -9 : 4);
      canvas.rect(
        x,
        y - body.floorHeight * 0.06,
        cell + 5,
        Math.max(body.floorHeight * 0.08, 2),
        lighten(color, 0.24),
      );
      canvas.rect(
        x,
        y - body.floorHeight * 0.36,
        cell + 5,
        body.floorHeight * 0.3,
        darken(color, 0.3),
        { opacity: 0.35 },
      );
    }
  }
}

/** A door with a canopy for a house with staff, and windows or shops next to it. */
function groundFloor(facade: Facade, body: Body, height: number): void {
  const { random, plan } = facade;
  const center = body.x + body.w / 2;
  if (plan.shop) {
    shopFront(facade, [body.x + 14, STREET - height, body.w * 0.34, height], random.pick(CANOPIES));
    shopFront(
      facade,
      [body.x + body.w * 0.66 - 14, STREET - height, body.w * 0.34, height],
      random.pick(CANOPIES),
    );
  } else {
    for (const f of [0.1, 0.24, 0.68, 0.82]) {
      facadeWindow(
        facade,
        [body.x + body.w * f, STREET - height * 0.86, body.w * 0.07, height * 0.56],
        { trim: '#efe7d8', across: 2, sill: true, lintel: 'none', sash: false },
      );
    }
  }
  door(facade, center, 50, Math.max(height * 0.82, 44), '#4a3529', '#d9cfbd');
  if (plan.features.flags.has('doorman')) canopy(facade, center, random.pick(CANOPIES));
}
