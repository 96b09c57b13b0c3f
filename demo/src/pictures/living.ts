import { darken, lighten } from './color.js';
import { art, bookshelf, floorLamp, plant, rug, vase } from './furniture.js';
import { FLOOR, finish, floor, type Scene, wall } from './room.js';
import { armchair, coffeeTable, sofa } from './seating.js';
import { curtains, roomWindow, sunPatch } from './windows.js';

/** A fireplace with a mantel and a mirror over it. */
function fireplace({ canvas, palette, random, light }: Scene, x: number): void {
  const w = 232;
  const top = FLOOR - 176;
  const stone = palette.trim;
  canvas.rect(x, top + 20, w, 156, canvas.gradient('down', stone, darken(stone, 0.1)));
  canvas
    .rect(x - 14, top, w + 28, 14, lighten(stone, 0.2))
    .rect(x - 8, top + 14, w + 16, 7, darken(stone, 0.12));
  for (const px of [x + 12, x + w - 42]) {
    canvas.rect(px, top + 34, 30, 138, 'none', { stroke: darken(stone, 0.14), 'stroke-width': 2 });
  }
  canvas.rect(x + 54, top + 58, w - 108, 118, '#2a2523');
  canvas.ellipse(x + w / 2, FLOOR - 14, 52, 16, '#4a3529');
  if (light.dim > 0.05) {
    canvas.ellipse(
      x + w / 2,
      FLOOR - 30,
      60,
      50,
      canvas.gradient('out', '#ffb45c/0.8', '#ff8a3c/0'),
    );
    canvas.path(`M${x + w / 2 - 22} ${FLOOR - 14}q4 -40 20 -58q22 24 24 58z`, '#ffcf7a');
  }
  canvas
    .round(x + w / 2 - 34, FLOOR - 22, 68, 9, 4, '#6b4a35')
    .round(x + w / 2 - 28, FLOOR - 32, 56, 9, 4, '#7d5841');
  const [my, mh] = [top - 176, 158];
  canvas.round(x + 38, my, w - 76, mh, 76, darken(palette.metal, 0.05));
  canvas.round(
    x + 46,
    my + 8,
    w - 92,
    mh - 16,
    68,
    canvas.gradient('down', '#e8eeee', lighten(palette.wall, 0.25)),
  );
  canvas.polygon(
    [
      [x + 66, my + 26],
      [x + 96, my + 20],
      [x + 70, my + 100],
    ],
    '#ffffff',
    { opacity: 0.4 },
  );
  vase(canvas, x + 16, top, palette.accent, random);
  canvas.rect(x + w - 30, top - 38, 9, 38, '#f4ecdc').rect(x + w - 16, top - 26, 9, 26, '#f4ecdc');
}

/** A low cabinet with a screen-free wall above it. */
function sideboard(scene: Scene, x: number, w: number): void {
  const { canvas, palette, random } = scene;
  const top = FLOOR - 92;
  canvas.shadow(x + w / 2, FLOOR + 6, w * 0.52, 10);
  for (const leg of [x + 16, x + w - 22])
    canvas.rect(leg, FLOOR - 20, 6, 26, darken(palette.wood, 0.3));
  canvas.rect(x, top, w, 76, canvas.gradient('down', lighten(palette.wood, 0.16), palette.wood));
  const doors = Math.max(2, Math.round(w / 90));
  for (let i = 0; i < doors; i += 1) {
    const dx = x + (w * i) / doors;
    canvas.rect(dx + 4, top + 7, w / doors - 8, 62, 'none', {
      stroke: darken(palette.wood, 0.25),
      'stroke-width': 1.6,
    });
    canvas.circle(dx + (i % 2 === 0 ? w / doors - 12 : 12), top + 38, 2.6, palette.metal);
  }
  vase(canvas, x + w * 0.2, top, palette.second, random);
  canvas
    .round(x + w * 0.52, top - 12, 74, 12, 2, palette.accent)
    .round(x + w * 0.54, top - 22, 62, 10, 2, palette.textile);
  art(scene, x + w * 0.2, top - 230, w * 0.6, 150);
}

/** A living room. Four compositions, in three styles of house. */
export function livingRoom(scene: Scene): void {
  const { random, style, palette, variant } = scene;
  const composition = variant % 4;
  const high = style === 'modern' && random.chance(0.7);
  wall(scene);
  floor(scene, style === 'prewar' && random.chance(0.6) ? 'herringbone' : 'boards');
  if (composition === 0) {
    roomWindow(scene, style === 'modern' ? [60, 70, 400, FLOOR - 82] : [110, 84, 250, 290], high);
    if (style === 'prewar') curtains(scene, [110, 84, 250, 290], palette.textile);
    sunPatch(scene, 120, 260);
    art(scene, 610, 130, 150, 186);
    art(scene, 780, 150, 104, 130);
    rug(scene, 560, 470, 520, 618);
    sofa(scene, 500, 370, 540);
    floorLamp(scene, 470, 520);
    coffeeTable(scene, 440, 606);
    plant(scene, 905, 530, 0.95);
  } else if (composition === 1) {
    const spot = style === 'loft' ? 'shelves' : 'fire';
    if (spot === 'fire') fireplace(scene, 364);
    else bookshelf(scene, 352, 256, 96);
    for (const wx of [86, 714]) {
      const box = [wx, 90, 160, style === 'modern' ? 372 : 284] as const;
      roomWindow(scene, box, high);
      if (style === 'prewar') curtains(scene, box, palette.textile, 36);
    }
    sunPatch(scene, 100, 150, 60);
    rug(scene, 480, 520, 512, 626);
    armchair(scene, 196, 562, palette.main);
    armchair(scene, 640, 562, palette.accent);
    coffeeTable(scene, 384, 604);
    plant(scene, 60, 540, 0.9);
  } else if (composition === 2) {
    const box =
      style === 'modern' ? ([330, 60, 560, FLOOR - 72] as const) : ([520, 84, 330, 290] as const);
    roomWindow(scene, box, high);
    sunPatch(scene, box[0] + 40, 300, 90);
    bookshelf(scene, 60, 210, style === 'loft' ? 90 : 84);
    rug(scene, 470, 480, 516, 622);
    sofa(scene, 290, 330, 536);
    armchair(scene, 706, 568, palette.accent);
    coffeeTable(scene, 420, 608);
    floorLamp(scene, 262, 530);
    plant(scene, 880, 520, 0.8);
  } else {
    sideboard(scene, 76, 300);
    const box =
      style === 'modern' ? ([470, 60, 430, FLOOR - 72] as const) : ([560, 84, 280, 290] as const);
    roomWindow(scene, box, high);
    if (style === 'prewar') curtains(scene, box, palette.second);
    sunPatch(scene, box[0] + 20, 260, 70);
    rug(scene, 560, 470, 516, 622);
    sofa(scene, 440, 360, 542);
    plant(scene, 408, 520, 0.9);
    coffeeTable(scene, 520, 610);
    armchair(scene, 150, 590, palette.accent);
  }
  if (style === 'loft') column(scene, [440, 322, 480, 432][composition] ?? 440);
  else if (random.chance(0.4)) pendant(scene, 480);
  finish(scene);
}

/** A cast-iron column with a flared capital. */
export function column({ canvas, palette }: Scene, x: number): void {
  const iron = lighten(palette.metal, 0.12);
  canvas.rect(
    x - 11,
    44,
    22,
    FLOOR - 20,
    canvas.gradient('across', darken(iron, 0.25), lighten(iron, 0.25), darken(iron, 0.3)),
  );
  canvas.polygon(
    [
      [x - 34, 44],
      [x + 34, 44],
      [x + 12, 84],
      [x - 12, 84],
    ],
    lighten(iron, 0.06),
  );
  canvas.rect(x - 38, 36, 76, 10, iron).rect(x - 20, FLOOR - 4, 40, 28, iron);
  canvas.shadow(x, FLOOR + 26, 46, 8);
}

/** A pendant lamp over the middle of a room. */
export function pendant({ canvas, palette, light }: Scene, x: number): void {
  canvas.rect(x - 1, 0, 2, 74, palette.metal);
  if (light.dim > 0.08)
    canvas.ellipse(x, 108, 120, 90, canvas.gradient('out', `${light.glow}/0.5`, `${light.glow}/0`));
  canvas.path(
    `M${x - 44} 108a44 40 0 0 1 88 0z`,
    canvas.gradient('across', lighten(palette.metal, 0.2), palette.metal),
  );
  canvas.ellipse(x, 108, 44, 6, lighten(light.glow, 0.3));
}
