import { darken, lighten, mix } from './color.js';
import { vase } from './furniture.js';
import { bricks, FLOOR, type Scene } from './room.js';

export const COUNTER = FLOOR - 108;

/** Cabinet fronts in the style of the house. */
export function fronts(
  { canvas, palette, style }: Scene,
  x: number,
  y: number,
  w: number,
  h: number,
  color: string,
): void {
  canvas.rect(x, y, w, h, canvas.gradient('down', lighten(color, 0.07), darken(color, 0.05)));
  const doors = Math.max(1, Math.round(w / 78));
  for (let i = 0; i < doors; i += 1) {
    const dx = x + (w * i) / doors;
    const dw = w / doors;
    canvas.rect(dx, y, dw, h, 'none', { stroke: darken(color, 0.2), 'stroke-width': 1.4 });
    if (style === 'prewar') {
      canvas.rect(dx + 10, y + 10, dw - 20, h - 20, 'none', {
        stroke: darken(color, 0.13),
        'stroke-width': 2.4,
      });
      canvas.circle(
        i % 2 === 0 ? dx + dw - 7 : dx + 7,
        h > 90 ? y + h - 26 : y + 16,
        3.2,
        palette.metal,
      );
    } else {
      canvas.rect(
        i % 2 === 0 ? dx + dw - 9 : dx + 6,
        h > 90 ? y + h - 44 : y + 10,
        3,
        32,
        palette.metal,
      );
    }
  }
}

/** What is between the counter and the cabinets. */
export function backsplash(scene: Scene, x: number, y: number, w: number, h: number): void {
  const { canvas, palette, style, variant, random } = scene;
  if (style === 'loft') {
    bricks(canvas, [x, y, w, h], lighten(palette.wall, 0.08), random);
    return;
  }
  const tile = variant % 2 === 0 ? lighten(palette.wall, 0.5) : lighten(palette.second, 0.5);
  canvas.rect(x, y, w, h, tile);
  let d = '';
  const [tw, th] = variant % 3 === 0 ? [22, 22] : [36, 16];
  for (let r = 0; r * th < h; r += 1) {
    d += `M${x} ${y + r * th}h${w}`;
    for (let tx = x + (r % 2 === 0 || tw === 22 ? 0 : tw / 2); tx < x + w; tx += tw) {
      d += `M${tx} ${y + r * th}v${Math.min(th, h - r * th)}`;
    }
  }
  canvas.path(d, 'none', { stroke: darken(tile, 0.12), 'stroke-width': 1.1 });
}

/** A range with a hood over it. */
export function range({ canvas, palette }: Scene, x: number): void {
  const steel = mix(palette.metal, '#c9cdd0', 0.72);
  canvas.rect(
    x,
    COUNTER - 4,
    104,
    112,
    canvas.gradient('across', lighten(steel, 0.2), steel, darken(steel, 0.12)),
  );
  canvas
    .rect(x + 12, COUNTER + 34, 80, 48, '#2b2d30')
    .rect(x + 12, COUNTER + 24, 80, 4, darken(steel, 0.3));
  for (let i = 0; i < 5; i += 1)
    canvas.circle(x + 20 + i * 16, COUNTER + 12, 4, darken(steel, 0.45));
  for (const px of [x + 22, x + 62]) canvas.rect(px, COUNTER - 9, 26, 5, '#2b2d30');
  canvas.polygon(
    [
      [x + 18, 150],
      [x + 86, 150],
      [x + 112, 222],
      [x - 8, 222],
    ],
    canvas.gradient('across', lighten(steel, 0.22), steel, darken(steel, 0.15)),
  );
  canvas
    .rect(x + 26, 34, 52, 118, canvas.gradient('across', lighten(steel, 0.15), darken(steel, 0.1)))
    .rect(x - 8, 222, 120, 8, darken(steel, 0.2));
  canvas
    .round(x + 58, COUNTER - 32, 36, 24, 5, palette.accent)
    .rect(x + 54, COUNTER - 34, 44, 4, darken(palette.accent, 0.2));
}

/** A refrigerator; built in where the kitchen is new. */
export function fridge(scene: Scene, x: number, color: string): void {
  const { canvas, palette, style } = scene;
  if (style === 'modern') {
    fronts(scene, x, 60, 104, FLOOR - 60, color);
    return;
  }
  const steel = mix(palette.metal, '#d3d7d9', 0.8);
  canvas.round(
    x,
    98,
    104,
    FLOOR - 98,
    6,
    canvas.gradient('across', lighten(steel, 0.25), steel, darken(steel, 0.14)),
  );
  canvas
    .rect(x, 236, 104, 2.5, darken(steel, 0.35))
    .rect(x + 12, 168, 5, 54, darken(steel, 0.4))
    .rect(x + 12, 252, 5, 70, darken(steel, 0.4));
}

/** Open shelves with bowls and glasses. */
export function shelves({ canvas, palette, random }: Scene, x: number, w: number): void {
  for (const y of [150, 222]) {
    canvas.rect(x, y, w, 8, palette.wood).rect(x, y + 8, w, 4, '#000000', { opacity: 0.12 });
    let ix = x + 12;
    while (ix < x + w - 36) {
      const tone = random.pick([
        palette.textile,
        palette.accent,
        palette.second,
        '#f4f1ea',
        '#dfe5e4',
      ]);
      const kind = random.int(0, 2);
      if (kind === 0) canvas.path(`M${ix} ${y - 18}h30q-2 18 -15 18t-15 -18z`, tone);
      else if (kind === 1) canvas.round(ix, y - 34, 20, 34, 4, tone);
      else
        for (let s = 0; s < 4; s += 1)
          canvas.round(ix, y - 6 - s * 6, 34, 5, 2, lighten(tone, s * 0.08));
      ix += 42 + random.int(0, 14);
    }
  }
}

/** A sink under a tap. */
export function tap({ canvas, palette }: Scene, x: number): void {
  canvas.stroke(`M${x} ${COUNTER - 2}v-40q0 -20 18 -20t18 20v8`, palette.metal, 5);
  canvas.round(x - 26, COUNTER - 4, 100, 6, 3, mix(palette.metal, '#ffffff', 0.55));
}

/** An island with stools in front and lamps above. */
export function island(scene: Scene, x: number, w: number, color: string): void {
  const { canvas, palette, light, random } = scene;
  const top = 470;
  const base = 606;
  canvas.shadow(x + w / 2, base + 6, w * 0.54, 14, 0.4);
  canvas.rect(
    x + 16,
    top + 16,
    w - 32,
    base - top - 16,
    canvas.gradient('down', lighten(color, 0.05), darken(color, 0.16)),
  );
  const panels = Math.round(w / 130);
  for (let i = 0; i < panels; i += 1) {
    canvas.rect(
      x + 26 + (i * (w - 52)) / panels,
      top + 30,
      (w - 52) / panels - 10,
      base - top - 42,
      'none',
      { stroke: darken(color, 0.2), 'stroke-width': 2 },
    );
  }
  canvas
    .round(x, top, w, 18, 3, canvas.gradient('down', '#fbfaf7', '#dcd8d0'))
    .rect(x + 16, top + 18, w - 32, 6, '#000000', { opacity: 0.16 });
  const stools = Math.round(w / 150);
  for (let i = 0; i < stools; i += 1) {
    const sx = x + (w * (i + 0.5)) / stools;
    canvas
      .line([sx - 20, 542], [sx - 28, 626], palette.wood, 5)
      .line([sx + 20, 542], [sx + 28, 626], palette.wood, 5);
    canvas.line([sx - 25, 596], [sx + 25, 596], palette.wood, 3.5);
    canvas.round(
      sx - 32,
      526,
      64,
      18,
      9,
      canvas.gradient('down', lighten(palette.accent, 0.12), palette.accent),
    );
  }
  vase(canvas, x + w * 0.2, top, palette.second, random);
  canvas.path(`M${x + w * 0.62} ${top - 20}h76q-4 20 -38 20t-38 -20z`, palette.textile);
  for (const [i, fruit] of ['#d98f3f', '#c9a43c', '#b9603f'].entries())
    canvas.circle(x + w * 0.62 + 20 + i * 18, top - 24, 11, fruit);
  // Between the window and the hood, where they cover neither.
  for (const px of [448, 514]) {
    canvas.rect(px - 1, 0, 2, 150, palette.metal);
    if (light.dim > 0.05)
      canvas.ellipse(
        px,
        190,
        90,
        70,
        canvas.gradient('out', `${light.glow}/0.5`, `${light.glow}/0`),
      );
    canvas.path(
      `M${px - 30} 182q0 -36 30 -36t30 36z`,
      canvas.gradient('across', lighten(palette.metal, 0.25), palette.metal),
    );
    canvas.ellipse(px, 182, 30, 5, lighten(light.glow, 0.4));
  }
}

/** A small round table with two chairs. */
export function table({ canvas, palette, random }: Scene, x: number): void {
  canvas.shadow(x, 620, 150, 14);
  for (const side of [-1, 1]) {
    const cx = x + side * 128;
    canvas
      .line([cx - 22, 562], [cx - 26, 622], palette.wood, 5)
      .line([cx + 22, 562], [cx + 26, 622], palette.wood, 5);
    canvas.round(cx - 32, 552, 64, 13, 6, palette.accent);
    canvas
      .stroke(`M${cx + side * 27} 556V478`, palette.wood, 5)
      .round(cx + side * 27 - 14, 470, 28, 34, 8, palette.accent);
  }
  canvas.rect(x - 5, 530, 10, 84, palette.metal).ellipse(x, 616, 44, 8, palette.metal);
  canvas
    .ellipse(x, 530, 118, 17, darken(palette.wood, 0.2))
    .ellipse(x, 525, 118, 17, canvas.gradient('across', lighten(palette.wood, 0.25), palette.wood));
  vase(canvas, x - 20, 526, palette.second, random);
  canvas.ellipse(x + 48, 522, 24, 5, '#f7f4ee');
}

/** A long narrow rug before the counter. */
export function runner({ canvas, palette }: Scene): void {
  canvas.polygon(
    [
      [330, 540],
      [790, 540],
      [850, 606],
      [280, 606],
    ],
    lighten(palette.accent, 0.5),
  );
  canvas.polygon(
    [
      [344, 547],
      [778, 547],
      [828, 598],
      [304, 598],
    ],
    'none',
    { stroke: palette.accent, 'stroke-width': 3, opacity: 0.7 },
  );
  for (let x = 372; x < 760; x += 44)
    canvas.polygon(
      [
        [x, 572],
        [x + 16, 558],
        [x + 32, 572],
        [x + 16, 586],
      ],
      palette.accent,
      { opacity: 0.45 },
    );
}
