import { darken, lighten, mix } from './color.js';
import { FLOOR, HEIGHT, type Scene } from './room.js';
import { sky, skyline, trees } from './skyline.js';

/** The view outside: treetops, a street of facades, or the city from above. */
function outlook(
  scene: Scene,
  box: readonly [number, number, number, number],
  high: boolean,
): void {
  const { canvas, light, random } = scene;
  const [x, y, w, h] = box;
  sky(canvas, box, light, random);
  const base = y + h;
  if (high) {
    skyline(canvas, [x, base, w, h * 0.62], 0.9, light, random);
    skyline(canvas, [x, base, w, h * 0.42], 0.5, light, random);
  } else {
    skyline(canvas, [x, base, w, h * 0.5], 0.55, light, random);
    const greens = light.leaves.map((g) => mix(g, light.haze, 0.25));
    trees(canvas, [x, base, w, h * 0.34], greens, random);
  }
}

/** A window in the style of the house, with what can be seen through it. */
export function roomWindow(
  scene: Scene,
  box: readonly [number, number, number, number],
  high: boolean,
): void {
  const { canvas, palette, style } = scene;
  const [x, y, w, h] = box;
  const frame = style === 'prewar' ? palette.trim : style === 'loft' ? palette.trim : palette.metal;
  if (style === 'prewar') {
    canvas.rect(x - 20, y - 22, w + 40, h + 22, palette.trim);
    canvas
      .rect(x - 26, y - 30, w + 52, 12, palette.trim)
      .rect(x - 26, y - 19, w + 52, 3, '#000000', { opacity: 0.1 });
  } else {
    canvas.rect(x - 6, y - 6, w + 12, h + 12, frame);
  }
  canvas.clip(x, y, w, h, () => {
    outlook(scene, box, high);
    canvas.polygon(
      [
        [x, y],
        [x + w * 0.4, y],
        [x, y + h * 0.7],
      ],
      '#ffffff',
      { opacity: 0.1 },
    );
  });
  const bars = style === 'prewar' ? 7 : style === 'loft' ? 4 : 5;
  const columns =
    style === 'loft'
      ? Math.max(2, Math.round(w / 62))
      : style === 'prewar'
        ? Math.max(2, Math.round(w / 70))
        : Math.max(1, Math.round(w / 190));
  for (let i = 1; i < columns; i += 1) {
    const bx = x + (w * i) / columns - bars / 2;
    const tall = style === 'prewar' ? h / 2 : h;
    canvas.rect(bx, y, style === 'prewar' ? 4 : bars, tall, frame);
  }
  const rows = style === 'loft' ? Math.max(2, Math.round(h / 70)) : 1;
  for (let i = 1; i < rows; i += 1) canvas.rect(x, y + (h * i) / rows - 2, w, bars, frame);
  if (style === 'prewar') {
    canvas
      .rect(x, y + h / 2 - 5, w, 10, frame)
      .rect(x, y + h / 2 + 5, w, 2, '#000000', { opacity: 0.15 });
    canvas.rect(x, y + h / 4 - 2, w, 4, frame);
    canvas
      .rect(x - 28, y + h - 3, w + 56, 12, frame)
      .rect(x - 28, y + h + 9, w + 56, 4, '#000000', { opacity: 0.14 });
  }
}

/** Curtains at both sides of a window, hung from a rod. */
export function curtains(
  scene: Scene,
  box: readonly [number, number, number, number],
  color: string,
  width = 54,
): void {
  const { canvas, palette } = scene;
  const [x, y, w] = box;
  const top = y - 42;
  const bottom = FLOOR - 4;
  canvas.round(x - width - 16, top - 4, w + 2 * width + 32, 6, 3, palette.metal);
  for (const left of [x - width + 2, x + w - 2]) {
    const folds = 5;
    for (let i = 0; i < folds; i += 1) {
      const tone = i % 2 === 0 ? lighten(color, 0.1) : darken(color, 0.1);
      canvas.rect(
        left + (i * width) / folds,
        top,
        width / folds + 0.6,
        bottom - top,
        canvas.gradient('across', tone, color),
      );
    }
  }
}

/** Sunlight from a window, slanting over the floor. */
export function sunPatch(scene: Scene, x: number, w: number, lean = 120): void {
  const { canvas, light } = scene;
  if (light.dim > 0.3) return;
  const paint = canvas.gradient('down', `${light.sun}/0.5`, `${light.sun}/0.08`);
  const gap = w * 0.08;
  const half = (w - gap) / 2;
  for (const left of [x, x + half + gap]) {
    canvas.polygon(
      [
        [left + 14, FLOOR + 8],
        [left + half + 14, FLOOR + 8],
        [left + half + lean, HEIGHT],
        [left + lean - 20, HEIGHT],
      ],
      paint,
    );
  }
}
