import { darken, lighten } from './color.js';
import { plant, vase } from './furniture.js';
import {
  backsplash,
  COUNTER,
  fridge,
  fronts,
  island,
  range,
  runner,
  shelves,
  table,
  tap,
} from './kitchen-parts.js';
import { FLOOR, finish, floor, type Scene, WIDTH, wall } from './room.js';
import { roomWindow, sunPatch } from './windows.js';

/** A kitchen. Three compositions: with an island, along one wall, and with a breakfast table. */
export function kitchen(scene: Scene): void {
  const { canvas, palette, style, variant, random } = scene;
  const composition = variant % 3;
  const low =
    style === 'loft'
      ? palette.main
      : ([palette.main, palette.accent, lighten(palette.wood, 0.1)][variant % 3] ?? palette.main);
  const high =
    style === 'modern'
      ? lighten(palette.wall, 0.4)
      : style === 'loft'
        ? palette.wood
        : lighten(palette.textile, 0.25);
  wall(scene, false);
  floor(scene, style === 'prewar' && variant % 2 === 1 ? 'tile' : 'boards');
  const left = composition === 1 ? 40 : 150;
  const right = composition === 1 ? 820 : 920;
  backsplash(scene, left, 230, right - left, COUNTER - 230);
  const windowBox =
    composition === 1 ? ([560, 96, 200, 224] as const) : ([200, 92, 190, 230] as const);
  const rangeX = composition === 1 ? 330 : 560;
  const cabinets = composition === 1 ? [[40, 270]] : [[690, 230]];
  for (const [cx = 0, cw = 0] of cabinets) {
    if (style === 'loft') shelves(scene, cx, cw);
    else {
      fronts(scene, cx, 60, cw, 156, high);
      canvas.rect(cx, 216, cw, 14, canvas.gradient('down', '#000000/0.18', '#000000/0'));
    }
  }
  roomWindow(scene, windowBox, style === 'modern');
  fronts(scene, left, COUNTER + 14, right - left, 80, low);
  canvas.rect(left, FLOOR - 14, right - left, 14, darken(low, 0.5));
  canvas
    .rect(left - 4, COUNTER, right - left + 8, 14, canvas.gradient('down', '#f6f3ee', '#d9d4ca'))
    .rect(left, COUNTER + 14, right - left, 5, '#000000', { opacity: 0.16 });
  range(scene, rangeX);
  tap(scene, windowBox[0] + 74);
  fridge(scene, composition === 1 ? 836 : 34, high);
  canvas
    .round(rangeX - 74, COUNTER - 56, 40, 56, 3, palette.wood)
    .round(rangeX - 62, COUNTER - 48, 40, 48, 3, lighten(palette.wood, 0.2));
  if (composition !== 1) vase(canvas, 450, COUNTER, palette.second, random);
  sunPatch(scene, windowBox[0], 180, 90);
  if (composition === 0) island(scene, 240, 520, style === 'loft' ? palette.wood : high);
  else if (composition === 1) table(scene, 560);
  else plant(scene, WIDTH - 70, 600, 0.8);
  if (composition === 2) runner(scene);
  finish(scene);
}
