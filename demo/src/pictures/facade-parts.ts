import type { BuildingPlan } from '../property/building-plan.js';
import type { Random } from '../random.js';
import { darken, lighten, mix } from './color.js';
import type { Light } from './light.js';
import type { Canvas } from './svg.js';

/** The line where buildings meet the sidewalk. */
export const STREET = 566;

/** The tools and colors for drawing a facade. */
export interface Facade {
  readonly canvas: Canvas;
  readonly random: Random;
  readonly light: Light;
  readonly plan: Pick<BuildingPlan, 'kind' | 'stories' | 'built' | 'shop' | 'profile' | 'features'>;
  /** True for a building in a drawn street, which has no neighbors of its own. */
  readonly alone: boolean;
}

/** A rectangle: left, top, width, height. */
export type Box = readonly [x: number, y: number, w: number, h: number];

/** A wall color at the hour. */
export function shade({ light }: Pick<Facade, 'light'>, color: string): string {
  return mix(darken(color, light.dim * 0.55), light.haze, 0.04);
}

/** One pane of glass: sky by day, lamplight by night. */
function pane({ canvas, light, random }: Facade): string {
  if (random.chance(light.lit)) return lighten(light.glow, random.between(0, 0.25));
  const glass = mix(mix('#3f5263', light.sky[1], 0.38), '#10182a', light.dim * 0.55);
  return random.chance(0.5)
    ? canvas.gradient('down', mix(glass, light.sky[0], 0.35), darken(glass, 0.22))
    : glass;
}

/** The style of a window. */
export interface WindowStyle {
  readonly trim: string;
  /** Panes across. */
  readonly across: number;
  readonly sill: boolean;
  readonly lintel: 'none' | 'flat' | 'arch' | 'hood';
  /** Two sashes one above the other. */
  readonly sash: boolean;
}

/** A single window. Small ones lose their details. */
export function facadeWindow(facade: Facade, [x, y, w, h]: Box, style: WindowStyle): void {
  const { canvas, random } = facade;
  const trim = shade(facade, style.trim);
  const fine = h > 22;
  const glass = pane(facade);
  const arch = style.lintel === 'arch' && fine ? w / 2 : 0;
  if (fine) {
    if (style.lintel === 'hood')
      canvas
        .rect(x - w * 0.16, y - h * 0.16, w * 1.32, h * 0.09, trim)
        .rect(x - w * 0.1, y - h * 0.08, w * 1.2, h * 0.08, darken(trim, 0.1));
    else if (style.lintel === 'flat')
      canvas.rect(x - w * 0.08, y - h * 0.11, w * 1.16, h * 0.11, trim);
    else if (arch)
      canvas.path(`M${x - 4} ${y + arch * 0.4}a${w / 2 + 4} ${w / 2 + 4} 0 0 1 ${w + 8} 0z`, trim);
  }
  const top = arch
    ? `M${x} ${y + arch * 0.4 + h * 0.1}V${y + arch * 0.4}a${w / 2} ${arch * 0.9} 0 0 1 ${w} 0V${y + h}H${x}z`
    : '';
  if (top) canvas.path(top, glass, { stroke: trim, 'stroke-width': Math.max(w * 0.05, 1.2) });
  else
    canvas.rect(
      x,
      y,
      w,
      h,
      glass,
      fine ? { stroke: trim, 'stroke-width': Math.max(w * 0.05, 1.2) } : {},
    );
  if (fine && random.chance(0.35))
    canvas.rect(
      x + 2,
      y + (arch ? arch * 0.5 : 2),
      w - 4,
      h * random.between(0.15, 0.4),
      '#f4efe4',
      { opacity: 0.6 },
    );
  if (fine) {
    for (let i = 1; i < style.across; i += 1)
      canvas.rect(
        x + (w * i) / style.across - 0.9,
        y + (arch ? arch * 0.2 : 0),
        1.8,
        h - (arch ? arch * 0.2 : 0),
        trim,
      );
    if (style.sash) canvas.rect(x, y + h / 2 - 1.3, w, 2.6, trim);
  }
  if (style.sill && h > 12)
    canvas
      .rect(x - w * 0.08, y + h, w * 1.16, Math.max(h * 0.06, 1.6), lighten(trim, 0.1))
      .rect(x - w * 0.08, y + h * 1.06, w * 1.16, 1.5, '#000000', { opacity: 0.18 });
}

/** A cornice with brackets. */
export function cornice(facade: Facade, [x, y, w, h]: Box, color: string): void {
  const { canvas } = facade;
  const tone = shade(facade, color);
  canvas.rect(x + 4, y + h * 0.3, w - 8, h * 0.7, tone);
  for (let bx = x + 10; bx < x + w - 12; bx += Math.max(h * 0.8, 16))
    canvas.rect(bx, y + h * 0.34, h * 0.22, h * 0.52, darken(tone, 0.18));
  canvas.rect(
    x - h * 0.3,
    y,
    w + h * 0.6,
    h * 0.34,
    canvas.gradient('down', lighten(tone, 0.18), tone),
  );
  canvas.rect(x, y + h, w, Math.max(h * 0.22, 3), '#000000', { opacity: 0.18 });
}

/** A canopy from the door to the curb. */
export function canopy(facade: Facade, x: number, color: string): void {
  const { canvas } = facade;
  const tone = shade(facade, color);
  canvas.rect(x - 50, STREET - 62, 4, 62, '#3b3d40').rect(x + 46, STREET - 62, 4, 62, '#3b3d40');
  canvas.path(
    `M${x - 58} ${STREET - 74}q58 -26 116 0v20q-8 -6 -14 0q-8 -6 -15 0q-8 -6 -15 0q-8 -6 -14 0q-8 -6 -14 0q-8 -6 -15 0q-8 -6 -15 0q-7 -6 -14 0z`,
    canvas.gradient('down', lighten(tone, 0.14), tone),
  );
}

/** A glazed or wooden door in a stone surround. */
export function door(
  facade: Facade,
  x: number,
  w: number,
  h: number,
  color: string,
  surround: string,
): void {
  const { canvas, light } = facade;
  const stone = shade(facade, surround);
  canvas
    .rect(x - w / 2 - 12, STREET - h - 14, w + 24, h + 14, stone)
    .rect(x - w / 2 - 18, STREET - h - 20, w + 36, 9, lighten(stone, 0.14));
  canvas.rect(x - w / 2, STREET - h, w, h, shade(facade, color));
  const lit = light.dim > 0.08 ? light.glow : '#5f7684';
  for (const dx of [-w / 2 + 5, 3])
    canvas.rect(x + dx, STREET - h + 8, w / 2 - 8, h * 0.62, lit, { opacity: 0.85 });
  canvas
    .circle(x - 2, STREET - h * 0.32, 2, '#d9b25c')
    .circle(x + 3, STREET - h * 0.32, 2, '#d9b25c');
}

/** A shop front with an awning; its sign is a row of marks, because it has no name. */
export function shopFront(facade: Facade, [x, y, w, h]: Box, color: string): void {
  const { canvas, light, random } = facade;
  const tone = shade(facade, color);
  const lit = light.dim > 0.05 ? lighten(light.glow, 0.2) : '#a9c0ca';
  canvas
    .rect(x, y, w, h, darken(tone, 0.35))
    .rect(
      x + 8,
      y + h * 0.3,
      w - 16,
      h * 0.58,
      canvas.gradient('down', lit, mix(lit, '#4a5a64', 0.45)),
    );
  const doorX = x + w * random.pick([0.12, 0.72]);
  canvas
    .rect(doorX, y + h * 0.3, w * 0.16, h * 0.7, darken(tone, 0.2))
    .rect(doorX + 5, y + h * 0.36, w * 0.16 - 10, h * 0.48, lit);
  for (let i = 0; i < 6; i += 1)
    canvas.round(
      x + 16 + ((w - 40) * i) / 6,
      y + h * random.between(0.62, 0.74),
      16,
      h * 0.18,
      3,
      random.pick(['#c4744d', '#d9a94f', '#47614f', '#e6d9c2', '#7d8fa0']),
      { opacity: 0.75 },
    );
  const stripes = Math.round(w / 16);
  for (let i = 0; i < stripes; i += 1) {
    const sx = x - 6 + ((w + 12) * i) / stripes;
    canvas.polygon(
      [
        [sx + 4, y + 4],
        [sx + (w + 12) / stripes + 1, y + 4],
        [sx + (w + 12) / stripes, y + h * 0.34],
        [sx, y + h * 0.34],
      ],
      i % 2 === 0 ? tone : shade(facade, '#f3ecdd'),
    );
  }
  canvas.rect(x - 6, y + h * 0.34, w + 12, 5, '#000000', { opacity: 0.2 });
}
