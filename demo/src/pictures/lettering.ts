import type { Canvas } from './svg.js';

/**
 * Capitals as strokes, so that a picture reads the same on a machine without any fonts. A letter
 * is six units high; its path starts at the upper left corner of its box.
 */
const GLYPHS: Readonly<Record<string, readonly [width: number, path: string]>> = {
  A: [4.4, 'M0 6L2.2 0L4.4 6M.75 4h2.9'],
  B: [3.9, 'M0 2.9V0h2.1a1.45 1.45 0 0 1 0 2.9H0v3.1h2.3a1.55 1.55 0 0 0 0 -3.1'],
  C: [4.6, 'M4.6 1.2a2.75 3 0 1 0 0 3.6'],
  D: [4.5, 'M0 0v6h1.5a3 3 0 0 0 0 -6z'],
  E: [3.3, 'M3.3 0H0v6h3.3M0 2.9h2.7'],
  F: [3.2, 'M3.2 0H0v6M0 2.9h2.6'],
  G: [4.9, 'M4.6 1.2a2.75 3 0 1 0 .3 2.2h-1.9'],
  H: [4, 'M0 0v6M4 0v6M0 2.9h4'],
  I: [0.2, 'M.1 0v6'],
  J: [2.4, 'M2.4 0v4.5a1.35 1.4 0 0 1 -2.4 .8'],
  K: [3.9, 'M0 0v6M3.7 0L0 3.5M1.4 2.3L3.9 6'],
  L: [3.1, 'M0 0v6h3.1'],
  M: [5, 'M0 6V0l2.5 4L5 0v6'],
  N: [4.2, 'M0 6V0l4.2 6V0'],
  O: [5.6, 'M2.8 0a2.8 3 0 1 0 0 6a2.8 3 0 1 0 0 -6z'],
  P: [3.7, 'M0 6V0h2.1a1.6 1.6 0 0 1 0 3.2H0'],
  Q: [5.6, 'M2.8 0a2.8 3 0 1 0 0 6a2.8 3 0 1 0 0 -6zM3.5 4.4L5.4 6.4'],
  R: [3.9, 'M0 6V0h2.1a1.6 1.6 0 0 1 0 3.2H0M1.7 3.2L3.9 6'],
  S: [3.5, 'M3.3 1.1a1.6 1.4 0 1 0 -1.6 1.8a1.7 1.55 0 1 1 -1.7 1.8'],
  T: [4.2, 'M0 0h4.2M2.1 0v6'],
  U: [4, 'M0 0v4a2 2 0 0 0 4 0V0'],
  V: [4.4, 'M0 0l2.2 6L4.4 0'],
  W: [6.4, 'M0 0l1.6 6L3.2 .8l1.6 5.2L6.4 0'],
  X: [4, 'M0 0l4 6M4 0L0 6'],
  Y: [4.2, 'M0 0l2.1 3L4.2 0M2.1 3v3'],
  Z: [4, 'M0 0h4L0 6h4'],
  0: [3.8, 'M1.9 0a1.9 3 0 1 0 0 6a1.9 3 0 1 0 0 -6z'],
  1: [1.6, 'M0 1.1L1.5 0v6'],
  2: [3.6, 'M.1 1.7a1.7 1.7 0 1 1 3.1 .9L0 6h3.6'],
  3: [3.5, 'M.2 1.2a1.6 1.4 0 1 1 1.3 1.7a1.7 1.55 0 1 1 -1.5 2'],
  4: [3.9, 'M2.8 6V0L0 4.2h3.9'],
  5: [3.5, 'M3.2 0H.6L.3 2.8a1.8 1.7 0 1 1 -.3 2.3'],
  6: [3.7, 'M2.9 0Q0 2 0 4.1a1.85 1.9 0 1 0 3.7 0a1.85 1.85 0 0 0 -3.6 -.5'],
  7: [3.7, 'M0 0h3.7L1.2 6'],
  8: [
    3.6,
    'M1.8 0a1.45 1.4 0 1 0 0 2.8a1.45 1.4 0 1 0 0 -2.8zM1.8 2.8a1.8 1.6 0 1 0 0 3.2a1.8 1.6 0 1 0 0 -3.2z',
  ],
  9: [3.7, 'M.8 6Q3.7 4 3.7 1.9a1.85 1.9 0 1 0 -3.7 0a1.85 1.85 0 0 0 3.6 .5'],
  '&': [4.4, 'M4.4 6L1 1.6a1.1 1 0 1 1 1.9 -.1L.6 3.4a1.5 1.5 0 0 0 1.2 2.6Q3.4 6 4.1 3.3'],
  "'": [0.4, 'M.2 0v1.4'],
  '.': [0.4, 'M.2 5.8v.2'],
  ',': [0.5, 'M.3 5.7q.1 .7 -.3 1.2'],
  '-': [1.8, 'M0 3.2h1.8'],
  '/': [2.4, 'M0 6.5L2.4 -.5'],
  '+': [2.6, 'M0 3.2h2.6M1.3 1.9v2.6'],
  '×': [2.2, 'M0 2.2l2.2 2.2M2.2 2.2L0 4.4'],
  ' ': [2, ''],
};

/** The style of a text. */
export interface Lettering {
  /** Height of a capital, pixels. */
  readonly size: number;
  readonly color: string;
  /** Thickness of the strokes as a share of the size. */
  readonly weight?: number;
  /** Room between letters as a share of the size. */
  readonly spacing?: number;
  readonly align?: 'left' | 'center' | 'right';
}

/** The width of a text, in pixels. */
export function textWidth(text: string, { size, spacing = 0.25 }: Lettering): number {
  const unit = size / 6;
  let width = 0;
  for (const letter of text.toUpperCase())
    width += (GLYPHS[letter]?.[0] ?? 2) * unit + spacing * size;
  return Math.max(width - spacing * size, 0);
}

/** Draws a text in capitals; an unknown letter leaves a gap. `y` is the baseline. */
export function letter(canvas: Canvas, text: string, x: number, y: number, style: Lettering): void {
  const { size, color, weight = 0.13, spacing = 0.25, align = 'left' } = style;
  const unit = size / 6;
  const width = textWidth(text, style);
  let at = x - (align === 'center' ? width / 2 : align === 'right' ? width : 0);
  let parts = '';
  for (const sign of text.toUpperCase()) {
    const [advance, path] = GLYPHS[sign] ?? [2, ''];
    if (path)
      parts += `<path d="${path}" transform="translate(${at.toFixed(1)} ${(y - size).toFixed(1)}) scale(${unit.toFixed(3)})"/>`;
    at += advance * unit + spacing * size;
  }
  canvas.group(
    {
      fill: 'none',
      stroke: color,
      'stroke-width': (weight * size) / unit,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
    () => canvas.raw(parts),
  );
}
