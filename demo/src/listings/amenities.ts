import { viewsOf } from '../geography/views.js';
import { isNewDevelopment } from '../property/building-plan.js';
import type { Amenity } from '../records/amenities.js';
import type { ListingPlan } from './listing-plan.js';

/** Money terms of a listing that are amenities too. */
export interface Terms {
  readonly noFee: boolean;
  readonly freeMonths: number;
  /** The shortest lease, in months; 0 without a lease. */
  readonly leaseMin: number;
}

/** The outdoor space of a home, if any: one kind, fitting its floor and house. */
function outdoor({ unit, building, random, floor }: ListingPlan): Amenity[] {
  if (!unit) return [];
  const { kind, stories } = building;
  if (kind === 'townhouse')
    return random.chance(0.6) ? ['garden', 'roofdeck'] : ['garden', 'patio'];
  if (kind === 'house') return random.chance(0.5) ? ['garden', 'privatedeck'] : ['garden', 'patio'];
  if (unit.floorText === 'Garden') return random.chance(0.7) ? ['garden', 'patio'] : ['patio'];
  if (unit.floorText === 'PH') return random.chance(0.5) ? ['terrace', 'privatedeck'] : ['terrace'];
  if (kind === 'boutiqueCondo') return random.chance(0.4) ? ['balcony'] : [];
  if (kind === 'condoTower' || kind === 'postwarCoop')
    return random.chance(0.22) ? ['balcony'] : [];
  if (floor === stories && stories > 5) return random.chance(0.3) ? ['terrace'] : [];
  if (building.profile.style === 'prewar' && floor === 1)
    return random.chance(0.15) ? ['patio'] : [];
  return [];
}

function views({ floor, building, unit, random }: ListingPlan): Amenity[] {
  if (!unit || floor < 6) return [];
  const result: Amenity[] = [];
  if (floor >= 8) {
    for (const view of viewsOf(building.neighborhood.name)) {
      if (random.chance(view === 'lakeview' ? 0.35 : 0.25)) result.push(view);
    }
  }
  if (floor >= 6 && random.chance(0.4)) result.push('cityview');
  if (floor >= 15 && random.chance(0.5)) result.push('skylineview');
  if (random.chance(0.3)) result.push('openview');
  return result;
}

/** How the rooms are finished, by the house's style. */
function finishes({ building, unit, random, kind, price, floor }: ListingPlan): Amenity[] {
  if (!unit) return [];
  const result: Amenity[] = [];
  const add = (amenity: Amenity, chance: number): void => {
    if (random.chance(chance)) result.push(amenity);
  };
  const { style, tenure } = building.profile;
  const recent = building.built >= 2000;
  const costly = kind === 'sale' ? price > 1_500_000 : price > 6000;
  const renovated = recent || random.chance(0.45);
  const oldHouse = style === 'prewar';
  if (renovated && !recent) result.push('renovated');
  add('dishwasher', recent ? 0.97 : renovated ? 0.8 : 0.25);
  add('stainlesssteelappliances', renovated ? 0.75 : 0.1);
  add('granitekitchen', renovated ? 0.35 : 0.05);
  add('microwave', renovated ? 0.6 : 0.2);
  add('winecooler', costly && renovated ? 0.35 : 0);
  add('marblebath', costly && renovated ? 0.6 : 0.05);
  if (building.built >= 1970 && !recent && random.chance(0.25)) result.push('walltowallcarpeting');
  else add('hardwood', 0.9);
  if (recent || style === 'loft' || random.chance(0.25)) result.push('openkitchen');
  else add('eatinkitchen', unit.line.layout.rooms >= 4 ? 0.6 : 0.2);
  add('walkincloset', unit.line.size > 900 ? 0.5 : 0.15);
  add('light', floor > 3 || unit.line.exposure.includes('South') ? 0.6 : 0.2);
  add('highceilings', style === 'loft' ? 0.95 : oldHouse ? 0.5 : recent ? 0.35 : 0.05);
  add('originaldetails', oldHouse && building.built < 1940 ? 0.55 : 0);
  add('fireplace', oldHouse && building.built < 1940 ? (tenure === 'house' ? 0.8 : 0.25) : 0);
  add('diningroom', unit.line.layout.rooms >= 5 ? 0.7 : 0);
  add('laundryinunit', recent ? 0.8 : costly || tenure === 'house' ? 0.6 : 0.12);
  if (result.includes('laundryinunit')) result.push('washer');
  return result;
}

/** What the shape of a home makes possible. */
function shape({ building, unit, random, beds, size, kind }: ListingPlan): Amenity[] {
  if (!unit) return [];
  const result: Amenity[] = [];
  const add = (amenity: Amenity, chance: number): void => {
    if (random.chance(chance)) result.push(amenity);
  };
  const { style, tenure } = building.profile;
  if (style === 'loft') result.push('loft');
  add('livework', style === 'loft' ? 0.5 : 0);
  add('convertible', beds === 1 && size > 720 ? 0.35 : 0);
  if (building.kind === 'townhouse') {
    result.push('multilevel');
    add('recreationalroom', 0.4);
  } else if (building.kind === 'house') {
    result.push('multilevel');
    add('recreationalroom', 0.6);
  } else if (unit.floorText === 'PH') {
    result.push(size > 3600 ? 'triplex' : 'duplex', 'multilevel');
  } else if (building.kind === 'brownstone' && unit.floor <= 2 && beds >= 2) {
    if (random.chance(0.5)) result.push('duplex', 'multilevel');
  }
  add('piedaterre', kind === 'sale' && beds <= 2 ? (tenure === 'condo' ? 0.6 : 0.25) : 0);
  add('sponsorunit', kind === 'sale' && tenure === 'coop' ? 0.12 : 0);
  add('diplomatsok', tenure === 'condo' || tenure === 'rental' ? 0.15 : 0);
  add('liveinsuper', tenure === 'coop' || tenure === 'rental' ? 0.3 : 0);
  add('laundryservices', building.features.flags.has('concierge') ? 0.35 : 0);
  add('seniorhousing', kind === 'rental' && building.kind === 'elevatorRental' ? 0.12 : 0);
  return result;
}

/** Everything a listing offers beyond its building's own features. */
export function amenitiesOf(plan: ListingPlan, terms: Terms, year: number): Amenity[] {
  const { building, furnished, kind, beds, random } = plan;
  const space = outdoor(plan);
  const all: Amenity[] = [...finishes(plan), ...shape(plan), ...views(plan), ...space];
  if (space.length > 0) all.push('outdoorspace');
  if (furnished) all.push('furnished');
  if (terms.noFee) all.push('nofee');
  if (terms.freeMonths >= 1) all.push('onemonthfree');
  if (furnished && terms.leaseMin > 0 && terms.leaseMin <= 3) all.push('vacationrental');
  if (
    kind === 'rental' &&
    beds >= 3 &&
    building.profile.tenure === 'rental' &&
    random.chance(0.25)
  ) {
    all.push('roomforrent');
  }
  if (isNewDevelopment(building.built, year)) all.push('newconstruction');
  return [...new Set(all)].filter((a) => !isBuildingWide(a, plan)).sort();
}

/** Features that the building's record already has. */
function isBuildingWide(amenity: Amenity, { building }: ListingPlan): boolean {
  const flags: ReadonlySet<string> = building.features.flags;
  return flags.has(amenity);
}
