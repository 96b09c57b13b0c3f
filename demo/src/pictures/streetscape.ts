import { type BuildingClass, CLASSES } from '../property/building-class.js';
import { darken, mix } from './color.js';
import { DRAWINGS } from './facade.js';
import { type Facade, STREET } from './facade-parts.js';
import { lampPost, street, streetTree } from './facade-street.js';
import { HEIGHT, type Scene, WIDTH } from './room.js';
import { sky, skyline, trees } from './skyline.js';
import { bridge, water } from './views.js';

/** The width of each drawing, in pixels at full size. */
const WIDTHS: Partial<Record<BuildingClass, number>> = {
  prewarCoop: 560,
  postwarCoop: 560,
  gardenCoop: 720,
  condoTower: 380,
  boutiqueCondo: 440,
  loftCondo: 540,
  rentalTower: 380,
  elevatorRental: 560,
  walkup: 350,
  townhouse: 320,
  house: 620,
  mixedUse: 350,
};

/** The houses along each kind of street, in order of taste. */
const STREETS = {
  'street-towers': [
    'condoTower',
    'rentalTower',
    'boutiqueCondo',
    'condoTower',
    'rentalTower',
    'prewarCoop',
  ],
  'street-prewar': ['prewarCoop', 'elevatorRental', 'townhouse', 'prewarCoop', 'postwarCoop'],
  'street-lofts': ['loftCondo', 'boutiqueCondo', 'loftCondo', 'walkup'],
  'street-brownstone': ['townhouse', 'townhouse', 'townhouse', 'walkup', 'townhouse', 'townhouse'],
  'street-walkups': ['walkup', 'mixedUse', 'walkup', 'boutiqueCondo', 'mixedUse', 'walkup'],
  'street-houses': ['house', 'gardenCoop', 'house', 'elevatorRental'],
} as const satisfies Record<string, readonly BuildingClass[]>;

/** A kind of street that can be drawn. */
export type StreetKind = keyof typeof STREETS;

/** A street of houses, seen from across it. */
export function streetscape(scene: Scene, kind: StreetKind): void {
  const { canvas, random, light } = scene;
  const scale = kind === 'street-towers' ? 0.86 : 0.72;
  sky(canvas, [0, 0, WIDTH, 600], light, random);
  skyline(canvas, [0, 560, WIDTH, 430], 0.95, light, random);
  if (kind !== 'street-houses') skyline(canvas, [0, 566, WIDTH, 260], 0.8, light, random);
  if (kind === 'street-houses' || kind === 'street-brownstone') {
    const leaves = light.leaves;
    trees(
      canvas,
      [0, 560, WIDTH, 200],
      leaves.map((g) => mix(g, light.haze, 0.4)),
      random,
    );
  }
  let x = -random.int(20, 140);
  for (let i = random.int(0, 2); x < WIDTH; i += 1) {
    const kinds = STREETS[kind];
    const house = kinds[i % kinds.length] ?? 'walkup';
    const w = (WIDTHS[house] ?? 400) * scale;
    const facade = houseOf(scene, house);
    canvas.group(
      {
        transform: `translate(${(x + w / 2 - 480 * scale).toFixed(1)} ${(STREET * (1 - scale)).toFixed(1)}) scale(${scale})`,
      },
      () => DRAWINGS[house](facade),
    );
    x += w;
  }
  const facade = houseOf(scene, 'walkup');
  street(facade);
  for (let tx = random.int(30, 120); tx < WIDTH; tx += random.int(170, 260))
    streetTree(facade, tx, random.between(0.62, 0.86));
  lampPost(facade, random.int(380, 560));
  if (light.dim > 0.1) canvas.rect(0, 0, WIDTH, HEIGHT, '#2a2140', { opacity: light.dim * 0.18 });
}

function houseOf({ canvas, random, light }: Scene, kind: BuildingClass): Facade {
  const profile = CLASSES[kind];
  const [low, high] = profile.stories;
  const stories = random.int(
    low,
    Math.min(high, kind === 'condoTower' || kind === 'rentalTower' ? 34 : 12),
  );
  const features = {
    flags: new Set<never>(),
    included: new Set<never>(),
    pets: 0,
    cooling: 0,
    heating: 0 as const,
    parking: 0,
  };
  const built = profile.built[0];
  return {
    canvas,
    random,
    light,
    alone: true,
    plan: { kind, profile, stories, built, shop: random.chance(0.5), features },
  };
}

/** A promenade along the river, with a railing, benches and the far shore. */
export function waterfront(scene: Scene): void {
  const { canvas, random, light, variant } = scene;
  sky(canvas, [0, 0, WIDTH, 400], light, random);
  skyline(canvas, [0, 372, WIDTH, 240], 0.85, light, random);
  skyline(canvas, [0, 376, WIDTH, 130], 0.55, light, random);
  water(scene, 376, 540);
  if (variant % 2 === 0) bridge(scene, 384);
  const stone = mix('#b9b2a6', '#2a2140', light.dim * 0.4);
  canvas.rect(0, 524, WIDTH, HEIGHT - 524, canvas.gradient('down', darken(stone, 0.12), stone));
  let joints = '';
  for (let x = -300; x < WIDTH + 300; x += 70)
    joints += `M${x} 536L${(480 + (x - 480) * 1.6).toFixed(0)} ${HEIGHT}`;
  canvas.path(`${joints}M0 570H${WIDTH}M0 612H${WIDTH}`, 'none', {
    stroke: darken(stone, 0.22),
    'stroke-width': 1.4,
    opacity: 0.6,
  });
  const iron = '#33383d';
  canvas.rect(0, 474, WIDTH, 6, iron).rect(0, 524, WIDTH, 5, iron);
  let bars = '';
  for (let x = 6; x < WIDTH; x += 13) bars += `M${x} 476V526`;
  canvas.path(bars, 'none', { stroke: iron, 'stroke-width': 2 });
  for (let x = 40; x < WIDTH; x += 180)
    canvas.rect(x, 462, 9, 70, iron).circle(x + 4, 460, 7, iron);
  for (const bx of [180, 560]) {
    canvas.shadow(bx + 70, 588, 96, 9);
    for (const [y, h] of [
      [536, 7],
      [547, 7],
      [562, 9],
    ] as const)
      canvas.round(bx, y, 140, h, 3, '#8a6848');
    canvas.rect(bx + 12, 540, 6, 48, iron).rect(bx + 122, 540, 6, 48, iron);
  }
  const facade = houseOf(scene, 'walkup');
  canvas.group({ transform: 'translate(0 8)' }, () => {
    for (const tx of [70, 420, 820]) streetTree(facade, tx, random.between(0.95, 1.25));
    lampPost(facade, 330);
    lampPost(facade, 730);
  });
  if (light.dim > 0.1) canvas.rect(0, 0, WIDTH, HEIGHT, '#2a2140', { opacity: light.dim * 0.18 });
}

/** A borough from afar: skyline over water. */
export function boroughPanorama(scene: Scene): void {
  const { canvas, random, light, variant } = scene;
  sky(canvas, [0, 0, WIDTH, 480], light, random);
  skyline(canvas, [0, 440, WIDTH, variant === 0 ? 380 : 200], 0.9, light, random);
  skyline(canvas, [0, 446, WIDTH, variant === 0 ? 300 : 150], 0.6, light, random);
  skyline(canvas, [0, 452, WIDTH, variant === 0 ? 190 : 110], 0.25, light, random);
  const leaves = light.leaves;
  trees(
    canvas,
    [0, 458, WIDTH, 34],
    leaves.map((g) => mix(g, light.haze, 0.15)),
    random,
  );
  water(scene, 452, HEIGHT);
  if (variant === 1) bridge(scene, 456);
}
