import { layoutOf } from '../property/layout.js';
import { letter, textWidth } from './lettering.js';
import { furnish } from './plan-furniture.js';
import { type FloorPlan, planOf, type Room } from './plan-rooms.js';
import { HEIGHT, WIDTH } from './room.js';
import { Canvas } from './svg.js';

const INK = '#2f3640';
const PAPER = '#fbf9f4';
const TINTS: Partial<Record<Room['kind'], string>> = {
  living: '#f3ecdf',
  dining: '#f3ecdf',
  bedroom: '#eef1ec',
  office: '#eef1ec',
  kitchen: '#f1e9e1',
  bath: '#e4edf0',
  powder: '#e4edf0',
  laundry: '#e9e9e6',
  closet: '#eceae5',
  foyer: '#f6f2ea',
  hall: '#f6f2ea',
  stairs: '#f1eee7',
  terrace: '#e9efe3',
};

/** Feet and inches as plans print them. */
function feet(value: number): string {
  const inches = Math.round(value * 12);
  return `${Math.floor(inches / 12)}'${inches % 12}''`;
}

/** A floor on the sheet: its position and the pixels of a foot. */
interface Placed {
  readonly plan: FloorPlan;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

function place(plans: readonly FloorPlan[]): Placed[] {
  const gap = 5;
  const wide = plans.reduce((sum, p) => sum + p.w, 0) + gap * (plans.length - 1);
  const tall = Math.max(...plans.map((p) => p.h));
  const scale = Math.min(840 / wide, 500 / tall);
  let x = (WIDTH - wide * scale) / 2;
  return plans.map((plan) => {
    const placed = { plan, x, y: 40 + (500 - plan.h * scale) / 2, scale };
    x += (plan.w + gap) * scale;
    return placed;
  });
}

/** Draws a layout's floor plan; the second variant is its mirror image. */
export function drawFloorPlan(key: string, mirrored: boolean): Canvas {
  const layout = layoutOf(key);
  const canvas = new Canvas(WIDTH, HEIGHT);
  canvas
    .rect(0, 0, WIDTH, HEIGHT, PAPER)
    .rect(16, 16, WIDTH - 32, HEIGHT - 32, 'none', { stroke: '#d9d2c4', 'stroke-width': 1.5 });
  const floors = planOf(layout).map((plan) => (mirrored ? mirror(plan) : plan));
  for (const placed of place(floors)) drawFloor(canvas, placed);
  const beds =
    layout.beds < 1
      ? 'STUDIO'
      : `${Math.floor(layout.beds)} BED${layout.beds % 1 > 0 ? ' + OFFICE' : ''}`;
  letter(canvas, `${beds}  /  ${layout.baths} BATH`, 40, HEIGHT - 34, {
    size: 13,
    color: INK,
    spacing: 0.42,
    weight: 0.15,
  });
  letter(canvas, 'DIMENSIONS ARE APPROXIMATE', WIDTH - 84, HEIGHT - 34, {
    size: 9,
    color: '#8b8a84',
    spacing: 0.42,
    align: 'right',
  });
  compass(canvas, WIDTH - 54, HEIGHT - 44, mirrored);
  return canvas;
}

function mirror(plan: FloorPlan): FloorPlan {
  const swap = (walls: string): string =>
    walls.replace(/[lr]/g, (side) => (side === 'l' ? 'r' : 'l'));
  const turn = (door: string): string => {
    const along = Number(door.slice(1));
    return /^[tb]/.test(door) ? `${door[0]}${100 - along}` : swap(door);
  };
  return {
    ...plan,
    rooms: plan.rooms.map((r) => ({
      ...r,
      x: plan.w - r.x - r.w,
      windows: swap(r.windows),
      door: turn(r.door),
    })),
  };
}

function compass(canvas: Canvas, x: number, y: number, mirrored: boolean): void {
  canvas.circle(x, y, 15, 'none', { stroke: INK, 'stroke-width': 1.4 });
  const side = mirrored ? -1 : 1;
  canvas
    .polygon(
      [
        [x, y - 21],
        [x + 5 * side, y],
        [x, y - 4],
      ],
      INK,
    )
    .polygon(
      [
        [x, y - 21],
        [x - 5 * side, y],
        [x, y - 4],
      ],
      '#9aa0a6',
    );
  letter(canvas, 'N', x, y + 9, { size: 7, color: INK, align: 'center' });
}

function drawFloor(canvas: Canvas, { plan, x, y, scale }: Placed): void {
  const box = (r: Room): readonly [number, number, number, number] => [
    x + r.x * scale,
    y + r.y * scale,
    r.w * scale,
    r.h * scale,
  ];
  canvas.rect(x + 6, y + 8, plan.w * scale, plan.h * scale, '#000000', { opacity: 0.08 });
  for (const r of plan.rooms) canvas.rect(...box(r), TINTS[r.kind] ?? PAPER);
  for (const r of plan.rooms) furnish(canvas, r, box(r), scale);
  for (const r of plan.rooms) walls(canvas, r, box(r), scale);
  const top =
    Math.max(0, ...plan.rooms.filter((r) => r.kind === 'terrace').map((r) => r.h)) * scale;
  canvas.rect(x, y + top, plan.w * scale, plan.h * scale - top, 'none', {
    stroke: INK,
    'stroke-width': 7,
  });
  for (const r of plan.rooms) openings(canvas, r, box(r), scale);
  for (const r of plan.rooms) label(canvas, r, box(r));
  if (plan.title)
    letter(canvas, plan.title, x + (plan.w * scale) / 2, y - 12, {
      size: 9,
      color: '#8b8a84',
      spacing: 0.45,
      align: 'center',
    });
}

/** Walls around rooms that close; a dashed line where one space opens into another. */
function walls(
  canvas: Canvas,
  r: Room,
  [x, y, w, h]: readonly [number, number, number, number],
  scale: number,
): void {
  if (r.kind === 'terrace') {
    canvas.rect(x, y, w, h, 'none', { stroke: INK, 'stroke-width': 2.4 });
    return;
  }
  if (!r.open)
    canvas.rect(x, y, w, h, 'none', { stroke: INK, 'stroke-width': Math.min(4, scale * 0.4) });
  else if (r.kind === 'kitchen' || r.name === 'ALCOVE' || r.kind === 'dining') {
    canvas.rect(x, y, w, h, 'none', {
      stroke: '#a7a39a',
      'stroke-width': 1.2,
      'stroke-dasharray': '5 4',
    });
  }
}

/** Windows as white bars in the wall, doors as gaps with a quarter circle. */
function openings(
  canvas: Canvas,
  r: Room,
  [x, y, w, h]: readonly [number, number, number, number],
  scale: number,
): void {
  for (const side of r.windows) {
    const flat = side === 't' || side === 'b';
    const count = Math.max(1, Math.round((flat ? w : h) / (9 * scale)));
    for (let i = 0; i < count; i += 1) {
      const along = ((i + 0.5) / count) * (flat ? w : h);
      const length = Math.min(4.6 * scale, (flat ? w : h) * 0.6);
      const at = side === 't' ? y : side === 'b' ? y + h : side === 'l' ? x : x + w;
      if (flat)
        canvas
          .rect(x + along - length / 2, at - 3.5, length, 7, '#ffffff', {
            stroke: INK,
            'stroke-width': 1.2,
          })
          .line([x + along - length / 2, at], [x + along + length / 2, at], INK, 1);
      else
        canvas
          .rect(at - 3.5, y + along - length / 2, 7, length, '#ffffff', {
            stroke: INK,
            'stroke-width': 1.2,
          })
          .line([at, y + along - length / 2], [at, y + along + length / 2], INK, 1);
    }
  }
  if (!r.door) return;
  const side = r.door[0];
  const share = Number(r.door.slice(1)) / 100;
  const leaf = Math.min(2.7 * scale, w * 0.5);
  const tint = TINTS[r.kind] ?? PAPER;
  if (side === 't' || side === 'b') {
    const dx = x + Math.min(Math.max(w * share - leaf / 2, 4), w - leaf - 4);
    const dy = side === 't' ? y : y + h;
    const into = side === 't' ? 1 : -1;
    canvas.rect(dx, dy - 4, leaf, 8, tint);
    canvas.stroke(
      `M${dx.toFixed(1)} ${dy.toFixed(1)}v${(leaf * into).toFixed(1)}a${leaf.toFixed(1)} ${leaf.toFixed(1)} 0 0 ${into === 1 ? 0 : 1} ${leaf.toFixed(1)} ${(-leaf * into).toFixed(1)}`,
      '#7d8086',
      1.3,
    );
  } else {
    const dy = y + Math.min(Math.max(h * share - leaf / 2, 4), h - leaf - 4);
    const dx = side === 'l' ? x : x + w;
    const into = side === 'l' ? 1 : -1;
    canvas.rect(dx - 4, dy, 8, leaf, tint);
    canvas.stroke(
      `M${dx.toFixed(1)} ${dy.toFixed(1)}h${(leaf * into).toFixed(1)}a${leaf.toFixed(1)} ${leaf.toFixed(1)} 0 0 ${into === 1 ? 1 : 0} ${(-leaf * into).toFixed(1)} ${leaf.toFixed(1)}`,
      '#7d8086',
      1.3,
    );
  }
}

/** The name of a room and, if there is space, its size. */
function label(
  canvas: Canvas,
  r: Room,
  [x, y, w, h]: readonly [number, number, number, number],
): void {
  if (!r.name) return;
  const words = r.name.split(' ');
  const style = { size: 9.5, color: INK, spacing: 0.34, weight: 0.15, align: 'center' as const };
  const fits = (text: string, size: number): boolean =>
    textWidth(text, { ...style, size }) < w - 14;
  const lines = fits(r.name, 9.5) ? [r.name] : words.length > 1 ? words : [r.name];
  const size = lines.every((l) => fits(l, 9.5)) ? 9.5 : 7.2;
  if (!lines.every((l) => fits(l, size))) return;
  const measured =
    ['living', 'bedroom', 'kitchen', 'dining', 'office', 'terrace'].includes(r.kind) &&
    h > 70 &&
    w > 84;
  const height = lines.length * size * 1.7 + (measured ? 14 : 0);
  const middle = r.kind === 'bath' || r.kind === 'powder' ? y + h * 0.5 : y + h * 0.56;
  const wide =
    Math.max(...lines.map((l) => textWidth(l, { ...style, size })), measured ? 66 : 0) + 14;
  canvas.round(
    x + w / 2 - wide / 2,
    middle - height / 2 - 6,
    wide,
    height + 8,
    4,
    TINTS[r.kind] ?? PAPER,
    { opacity: 0.88 },
  );
  lines.forEach((line, i) => {
    letter(canvas, line, x + w / 2, middle - height / 2 + size + i * size * 1.7, {
      ...style,
      size,
    });
  });
  if (measured)
    letter(canvas, `${feet(r.w)} × ${feet(r.h)}`, x + w / 2, middle + height / 2, {
      ...style,
      size: 7,
      color: '#6f7278',
    });
}
