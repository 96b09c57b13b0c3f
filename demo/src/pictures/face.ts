import { darken, mix } from './color.js';
import type { Canvas, Spot } from './svg.js';

/** What tells one face from another. */
export interface FaceLook {
  readonly skin: string;
  readonly hair: string;
  /** Counts up through the agents: brows, eyes, mouths and glasses take turns. */
  readonly turn: number;
}

/** Brows: how much they arch, and how strong they are. */
const BROWS = [
  [9, 5],
  [5, 6.5],
  [12, 4.5],
] as const;
const EYES = ['#4a3324', '#3b4a52', '#2a1d17', '#4f5a3c'] as const;
/** Mouths: half their width, and how much they smile. */
const MOUTHS = [
  [25, 13],
  [22, 9],
  [28, 16],
  [24, 11],
] as const;

/**
 * A face: brows, eyes, nose and mouth, in few lines.
 *
 * @param middle The middle of the head, between the eyes.
 */
export function face(
  canvas: Canvas,
  { skin, hair, turn }: FaceLook,
  middle: Spot,
  scale: number,
): void {
  const [x, y] = middle;
  const at = (dx: number, dy: number): string =>
    `${(x + dx * scale).toFixed(1)} ${(y + dy * scale).toFixed(1)}`;
  const line = mix(darken(skin, 0.34), '#7a3524', 0.3);
  const [arch, weight] = BROWS[turn % BROWS.length] ?? BROWS[0];
  const [half, smile] = MOUTHS[turn % MOUTHS.length] ?? MOUTHS[0];
  const brow = mix(hair, '#2a201b', 0.35);
  for (const side of [-1, 1]) {
    canvas.stroke(
      `M${at(side * 18, -21)}Q${at(side * 32, -24 - arch)} ${at(side * 49, -19)}`,
      brow,
      weight * scale,
    );
    eye(canvas, at, side, turn, line, scale);
    canvas.ellipse(
      x + side * 44 * scale,
      y + 42 * scale,
      20 * scale,
      14 * scale,
      canvas.gradient('out', '#c4553f/0.22', '#c4553f/0'),
    );
  }
  canvas.stroke(
    `M${at(3, 4)}Q${at(9, 26)} ${at(11, 36)}Q${at(4, 43)} ${at(-7, 39)}`,
    line,
    3.2 * scale,
    { opacity: 0.7 },
  );
  const lip = mix(mix(skin, '#a8483f', 0.5), '#5a2a22', 0.12);
  canvas.path(
    `M${at(-half, 64)}Q${at(0, 70)} ${at(half, 64)}Q${at(0, 64 + smile * 2)} ${at(-half, 64)}z`,
    lip,
  );
  canvas.stroke(
    `M${at(-half - 3, 62)}Q${at(0, 64 + smile)} ${at(half + 3, 62)}`,
    darken(lip, 0.3),
    2.6 * scale,
  );
  if (turn % 5 === 2) glasses(canvas, at, scale);
}

type At = (dx: number, dy: number) => string;

/** An eye: its white, iris and light, under a lid. */
function eye(
  canvas: Canvas,
  at: At,
  side: number,
  turn: number,
  line: string,
  scale: number,
): void {
  const iris = EYES[turn % EYES.length] ?? EYES[0];
  const [x = 0, y = 0] = at(side * 33, 3)
    .split(' ')
    .map(Number);
  const almond = `M${at(side * 33 - 14, 4)}Q${at(side * 33, -8)} ${at(side * 33 + 14, 4)}Q${at(side * 33, 12)} ${at(side * 33 - 14, 4)}z`;
  canvas.path(almond, '#fbf7f2');
  canvas
    .circle(x, y, 6.2 * scale, iris)
    .circle(x, y, 3 * scale, '#17110e')
    .circle(x + 2 * scale, y - 2.2 * scale, 1.5 * scale, '#ffffff');
  canvas.stroke(
    `M${at(side * 33 - 15, 4)}Q${at(side * 33, -10)} ${at(side * 33 + 15, 4)}`,
    darken(line, 0.45),
    3 * scale,
  );
}

/** Round glasses with a bridge. */
function glasses(canvas: Canvas, at: At, scale: number): void {
  const frame = { stroke: '#2b2523', 'stroke-width': 3.2 * scale };
  for (const side of [-1, 1]) {
    const [x = 0, y = 0] = at(side * 33, 3)
      .split(' ')
      .map(Number);
    canvas.ellipse(x, y, 24 * scale, 21 * scale, '#ffffff', { ...frame, 'fill-opacity': 0.1 });
    canvas.stroke(`M${at(side * 57, 0)}L${at(side * 76, -4)}`, '#2b2523', 3 * scale);
  }
  canvas.stroke(`M${at(-9, 0)}Q${at(0, -6)} ${at(9, 0)}`, '#2b2523', 3 * scale);
}
