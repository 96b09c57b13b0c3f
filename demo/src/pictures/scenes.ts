import type { Style } from '../property/class-profile.js';
import type { Random } from '../random.js';
import { bath } from './bath.js';
import { bedroom } from './bedroom.js';
import { garage, office, store } from './business-rooms.js';
import { kitchen } from './kitchen.js';
import { hourInTurn, lightOf, seasonInTurn } from './light.js';
import { livingRoom } from './living.js';
import { balcony, garden, roofdeck, terrace } from './outdoors.js';
import { PALETTES, type Palette } from './palettes.js';
import type { SceneName } from './pool.js';
import { clipping, drawPressLogo } from './print.js';
import { HEIGHT, type Scene, WIDTH } from './room.js';
import { gym, lobby, pool } from './shared-rooms.js';
import { boroughPanorama, streetscape, waterfront } from './streetscape.js';
import { Canvas } from './svg.js';
import { drawTour } from './tour.js';
import { parkView, riverView, skylineView } from './views.js';

/** A scene that is a drawing on the usual canvas, with the style of house it is set in. */
const SCENES: Partial<Record<SceneName, readonly [draw: (scene: Scene) => void, style: Style]>> = {
  'living-prewar': [livingRoom, 'prewar'],
  'living-modern': [livingRoom, 'modern'],
  'living-loft': [livingRoom, 'loft'],
  'kitchen-prewar': [kitchen, 'prewar'],
  'kitchen-modern': [kitchen, 'modern'],
  'kitchen-loft': [kitchen, 'loft'],
  'bedroom-prewar': [bedroom, 'prewar'],
  'bedroom-modern': [bedroom, 'modern'],
  'bedroom-loft': [bedroom, 'loft'],
  'bath-prewar': [bath, 'prewar'],
  'bath-modern': [bath, 'modern'],
  'bath-loft': [bath, 'loft'],
  terrace: [terrace, 'modern'],
  garden: [garden, 'prewar'],
  balcony: [balcony, 'modern'],
  'view-river': [riverView, 'modern'],
  'view-park': [parkView, 'prewar'],
  'view-skyline': [skylineView, 'modern'],
  lobby: [lobby, 'modern'],
  gym: [gym, 'modern'],
  pool: [pool, 'modern'],
  roofdeck: [roofdeck, 'modern'],
  office: [office, 'loft'],
  store: [store, 'modern'],
  garage: [garage, 'modern'],
  'street-towers': [(scene) => streetscape(scene, 'street-towers'), 'modern'],
  'street-prewar': [(scene) => streetscape(scene, 'street-prewar'), 'prewar'],
  'street-lofts': [(scene) => streetscape(scene, 'street-lofts'), 'loft'],
  'street-brownstone': [(scene) => streetscape(scene, 'street-brownstone'), 'prewar'],
  'street-walkups': [(scene) => streetscape(scene, 'street-walkups'), 'prewar'],
  'street-houses': [(scene) => streetscape(scene, 'street-houses'), 'prewar'],
  waterfront: [waterfront, 'modern'],
  borough: [boroughPanorama, 'modern'],
  clipping: [clipping, 'prewar'],
};

function paletteOf(style: Style, variant: number): Palette {
  const palettes = PALETTES[style];
  // Compositions repeat after four. Each round of palettes begins one later, so that the two never meet again.
  const round = Math.floor(variant / palettes.length);
  const palette = palettes[(variant + round) % palettes.length];
  if (!palette) throw new RangeError(`No palettes for ${style}.`);
  return palette;
}

/** Living rooms stand first in most listings: every other round of their four compositions is seen in a mirror. */
const isMirrored = (name: SceneName, variant: number): boolean =>
  name.startsWith('living') && Math.floor(variant / 4) % 2 === 1;

/** Draws a variant of a scene, counted from 0. */
export function drawScene(name: SceneName, variant: number, random: Random): Canvas {
  if (name === 'press') return drawPressLogo(variant + 1);
  const light = lightOf(hourInTurn(variant + name.length), seasonInTurn(variant));
  if (name === 'tour') {
    const style = (['prewar', 'modern', 'loft', 'modern'] as const)[variant % 4] ?? 'modern';
    return drawTour({ random, light, style, variant, palette: paletteOf(style, variant) });
  }
  const [draw, style] = SCENES[name] ?? [];
  if (!draw || !style) throw new RangeError(`No drawing for ${name}.`);
  const canvas = new Canvas(WIDTH, HEIGHT);
  const compose = () =>
    draw({ canvas, random, light, style, variant, palette: paletteOf(style, variant) });
  if (isMirrored(name, variant))
    canvas.group({ transform: `translate(${WIDTH} 0) scale(-1 1)` }, compose);
  else compose();
  return canvas;
}
