import { PUBLICATIONS } from '../content/press.js';
import type { Random } from '../random.js';
import { letter, textWidth } from './lettering.js';
import { HEIGHT, type Scene, WIDTH } from './room.js';
import { streetscape, waterfront } from './streetscape.js';
import { Canvas } from './svg.js';

const INKS = ['#22303b', '#7a3f3d', '#2f5d4a', '#3b3a3d', '#34495c', '#8a5a2f'];

/** The title of a publication between two rules. */
export function drawPressLogo(number: number): Canvas {
  const canvas = new Canvas(800, 300);
  const name = PUBLICATIONS[(number - 1) % PUBLICATIONS.length] ?? '';
  const ink = INKS[(number - 1) % INKS.length] ?? '#22303b';
  canvas.rect(0, 0, 800, 300, '#fbfaf6');
  const style = {
    size: 40,
    color: ink,
    spacing: 0.34,
    weight: number % 2 === 0 ? 0.19 : 0.11,
    align: 'center' as const,
  };
  const width = Math.min(textWidth(name, style), 740);
  const size = (40 * width) / textWidth(name, style);
  letter(canvas, name, 400, 170, { ...style, size });
  canvas
    .rect(400 - width / 2, 100, width, number % 3 === 0 ? 6 : 2, ink)
    .rect(400 - width / 2, 196, width, 2, ink);
  return canvas;
}

/** Lines in place of text. */
function column(
  canvas: Canvas,
  x: number,
  y: number,
  w: number,
  lines: number,
  random: Random,
): void {
  for (let i = 0; i < lines; i += 1) {
    const last = i % 7 === 6;
    canvas.round(
      x + (i % 7 === 0 ? 12 : 0),
      y + i * 11,
      w * (last ? random.between(0.3, 0.8) : 1) - (i % 7 === 0 ? 12 : 0),
      4.4,
      2,
      '#6f6d68',
      { opacity: 0.55 },
    );
  }
}

/** A page cut from a newspaper: title, headline, a picture, columns of text. */
export function clipping(scene: Scene): void {
  const { canvas, random, variant } = scene;
  canvas.rect(0, 0, WIDTH, HEIGHT, '#8d8478').polygon(
    [
      [130, 26],
      [838, 18],
      [846, 622],
      [122, 628],
    ],
    '#000000',
    { opacity: 0.2 },
  );
  canvas.polygon(
    [
      [122, 18],
      [832, 12],
      [838, 614],
      [116, 620],
    ],
    '#f6f1e4',
  );
  const name = PUBLICATIONS[variant % PUBLICATIONS.length] ?? '';
  letter(canvas, name, 478, 66, {
    size: 22,
    color: '#26282b',
    spacing: 0.4,
    weight: 0.13,
    align: 'center',
  });
  canvas.rect(150, 82, 656, 3, '#26282b').rect(150, 88, 656, 1, '#26282b');
  const headline =
    [
      'HOMES WITH A HISTORY',
      'THE BLOCK REPORT',
      'WHERE WE LIVE NOW',
      'DOORS OPEN SUNDAY',
      'CITY OF NEIGHBORS',
    ][variant % 5] ?? '';
  letter(canvas, headline, 150, 140, { size: 28, color: '#26282b', spacing: 0.2, weight: 0.16 });
  const picture = new Canvas(WIDTH, HEIGHT, 'p');
  const inner = { ...scene, canvas: picture };
  if (variant % 2 === 0) streetscape(inner, 'street-brownstone');
  else waterfront(inner);
  canvas
    .inset(picture, 150, 166, 424, 283)
    .rect(150, 166, 424, 283, '#d9c9a8', { opacity: 0.28 })
    .rect(150, 166, 424, 283, 'none', { stroke: '#26282b', 'stroke-width': 1 });
  column(canvas, 596, 168, 210, 40, random);
  column(canvas, 150, 466, 204, 12, random);
  column(canvas, 370, 466, 204, 12, random);
}
