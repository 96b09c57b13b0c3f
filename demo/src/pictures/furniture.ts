import type { Random } from '../random.js';
import { darken, lighten, mix } from './color.js';
import { FLOOR, type Scene } from './room.js';

type Draw = Scene['canvas'];

/** A vase with branches. */
export function vase(canvas: Draw, x: number, base: number, color: string, random: Random): void {
  canvas.path(
    `M${x - 9} ${base}q-9 -22 3 -34h12q12 12 3 34z`,
    canvas.gradient('across', lighten(color, 0.2), color),
  );
  for (let i = 0; i < 5; i += 1) {
    const lean = (i - 2) * 11 + random.between(-4, 4);
    const top = base - 72 - random.next() * 22;
    canvas.stroke(
      `M${x} ${base - 32}Q${x + lean * 0.2} ${top + 24} ${x + lean} ${top}`,
      '#5a6b4a',
      1.8,
    );
    canvas.ellipse(x + lean, top, 5.5, 9, mix('#6f8f5f', '#c9b36a', random.next() * 0.5), {
      transform: `rotate(${lean} ${x + lean} ${top})`,
    });
  }
}

/** A floor lamp with a linen shade, or an arc lamp. */
export function floorLamp({ canvas, palette, light }: Scene, x: number, base: number): void {
  const glow = light.dim > 0.08;
  if (glow)
    canvas.ellipse(
      x,
      base - 300,
      150,
      130,
      canvas.gradient('out', `${light.glow}/0.5`, `${light.glow}/0`),
    );
  canvas.shadow(x, base + 1, 32, 6).ellipse(x, base - 2, 24, 6, darken(palette.metal, 0.1));
  canvas.rect(x - 2.5, base - 272, 5, 270, palette.metal);
  const shade = glow ? light.glow : '#f3ead8';
  canvas.polygon(
    [
      [x - 26, base - 330],
      [x + 26, base - 330],
      [x + 42, base - 268],
      [x - 42, base - 268],
    ],
    canvas.gradient('down', lighten(shade, 0.35), shade),
  );
}

/** A house plant in a pot. */
export function plant(scene: Scene, x: number, base: number, size = 1): void {
  const { canvas, palette, random } = scene;
  const pot = random.pick([palette.accent, palette.textile, palette.second, '#c98a63']);
  const green = random.pick(['#4f7a56', '#5d8a5c', '#436b52', '#6a915f']);
  const h = 58 * size;
  canvas.shadow(x, base + 1, 42 * size, 8 * size);
  const kind = random.int(0, 2);
  const count = kind === 2 ? 9 : 8;
  for (let i = 0; i < count; i += 1) {
    const t = i / (count - 1) - 0.5;
    const reach = (kind === 0 ? 96 : 82) * size * t * 2;
    const top = base - h - (190 - Math.abs(t) * 130) * size * random.between(0.85, 1.08);
    const tone = mix(green, i % 2 === 0 ? '#ffffff' : '#12301f', 0.12);
    if (kind === 0) {
      const bend = reach * 0.25;
      canvas.path(
        `M${x - 3} ${base - h}Q${x + bend} ${(top + base - h) / 2 - 30} ${x + reach} ${top}Q${x + bend + 26 * size} ${(top + base - h) / 2} ${x + 3} ${base - h}z`,
        tone,
      );
    } else {
      canvas.stroke(
        `M${x} ${base - h}Q${x + reach * 0.3} ${top + 60 * size} ${x + reach} ${top + 18 * size}`,
        darken(green, 0.25),
        2.6 * size,
      );
      const r = (kind === 1 ? 27 : 20) * size;
      canvas.ellipse(x + reach, top + 14 * size, r * 0.74, r, tone, {
        transform: `rotate(${t * 90} ${x + reach} ${top + 14 * size})`,
      });
      if (kind === 2)
        canvas.ellipse(x + reach * 0.6, top + 60 * size, r * 0.6, r * 0.85, darken(tone, 0.1), {
          transform: `rotate(${t * 120} ${x + reach * 0.6} ${top + 60 * size})`,
        });
    }
  }
  canvas.polygon(
    [
      [x - 31 * size, base - h],
      [x + 31 * size, base - h],
      [x + 23 * size, base],
      [x - 23 * size, base],
    ],
    canvas.gradient('across', lighten(pot, 0.18), darken(pot, 0.16)),
  );
  canvas.rect(x - 34 * size, base - h - 7 * size, 68 * size, 10 * size, lighten(pot, 0.08));
}

/** A framed picture: a quiet abstract composition in the room's colors. */
export function art(
  { canvas, palette, random }: Scene,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  canvas.rect(x + 5, y + 7, w, h, '#000000', { opacity: 0.16 });
  canvas.rect(x, y, w, h, random.chance(0.5) ? palette.wood : palette.metal);
  const m = Math.min(w, h) * 0.1;
  canvas.rect(x + 4, y + 4, w - 8, h - 8, '#f8f4ec');
  const [ax, ay, aw, ah] = [x + 4 + m, y + 4 + m, w - 8 - 2 * m, h - 8 - 2 * m];
  const tones = random.shuffle([palette.accent, palette.second, palette.main, palette.textile]);
  const [one = '#cccccc', two = '#bbbbbb', three = '#aaaaaa', four = '#dddddd'] = tones;
  canvas.clip(ax, ay, aw, ah, () => {
    canvas.rect(ax, ay, aw, ah, lighten(four, 0.45));
    const kind = random.int(0, 3);
    if (kind === 0) {
      canvas.circle(ax + aw * 0.62, ay + ah * 0.3, Math.min(aw, ah) * 0.2, one);
      canvas.path(
        `M${ax} ${ay + ah * 0.62}Q${ax + aw * 0.35} ${ay + ah * 0.38} ${ax + aw * 0.6} ${ay + ah * 0.66}T${ax + aw} ${ay + ah * 0.56}V${ay + ah}H${ax}z`,
        two,
      );
      canvas.path(
        `M${ax} ${ay + ah * 0.84}Q${ax + aw * 0.5} ${ay + ah * 0.6} ${ax + aw} ${ay + ah * 0.86}V${ay + ah}H${ax}z`,
        three,
      );
    } else if (kind === 1) {
      canvas
        .rect(ax, ay + ah * 0.08, aw * 0.55, ah * 0.5, one)
        .rect(ax + aw * 0.4, ay + ah * 0.42, aw * 0.6, ah * 0.4, two, { opacity: 0.9 });
      canvas.rect(ax + aw * 0.14, ay + ah * 0.7, aw * 0.4, ah * 0.3, three);
    } else if (kind === 2) {
      canvas.path(
        `M${ax + aw * 0.2} ${ay + ah}V${ay + ah * 0.45}a${aw * 0.3} ${aw * 0.3} 0 0 1 ${aw * 0.6} 0V${ay + ah}z`,
        one,
      );
      canvas.path(
        `M${ax + aw * 0.34} ${ay + ah}V${ay + ah * 0.52}a${aw * 0.16} ${aw * 0.16} 0 0 1 ${aw * 0.32} 0V${ay + ah}z`,
        two,
      );
      canvas.circle(ax + aw * 0.8, ay + ah * 0.18, aw * 0.09, three);
    } else {
      for (let i = 0; i < 3; i += 1) {
        canvas.ellipse(
          ax + aw * (0.3 + i * 0.2),
          ay + ah * (0.35 + i * 0.16),
          aw * 0.26,
          ah * 0.2,
          [one, two, three][i] ?? one,
          { opacity: 0.85 },
        );
      }
    }
  });
}

/** A rug on the floor, in perspective, with a border. */
export function rug(
  { canvas, palette, random }: Scene,
  cx: number,
  w: number,
  top: number,
  bottom: number,
): void {
  const color = random.pick([
    palette.textile,
    lighten(palette.accent, 0.55),
    lighten(palette.second, 0.5),
  ]);
  const border = random.pick([palette.accent, palette.main, palette.second]);
  const slant = (bottom - top) * 0.42;
  const shape = (inset: number): Array<readonly [number, number]> => [
    [cx - w / 2 + inset * 1.2, top + inset * 0.5],
    [cx + w / 2 - inset * 1.2, top + inset * 0.5],
    [cx + w / 2 + slant - inset * 1.7, bottom - inset * 0.7],
    [cx - w / 2 - slant + inset * 1.7, bottom - inset * 0.7],
  ];
  canvas.polygon(shape(0), color);
  canvas.polygon(shape(9), 'none', { stroke: border, 'stroke-width': 3.5, opacity: 0.75 });
  canvas.polygon(shape(18), 'none', { stroke: border, 'stroke-width': 1.4, opacity: 0.5 });
}

/** Tall shelves with books and a few things. */
export function bookshelf(
  { canvas, palette, random }: Scene,
  x: number,
  w: number,
  top: number,
): void {
  const base = FLOOR - 2;
  const h = base - top;
  const wood = palette.wood;
  canvas
    .rect(x, top, w, h, darken(wood, 0.32))
    .rect(x, top, w, h, 'none', { stroke: wood, 'stroke-width': 9 });
  const rows = Math.round(h / 72);
  const row = h / rows;
  for (let r = 0; r < rows; r += 1) {
    const shelf = top + (r + 1) * row;
    let bx = x + 10;
    while (bx < x + w - 22) {
      const bw = random.between(7, 15);
      const bh = row * random.between(0.5, 0.78);
      if (random.chance(0.1)) bx += random.between(18, 40);
      else if (bx + bw < x + w - 10) {
        const tone = mix(
          random.pick([
            palette.accent,
            palette.second,
            palette.textile,
            palette.main,
            '#e9e1d2',
            '#7d6a58',
          ]),
          '#000000',
          random.next() * 0.2,
        );
        canvas.rect(bx, shelf - bh - 5, bw, bh, tone);
      }
      bx += bw + 1;
    }
    canvas.rect(x, shelf - 6, w, 7, wood);
  }
}
