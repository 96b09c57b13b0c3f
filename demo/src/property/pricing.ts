import type { BuildingPlan } from './building-plan.js';
import type { Layout } from './layout.js';
import type { Unit } from './units.js';

/**
 * Prices that fit size, place, floor and class. A line of apartments shares one level, so that the
 * same plan never costs less on a higher floor of the same house.
 */

/** Larger homes cost more a square foot to buy. */
function saleBySize({ beds }: Layout): number {
  return 0.95 + 0.06 * Math.min(beds, 5);
}

/** Larger homes cost less a square foot to rent. */
function rentBySize({ beds }: Layout): number {
  if (beds < 1) return 1.16;
  return Math.max(1.06 - 0.06 * beds, 0.8);
}

/** What height adds; the first floors of a walk-up cost the same as the last. */
function floorFactor({ building, floor, floorText }: Unit): number {
  const { floorStep } = building.profile;
  if (floorText === 'PH') return 1.16 + floorStep * floor;
  return 1 + floorStep * (floor - 1);
}

/** Large lofts and houses are sold by the building as much as by the foot. */
function sizeDiscount(size: number): number {
  return size > 2200 ? (2200 / size) ** 0.12 : 1;
}

/** What a home asks for, dollars. */
export function salePrice(unit: Unit): number {
  const { building, line } = unit;
  const level = building.facts.sale * building.profile.sale * building.quality * line.level;
  const perFoot = level * saleBySize(line.layout) * floorFactor(unit) * sizeDiscount(line.size);
  return roundSale(perFoot * line.size);
}

/** What a home rents for, dollars a month. */
export function rentPrice(unit: Unit, furnished: boolean): number {
  const { building, line } = unit;
  const level = building.facts.rent * building.profile.rent * building.quality * line.level;
  const perFoot =
    level * rentBySize(line.layout) * floorFactor(unit) * sizeDiscount(line.size) ** 3;
  return roundRent((perFoot * line.size * (furnished ? 1.22 : 1)) / 12);
}

/** Asking prices end the way sellers like them to: on 5,000, with a nine before it where it fits. */
export function roundSale(price: number): number {
  const step = price > 3_000_000 ? 50_000 : price > 1_000_000 ? 25_000 : 10_000;
  const rounded = Math.round(price / step) * step;
  return rounded - (rounded % 100_000 === 0 ? 5_000 : 0);
}

/** Rents end on 00, 25, 50 or 95. */
export function roundRent(rent: number): number {
  const step = rent > 6000 ? 100 : 25;
  const rounded = Math.round(rent / step) * step;
  return rounded % 500 === 0 ? rounded - 5 : rounded;
}

/** What owning costs a month, dollars, and how much must be paid down, percent. */
export interface Carrying {
  readonly maintenance: number;
  readonly taxes: number;
  readonly down: number;
}

/** A building's monthly charge for each square foot, dollars. */
export function chargePerFoot({ profile, features, quality }: BuildingPlan): number {
  const staff = features.flags.has('doorman') ? 0.55 : 0;
  const extras =
    (features.flags.has('pool') ? 0.15 : 0) + (features.flags.has('healthclub') ? 0.1 : 0);
  const base = profile.tenure === 'coop' || profile.tenure === 'condop' ? 1.35 : 0.75;
  return (base + staff + extras) * quality;
}

/** Down payment a building asks for, percent of the price. */
export function downPayment({ profile, id }: BuildingPlan): number {
  if (profile.tenure === 'coop') return [20, 20, 25, 30, 50][id % 5] ?? 20;
  if (profile.tenure === 'land' || profile.tenure === 'mixed') return 30;
  return profile.tenure === 'condo' || profile.tenure === 'condop' ? 10 : 20;
}

/**
 * Monthly costs of owning: in a cooperative the taxes are part of the maintenance; a condominium
 * has common charges and its own tax bill; a house has a tax bill only.
 */
export function carrying(building: BuildingPlan, size: number, price: number): Carrying {
  const { tenure } = building.profile;
  const down = downPayment(building);
  const five = (value: number): number => Math.round(value / 5) * 5;
  const charge = five(chargePerFoot(building) * size);
  if (tenure === 'coop' || tenure === 'condop') return { maintenance: charge, taxes: 0, down };
  const yearly = tenure === 'condo' ? 0.0098 : tenure === 'house' ? 0.0072 : 0.0135;
  const abated = building.features.flags.has('newconstruction') && building.id % 3 === 0 ? 0.25 : 1;
  const taxes = Math.max(five((price * yearly * abated) / 12), 40);
  return { maintenance: tenure === 'condo' ? charge : 0, taxes, down };
}
