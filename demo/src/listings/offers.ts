import type { BuildingPlan } from '../property/building-plan.js';
import { type Unit, unitsOf } from '../property/units.js';
import type { Random } from '../random.js';
import type { ListingType } from '../records/listing-records.js';
import type { Offer } from './offer.js';
import { specialOffers } from './special-offers.js';

/** Probability that a home in a building is offered for sale and not for rent. */
const SALE_SHARE = {
  coop: 0.88,
  condo: 0.6,
  condop: 0.75,
  rental: 0,
  house: 0.8,
  mixed: 0,
  business: 0,
  land: 1,
};

/** An offer of a unit, which price and size follow from. */
function unitOffer(unit: Unit, type: ListingType, kind: 'sale' | 'rental'): Offer {
  return {
    building: unit.building,
    unit,
    type,
    kind,
    status: null,
    price: null,
    size: unit.line.size,
    baths: unit.line.layout.baths,
    apt: unit.apt,
    floorText: unit.floorText,
    maintenance: null,
  };
}

function homeType({ profile }: BuildingPlan): ListingType {
  if (profile.tenure === 'coop') return 'Coop';
  if (profile.tenure === 'condo') return 'Condo';
  return profile.tenure === 'condop' ? 'Condop' : 'Apartment';
}

/** Apartment buildings, as against houses, shops and land. */
function hasApartments({ profile }: BuildingPlan): boolean {
  return !['house', 'business', 'land'].includes(profile.tenure);
}

/**
 * Chooses what is listed: houses, shops, offices, whole buildings and land in a fixed proportion,
 * and apartments for the rest, no unit twice.
 * Throws RangeError when the buildings do not hold enough.
 */
export function chooseOffers(
  buildings: readonly BuildingPlan[],
  count: number,
  random: Random,
): Offer[] {
  const special = specialOffers(buildings, count, random);
  const houses = buildings.filter(hasApartments);
  const stacks = houses.map((building) => ({
    building,
    units: spread(unitsOf(building), random),
    weight: Math.sqrt(Math.min(building.units, 160)) + 1.5,
  }));
  const homes: Offer[] = [];
  while (special.length + homes.length < count) {
    const open = stacks.filter((stack) => stack.units.length > 0);
    if (open.length === 0) throw new RangeError(`The buildings hold fewer than ${count} units.`);
    const stack = random.weighted(open.map((s) => [s, s.weight] as const));
    const unit = stack.units.pop();
    if (!unit) continue;
    const { building } = stack;
    const kind = random.chance(SALE_SHARE[building.profile.tenure]) ? 'sale' : 'rental';
    homes.push(unitOffer(unit, homeType(building), kind));
  }
  return [...special, ...homes].slice(0, count);
}

/** Random order, but with every line's first unit before any line's second, so that plans vary. */
function spread(units: readonly Unit[], random: Random): Unit[] {
  const seen = new Map<number, number>();
  return random
    .shuffle(units)
    .map((unit) => {
      const turn = seen.get(unit.line.index) ?? 0;
      seen.set(unit.line.index, turn + 1);
      return { unit, turn };
    })
    .sort((a, b) => b.turn - a.turn)
    .map(({ unit }) => unit);
}
