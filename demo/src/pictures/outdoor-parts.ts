import { darken, lighten } from './color.js';
import { HEIGHT, type Scene, WIDTH } from './room.js';
import { sky, skyline } from './skyline.js';

export const GROUND = 470;

export function greens({ light }: Scene): readonly string[] {
  return light.leaves;
}

/** Boards or pavers underfoot, running toward the horizon. */
export function deck({ canvas }: Scene, color: string, pavers = false): void {
  canvas.rect(
    0,
    GROUND,
    WIDTH,
    HEIGHT - GROUND,
    canvas.gradient('down', darken(color, 0.18), lighten(color, 0.1)),
  );
  let d = '';
  const step = pavers ? 100 : 30;
  for (let x = -500; x < WIDTH + 500; x += step) {
    d += `M${x} ${GROUND}L${(WIDTH / 2 + (x - WIDTH / 2) * 1.9).toFixed(0)} ${HEIGHT}`;
  }
  if (pavers)
    for (const t of [0.16, 0.4, 0.72])
      d += `M0 ${(GROUND + (HEIGHT - GROUND) * t).toFixed(0)}H${WIDTH}`;
  canvas.path(d, 'none', { stroke: darken(color, 0.3), 'stroke-width': 1.6, opacity: 0.5 });
}

/** A long planter with grasses and flowers. */
export function planter(scene: Scene, x: number, w: number, base: number, h = 58): void {
  const { canvas, palette, random } = scene;
  const leaves = greens(scene);
  for (let px = x + 6; px < x + w - 4; px += random.between(8, 15)) {
    const top = base - h - random.between(24, 78);
    const lean = random.between(-16, 16);
    canvas.stroke(
      `M${px.toFixed(1)} ${base - h + 4}Q${(px + lean * 0.2).toFixed(1)} ${top + 30} ${(px + lean).toFixed(1)} ${top.toFixed(1)}`,
      random.pick(leaves),
      3.4,
    );
    if (random.chance(0.2))
      canvas.circle(px + lean, top, 4.6, random.pick([palette.accent, palette.second, '#f3ead9']));
  }
  for (let i = 0; i < w / 34; i += 1)
    canvas.circle(x + 14 + i * 34, base - h - 6, random.between(15, 25), random.pick(leaves));
  canvas.rect(
    x,
    base - h,
    w,
    h,
    canvas.gradient('down', lighten(palette.wood, 0.14), darken(palette.wood, 0.12)),
  );
  canvas
    .rect(x - 4, base - h - 4, w + 8, 9, lighten(palette.wood, 0.2))
    .shadow(x + w / 2, base + 3, w * 0.55, 8);
}

/** Lights on a wire. */
export function stringLights({ canvas, light }: Scene, y: number): void {
  const wire = (x: number): number => y + 34 * Math.sin((x / WIDTH) * Math.PI * 3) ** 2;
  let d = `M0 ${wire(0)}`;
  for (let x = 20; x <= WIDTH; x += 20) d += `L${x} ${wire(x).toFixed(1)}`;
  canvas.stroke(d, '#3a3a3c', 1.6);
  for (let x = 30; x < WIDTH; x += 46) {
    if (light.dim > 0.05)
      canvas.circle(
        x,
        wire(x) + 8,
        22,
        canvas.gradient('out', `${light.glow}/0.75`, `${light.glow}/0`),
      );
    canvas.ellipse(x, wire(x) + 8, 4.5, 6, lighten(light.glow, 0.3));
  }
}

/** A low outdoor sofa with cushions. */
export function lounge({ canvas, palette }: Scene, x: number, w: number, base: number): void {
  canvas.shadow(x + w / 2, base + 4, w * 0.54, 14);
  canvas
    .rect(x, base - 34, w, 24, lighten(palette.wood, 0.1))
    .rect(x + 6, base - 12, 8, 14, palette.wood)
    .rect(x + w - 14, base - 12, 8, 14, palette.wood);
  const seats = Math.round(w / 110);
  for (let i = 0; i < seats; i += 1) {
    const sx = x + (w * i) / seats;
    canvas.round(
      sx + 4,
      base - 112,
      w / seats - 8,
      66,
      12,
      canvas.gradient('down', '#fbf8f1', palette.textile),
    );
    canvas.round(
      sx + 2,
      base - 58,
      w / seats - 4,
      28,
      9,
      canvas.gradient('down', '#ffffff', darken(palette.textile, 0.06)),
    );
  }
  canvas.round(
    x + 18,
    base - 104,
    52,
    48,
    10,
    canvas.gradient('down', lighten(palette.accent, 0.14), palette.accent),
  );
  canvas.round(
    x + w - 76,
    base - 104,
    52,
    48,
    10,
    canvas.gradient('down', lighten(palette.second, 0.14), palette.second),
  );
}

/** A table with chairs, set for an evening. */
export function diningSet({ canvas, palette }: Scene, x: number, w: number, base: number): void {
  canvas.shadow(x + w / 2, base + 2, w * 0.6, 14);
  for (let i = 0; i < 4; i += 1) {
    const cx = x + (w * (i + 0.5)) / 4;
    canvas
      .round(
        cx - 22,
        base - 128,
        44,
        66,
        9,
        canvas.gradient('down', lighten(palette.main, 0.15), palette.main),
      )
      .rect(cx - 20, base - 62, 4, 60, palette.metal)
      .rect(cx + 16, base - 62, 4, 60, palette.metal);
  }
  canvas
    .rect(x + 10, base - 74, 9, 76, palette.wood)
    .rect(x + w - 19, base - 74, 9, 76, palette.wood);
  canvas.rect(
    x - 12,
    base - 84,
    w + 24,
    12,
    canvas.gradient('down', lighten(palette.wood, 0.3), palette.wood),
  );
  for (let i = 0; i < 4; i += 1)
    canvas.ellipse(x + (w * (i + 0.5)) / 4, base - 86, 20, 4, '#fbf8f2');
  canvas.path(`M${x + w / 2 - 14} ${base - 84}q-6 -24 4 -34h20q10 10 4 34z`, palette.second);
  for (const lean of [-18, -6, 8, 20])
    canvas
      .stroke(`M${x + w / 2} ${base - 116}l${lean} -34`, '#5f8a5a', 3)
      .circle(x + w / 2 + lean, base - 152, 7, lean % 4 === 0 ? palette.accent : '#f3ead9');
}

/** A market umbrella. */
export function umbrella({ canvas, palette }: Scene, x: number, base: number): void {
  canvas.rect(x - 3, base - 330, 6, 330, palette.wood);
  canvas.path(
    `M${x - 176} ${base - 276}Q${x} ${base - 372} ${x + 176} ${base - 276}Q${x + 132} ${base - 290} ${x + 88} ${base - 276}Q${x + 44} ${base - 290} ${x} ${base - 276}Q${x - 44} ${base - 290} ${x - 88} ${base - 276}Q${x - 132} ${base - 290} ${x - 176} ${base - 276}z`,
    canvas.gradient(
      'across',
      lighten(palette.accent, 0.22),
      palette.accent,
      darken(palette.accent, 0.12),
    ),
  );
}

export function city(scene: Scene, horizon: number): void {
  const { canvas, light, random } = scene;
  sky(canvas, [0, 0, WIDTH, horizon + 10], light, random);
  skyline(canvas, [0, horizon, WIDTH, 300], 0.95, light, random);
  skyline(canvas, [0, horizon + 4, WIDTH, 200], 0.55, light, random);
}
