import { AGENCY, OFFICES, TEAMS } from '../people/agency-profile.js';
import { letter } from './lettering.js';
import { Canvas } from './svg.js';

const NAVY = '#22303b';
const BRASS = '#b98a4a';
const PAPER = '#fbf8f1';

/** The agency's sign: a portico of four columns under a gable. */
function portico(canvas: Canvas, x: number, y: number, size: number, color: string): void {
  const u = size / 10;
  canvas.polygon(
    [
      [x - 5 * u, y - 2.2 * u],
      [x, y - 5 * u],
      [x + 5 * u, y - 2.2 * u],
    ],
    'none',
    { stroke: color, 'stroke-width': u * 0.5, 'stroke-linejoin': 'round' },
  );
  canvas.rect(x - 4.7 * u, y - 1.7 * u, 9.4 * u, 0.6 * u, color);
  for (const column of [-3.9, -1.5, 0.9, 3.3])
    canvas.rect(x + column * u, y - 0.6 * u, 0.6 * u, 4.2 * u, color);
  canvas.rect(x - 4.7 * u, y + 4.1 * u, 9.4 * u, 0.6 * u, color);
}

/** An office's sign: the portico, the agency's name and the office's. */
export function drawOffice(office: number): Canvas {
  const canvas = new Canvas(800, 480);
  const profile = OFFICES.find(({ id }) => id === office);
  const dark = office % 2 === 1;
  canvas
    .rect(0, 0, 800, 480, dark ? NAVY : PAPER)
    .rect(22, 22, 756, 436, 'none', { stroke: BRASS, 'stroke-width': 2 });
  portico(canvas, 400, 160, 150, BRASS);
  letter(canvas, AGENCY.name, 400, 322, {
    size: 40,
    color: dark ? PAPER : NAVY,
    spacing: 0.42,
    weight: 0.11,
    align: 'center',
  });
  canvas.rect(340, 352, 120, 2, BRASS);
  letter(canvas, profile?.name ?? '', 400, 398, {
    size: 18,
    color: dark ? '#d9cfbb' : '#5b6670',
    spacing: 0.6,
    weight: 0.12,
    align: 'center',
  });
  return canvas;
}

/** The teams' marks: a hill between two trees, a horizon over waves, and a rising bar. */
const MARKS: ReadonlyArray<(canvas: Canvas) => void> = [
  (canvas) => {
    canvas
      .path('M230 214Q300 120 400 190T570 214z', '#5f7a5c')
      .circle(300, 130, 34, '#7d9a74')
      .circle(500, 118, 42, '#4f6a4d');
    canvas.rect(297, 150, 6, 48, '#5b4633').rect(496, 146, 8, 54, '#5b4633');
  },
  (canvas) => {
    canvas.circle(400, 132, 54, '#d98f5a').rect(220, 150, 360, 90, '#22303b');
    canvas
      .stroke('M240 170q20 -16 40 0t40 0t40 0t40 0t40 0t40 0t40 0t40 0', '#8fb0b8', 5)
      .stroke('M260 194q20 -16 40 0t40 0t40 0t40 0t40 0t40 0t40 0', '#8fb0b8', 5, { opacity: 0.7 });
  },
  (canvas) => {
    for (const [i, h] of [60, 96, 134, 170].entries())
      canvas.rect(
        300 + i * 54,
        226 - h,
        40,
        h,
        ['#8aa6a8', '#5f8790', '#3d6470', '#b98a4a'][i] ?? BRASS,
      );
    canvas.rect(280, 228, 240, 5, NAVY);
  },
];

/** A team's logo. */
export function drawTeamLogo(team: number): Canvas {
  const canvas = new Canvas(800, 400);
  const profile = TEAMS.find(({ id }) => id === team);
  const dark = team === 2;
  canvas.rect(0, 0, 800, 400, dark ? NAVY : PAPER);
  MARKS[(team - 1) % MARKS.length]?.(canvas);
  letter(canvas, profile?.name ?? '', 400, 308, {
    size: 26,
    color: dark ? PAPER : NAVY,
    spacing: 0.46,
    weight: 0.12,
    align: 'center',
  });
  letter(canvas, AGENCY.name, 400, 350, {
    size: 12,
    color: dark ? '#aab7bd' : '#7b858c',
    spacing: 0.6,
    weight: 0.13,
    align: 'center',
  });
  return canvas;
}
