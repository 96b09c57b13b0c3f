import { darken, lighten, mix } from './color.js';
import { art, plant, vase } from './furniture.js';
import { FLOOR, finish, floor, HEIGHT, type Scene, WIDTH, wall } from './room.js';
import { roomWindow } from './windows.js';

/** An open office. */
export function office(scene: Scene): void {
  const { canvas, palette, variant, random } = scene;
  wall(scene, false);
  floor(scene, variant % 2 === 0 ? 'plain' : 'boards');
  roomWindow({ ...scene, style: 'loft' }, [40, 80, 520, 300], true);
  if (variant % 2 === 0) {
    canvas
      .rect(620, 70, 290, FLOOR - 70, palette.metal)
      .rect(628, 78, 274, FLOOR - 78, lighten(palette.wall, 0.3));
    outlookGlass(scene, [628, 78, 274, FLOOR - 78]);
  } else {
    art(scene, 640, 120, 110, 140);
    art(scene, 780, 120, 110, 140);
  }
  for (const x of [90, 370, 650]) {
    canvas.shadow(x + 110, 590, 140, 12);
    canvas.rect(x, 470, 220, 12, canvas.gradient('down', lighten(palette.wood, 0.3), palette.wood));
    for (const lx of [x + 10, x + 202]) canvas.rect(lx, 482, 7, 106, palette.metal);
    canvas
      .round(x + 66, 396, 92, 58, 4, '#2b2e32')
      .rect(x + 71, 401, 82, 46, mix(palette.second, '#23272c', 0.3))
      .rect(x + 108, 454, 8, 12, '#2b2e32')
      .rect(x + 90, 466, 44, 4, '#2b2e32');
    canvas
      .round(
        x + 76,
        500,
        70,
        62,
        12,
        canvas.gradient('down', lighten(palette.accent, 0.1), palette.accent),
      )
      .rect(x + 108, 560, 6, 26, palette.metal)
      .ellipse(x + 111, 588, 34, 5, palette.metal);
    if (random.chance(0.6)) vase(canvas, x + 28, 470, palette.second, random);
  }
  for (const x of [200, 480, 760]) {
    canvas
      .rect(x - 1, 0, 2, 46, palette.metal)
      .round(x - 70, 44, 140, 12, 5, palette.metal)
      .rect(x - 64, 56, 128, 4, '#fff6dd');
  }
  plant(scene, 590, 520, 0.85);
  finish(scene);
}

/** A glazed meeting room with a table in it. */
function outlookGlass(
  { canvas, palette }: Scene,
  box: readonly [number, number, number, number],
): void {
  const [x, y, w, h] = box;
  canvas
    .rect(x + 40, y + h - 130, w - 80, 12, palette.wood)
    .rect(x + w / 2 - 6, y + h - 118, 12, 110, palette.metal);
  for (const cx of [x + 54, x + w - 100]) canvas.round(cx, y + h - 190, 46, 70, 10, palette.main);
  canvas.circle(x + w / 2, y + 70, 30, '#fff6dd').rect(x + w / 2 - 1, y, 2, 40, palette.metal);
  canvas.rect(x, y, w, h, '#dcecef', { opacity: 0.4 }).polygon(
    [
      [x, y],
      [x + 120, y],
      [x, y + 240],
    ],
    '#ffffff',
    { opacity: 0.3 },
  );
  canvas
    .rect(x + w / 2 - 2, y, 4, h, palette.metal)
    .rect(x, y + h * 0.42, w, 3, palette.metal, { opacity: 0.5 });
}

/** A shop: shelves at the back, a counter, and racks. */
export function store(scene: Scene): void {
  const { canvas, palette, random, variant } = scene;
  wall(scene, false);
  floor(scene, variant % 2 === 0 ? 'boards' : 'plain');
  for (let r = 0; r < 4; r += 1) {
    const y = 150 + r * 76;
    canvas.rect(60, y, 500, 9, palette.wood).rect(60, y + 9, 500, 4, '#000000', { opacity: 0.14 });
    for (let x = 74; x < 540; x += 42) {
      const tone = random.pick([
        palette.accent,
        palette.second,
        palette.textile,
        palette.main,
        '#efe9dd',
      ]);
      const h = random.between(22, 54);
      if (variant % 2 === 0)
        canvas
          .round(x, y - h, 28, h, 4, tone)
          .rect(x + 4, y - h * 0.6, 20, 8, '#fbf8f1', { opacity: 0.8 });
      else
        canvas
          .round(x, y - h * 0.6, 34, h * 0.6, 3, tone)
          .round(x + 3, y - h, 28, h * 0.4, 3, lighten(tone, 0.25));
    }
  }
  roomWindow({ ...scene, style: 'modern' }, [620, 70, 280, FLOOR - 110], false);
  canvas.rect(620, 70, 280, 50, palette.accent);
  for (let x = 620; x < 900; x += 40)
    canvas
      .path(`M${x} 120h20v14a10 10 0 0 1 -20 0z`, palette.accent)
      .path(`M${x + 20} 120h20v14a10 10 0 0 1 -20 0z`, '#fbf8f1');
  canvas
    .shadow(320, 604, 250, 14)
    .rect(
      120,
      500,
      400,
      100,
      canvas.gradient('down', lighten(palette.main, 0.08), darken(palette.main, 0.12)),
    );
  for (let x = 140; x < 500; x += 90)
    canvas.rect(x, 516, 74, 70, 'none', { stroke: darken(palette.main, 0.2), 'stroke-width': 2 });
  canvas.round(
    104,
    486,
    432,
    16,
    3,
    canvas.gradient('down', lighten(palette.wood, 0.3), palette.wood),
  );
  canvas.round(170, 440, 74, 46, 5, '#2e3135').rect(178, 448, 58, 30, palette.second);
  vase(canvas, 450, 486, palette.second, random);
  for (const x of [210, 330, 450])
    canvas
      .rect(x - 1, 0, 2, 56, palette.metal)
      .path(`M${x - 26} 84q0 -28 26 -28t26 28z`, palette.metal)
      .ellipse(x, 84, 26, 4, '#fff1cf');
  plant(scene, 600, 560, 0.85);
  finish(scene);
}

/** A garage with a car between columns. */
export function garage(scene: Scene): void {
  const { canvas, palette, variant } = scene;
  const concrete = '#b8b6b1';
  canvas
    .rect(0, 0, WIDTH, FLOOR, canvas.gradient('down', '#8f8d89', concrete))
    .rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, canvas.gradient('down', '#8c8a86', '#a9a7a2'));
  canvas
    .rect(0, 330, WIDTH, 40, palette.accent)
    .rect(0, 374, WIDTH, 6, palette.accent, { opacity: 0.6 });
  for (let x = 60; x < WIDTH; x += 200)
    canvas
      .rect(x, 30, 130, 12, '#fff7e2')
      .ellipse(x + 65, 60, 130, 40, canvas.gradient('out', '#fff3cf/0.5', '#fff3cf/0'));
  canvas.rect(0, 70, WIDTH, 12, '#7e7c78').rect(0, 96, WIDTH, 8, palette.second);
  for (const x of [40, 470, 870])
    canvas
      .rect(x, 0, 60, FLOOR + 36, canvas.gradient('across', '#d2d0cb', '#a3a19c'))
      .rect(x, 330, 60, 60, palette.second)
      .rect(x, 400, 60, 10, '#2f3033');
  for (const x of [120, 530, 940])
    canvas.polygon(
      [
        [x, FLOOR],
        [x + 10, FLOOR],
        [x - 30 + (x - 480) * 0.5, HEIGHT],
        [x - 60 + (x - 480) * 0.5, HEIGHT],
      ],
      '#f3efe4',
    );
  canvas
    .round(800, 396, 40, 84, 6, '#f3f2ee')
    .rect(808, 406, 24, 20, palette.second)
    .stroke('M820 480q0 40 -40 56', '#2f3033', 5);
  const cars =
    variant % 2 === 0
      ? ([
          [170, palette.main],
          [590, palette.accent],
        ] as const)
      : ([[600, palette.main]] as const);
  for (const [x, color] of cars) {
    canvas.shadow(x + 130, 586, 170, 16, 0.5);
    canvas.path(
      `M${x} 560v-46q2 -22 30 -30l34 -8l36 -48q8 -8 24 -8h52q16 0 26 8l34 46l24 8q26 8 26 32v46z`,
      canvas.gradient('down', lighten(color, 0.25), darken(color, 0.15)),
    );
    canvas.path(
      `M${x + 76} 474l30 -38q4 -6 16 -6h22v44zM${x + 154} 474v-44h20q10 0 16 6l28 38z`,
      '#cfdde2',
    );
    for (const wx of [x + 62, x + 222])
      canvas.circle(wx, 562, 28, '#26282b').circle(wx, 562, 14, '#c9ccce');
    canvas.round(x + 4, 516, 22, 12, 4, '#fff1c4').round(x + 262, 516, 18, 12, 4, '#c8574a');
  }
  finish(scene);
}
