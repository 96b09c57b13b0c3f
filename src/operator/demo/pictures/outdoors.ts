import { darken, lighten, mix } from './color.js';
import { bricks, finish, HEIGHT, type Scene, WIDTH } from './room.js';
import { FOLIAGE, sky, skyline, trees } from './skyline.js';

const GROUND = 470;

function greens({ light }: Scene): readonly string[] {
  return light.dim > 0.2 ? FOLIAGE.evening : FOLIAGE.summer;
}

/** Boards or pavers underfoot, running toward the horizon. */
function deck({ canvas }: Scene, color: string, pavers = false): void {
  canvas.rect(0, GROUND, WIDTH, HEIGHT - GROUND, canvas.gradient('down', darken(color, 0.18), lighten(color, 0.1)));
  let d = '';
  const step = pavers ? 100 : 30;
  for (let x = -500; x < WIDTH + 500; x += step) {
    d += `M${x} ${GROUND}L${(WIDTH / 2 + (x - WIDTH / 2) * 1.9).toFixed(0)} ${HEIGHT}`;
  }
  if (pavers) for (const t of [0.16, 0.4, 0.72]) d += `M0 ${(GROUND + (HEIGHT - GROUND) * t).toFixed(0)}H${WIDTH}`;
  canvas.path(d, 'none', { stroke: darken(color, 0.3), 'stroke-width': 1.6, opacity: 0.5 });
}

/** A long planter with grasses and flowers. */
function planter(scene: Scene, x: number, w: number, base: number, h = 58): void {
  const { canvas, palette, random } = scene;
  const leaves = greens(scene);
  for (let px = x + 6; px < x + w - 4; px += random.between(8, 15)) {
    const top = base - h - random.between(24, 78);
    const lean = random.between(-16, 16);
    canvas.stroke(`M${px.toFixed(1)} ${base - h + 4}Q${(px + lean * 0.2).toFixed(1)} ${top + 30} ${(px + lean).toFixed(1)} ${top.toFixed(1)}`, random.pick(leaves), 3.4);
    if (random.chance(0.2)) canvas.circle(px + lean, top, 4.6, random.pick([palette.accent, palette.second, '#f3ead9']));
  }
  for (let i = 0; i < w / 34; i += 1) canvas.circle(x + 14 + i * 34, base - h - 6, random.between(15, 25), random.pick(leaves));
  canvas.rect(x, base - h, w, h, canvas.gradient('down', lighten(palette.wood, 0.14), darken(palette.wood, 0.12)));
  canvas.rect(x - 4, base - h - 4, w + 8, 9, lighten(palette.wood, 0.2)).shadow(x + w / 2, base + 3, w * 0.55, 8);
}

/** Lights on a wire. */
function stringLights({ canvas, light }: Scene, y: number): void {
  const wire = (x: number): number => y + 34 * Math.sin((x / WIDTH) * Math.PI * 3) ** 2;
  let d = `M0 ${wire(0)}`;
  for (let x = 20; x <= WIDTH; x += 20) d += `L${x} ${wire(x).toFixed(1)}`;
  canvas.stroke(d, '#3a3a3c', 1.6);
  for (let x = 30; x < WIDTH; x += 46) {
    if (light.dim > 0.05) canvas.circle(x, wire(x) + 8, 22, canvas.gradient('out', `${light.glow}/0.75`, `${light.glow}/0`));
    canvas.ellipse(x, wire(x) + 8, 4.5, 6, lighten(light.glow, 0.3));
  }
}

/** A low outdoor sofa with cushions. */
function lounge({ canvas, palette }: Scene, x: number, w: number, base: number): void {
  canvas.shadow(x + w / 2, base + 4, w * 0.54, 14);
  canvas.rect(x, base - 34, w, 24, lighten(palette.wood, 0.1)).rect(x + 6, base - 12, 8, 14, palette.wood).rect(x + w - 14, base - 12, 8, 14, palette.wood);
  const seats = Math.round(w / 110);
  for (let i = 0; i < seats; i += 1) {
    const sx = x + (w * i) / seats;
    canvas.round(sx + 4, base - 112, w / seats - 8, 66, 12, canvas.gradient('down', '#fbf8f1', palette.textile));
    canvas.round(sx + 2, base - 58, w / seats - 4, 28, 9, canvas.gradient('down', '#ffffff', darken(palette.textile, 0.06)));
  }
  canvas.round(x + 18, base - 104, 52, 48, 10, canvas.gradient('down', lighten(palette.accent, 0.14), palette.accent));
  canvas.round(x + w - 76, base - 104, 52, 48, 10, canvas.gradient('down', lighten(palette.second, 0.14), palette.second));
}

/** A table with chairs, set for an evening. */
function diningSet({ canvas, palette }: Scene, x: number, w: number, base: number): void {
  canvas.shadow(x + w / 2, base + 2, w * 0.6, 14);
  for (let i = 0; i < 4; i += 1) {
    const cx = x + (w * (i + 0.5)) / 4;
    canvas.round(cx - 22, base - 128, 44, 66, 9, canvas.gradient('down', lighten(palette.main, 0.15), palette.main)).rect(cx - 20, base - 62, 4, 60, palette.metal).rect(cx + 16, base - 62, 4, 60, palette.metal);
  }
  canvas.rect(x + 10, base - 74, 9, 76, palette.wood).rect(x + w - 19, base - 74, 9, 76, palette.wood);
  canvas.rect(x - 12, base - 84, w + 24, 12, canvas.gradient('down', lighten(palette.wood, 0.3), palette.wood));
  for (let i = 0; i < 4; i += 1) canvas.ellipse(x + (w * (i + 0.5)) / 4, base - 86, 20, 4, '#fbf8f2');
  canvas.path(`M${x + w / 2 - 14} ${base - 84}q-6 -24 4 -34h20q10 10 4 34z`, palette.second);
  for (const lean of [-18, -6, 8, 20]) canvas.stroke(`M${x + w / 2} ${base - 116}l${lean} -34`, '#5f8a5a', 3).circle(x + w / 2 + lean, base - 152, 7, lean % 4 === 0 ? palette.accent : '#f3ead9');
}

/** A market umbrella. */
function umbrella({ canvas, palette }: Scene, x: number, base: number): void {
  canvas.rect(x - 3, base - 330, 6, 330, palette.wood);
  canvas.path(`M${x - 176} ${base - 276}Q${x} ${base - 372} ${x + 176} ${base - 276}Q${x + 132} ${base - 290} ${x + 88} ${base - 276}Q${x + 44} ${base - 290} ${x} ${base - 276}Q${x - 44} ${base - 290} ${x - 88} ${base - 276}Q${x - 132} ${base - 290} ${x - 176} ${base - 276}z`, canvas.gradient('across', lighten(palette.accent, 0.22), palette.accent, darken(palette.accent, 0.12)));
}

function city(scene: Scene, horizon: number): void {
  const { canvas, light, random } = scene;
  sky(canvas, [0, 0, WIDTH, horizon + 10], light, random);
  skyline(canvas, [0, horizon, WIDTH, 300], 0.95, light, random);
  skyline(canvas, [0, horizon + 4, WIDTH, 200], 0.55, light, random);
}

/** A planted terrace with the city behind a glass rail. */
export function terrace(scene: Scene): void {
  const { canvas, palette, variant } = scene;
  city(scene, GROUND - 40);
  canvas.rect(0, GROUND - 96, WIDTH, 96, '#dfeef2', { opacity: 0.3 }).rect(0, GROUND - 100, WIDTH, 6, palette.metal);
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
  trees(canvas, [0, 330, WIDTH, 190], leaves.map((g) => mix(g, light.haze, 0.3)), random);
  bricks(canvas, [0, 0, 236, GROUND], mix('#9b5a45', '#2a2140', light.dim * 0.4), random);
  for (const [wx, wy] of [[36, 50], [140, 50], [36, 214]] as const) {
    canvas.rect(wx - 7, wy - 9, 82, 132, '#e9e1d2').rect(wx, wy, 68, 116, light.dim > 0.1 ? light.glow : '#51626c').rect(wx + 32, wy, 4, 116, '#e9e1d2').rect(wx, wy + 56, 68, 4, '#e9e1d2');
  }
  canvas.rect(130, 236, 84, GROUND - 236, '#e9e1d2').rect(138, 246, 68, GROUND - 246, palette.main).rect(146, 256, 52, 104, light.dim > 0.1 ? light.glow : '#6b7c84');
  const fence = mix('#8a6b4d', '#2a2140', light.dim * 0.4);
  canvas.rect(236, 306, WIDTH, GROUND - 296, darken(fence, 0.3));
  for (let x = 236; x < WIDTH; x += 30) canvas.rect(x, 300, 28, GROUND - 290, canvas.gradient('across', lighten(fence, 0.1), fence));
  canvas.rect(236, 318, WIDTH, 8, darken(fence, 0.2));
  canvas.rect(0, GROUND, WIDTH, HEIGHT - GROUND, canvas.gradient('down', darken(leaves[0] ?? '#5f8a5a', 0.1), lighten(leaves[1] ?? '#6f9a62', 0.12)));
  canvas.path(`M150 ${GROUND}H330Q380 540 700 ${HEIGHT}H300Q150 540 110 ${GROUND}z`, canvas.gradient('down', '#b9b4ab', '#d3cfc6'));
  for (let i = 0; i < 46; i += 1) {
    const x = 300 + random.next() * 660;
    canvas.circle(x, GROUND - 6 + random.next() * 22, random.between(14, 34), random.pick(leaves));
    if (random.chance(0.6)) canvas.circle(x + 8, GROUND - 20 + random.next() * 20, random.between(4, 8), random.pick([palette.accent, palette.second, '#f4eee2', '#d98f8f']));
  }
  const tree = variant % 2 === 0 ? 820 : 700;
  canvas.path(`M${tree - 12} ${GROUND + 30}q6 -150 -2 -230h26q-6 90 4 230z`, '#5c4633');
  for (let i = 0; i < 22; i += 1) canvas.circle(tree + random.between(-130, 130), 210 + random.between(-90, 70), random.between(32, 66), random.pick(leaves), { opacity: 0.95 });
  if (variant % 3 === 2) for (let i = 0; i < 60; i += 1) canvas.circle(tree + random.between(-150, 150), 200 + random.between(-120, 100), 5, '#f7ece6');
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
    canvas.rect(0, GROUND - 130, WIDTH, 128, '#e2eff2', { opacity: 0.3 }).rect(0, GROUND - 136, WIDTH, 8, palette.metal);
  } else {
    canvas.rect(0, GROUND - 136, WIDTH, 8, palette.metal).rect(0, GROUND - 12, WIDTH, 6, palette.metal);
    for (let x = 8; x < WIDTH; x += 26) canvas.rect(x, GROUND - 134, 4, 128, palette.metal);
  }
  canvas.rect(0, 0, 118, HEIGHT, canvas.gradient('across', lighten(palette.wall, 0.1), darken(palette.wall, 0.2))).rect(118, 0, 12, HEIGHT, darken(palette.wall, 0.3));
  canvas.rect(0, 0, WIDTH, 34, darken(palette.wall, 0.28)).rect(0, 34, WIDTH, 8, darken(palette.wall, 0.42));
  for (const [x, color] of [[300, palette.accent], [560, palette.second]] as const) {
    canvas.shadow(x + 60, 592, 84, 12);
    canvas.stroke(`M${x + 10} 588L${x + 34} 500M${x + 110} 588L${x + 86} 500`, palette.wood, 7);
    canvas.round(x + 6, 404, 108, 104, 26, canvas.gradient('down', lighten(color, 0.18), color)).round(x, 494, 120, 24, 11, canvas.gradient('down', '#fbf8f1', palette.textile));
  }
  canvas.shadow(490, 596, 50, 8).rect(486, 528, 8, 66, palette.metal).ellipse(490, 526, 52, 9, lighten(palette.wood, 0.2)).round(470, 504, 18, 20, 3, '#fbf8f2').ellipse(508, 521, 16, 3, '#fbf8f2');
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
  canvas.line([x - 50, 340], [x + 50, 440], '#4b4a4c', 4).line([x + 50, 340], [x - 50, 440], '#4b4a4c', 4);
  canvas.rect(x - 66, 190, 132, 146, canvas.gradient('across', lighten(tank, 0.2), tank, darken(tank, 0.25)));
  for (const y of [212, 250, 288, 322]) canvas.rect(x - 66, y, 132, 3, darken(tank, 0.45));
  canvas.polygon([[x - 76, 192], [x, 128], [x + 76, 192]], canvas.gradient('across', lighten(tank, 0.1), darken(tank, 0.3)));
  const parapet = mix('#a8705a', '#2a2140', light.dim * 0.4);
  canvas.rect(0, GROUND - 52, WIDTH, 56, canvas.gradient('down', parapet, darken(parapet, 0.15))).rect(0, GROUND - 60, WIDTH, 12, '#d9d2c5');
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
