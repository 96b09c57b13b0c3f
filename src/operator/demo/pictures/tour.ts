import { bath } from './bath.js';
import { bedroom } from './bedroom.js';
import { kitchen } from './kitchen.js';
import { livingRoom } from './living.js';
import { HEIGHT, type Scene, WIDTH } from './room.js';
import { Canvas } from './svg.js';

/** How wide a tour is: four rooms in a row. */
export const TOUR_WIDTH = 4 * 640;
export const TOUR_HEIGHT = 427;

/** A walk through four rooms of one home, as a single wide picture. */
export function drawTour(scene: Omit<Scene, 'canvas'>): Canvas {
  const canvas = new Canvas(TOUR_WIDTH, TOUR_HEIGHT);
  [livingRoom, kitchen, bedroom, bath].forEach((draw, i) => {
    const room = new Canvas(WIDTH, HEIGHT, `t${i}x`);
    draw({ ...scene, canvas: room });
    canvas.inset(room, i * 640, 0, 640, 427);
    if (i > 0) canvas.rect(i * 640 - 4, 0, 8, TOUR_HEIGHT, scene.palette.trim);
  });
  return canvas;
}
