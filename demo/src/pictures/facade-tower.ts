import { darken, lighten, mix } from './color.js';
import { canopy, door, type Facade, STREET, shade } from './facade-parts.js';
import { neighbors } from './facade-street.js';
import { WIDTH } from './room.js';

/** The claddings of towers. */
const SKINS = [
  { glass: '#7fa6bd', frame: '#dfe3e4', solid: 0.1 },
  { glass: '#5f7f92', frame: '#3c4247', solid: 0.18 },
  { glass: '#8fb0b8', frame: '#b98a63', solid: 0.3 },
  { glass: '#6f93a8', frame: '#c9bfae', solid: 0.42 },
  { glass: '#86a3a3', frame: '#a8664f', solid: 0.4 },
  { glass: '#7891a5', frame: '#efece6', solid: 0.34 },
] as const;

/** A block of floors with the same outline. */
interface Tier {
  readonly x: number;
  readonly w: number;
  readonly from: number;
  readonly to: number;
}

/** A new tower of glass and metal on a base, with one or two setbacks. */
export function tower(facade: Facade): void {
  const { canvas, random, light, plan } = facade;
  const { stories } = plan;
  const skin = random.pick(SKINS);
  const floorHeight = Math.min(478 / (stories + 0.8), 46);
  const columns =
    stories > 26 ? random.int(7, 9) : stories > 12 ? random.int(8, 11) : random.int(5, 7);
  const width =
    stories > 26
      ? random.int(190, 240)
      : stories > 12
        ? random.int(280, 360)
        : random.int(320, 420);
  const x = 480 - width / 2;
  const base = stories > 14 ? Math.min(4, Math.ceil(stories * 0.12)) : 1;
  const setback = Math.round(stories * random.between(0.62, 0.86));
  const tiers: Tier[] = [
    { x: x - (base > 1 ? 54 : 0), w: width + (base > 1 ? 108 : 0), from: 0, to: base },
    { x, w: width, from: base, to: setback },
    { x: x + width * random.pick([0, 0.14]), w: width * 0.86, from: setback, to: stories },
  ];
  neighbors(facade, x - 60, x + width + 60, random.between(140, 240));
  const frame = shade(facade, skin.frame);
  const top = STREET - stories * floorHeight;
  const crownTier = tiers[2] as Tier;
  canvas.rect(crownTier.x + crownTier.w * 0.2, top - 20, crownTier.w * 0.6, 22, darken(frame, 0.2));
  for (const tier of tiers) {
    const ty = STREET - tier.to * floorHeight;
    const th = (tier.to - tier.from) * floorHeight;
    const glass = mix(mix(skin.glass, light.sky[1], 0.3), '#141d33', light.dim * 0.6);
    canvas.rect(
      tier.x,
      ty,
      tier.w,
      th,
      canvas.gradient('down', mix(glass, light.sky[0], 0.45), glass, mix(glass, light.sky[2], 0.4)),
    );
    canvas.polygon(
      [
        [tier.x, ty],
        [tier.x + tier.w * 0.5, ty],
        [tier.x, ty + th * 0.7],
      ],
      '#ffffff',
      { opacity: 0.12 },
    );
    panes(facade, tier, columns, floorHeight);
    let lines = '';
    for (let f = tier.from; f <= tier.to; f += 1)
      lines += `M${tier.x.toFixed(1)} ${(STREET - f * floorHeight).toFixed(1)}h${tier.w.toFixed(1)}`;
    canvas.path(lines, 'none', {
      stroke: frame,
      'stroke-width': Math.max(floorHeight * (0.1 + skin.solid * 0.6), 1.4),
    });
    let posts = '';
    const step = tier.w / columns;
    for (let c = 0; c <= columns; c += 1)
      posts += `M${(tier.x + c * step).toFixed(1)} ${ty.toFixed(1)}v${th.toFixed(1)}`;
    canvas.path(posts, 'none', {
      stroke: frame,
      'stroke-width': Math.max(step * (0.06 + skin.solid * 0.5), 1.3),
    });
    canvas.rect(tier.x + tier.w * 0.74, ty, tier.w * 0.26, th, '#0d1526', { opacity: 0.13 });
    canvas.rect(tier.x - 2, ty - 3, tier.w + 4, 5, lighten(frame, 0.15));
  }
  if (stories < 40 && random.chance(0.6)) loggias(facade, tiers[1] as Tier, floorHeight, frame);
  entrance(facade, tiers[0] as Tier, Math.max(floorHeight * base, 46));
  roofGarden(facade, tiers[1] as Tier, floorHeight);
}

function panes(
  { canvas, light, random }: Facade,
  tier: Tier,
  columns: number,
  floorHeight: number,
): void {
  const step = tier.w / columns;
  let lit = '';
  let dark = '';
  for (let f = tier.from; f < tier.to; f += 1) {
    for (let c = 0; c < columns; c += 1) {
      const d = `M${(tier.x + c * step).toFixed(1)} ${(STREET - (f + 1) * floorHeight).toFixed(1)}h${step.toFixed(1)}v${floorHeight.toFixed(1)}h-${step.toFixed(1)}z`;
      if (random.chance(light.lit * 0.9)) lit += d;
      else if (random.chance(0.22)) dark += d;
    }
  }
  if (dark) canvas.path(dark, '#22344a', { opacity: 0.2 });
  if (lit) canvas.path(lit, light.glow, { opacity: 0.92 });
}

/** A column of recessed balconies. */
function loggias({ canvas, random }: Facade, tier: Tier, floorHeight: number, frame: string): void {
  const w = tier.w * 0.16;
  const x = random.chance(0.5) ? tier.x : tier.x + tier.w - w;
  for (let f = tier.from + 1; f < tier.to; f += 1) {
    const y = STREET - f * floorHeight;
    canvas.rect(
      x - 5,
      y - floorHeight * 0.1,
      w + 10,
      Math.max(floorHeight * 0.14, 2),
      lighten(frame, 0.1),
    );
    canvas.rect(x - 5, y - floorHeight * 0.42, w + 10, floorHeight * 0.32, '#dcebf0', {
      opacity: 0.4,
    });
  }
}

/** A glazed lobby, lit from inside. */
function entrance(facade: Facade, tier: Tier, height: number): void {
  const { canvas, random, plan } = facade;
  const h = Math.min(height, 62);
  canvas.rect(tier.x, STREET - h, tier.w, h, shade(facade, '#33383c'));
  for (let x = tier.x + 10; x < tier.x + tier.w - 40; x += 58) {
    canvas.rect(x, STREET - h + 8, 48, h - 8, canvas.gradient('down', '#ffe9bf', '#c9a774'), {
      opacity: 0.9,
    });
    canvas.round(x + 12, STREET - 22, 24, 14, 4, random.pick(['#47614f', '#8f4335', '#34495c']), {
      opacity: 0.5,
    });
  }
  door(facade, 480, 54, h * 0.86, '#2b2f33', '#4a4f54');
  if (plan.features.flags.has('doorman') && random.chance(0.5)) canopy(facade, 480, '#2f3337');
}

/** Green along the edge of the setback. */
function roofGarden({ canvas, random }: Facade, tier: Tier, floorHeight: number): void {
  const y = STREET - tier.to * floorHeight;
  for (let x = tier.x + 4; x < Math.min(tier.x + tier.w, WIDTH); x += 9) {
    canvas.circle(x, y - 2, random.between(3, 6.5), random.pick(['#5f8a5a', '#6f9a62', '#527d55']));
  }
}
