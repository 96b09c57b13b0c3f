import { bath } from './bath.js';
import { bedroom } from './bedroom.js';
import { kitchen } from './kitchen.js';
import { livingRoom } from './living.js';
import { HEIGHT, type Scene, WIDTH } from './room.js';
import { Canvas } from './svg.js';

/** How wide a tour is: four rooms in a row. */
const TOUR_WIDTH = 4 * 420;
const TOUR_HEIGHT = 280;

/** A walk through four rooms of one home, as a single wide picture. */
export function drawTour(scene: Omit<Scene, 'canvas'>): Canvas {
  const canvas = new Canvas(TOUR_WIDTH, TOUR_HEIGHT);
  [livingRoom, kitchen, bedroom, bath].forEach((draw, i) => {
    const room = new Canvas(WIDTH, HEIGHT, `t${i}x`);
    draw({ ...scene, canvas: room });
    canvas.inset(room, i * 420, 0, 420, TOUR_HEIGHT);
    if (i > 0) canvas.rect(i * 420 - 3, 0, 6, TOUR_HEIGHT, scene.palette.trim);
  });
  return canvas;
}
