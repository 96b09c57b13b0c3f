import { darken, lighten, mix } from './color.js';
import { art, plant, rug, vase } from './furniture.js';
import { FLOOR, finish, floor, HEIGHT, type Scene, WIDTH, wall } from './room.js';
import { armchair } from './seating.js';
import { roomWindow } from './windows.js';

/** Marble squares in perspective, light and lighter. */
function marble({ canvas, palette }: Scene): void {
  const pale = mix('#efeae1', palette.wall, 0.2);
  canvas.rect(
    0,
    FLOOR,
    WIDTH,
    HEIGHT - FLOOR,
    canvas.gradient('down', darken(pale, 0.14), lighten(pale, 0.2)),
  );
  const rows = [0, 0.1, 0.24, 0.43, 0.68, 1];
  const x = (c: number, t: number): string => (WIDTH / 2 + (c - 8) * 80 * (1 + t * 0.9)).toFixed(0);
  const y = (t: number): string => (FLOOR + (HEIGHT - FLOOR) * t).toFixed(0);
  let d = '';
  for (let r = 0; r < rows.length - 1; r += 1) {
    const [a = 0, b = 1] = rows.slice(r, r + 2);
    for (let c = r % 2; c < 16; c += 2)
      d += `M${x(c, a)} ${y(a)}L${x(c + 1, a)} ${y(a)}L${x(c + 1, b)} ${y(b)}L${x(c, b)} ${y(b)}z`;
  }
  canvas.path(d, mix(palette.main, pale, 0.55), { opacity: 0.55 });
  canvas.rect(0, FLOOR, WIDTH, 18, canvas.gradient('down', '#000000/0.22', '#000000/0'));
}

/** A lobby with a desk, and either doors to the street or two elevators. */
export function lobby(scene: Scene): void {
  const { canvas, palette, variant, light, random } = scene;
  wall(scene, false);
  const panel = variant % 2 === 0 ? palette.wood : mix(palette.main, palette.wall, 0.35);
  for (let x = 300; x < 700; x += 50)
    canvas.rect(
      x,
      60,
      48,
      FLOOR - 60,
      canvas.gradient('across', lighten(panel, 0.16), darken(panel, 0.04)),
    );
  marble(scene);
  for (const x of [52, 748]) {
    if (x < 400 === (variant % 2 === 0)) {
      roomWindow({ ...scene, style: 'modern' }, [x, 90, 160, FLOOR - 96], false);
      canvas
        .rect(x + 78, 90, 5, FLOOR - 96, palette.metal)
        .round(x + 66, 270, 6, 74, 3, palette.second)
        .round(x + 89, 270, 6, 74, 3, palette.second);
    } else {
      for (const ex of [x - 20, x + 94]) {
        canvas
          .rect(ex, 150, 96, FLOOR - 150, darken(palette.second, 0.1))
          .rect(
            ex + 9,
            160,
            78,
            FLOOR - 160,
            canvas.gradient('across', '#c9b894', '#efe3c6', '#b9a67f'),
          );
        canvas
          .rect(ex + 47, 160, 2, FLOOR - 160, '#7d6d4d')
          .circle(ex + 48, 132, 9, '#fbf4e2')
          .rect(ex + 100, 300, 8, 20, '#efe3c6');
      }
    }
  }
  art(scene, 400, 104, 200, 140);
  for (const x of [404, 500, 596]) {
    canvas.rect(x - 1, 0, 2, 30 + (x % 3) * 18, palette.metal);
    canvas
      .ellipse(
        x,
        62 + (x % 3) * 18,
        74,
        60,
        canvas.gradient('out', `${light.glow}/0.45`, `${light.glow}/0`),
      )
      .circle(x, 52 + (x % 3) * 18, 22, lighten(light.glow, 0.45));
  }
  canvas.shadow(500, FLOOR + 44, 190, 16);
  canvas.round(
    338,
    366,
    324,
    152,
    6,
    canvas.gradient('down', lighten(palette.main, 0.05), darken(palette.main, 0.15)),
  );
  for (let x = 350; x < 650; x += 26) canvas.rect(x, 386, 14, 120, lighten(palette.main, 0.08));
  canvas.round(322, 354, 356, 18, 3, canvas.gradient('down', '#fdfcf9', '#ded9cf'));
  vase(canvas, 390, 354, palette.second, random);
  canvas.round(560, 318, 62, 38, 4, '#2d3033').rect(586, 350, 10, 8, '#2d3033');
  rug(scene, 480, 420, 540, 630);
  armchair(scene, 150, 610, palette.accent);
  armchair(scene, 690, 610, palette.accent);
  plant(scene, variant % 2 === 0 ? 268 : 716, 520, 0.85);
  finish(scene);
}

function treadmill({ canvas, palette }: Scene, x: number): void {
  canvas.shadow(x + 74, 574, 100, 10);
  canvas
    .polygon(
      [
        [x, 566],
        [x + 150, 566],
        [x + 164, 548],
        [x + 20, 548],
      ],
      '#2c2f33',
    )
    .polygon(
      [
        [x + 20, 556],
        [x + 140, 556],
        [x + 150, 550],
        [x + 30, 550],
      ],
      '#53585e',
    );
  canvas
    .line([x + 140, 556], [x + 118, 392], mix(palette.metal, '#d8dbdd', 0.6), 9)
    .line([x + 118, 396], [x + 66, 420], '#2c2f33', 8);
  canvas.round(x + 84, 366, 66, 34, 6, '#2c2f33').rect(x + 92, 372, 50, 20, palette.second);
}

/** A fitness room with a mirror wall and windows. */
export function gym(scene: Scene): void {
  const { canvas, palette, variant } = scene;
  wall(scene, false);
  floor(scene);
  roomWindow({ ...scene, style: 'modern' }, [50, 70, 520, FLOOR - 82], true);
  canvas
    .rect(620, 80, 300, FLOOR - 96, canvas.gradient('across', '#dfe7e9', '#f2f5f5', '#cfd9dc'))
    .polygon(
      [
        [640, 80],
        [720, 80],
        [640, 330],
      ],
      '#ffffff',
      { opacity: 0.5 },
    );
  for (const y of [336, 400]) {
    canvas.rect(650, y, 240, 10, '#3a3d41');
    for (let x = 662; x < 880; x += 44) {
      canvas
        .round(x, y - 24, 11, 24, 3, '#2b2d30')
        .round(x + 22, y - 24, 11, 24, 3, '#2b2d30')
        .rect(x + 9, y - 15, 15, 6, '#b9bec2');
    }
  }
  for (const x of [660, 872]) canvas.rect(x, 330, 8, FLOOR - 320, '#3a3d41');
  treadmill(scene, 70);
  treadmill(scene, 270);
  canvas
    .shadow(560, 580, 90, 9)
    .round(480, 532, 160, 18, 8, palette.accent)
    .rect(500, 550, 8, 30, '#2b2d30')
    .rect(612, 550, 8, 30, '#2b2d30');
  canvas
    .shadow(770, 590, 50, 8)
    .circle(770, 548, 44, canvas.gradient('down', lighten(palette.second, 0.2), palette.second));
  canvas.polygon(
    [
      [660, 606],
      [900, 606],
      [930, 628],
      [640, 628],
    ],
    palette.accent,
    { opacity: 0.8 },
  );
  if (variant % 2 === 1) plant(scene, 602, 520, 0.7);
  finish(scene);
}

/** An indoor pool below tall windows. */
export function pool(scene: Scene): void {
  const { canvas, palette, light, random, variant } = scene;
  wall(scene, false);
  for (let x = 40; x < 900; x += 228)
    roomWindow({ ...scene, style: 'modern' }, [x, 60, 196, FLOOR - 130], variant % 2 === 0);
  const stone = mix('#d9d2c6', palette.wall, 0.3);
  canvas.rect(
    0,
    FLOOR - 60,
    WIDTH,
    HEIGHT,
    canvas.gradient('down', darken(stone, 0.1), lighten(stone, 0.15)),
  );
  const blue = mix('#4fb0c0', light.sky[1], 0.18);
  canvas.polygon(
    [
      [190, 470],
      [770, 470],
      [930, HEIGHT],
      [30, HEIGHT],
    ],
    lighten(stone, 0.3),
  );
  canvas.polygon(
    [
      [204, 478],
      [756, 478],
      [900, HEIGHT],
      [60, HEIGHT],
    ],
    canvas.gradient('down', lighten(blue, 0.35), blue, darken(blue, 0.12)),
  );
  for (let i = 1; i < 4; i += 1) {
    const t = i / 4;
    canvas.line([204 + 552 * t, 478], [60 + 840 * t, HEIGHT], '#ffffff', 2, { opacity: 0.22 });
  }
  for (let i = 0; i < 44; i += 1) {
    const t = random.next();
    const y = 482 + 156 * t;
    const half = 270 + 150 * t;
    canvas.round(
      480 + random.between(-half, half - 60),
      y,
      16 + 46 * t * random.next(),
      1.5 + t * 2,
      1.5,
      '#ffffff',
      { opacity: 0.35 },
    );
  }
  for (const [x, flip] of [
    [36, 1],
    [850, -1],
  ] as const) {
    canvas
      .shadow(x + 40, 486, 66, 7)
      .rect(x - 20, 462, 110, 8, palette.wood)
      .round(x - 22, 452, 112, 12, 5, '#fbf8f1');
    canvas.polygon(
      flip === 1
        ? [
            [x - 22, 462],
            [x - 40, 412],
            [x - 28, 408],
            [x - 6, 462],
          ]
        : [
            [x + 90, 462],
            [x + 108, 412],
            [x + 96, 408],
            [x + 74, 462],
          ],
      '#fbf8f1',
    );
    canvas.round(x + 4, 444, 34, 10, 4, palette.accent);
  }
  plant(scene, 150, 470, 0.62);
  plant(scene, 806, 470, 0.62);
  finish(scene);
}
