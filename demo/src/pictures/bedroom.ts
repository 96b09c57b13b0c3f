import { darken, lighten } from './color.js';
import { art, plant, rug, vase } from './furniture.js';
import { column, pendant } from './living.js';
import { FLOOR, finish, floor, type Scene, wall } from './room.js';
import { armchair } from './seating.js';
import { curtains, roomWindow, sunPatch } from './windows.js';

/** A bed from its foot, with headboard, pillows and a throw. */
function bed({ canvas, palette, style }: Scene, x: number, w: number): void {
  const head = FLOOR - 186;
  const foot = 590;
  canvas.shadow(x + w / 2, foot + 8, w * 0.58, 20, 0.4);
  const board = style === 'modern' ? lighten(palette.main, 0.08) : palette.wood;
  const arch = style === 'prewar' ? 40 : 12;
  canvas.round(
    x - 8,
    head,
    w + 16,
    200,
    arch,
    canvas.gradient('down', lighten(board, 0.14), darken(board, 0.06)),
  );
  if (style === 'modern') {
    for (let i = 1; i < 5; i += 1)
      canvas.rect(x - 8 + ((w + 16) * i) / 5 - 1, head + 6, 2, 150, darken(board, 0.12));
  } else {
    canvas.round(x + 12, head + 18, w - 24, 130, arch - 8, 'none', {
      stroke: darken(board, 0.18),
      'stroke-width': 3,
    });
  }
  const linen = '#f7f4ee';
  for (const [px, tone, lift] of [
    [x + 18, linen, 22],
    [x + w / 2 + 6, linen, 22],
  ] as const) {
    canvas.round(
      px,
      head + 92 - lift,
      w / 2 - 26,
      74,
      20,
      canvas.gradient('down', '#ffffff', darken(tone, 0.07)),
    );
  }
  canvas.round(
    x + w * 0.2,
    head + 106,
    w * 0.26,
    56,
    14,
    canvas.gradient('down', lighten(palette.accent, 0.15), palette.accent),
  );
  canvas.round(
    x + w * 0.52,
    head + 106,
    w * 0.26,
    56,
    14,
    canvas.gradient('down', lighten(palette.second, 0.18), palette.second),
  );
  const top = head + 150;
  canvas.path(
    `M${x - 6} ${top}Q${x + w / 2} ${top - 16} ${x + w + 6} ${top}L${x + w + 26} ${foot - 22}Q${x + w + 26} ${foot - 4} ${x + w + 6} ${foot - 4}H${x - 6}Q${x - 26} ${foot - 4} ${x - 26} ${foot - 22}z`,
    canvas.gradient('down', '#fdfbf7', darken(palette.textile, 0.06)),
  );
  canvas.path(
    `M${x - 6} ${top}Q${x + w / 2} ${top - 16} ${x + w + 6} ${top}l4 26Q${x + w / 2} ${top + 12} ${x - 10} ${top + 26}z`,
    '#ffffff',
    { opacity: 0.75 },
  );
  const throwTop = top + 96;
  canvas.path(
    `M${x - 17} ${throwTop}Q${x + w / 2} ${throwTop - 12} ${x + w + 17} ${throwTop}L${x + w + 24} ${throwTop + 62}Q${x + w / 2} ${throwTop + 50} ${x - 24} ${throwTop + 62}z`,
    canvas.gradient('down', lighten(palette.accent, 0.12), palette.accent),
  );
  let folds = '';
  for (let i = 1; i < 6; i += 1)
    folds += `M${x + (w * i) / 6} ${throwTop + 60}q${(i - 3) * 3} 40 ${(i - 3) * 5} ${foot - throwTop - 72}`;
  canvas.stroke(folds, darken(palette.textile, 0.25), 1.6, { opacity: 0.4 });
}

/** A bedside table with a lamp. */
function nightstand({ canvas, palette, light, random }: Scene, x: number): void {
  const top = FLOOR - 64;
  if (light.dim > 0.05)
    canvas.ellipse(
      x + 36,
      top - 80,
      120,
      100,
      canvas.gradient('out', `${light.glow}/0.55`, `${light.glow}/0`),
    );
  canvas.shadow(x + 36, FLOOR + 8, 50, 8);
  for (const leg of [x + 8, x + 58]) canvas.rect(leg, top + 40, 6, 34, darken(palette.wood, 0.2));
  canvas
    .round(x, top, 72, 48, 3, canvas.gradient('down', lighten(palette.wood, 0.14), palette.wood))
    .rect(x + 5, top + 22, 62, 1.6, darken(palette.wood, 0.3));
  canvas.circle(x + 36, top + 12, 3, palette.metal).circle(x + 36, top + 35, 3, palette.metal);
  if (random.chance(0.75)) {
    canvas.ellipse(
      x + 36,
      top - 22,
      17,
      22,
      canvas.gradient('across', lighten(palette.second, 0.25), palette.second),
    );
    const shade = light.dim > 0.05 ? lighten(light.glow, 0.25) : '#f5eddd';
    canvas.polygon(
      [
        [x + 18, top - 92],
        [x + 54, top - 92],
        [x + 68, top - 46],
        [x + 4, top - 46],
      ],
      canvas.gradient('down', lighten(shade, 0.3), shade),
    );
  } else vase(canvas, x + 36, top, palette.second, random);
}

/** A wardrobe or a chest of drawers. */
function dresser(scene: Scene, x: number, w: number): void {
  const { canvas, palette, random } = scene;
  const top = FLOOR - 118;
  canvas.shadow(x + w / 2, FLOOR + 8, w * 0.54, 10);
  for (const leg of [x + 12, x + w - 18])
    canvas.rect(leg, FLOOR - 18, 6, 24, darken(palette.wood, 0.3));
  canvas.rect(x, top, w, 104, canvas.gradient('down', lighten(palette.wood, 0.16), palette.wood));
  for (let r = 0; r < 3; r += 1) {
    canvas.rect(x + 6, top + 6 + r * 32, w - 12, 28, 'none', {
      stroke: darken(palette.wood, 0.25),
      'stroke-width': 1.6,
    });
    for (const kx of [x + w * 0.28, x + w * 0.72])
      canvas.circle(kx, top + 20 + r * 32, 3, palette.metal);
  }
  vase(canvas, x + w * 0.25, top, palette.accent, random);
  canvas
    .ellipse(x + w * 0.68, top - 76, 46, 60, palette.metal)
    .ellipse(x + w * 0.68, top - 76, 41, 55, canvas.gradient('down', '#e9efef', '#cdd7d8'));
}

/** A bedroom. Three compositions. */
export function bedroom(scene: Scene): void {
  const { random, style, palette, variant } = scene;
  const composition = variant % 3;
  const high = style === 'modern' && variant % 2 === 0;
  wall(scene);
  floor(scene, style === 'prewar' && variant % 2 === 0 ? 'herringbone' : 'boards');
  if (composition === 0) {
    const boxes =
      style === 'modern'
        ? ([
            [60, 66, 170, 400],
            [730, 66, 170, 400],
          ] as const)
        : ([
            [76, 90, 150, 284],
            [734, 90, 150, 284],
          ] as const);
    for (const box of boxes) {
      roomWindow(scene, box, high);
      if (style !== 'loft') curtains(scene, box, palette.textile, 40);
    }
    sunPatch(scene, 70, 150, 60);
    rug(scene, 480, 560, 500, 616);
    art(scene, 395, 96, 170, 128);
    nightstand(scene, 236);
    nightstand(scene, 652);
    bed(scene, 330, 300);
  } else if (composition === 1) {
    const box =
      style === 'modern' ? ([560, 58, 340, 408] as const) : ([620, 88, 240, 288] as const);
    roomWindow(scene, box, high);
    if (style !== 'loft') curtains(scene, box, palette.second, 44);
    sunPatch(scene, box[0] + 20, 220, 60);
    rug(scene, 300, 420, 504, 616);
    art(scene, 150, 92, 110, 140);
    art(scene, 282, 92, 110, 140);
    nightstand(scene, 34);
    nightstand(scene, 438);
    bed(scene, 130, 280);
    armchair(scene, 690, 566, palette.main);
    plant(scene, 880, 540, 0.82);
  } else {
    const box = style === 'modern' ? ([54, 58, 300, 408] as const) : ([90, 88, 220, 288] as const);
    roomWindow(scene, box, high);
    if (style === 'prewar') curtains(scene, box, palette.textile, 46);
    sunPatch(scene, box[0] + 20, 200, 120);
    dresser(scene, 388, 150);
    rug(scene, 690, 420, 504, 616);
    art(scene, 620, 88, 180, 136);
    nightstand(scene, 872);
    bed(scene, 566, 280);
    plant(scene, 60, 540, 0.85);
  }
  if (composition > 0) {
    if (style === 'loft') column(scene, composition === 1 ? 556 : 360);
    else if (random.chance(0.35)) pendant(scene, 480);
  }
  finish(scene);
}
