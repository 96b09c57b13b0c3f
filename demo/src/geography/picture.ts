import { POOL, type SceneName, scenePath } from '../pictures/pool.js';
import type { BuildingClass } from '../property/building-class.js';
import type { Neighborhood } from './neighborhoods.js';
import { viewsOf } from './views.js';

/** The street that shows a class of building best. */
const STREETS: Partial<Record<BuildingClass, SceneName>> = {
  condoTower: 'street-towers',
  rentalTower: 'street-towers',
  postwarCoop: 'street-prewar',
  prewarCoop: 'street-prewar',
  elevatorRental: 'street-prewar',
  loftCondo: 'street-lofts',
  brownstone: 'street-brownstone',
  townhouse: 'street-brownstone',
  walkup: 'street-walkups',
  house: 'street-houses',
  gardenCoop: 'street-houses',
};

/** The picture of a neighborhood: the kind of street most common in it, or its waterfront. */
export function neighborhoodPicture({ id, parent, borough, name, facts }: Neighborhood): string {
  const pick = (scene: SceneName): string => scenePath(scene, (id % POOL[scene]) + 1);
  if (parent === 0)
    return scenePath('borough', ['Manhattan', 'Brooklyn', 'Queens'].indexOf(borough) + 1);
  if (!facts) return pick('waterfront');
  if (viewsOf(name).includes('riverview') && id % 3 === 0) return pick('waterfront');
  const tally = new Map<SceneName, number>();
  for (const [kind, weight] of Object.entries(facts.mix) as Array<[BuildingClass, number]>) {
    const scene = STREETS[kind];
    if (scene) tally.set(scene, (tally.get(scene) ?? 0) + weight);
  }
  const [best] = [...tally].sort((a, b) => b[1] - a[1])[0] ?? ['street-prewar' as const];
  return pick(best);
}
