import { LAYOUTS } from '../property/layout.js';

/**
 * Which pictures there are: scenes are drawn in a few variants that listings share, facades once
 * for every building, floor plans once for every layout and its mirror image.
 */
export const POOL = {
  'living-prewar': 16,
  'living-modern': 20,
  'living-loft': 8,
  'kitchen-prewar': 5,
  'kitchen-modern': 6,
  'kitchen-loft': 3,
  'bedroom-prewar': 7,
  'bedroom-modern': 8,
  'bedroom-loft': 4,
  'bath-prewar': 4,
  'bath-modern': 5,
  'bath-loft': 3,
  terrace: 3,
  garden: 3,
  balcony: 3,
  'view-river': 3,
  'view-park': 3,
  'view-skyline': 3,
  lobby: 4,
  gym: 2,
  pool: 2,
  roofdeck: 3,
  office: 4,
  store: 3,
  garage: 2,
  'street-towers': 2,
  'street-prewar': 2,
  'street-lofts': 2,
  'street-brownstone': 3,
  'street-walkups': 2,
  'street-houses': 2,
  waterfront: 3,
  borough: 3,
  tour: 4,
  clipping: 6,
  press: 6,
} as const;

/** A kind of picture that listings and pages share. */
export type SceneName = keyof typeof POOL;

const two = (n: number): string => `${n}`.padStart(2, '0');

/** The relative media path of a variant of a scene, counted from 1. */
export function scenePath(scene: SceneName, variant: number): string {
  return `demo/${sceneFile(scene, variant)}`;
}

/** The file name of a scene, by which a blog post names it in the client's blog image directory. */
export function sceneFile(scene: SceneName, variant: number): string {
  return `${scene}-${two(variant)}.jpg`;
}

/** The relative media path of a building's facade. */
export function facadePath(building: number): string {
  return `demo/facade-${`${building}`.padStart(3, '0')}.jpg`;
}

/** Layouts that have a floor plan; offices are let as open floors. */
export const PLANNED_LAYOUTS: readonly string[] = [...LAYOUTS.keys()].filter((k) => k !== 'suite');

/** The relative media path of a layout's floor plan; variant 2 is mirrored. */
export function planPath(layout: string, variant: number): string {
  return `demo/plan-${layout.toLowerCase()}-${variant}.jpg`;
}
