import { darken, lighten } from './color.js';
import { type Box, canopy, cornice, door, type Facade, facadeWindow, neighbors, shade, shopFront, STREET, type WindowStyle } from './facade-parts.js';
import { FOLIAGE } from './skyline.js';

const BRICKS = ['#a05a45', '#b0694d', '#8e5344', '#c19a72', '#b98b63', '#a8765a', '#caa987', '#7f4c40'];
const STONES = ['#d8cdb9', '#cdbfa6', '#e0d7c6', '#c9c0b2'];
const CANOPIES = ['#2f5d4a', '#7a2f2f', '#2f4560', '#3b3a3d', '#8a6a2f'];

/** The outline of the building: where it stands and how high a floor is. */
interface Body {
  readonly x: number;
  readonly w: number;
  readonly top: number;
  readonly floorHeight: number;
}

/** Fits a building of so many stories into the picture. */
function bodyOf(stories: number, width: number, most = 64): Body {
  const floorHeight = Math.min(most, 478 / (stories + 0.9));
  const h = floorHeight * stories + Math.min(floorHeight, 26) * 0.6;
  return { x: 480 - width / 2, w: width, top: STREET - h, floorHeight };
}

/** Rows and columns of windows, from the second floor to the top. */
function windowRows(facade: Facade, body: Body, from: number, stories: number, columns: number, style: WindowStyle, fill: readonly [number, number]): void {
  const cell = body.w / columns;
  const [fw, fh] = fill;
  for (let floor = from; floor < stories; floor += 1) {
    const y = STREET - (floor + 1) * body.floorHeight;
    for (let c = 0; c < columns; c += 1) {
      const w = cell * fw;
      facadeWindow(facade, [body.x + c * cell + (cell - w) / 2, y + body.floorHeight * 0.2, w, body.floorHeight * fh], style);
    }
  }
}

/** Faint courses of brick, so that a wall is not a blank. */
function courses({ canvas }: Facade, [x, y, w, h]: Box, color: string): void {
  let d = '';
  for (let cy = y + 6; cy < y + h; cy += 7) d += `M${x} ${cy.toFixed(1)}h${w}`;
  canvas.path(d, 'none', { stroke: darken(color, 0.2), 'stroke-width': 1, opacity: 0.22 });
}

/** A water tank on the roof. */
function waterTank(facade: Facade, x: number, base: number, size: number): void {
  const { canvas } = facade;
  const wood = shade(facade, '#7d5d45');
  for (const dx of [-size * 0.34, size * 0.26]) canvas.rect(x + dx, base - size * 0.5, size * 0.08, size * 0.52, '#4a4849');
  canvas.rect(x - size * 0.42, base - size * 1.3, size * 0.84, size * 0.84, canvas.gradient('across', lighten(wood, 0.15), darken(wood, 0.2)));
  canvas.polygon([[x - size * 0.5, base - size * 1.28], [x, base - size * 1.72], [x + size * 0.5, base - size * 1.28]], darken(wood, 0.12));
}

/** Apartment houses of brick and limestone, with a base, a shaft and a cornice. */
export function apartmentHouse(facade: Facade): void {
  const { canvas, random, plan } = facade;
  const { stories, kind } = plan;
  const garden = kind === 'gardenCoop';
  const postwar = plan.profile.architecture.includes('Postwar') || (plan.built > 1945 && plan.built < 2000);
  const body = bodyOf(stories, garden ? 700 : random.int(430, 560) - Math.min(stories, 20) * 4);
  const columns = Math.round(body.w / Math.max(body.floorHeight * (postwar ? 1.5 : 1.16), 40));
  const brick = postwar ? random.pick(['#d9d4ca', '#c9b59a', '#b5705a', '#cfc6b8']) : random.pick(BRICKS);
  const wallColor = shade(facade, brick);
  const stone = postwar ? lighten(wallColor, 0.12) : random.pick(STONES);
  neighbors(facade, body.x, body.x + body.w, Math.min(body.floorHeight * stories * 0.8, 300));
  if (!garden && stories > 7) waterTank(facade, body.x + body.w * random.between(0.25, 0.75), body.top + 2, 40);
  if (postwar && stories > 10) canvas.rect(body.x + body.w * 0.22, body.top - 26, body.w * 0.5, 28, darken(wallColor, 0.06));
  const h = STREET - body.top;
  canvas.rect(body.x, body.top, body.w, h, canvas.gradient('across', lighten(wallColor, 0.07), wallColor, darken(wallColor, 0.1)));
  courses(facade, [body.x, body.top, body.w, h], wallColor);
  const style: WindowStyle = postwar
    ? { trim: '#e9e7e2', across: 3, sill: false, lintel: 'none', sash: false }
    : { trim: stone, across: 1, sill: true, lintel: random.pick(['flat', 'none', 'hood'] as const), sash: true };
  const base = stories > 5 && !postwar ? 2 : 1;
  windowRows(facade, body, base, stories, columns, style, postwar ? [0.66, 0.46] : [0.42, 0.58]);
  const baseTop = STREET - body.floorHeight * base;
  canvas.rect(body.x - 3, baseTop, body.w + 6, STREET - baseTop, canvas.gradient('down', shade(facade, lighten(stone, 0.08)), shade(facade, darken(stone, 0.08))));
  if (base === 2) windowRows(facade, body, 1, 2, columns, { ...style, lintel: 'none' }, [0.42, 0.56]);
  canvas.rect(body.x - 6, baseTop - 5, body.w + 12, 7, shade(facade, lighten(stone, 0.16)));
  if (!postwar && stories > 8) canvas.rect(body.x - 4, STREET - body.floorHeight * (stories - 2), body.w + 8, 5, shade(facade, stone));
  if (postwar) balconies(facade, body, stories, columns, wallColor);
  if (postwar) canvas.rect(body.x - 3, body.top - 5, body.w + 6, 8, lighten(wallColor, 0.2));
  else cornice(facade, [body.x, body.top - 14, body.w, 24], stone);
  groundFloor(facade, body, Math.min(body.floorHeight, 58));
  if (garden) hedges(facade, body);
}

/** Green before a garden house. */
function hedges({ canvas, random, light }: Facade, body: Body): void {
  const leaves = light.dim > 0.2 ? FOLIAGE.evening : FOLIAGE.summer;
  for (let x = body.x + 6; x < body.x + body.w; x += 15) {
    if (Math.abs(x - 480) < 52) continue;
    canvas.circle(x, STREET - random.between(2, 12), random.between(12, 19), random.pick(leaves));
    if (random.chance(0.25)) canvas.circle(x, STREET - 14, 3.2, random.pick(['#d9a0a0', '#f1e6d2', '#d9a94f']));
  }
}

function balconies(facade: Facade, body: Body, stories: number, columns: number, color: string): void {
  const { canvas } = facade;
  const cell = body.w / columns;
  for (const c of [0, columns - 1]) {
    for (let floor = 1; floor < stories; floor += 1) {
      const y = STREET - floor * body.floorHeight;
      const x = body.x + c * cell + (c === 0 ? -9 : 4);
      canvas.rect(x, y - body.floorHeight * 0.06, cell + 5, Math.max(body.floorHeight * 0.08, 2), lighten(color, 0.24));
      canvas.rect(x, y - body.floorHeight * 0.36, cell + 5, body.floorHeight * 0.3, darken(color, 0.3), { opacity: 0.35 });
    }
  }
}

/** A door with a canopy where the house has staff, windows or shops beside it. */
function groundFloor(facade: Facade, body: Body, height: number): void {
  const { random, plan } = facade;
  const center = body.x + body.w / 2;
  if (plan.shop) {
    shopFront(facade, [body.x + 14, STREET - height, body.w * 0.34, height], random.pick(CANOPIES));
    shopFront(facade, [body.x + body.w * 0.66 - 14, STREET - height, body.w * 0.34, height], random.pick(CANOPIES));
  } else {
    for (const f of [0.1, 0.24, 0.68, 0.82]) {
      facadeWindow(facade, [body.x + body.w * f, STREET - height * 0.86, body.w * 0.07, height * 0.56], { trim: '#efe7d8', across: 2, sill: true, lintel: 'none', sash: false });
    }
  }
  door(facade, center, 50, Math.max(height * 0.82, 44), '#4a3529', '#d9cfbd');
  if (plan.features.flags.has('doorman')) canopy(facade, center, random.pick(CANOPIES));
}

/** Tenements with a fire escape, with or without a shop. */
export function walkup(facade: Facade): void {
  const { canvas, random, plan } = facade;
  const { stories } = plan;
  const width = random.int(290, 350);
  const body = bodyOf(stories, width, 92);
  const brick = shade(facade, random.pick(['#a05a45', '#8e5344', '#b0694d', '#7d5148', '#c19a72', '#96604f']));
  const trim = random.pick([...STONES, '#6b4a3c']);
  neighbors(facade, body.x, body.x + body.w, body.floorHeight * stories * 0.95);
  canvas.rect(body.x, body.top, body.w, STREET - body.top, canvas.gradient('across', lighten(brick, 0.08), brick, darken(brick, 0.08)));
  courses(facade, [body.x, body.top, body.w, STREET - body.top], brick);
  windowRows(facade, body, 1, stories, 4, { trim, across: 1, sill: true, lintel: random.pick(['hood', 'arch', 'flat'] as const), sash: true }, [0.46, 0.56]);
  cornice(facade, [body.x, body.top - 26, body.w, 36], random.pick(['#5f4636', '#3f5c4e', '#d8cdb9', '#6b4038']));
  const ground = body.floorHeight;
  canvas.rect(body.x, STREET - ground, body.w, ground, shade(facade, trim)).rect(body.x - 4, STREET - ground - 4, body.w + 8, 7, shade(facade, lighten(trim, 0.2)));
  if (plan.shop) {
    shopFront(facade, [body.x + 10, STREET - ground + 8, body.w * 0.64, ground - 8], random.pick(CANOPIES));
    door(facade, body.x + body.w * 0.84, 44, ground * 0.7, '#3b2e27', '#cfc4b2');
  } else {
    door(facade, body.x + body.w / 2, 56, ground * 0.78, random.pick(['#6b3430', '#2f4a44', '#3b2e27']), '#cfc4b2');
    for (const f of [0.1, 0.72]) facadeWindow(facade, [body.x + body.w * f, STREET - ground * 0.78, body.w * 0.18, ground * 0.5], { trim: '#efe7d8', across: 2, sill: true, lintel: 'none', sash: true });
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
      canvas.line([up ? x + 12 : x + w - 12, y], [up ? x + w - 30 : x + 30, y - body.floorHeight], iron, 3);
      canvas.line([up ? x + 22 : x + w - 22, y], [up ? x + w - 20 : x + 20, y - body.floorHeight], iron, 3);
    }
  }
}

/** Lofts and prewar offices: wide windows between piers, a shop front in iron below. */
export function loftBuilding(facade: Facade): void {
  const { canvas, random, plan } = facade;
  const { stories, kind } = plan;
  const tall = stories > 11;
  const body = bodyOf(stories, tall ? 400 : random.int(440, 540), 78);
  const color = shade(facade, random.pick(['#d9d0bf', '#b56b4f', '#e6e0d3', '#9c5a47', '#c9b79c', '#8a9196']));
  const columns = tall ? 6 : random.int(5, 6);
  neighbors(facade, body.x, body.x + body.w, Math.min(body.floorHeight * stories * 0.85, 330));
  if (random.chance(0.7)) waterTank(facade, body.x + body.w * 0.7, body.top - 10, 46);
  canvas.rect(body.x, body.top, body.w, STREET - body.top, canvas.gradient('across', lighten(color, 0.08), color, darken(color, 0.1)));
  const arched = kind === 'loftCondo' && random.chance(0.5);
  windowRows(facade, body, 1, stories, columns, { trim: arched ? '#3a3d40' : '#2f3336', across: 3, sill: true, lintel: arched ? 'arch' : 'flat', sash: true }, [0.72, 0.62]);
  const cell = body.w / columns;
  for (let c = 0; c <= columns; c += 1) {
    const px = body.x + c * cell - 6;
    canvas.rect(px, body.top, 12, STREET - body.top, canvas.gradient('across', lighten(color, 0.2), darken(color, 0.12)));
  }
  for (let floor = 1; floor < stories; floor += tall ? 4 : 1) canvas.rect(body.x - 4, STREET - floor * body.floorHeight - 3, body.w + 8, 6, lighten(color, 0.16));
  cornice(facade, [body.x - 4, body.top - 26, body.w + 8, 38], lighten(color, 0.1));
  const ground = Math.min(body.floorHeight, 80);
  canvas.rect(body.x, STREET - ground, body.w, ground, shade(facade, '#2f3437'));
  shopFront(facade, [body.x + 16, STREET - ground + 6, body.w * 0.36, ground - 6], random.pick(CANOPIES));
  shopFront(facade, [body.x + body.w * 0.64 - 16, STREET - ground + 6, body.w * 0.36, ground - 6], random.pick(CANOPIES));
  door(facade, body.x + body.w / 2, 50, ground * 0.78, '#4a3529', '#56595c');
}
