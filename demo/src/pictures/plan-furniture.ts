import type { Room } from './plan-rooms.js';
import type { Canvas } from './svg.js';

const LINE = '#a39d92';

type Box = readonly [x: number, y: number, w: number, h: number];

/** Outlines of furniture as plans show them, sized in feet. */
export function furnish(canvas: Canvas, room: Room, box: Box, scale: number): void {
  const draw = SETS[room.kind];
  if (draw && box[2] > 24 && box[3] > 20) draw(canvas, box, scale);
}

const outline = { stroke: LINE, 'stroke-width': 1.2 };

function bedroom(canvas: Canvas, [x, y, w, h]: Box, ft: number): void {
  const bw = Math.min(5.4 * ft, w * 0.52);
  const bh = Math.min(6.8 * ft, h * 0.56);
  const bx = x + w / 2 - bw / 2;
  const by = y + h * 0.1;
  canvas.round(bx, by, bw, bh, 3, '#ffffff', outline);
  for (const px of [bx + bw * 0.08, bx + bw * 0.54])
    canvas.round(px, by + bh * 0.05, bw * 0.38, bh * 0.2, 4, '#f4f1ea', outline);
  canvas.line([bx, by + bh * 0.34], [bx + bw, by + bh * 0.34], LINE, 1.2);
  const table = Math.min(1.7 * ft, (w - bw) / 2 - 6);
  if (table > 6)
    for (const tx of [bx - table - 3, bx + bw + 3])
      canvas.rect(tx, by, table, table, '#ffffff', outline);
  canvas.rect(
    x + 6,
    y + h - Math.min(2 * ft, h * 0.16) - 6,
    Math.min(w * 0.42, 7 * ft),
    Math.min(2 * ft, h * 0.16),
    '#ffffff',
    outline,
  );
}

function living(canvas: Canvas, [x, y, w, h]: Box, ft: number): void {
  const sw = Math.min(7 * ft, w * 0.6);
  const sd = Math.min(3 * ft, h * 0.2);
  const sx = x + w * 0.5 - sw / 2;
  const sy = y + h * 0.2;
  canvas.rect(sx - ft * 0.6, sy - ft * 0.4, sw + ft * 1.2, sd + ft * 5, '#ece3d3');
  canvas
    .round(sx, sy, sw, sd, 4, '#ffffff', outline)
    .line([sx, sy + sd * 0.32], [sx + sw, sy + sd * 0.32], LINE, 1.2);
  for (let i = 1; i < 3; i += 1)
    canvas.line([sx + (sw * i) / 3, sy + sd * 0.32], [sx + (sw * i) / 3, sy + sd], LINE, 1);
  canvas.round(sx + sw * 0.28, sy + sd + ft * 1.3, sw * 0.44, ft * 1.8, 3, '#ffffff', outline);
  if (h > 15 * ft) dining(canvas, [x, y + h * 0.62, w, h * 0.34], ft);
}

function dining(canvas: Canvas, [x, y, w, h]: Box, ft: number): void {
  const tw = Math.min(6 * ft, w * 0.5);
  const th = Math.min(3.2 * ft, h * 0.36);
  const tx = x + w / 2 - tw / 2;
  const ty = y + h / 2 - th / 2;
  const chair = Math.min(1.5 * ft, 16);
  for (let i = 0; i < 3; i += 1) {
    const cx = tx + (tw * (i + 0.5)) / 3 - chair / 2;
    canvas
      .round(cx, ty - chair * 0.8, chair, chair, 3, '#ffffff', outline)
      .round(cx, ty + th - chair * 0.2, chair, chair, 3, '#ffffff', outline);
  }
  canvas.round(tx, ty, tw, th, 3, '#fdfbf7', outline);
}

function kitchen(canvas: Canvas, [x, y, w, h]: Box, ft: number): void {
  const d = Math.min(2.1 * ft, h * 0.3, w * 0.3);
  canvas.path(
    `M${x + 4} ${y + 8}h${d}v${h - d - 12}h${w - d - 8}v${d}H${x + 4}z`,
    '#ffffff',
    outline,
  );
  const cy = y + h - d - 4;
  const cx = x + w * 0.52;
  for (const [dx, dy] of [
    [0.22, 0.26],
    [0.68, 0.26],
    [0.22, 0.72],
    [0.68, 0.72],
  ] as const)
    canvas.circle(cx + dx * d * 1.1, cy + dy * d, d * 0.15, 'none', outline);
  canvas.rect(cx - 2, cy, d * 1.15, d, 'none', outline);
  canvas.round(x + 4 + d * 0.2, y + h * 0.3, d * 0.6, d * 0.9, 3, '#e9f0f2', outline);
  canvas.rect(x + 4, y + 8, d, d, '#f1f3f3', outline);
}

function toilet(canvas: Canvas, x: number, y: number, s: number): void {
  canvas
    .round(x - s * 0.42, y, s * 0.84, s * 0.34, 2, '#ffffff', outline)
    .ellipse(x, y + s * 0.72, s * 0.34, s * 0.46, '#ffffff', outline);
}

function bath(canvas: Canvas, [x, y, w, h]: Box, ft: number): void {
  const th = Math.min(2.6 * ft, h * 0.26);
  const s = Math.min(2 * ft, w * 0.28, h * 0.2);
  canvas
    .round(x + 5, y + h - th - 5, w - 10, th, 3, '#ffffff', outline)
    .round(x + 10, y + h - th, w - 20, th - 10, th * 0.4, '#edf4f6', outline);
  toilet(canvas, x + w - s * 0.9, y + h * 0.36, s);
  canvas
    .round(x + 5, y + h * 0.36, s * 1.1, s * 1.5, 2, '#ffffff', outline)
    .ellipse(x + 5 + s * 0.55, y + h * 0.36 + s * 0.75, s * 0.36, s * 0.46, '#edf4f6', outline);
}

function powder(canvas: Canvas, [x, y, w, h]: Box, ft: number): void {
  const s = Math.min(2 * ft, w * 0.4, h * 0.26);
  toilet(canvas, x + w / 2, y + h * 0.64, s);
  canvas.round(x + w / 2 - s * 0.5, y + 6, s, s * 0.7, 3, '#ffffff', outline);
}

function laundry(canvas: Canvas, [x, y, w, h]: Box, ft: number): void {
  const s = Math.min(2.4 * ft, w - 10, h * 0.38);
  for (const dy of [0, s + 4])
    canvas
      .rect(x + w / 2 - s / 2, y + h - s - 6 - dy, s, s, '#ffffff', outline)
      .circle(x + w / 2, y + h - s / 2 - 6 - dy, s * 0.3, '#edf4f6', outline);
}

function closet(canvas: Canvas, [x, y, w, h]: Box): void {
  canvas.line([x + 6, y + h - 12], [x + w - 6, y + h - 12], LINE, 1.4);
  let hangers = '';
  for (let hx = x + 10; hx < x + w - 8; hx += 6)
    hangers += `M${hx.toFixed(1)} ${(y + h - 18).toFixed(1)}v12`;
  canvas.path(hangers, 'none', outline);
}

function office(canvas: Canvas, [x, y, w, h]: Box, ft: number): void {
  const dw = Math.min(4.6 * ft, w * 0.7);
  canvas
    .rect(x + w / 2 - dw / 2, y + 10, dw, Math.min(2.2 * ft, h * 0.2), '#ffffff', outline)
    .circle(
      x + w / 2,
      y + 10 + Math.min(3.3 * ft, h * 0.3),
      Math.min(0.9 * ft, 12),
      '#ffffff',
      outline,
    );
}

function stairs(canvas: Canvas, [x, y, w, h]: Box): void {
  const steps = 9;
  let d = '';
  for (let i = 1; i < steps; i += 1)
    d += `M${x + 4} ${(y + (h * i) / steps).toFixed(1)}h${(w - 8).toFixed(1)}`;
  canvas.path(d, 'none', outline).rect(x + 4, y + 2, w - 8, h - 4, 'none', outline);
  canvas.stroke(
    `M${x + w / 2} ${y + h - 8}V${y + 14}l-5 7M${x + w / 2} ${y + 14}l5 7`,
    '#8b8a84',
    1.4,
  );
}

function terrace(canvas: Canvas, [x, y, w, h]: Box, ft: number): void {
  let d = '';
  for (let tx = x + ft * 2.4; tx < x + w; tx += ft * 2.4) d += `M${tx.toFixed(1)} ${y}v${h}`;
  for (let ty = y + ft * 2.4; ty < y + h; ty += ft * 2.4) d += `M${x} ${ty.toFixed(1)}h${w}`;
  canvas.path(d, 'none', { stroke: '#cfd6c6', 'stroke-width': 1 });
  for (const px of [x + w * 0.08, x + w * 0.84])
    canvas.round(px, y + h * 0.2, ft * 5, ft * 1.6, 4, '#cfdcc4', {
      stroke: '#9aae8d',
      'stroke-width': 1.2,
    });
  dining(canvas, [x + w * 0.2, y, w * 0.26, h], ft);
}

const SETS: Partial<Record<Room['kind'], (canvas: Canvas, box: Box, ft: number) => void>> = {
  bedroom,
  living,
  dining,
  kitchen,
  bath,
  powder,
  laundry,
  closet,
  office,
  stairs,
  terrace,
};
