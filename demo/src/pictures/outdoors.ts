import { darken, lighten, mix } from './color.js';
import {
  city,
  deck,
  diningSet,
  GROUND,
  greens,
  lounge,
  planter,
  stringLights,
  umbrella,
} from './outdoor-parts.js';
import { bricks, finish, HEIGHT, type Scene, WIDTH } from './room.js';
import { sky, trees } from './skyline.js';

/** A planted terrace with the city behind a glass rail. */
export function terrace(scene: Scene): void {
  const { canvas, palette, variant } = scene;
  city(scene, GROUND - 40);
  canvas
    .rect(0, GROUND - 96, WIDTH, 96, '#dfeef2', { opacity: 0.3 })
    .rect(0, GROUND - 100, WIDTH, 6, palette.metal);
  for (let x = 60; x < WIDTH; x += 210) canvas.rect(x, GROUND - 98, 4, 100, palette.metal);
  deck(scene, variant % 2 === 0 ? '#b08a64' : '#b9b4aa', variant % 2 === 1);
  stringLights(scene, 60);
  planter(scene, 20, 220, GROUND + 20);
  planter(scene, 730, 210, GROUND + 20);
  if (variant % 2 === 0) {
    lounge(scene, 470, 330, 566);
    diningSet(scene, 120, 240, 600);
  } else {
    umbrella(scene, 470, 560);
    diningSet(scene, 330, 290, 590);
    lounge(scene, 690, 230, 610);
  }
  finish(scene);
}

/** A garden behind a rowhouse. */
export function garden(scene: Scene): void {
  const { canvas, palette, light, random, variant } = scene;
  const leaves = greens(scene);
  sky(canvas, [0, 0, WIDTH, 330], light, random);
  trees(
    canvas,
    [0, 330, WIDTH, 190],
    leaves.map((g) => mix(g, light.haze, 0.3)),
    random,
  );
  bricks(canvas, [0, 0, 236, GROUND], mix('#9b5a45', '#2a2140', light.dim * 0.4), random);
  for (const [wx, wy] of [
    [36, 50],
    [140, 50],
    [36, 214],
  ] as const) {
    canvas
      .rect(wx - 7, wy - 9, 82, 132, '#e9e1d2')
      .rect(wx, wy, 68, 116, light.dim > 0.1 ? light.glow : '#51626c')
      .rect(wx + 32, wy, 4, 116, '#e9e1d2')
      .rect(wx, wy + 56, 68, 4, '#e9e1d2');
  }
  canvas
    .rect(130, 236, 84, GROUND - 236, '#e9e1d2')
    .rect(138, 246, 68, GROUND - 246, palette.main)
    .rect(146, 256, 52, 104, light.dim > 0.1 ? light.glow : '#6b7c84');
  const fence = mix('#8a6b4d', '#2a2140', light.dim * 0.4);
  canvas.rect(236, 306, WIDTH, GROUND - 296, darken(fence, 0.3));
  for (let x = 236; x < WIDTH; x += 30)
    canvas.rect(x, 300, 28, GROUND - 290, canvas.gradient('across', lighten(fence, 0.1), fence));
  canvas.rect(236, 318, WIDTH, 8, darken(fence, 0.2));
  canvas.rect(
    0,
    GROUND,
    WIDTH,
    HEIGHT - GROUND,
    canvas.gradient(
      'down',
      darken(leaves[0] ?? '#5f8a5a', 0.1),
      lighten(leaves[1] ?? '#6f9a62', 0.12),
    ),
  );
  canvas.path(
    `M150 ${GROUND}H330Q380 540 700 ${HEIGHT}H300Q150 540 110 ${GROUND}z`,
    canvas.gradient('down', '#b9b4ab', '#d3cfc6'),
  );
  for (let i = 0; i < 46; i += 1) {
    const x = 300 + random.next() * 660;
    canvas.circle(x, GROUND - 6 + random.next() * 22, random.between(14, 34), random.pick(leaves));
    if (random.chance(0.6))
      canvas.circle(
        x + 8,
        GROUND - 20 + random.next() * 20,
        random.between(4, 8),
        random.pick([palette.accent, palette.second, '#f4eee2', '#d98f8f']),
      );
  }
  const tree = variant % 2 === 0 ? 820 : 700;
  canvas.path(`M${tree - 12} ${GROUND + 30}q6 -150 -2 -230h26q-6 90 4 230z`, '#5c4633');
  for (let i = 0; i < 22; i += 1)
    canvas.circle(
      tree + random.between(-130, 130),
      210 + random.between(-90, 70),
      random.between(32, 66),
      random.pick(leaves),
      { opacity: 0.95 },
    );
  if (variant % 3 === 2)
    for (let i = 0; i < 60; i += 1)
      canvas.circle(
        tree + random.between(-150, 150),
        200 + random.between(-120, 100),
        5,
        '#f7ece6',
      );
  stringLights(scene, 270);
  if (variant % 2 === 0) diningSet(scene, 420, 250, 604);
  else lounge(scene, 420, 300, 596);
  finish(scene);
}

/** A balcony with two chairs. */
export function balcony(scene: Scene): void {
  const { canvas, palette, variant } = scene;
  city(scene, GROUND - 10);
  deck(scene, '#a9a49b', true);
  if (variant % 2 === 0) {
    canvas
      .rect(0, GROUND - 130, WIDTH, 128, '#e2eff2', { opacity: 0.3 })
      .rect(0, GROUND - 136, WIDTH, 8, palette.metal);
  } else {
    canvas
      .rect(0, GROUND - 136, WIDTH, 8, palette.metal)
      .rect(0, GROUND - 12, WIDTH, 6, palette.metal);
    for (let x = 8; x < WIDTH; x += 26) canvas.rect(x, GROUND - 134, 4, 128, palette.metal);
  }
  canvas
    .rect(
      0,
      0,
      118,
      HEIGHT,
      canvas.gradient('across', lighten(palette.wall, 0.1), darken(palette.wall, 0.2)),
    )
    .rect(118, 0, 12, HEIGHT, darken(palette.wall, 0.3));
  canvas
    .rect(0, 0, WIDTH, 34, darken(palette.wall, 0.28))
    .rect(0, 34, WIDTH, 8, darken(palette.wall, 0.42));
  for (const [x, color] of [
    [300, palette.accent],
    [560, palette.second],
  ] as const) {
    canvas.shadow(x + 60, 592, 84, 12);
    canvas.stroke(`M${x + 10} 588L${x + 34} 500M${x + 110} 588L${x + 86} 500`, palette.wood, 7);
    canvas
      .round(x + 6, 404, 108, 104, 26, canvas.gradient('down', lighten(color, 0.18), color))
      .round(x, 494, 120, 24, 11, canvas.gradient('down', '#fbf8f1', palette.textile));
  }
  canvas
    .shadow(490, 596, 50, 8)
    .rect(486, 528, 8, 66, palette.metal)
    .ellipse(490, 526, 52, 9, lighten(palette.wood, 0.2))
    .round(470, 504, 18, 20, 3, '#fbf8f2')
    .ellipse(508, 521, 16, 3, '#fbf8f2');
  planter(scene, 740, 200, 580);
  finish(scene);
}

/** A roof deck shared by a house, with a water tank. */
export function roofdeck(scene: Scene): void {
  const { canvas, palette, light, variant } = scene;
  city(scene, GROUND - 30);
  const tank = mix('#7a5a41', '#2a2140', light.dim * 0.5);
  const x = variant % 2 === 0 ? 770 : 130;
  for (const lx of [x - 52, x + 44]) canvas.rect(lx, 330, 9, 120, '#4b4a4c');
  canvas
    .line([x - 50, 340], [x + 50, 440], '#4b4a4c', 4)
    .line([x + 50, 340], [x - 50, 440], '#4b4a4c', 4);
  canvas.rect(
    x - 66,
    190,
    132,
    146,
    canvas.gradient('across', lighten(tank, 0.2), tank, darken(tank, 0.25)),
  );
  for (const y of [212, 250, 288, 322]) canvas.rect(x - 66, y, 132, 3, darken(tank, 0.45));
  canvas.polygon(
    [
      [x - 76, 192],
      [x, 128],
      [x + 76, 192],
    ],
    canvas.gradient('across', lighten(tank, 0.1), darken(tank, 0.3)),
  );
  const parapet = mix('#a8705a', '#2a2140', light.dim * 0.4);
  canvas
    .rect(0, GROUND - 52, WIDTH, 56, canvas.gradient('down', parapet, darken(parapet, 0.15)))
    .rect(0, GROUND - 60, WIDTH, 12, '#d9d2c5');
  deck(scene, '#b18b66');
  stringLights(scene, 100);
  planter(scene, 30, 180, GROUND + 12, 46);
  planter(scene, 380, 220, GROUND + 6, 46);
  planter(scene, 760, 180, GROUND + 12, 46);
  lounge(scene, variant % 2 === 0 ? 150 : 520, 330, 580);
  canvas.shadow(variant % 2 === 0 ? 650 : 330, 612, 90, 12);
  diningSet(scene, variant % 2 === 0 ? 560 : 190, 240, 604);
  canvas.rect(0, HEIGHT - 2, WIDTH, 2, palette.wood);
  finish(scene);
}
