import { darken, lighten, mix } from './color.js';
import { type Facade, facadeWindow, STREET, shade } from './facade-parts.js';
import { WIDTH } from './room.js';

/** Sidewalk, curb, street, and the things on them. */
export function street(facade: Facade): void {
  const { canvas, random } = facade;
  const paving = shade(facade, '#c9c4ba');
  canvas.rect(0, STREET, WIDTH, 34, canvas.gradient('down', darken(paving, 0.1), paving));
  let joints = '';
  for (let x = 30; x < WIDTH; x += 76)
    joints += `M${x} ${STREET}l${((x - WIDTH / 2) * 0.06).toFixed(0)} 34`;
  canvas.path(joints, 'none', { stroke: darken(paving, 0.16), 'stroke-width': 1.2 });
  canvas
    .rect(0, STREET + 34, WIDTH, 6, lighten(paving, 0.15))
    .rect(
      0,
      STREET + 40,
      WIDTH,
      40,
      canvas.gradient('down', shade(facade, '#5d5f64'), shade(facade, '#76787c')),
    );
  for (let x = random.int(-60, 40); x < WIDTH; x += 190)
    canvas.round(x, STREET + 60, 92, 4, 2, shade(facade, '#d9d3c2'), { opacity: 0.8 });
}

/** A street tree before the building. */
export function streetTree(facade: Facade, x: number, size = 1): void {
  const { canvas, random, light } = facade;
  const leaves = light.leaves;
  const base = STREET + 26;
  canvas.shadow(x, base, 46 * size, 7);
  canvas.path(
    `M${x - 6} ${base}q3 -70 0 -${112 * size}h11q-3 70 2 ${112 * size}z`,
    shade(facade, '#5f4a38'),
  );
  canvas.stroke(
    `M${x} ${base - 90 * size}q-20 -26 -30 -44M${x + 2} ${base - 96 * size}q18 -22 28 -46`,
    shade(facade, '#5f4a38'),
    4,
  );
  for (let i = 0; i < 13; i += 1) {
    const a = random.next() * Math.PI * 2;
    const r = 44 * size * Math.sqrt(random.next());
    const cy = base - 148 * size + Math.sin(a) * r * 0.85;
    canvas.circle(x + Math.cos(a) * r, cy, random.between(19, 32) * size, random.pick(leaves), {
      opacity: 0.96,
    });
  }
  canvas.circle(x - 14 * size, base - 172 * size, 18 * size, lighten(leaves[1], 0.14), {
    opacity: 0.7,
  });
}

/** A street lamp, lit in the evening. */
export function lampPost(facade: Facade, x: number): void {
  const { canvas, light } = facade;
  const iron = shade(facade, '#3a3f45');
  canvas
    .rect(x - 3, STREET - 150, 6, 176, iron)
    .rect(x - 7, STREET + 10, 14, 16, iron)
    .stroke(`M${x} ${STREET - 148}q0 -24 22 -24h6`, iron, 5);
  if (light.dim > 0.08)
    canvas.circle(
      x + 30,
      STREET - 160,
      54,
      canvas.gradient('out', `${light.glow}/0.7`, `${light.glow}/0`),
    );
  canvas.path(
    `M${x + 18} ${STREET - 168}h24l-5 14h-14z`,
    light.dim > 0.08 ? light.glow : '#f1ede2',
  );
}

/** The houses to the left and the right, cut off by the edge of the picture. */
export function neighbors(facade: Facade, left: number, right: number, height: number): void {
  const { canvas, random, alone } = facade;
  if (alone) return;
  for (const [x, w] of [
    [-10, left + 10],
    [right, WIDTH - right + 10],
  ] as const) {
    if (w < 24) continue;
    const color = shade(
      facade,
      mix(
        random.pick(['#9a6f5f', '#b5a38c', '#8d8276', '#a58a72', '#7f8790']),
        facade.light.haze,
        0.22,
      ),
    );
    const h = height * random.between(0.62, 1.12);
    const top = STREET - h;
    canvas.rect(x, top, w, h, canvas.gradient('down', lighten(color, 0.05), darken(color, 0.1)));
    canvas.rect(x - 5, top - 8, w + 10, 12, darken(color, 0.16));
    const rows = Math.max(2, Math.round(h / 74));
    const columns = Math.max(1, Math.round(w / 62));
    for (let r = 0; r < rows; r += 1) {
      for (let c = 0; c < columns; c += 1) {
        const cw = w / columns;
        const ch = (h - 20) / rows;
        facadeWindow(
          facade,
          [x + c * cw + cw * 0.28, top + 20 + r * ch + ch * 0.16, cw * 0.44, ch * 0.52],
          { trim: lighten(color, 0.25), across: 1, sill: true, lintel: 'none', sash: true },
        );
      }
    }
  }
}
