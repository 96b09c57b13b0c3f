import { facadePath, POOL, planPath, type SceneName, scenePath } from '../pictures/pool.js';
import type { Amenity } from '../records/amenities.js';
import type { PhotoRecord } from '../records/listing-records.js';
import type { ListingPlan } from './listing-plan.js';

/** A picture with its caption. */
interface Shot {
  readonly filename: string;
  readonly name: string;
}

/** Scenes for amenities that can be photographed, best first. */
const AMENITY_SCENES: ReadonlyArray<readonly [Amenity, SceneName, string]> = [
  ['terrace', 'terrace', 'Terrace'],
  ['garden', 'garden', 'Garden'],
  ['balcony', 'balcony', 'Balcony'],
  ['riverview', 'view-river', 'View'],
  ['parkview', 'view-park', 'View'],
  ['skylineview', 'view-skyline', 'View'],
];

/** The photographs of a listing in order, with the floor plan last. */
export function listingPhotos(
  plan: ListingPlan,
  amenities: readonly Amenity[],
  hidden: boolean,
): PhotoRecord[] {
  const { random } = plan;
  if (plan.onMarket && random.chance(0.02)) return [];
  const shots =
    plan.unit && plan.type !== 'Office'
      ? homeShots(plan, amenities, hidden)
      : otherShots(plan, hidden);
  const captioned = random.chance(0.35);
  return shots.map(({ filename, name }, index) => ({
    listing_id: plan.id,
    filename,
    name: captioned || name === 'Floor Plan' ? name : '',
    sort: index + 1,
  }));
}

/** Different pictures of one scene. */
function take(plan: ListingPlan, scene: SceneName, count: number, name: string): Shot[] {
  const numbers = Array.from({ length: POOL[scene] }, (_, i) => i + 1);
  return plan.random
    .sample(numbers, count)
    .map((number) => ({ filename: scenePath(scene, number), name }));
}

function homeShots(plan: ListingPlan, amenities: readonly Amenity[], hidden: boolean): Shot[] {
  const { building, unit, random } = plan;
  const { style } = building.profile;
  const flags = building.features.flags;
  const facade: Shot[] = hidden ? [] : [{ filename: facadePath(building.id), name: 'Facade' }];
  const house = building.profile.tenure === 'house';
  const shots = [
    ...(house ? facade : []),
    ...take(plan, `living-${style}`, plan.size > 1500 ? 2 : 1, 'Living room'),
    ...take(plan, `kitchen-${style}`, 1, 'Kitchen'),
    ...take(plan, `bedroom-${style}`, Math.min(Math.floor(plan.beds), 3), 'Bedroom'),
    ...take(plan, `bath-${style}`, plan.baths >= 2 ? 2 : 1, 'Bath'),
  ];
  for (const [amenity, scene, name] of AMENITY_SCENES) {
    if (amenities.includes(amenity)) shots.push(...take(plan, scene, 1, name));
  }
  if (flags.has('doorman')) shots.push(...take(plan, 'lobby', 1, 'Lobby'));
  if (flags.has('healthclub') && random.chance(0.6))
    shots.push(...take(plan, 'gym', 1, 'Fitness center'));
  if (flags.has('pool')) shots.push(...take(plan, 'pool', 1, 'Pool'));
  if (flags.has('roofdeck') && random.chance(0.6))
    shots.push(...take(plan, 'roofdeck', 1, 'Roof deck'));
  if (!house) shots.push(...facade);
  if (unit && random.chance(0.8)) {
    shots.push({
      filename: planPath(unit.line.layout.key, (unit.line.index % 2) + 1),
      name: 'Floor Plan',
    });
  }
  return shots;
}

const BUSINESS_SCENES: Readonly<Record<string, SceneName>> = {
  Office: 'office',
  Retail: 'store',
  Commercial: 'office',
  'N/A': 'garage',
};

function otherShots(plan: ListingPlan, hidden: boolean): Shot[] {
  const scene = BUSINESS_SCENES[plan.type];
  const facade: Shot[] = hidden
    ? []
    : [{ filename: facadePath(plan.building.id), name: 'Street view' }];
  return [...(scene ? take(plan, scene, 2, '') : []), ...facade];
}
