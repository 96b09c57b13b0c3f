import { darken, lighten } from './color.js';
import { vase } from './furniture.js';
import type { Scene } from './room.js';

/** A sofa seen from the front, standing at `base`. */
export function sofa({ canvas, palette, random }: Scene, x: number, w: number, base: number): void {
  const color = palette.main;
  const h = 92;
  const seats = w > 320 ? 3 : 2;
  const arm = 38;
  canvas.shadow(x + w / 2, base + 2, w * 0.56, 16);
  for (const leg of [x + 18, x + w - 26])
    canvas.rect(leg, base - 14, 8, 15, darken(palette.wood, 0.2));
  canvas.round(
    x + 8,
    base - h - 34,
    w - 16,
    h,
    18,
    canvas.gradient('down', lighten(color, 0.1), color),
  );
  const inner = w - 2 * arm;
  for (let i = 0; i < seats; i += 1) {
    const cw = inner / seats;
    canvas.round(
      x + arm + i * cw + 2,
      base - h - 26,
      cw - 4,
      66,
      12,
      canvas.gradient('down', lighten(color, 0.16), lighten(color, 0.02)),
    );
  }
  for (let i = 0; i < seats; i += 1) {
    const cw = inner / seats;
    canvas.round(
      x + arm + i * cw + 1,
      base - 62,
      cw - 2,
      30,
      9,
      canvas.gradient('down', lighten(color, 0.22), lighten(color, 0.06)),
    );
  }
  canvas.round(
    x + 6,
    base - 36,
    w - 12,
    24,
    8,
    canvas.gradient('down', darken(color, 0.06), darken(color, 0.2)),
  );
  for (const left of [x, x + w - arm]) {
    canvas.round(
      left,
      base - 94,
      arm,
      84,
      15,
      canvas.gradient('down', lighten(color, 0.14), darken(color, 0.1)),
    );
  }
  pillow(x + arm + 8, palette.accent, -8);
  pillow(x + w - arm - 66, random.chance(0.5) ? palette.second : palette.textile, 9);

  function pillow(px: number, tone: string, turn: number): void {
    canvas.group({ transform: `rotate(${turn} ${px + 28} ${base - 84})` }, () => {
      canvas.round(px, base - 112, 56, 52, 12, canvas.gradient('down', lighten(tone, 0.16), tone));
      canvas.stroke(
        `M${px + 12} ${base - 96}l32 0M${px + 12} ${base - 84}l32 0`,
        darken(tone, 0.14),
        2,
        { opacity: 0.35 },
      );
    });
  }
}

/** An armchair with slender legs. */
export function armchair({ canvas, palette }: Scene, x: number, base: number, color: string): void {
  canvas.shadow(x + 62, base + 2, 80, 13);
  for (const [lx, lean] of [
    [x + 18, -6],
    [x + 104, 6],
  ] as const) {
    canvas.line([lx, base - 30], [lx + lean, base], darken(palette.wood, 0.1), 6);
  }
  canvas.round(
    x + 10,
    base - 146,
    104,
    104,
    24,
    canvas.gradient('down', lighten(color, 0.12), darken(color, 0.05)),
  );
  canvas.round(
    x + 20,
    base - 72,
    84,
    34,
    12,
    canvas.gradient('down', lighten(color, 0.24), lighten(color, 0.05)),
  );
  for (const left of [x, x + 98]) {
    canvas.round(
      left,
      base - 92,
      26,
      62,
      12,
      canvas.gradient('across', lighten(color, 0.08), darken(color, 0.12)),
    );
  }
}

/** A low table; round or rectangular. */
export function coffeeTable({ canvas, palette, random }: Scene, x: number, base: number): void {
  const top = base - 46;
  const w = 190;
  canvas.shadow(x + w / 2, base, w * 0.5, 9, 0.26);
  for (const leg of [x + 30, x + w - 30]) {
    canvas.line([leg, top], [leg + (leg < x + 90 ? -10 : 10), base + 4], palette.wood, 6);
  }
  canvas.ellipse(x + w / 2, top, w / 2, 15, darken(palette.wood, 0.18));
  canvas.ellipse(
    x + w / 2,
    top - 5,
    w / 2,
    15,
    canvas.gradient('across', lighten(palette.wood, 0.25), palette.wood),
  );
  canvas
    .round(x + 34, top - 19, 62, 8, 2, palette.accent)
    .round(x + 38, top - 26, 54, 7, 2, palette.textile);
  if (random.chance(0.6)) vase(canvas, x + 132, top - 4, palette.second, random);
  else canvas.path(`M${x + 112} ${top - 18}q22 22 44 0z`, palette.second);
}
