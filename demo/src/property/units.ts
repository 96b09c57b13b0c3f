import type { Random } from '../random.js';
import type { BuildingClass } from './building-class.js';
import type { BuildingPlan } from './building-plan.js';
import type { ClassProfile } from './class-profile.js';
import { type Layout, layoutOf } from './layout.js';

/** Directions a line of apartments looks to. */
const EXPOSURES = [
  'North',
  'East',
  'South',
  'West',
  'South and West',
  'South and East',
  'North and East',
];

/** A column of apartments: the same plan from the lowest floor to the highest. */
export interface UnitLine {
  /** 0 for the A line, and so on. */
  readonly index: number;
  readonly layout: Layout;
  /** Square feet. */
  readonly size: number;
  readonly exposure: string;
  readonly low: number;
  readonly high: number;
  /** Price of this line against the building's level, around 1. */
  readonly level: number;
}

/** One thing that can be listed. */
export interface Unit {
  readonly building: BuildingPlan;
  readonly line: UnitLine;
  /** Floor as a number, for prices and views. */
  readonly floor: number;
  /** Floor as it is printed: a number, PH or Garden. */
  readonly floorText: string;
  /** Apartment designation; empty for a whole house. */
  readonly apt: string;
}

/** Lays out a building's floors and counts what is in it. */
export function planLines(
  kind: BuildingClass,
  profile: ClassProfile,
  stories: number,
  random: Random,
): { lines: UnitLine[]; units: number; shop: boolean } {
  const shop = random.chance(profile.shop);
  if (profile.tenure === 'land') return { lines: [], units: kind === 'site' ? 1 : 0, shop: false };
  const perFloor = random.int(...profile.perFloor);
  const house = profile.tenure === 'house';
  const lobby = profile.elevator && stories > 6;
  const low = shop || lobby ? 2 : 1;
  const penthouses =
    kind === 'condoTower' || kind === 'boutiqueCondo' || kind === 'loftCondo' ? 1 : 0;
  const top = house ? low : stories - penthouses;
  const lines: UnitLine[] = [];
  for (let index = 0; index < perFloor; index += 1) {
    lines.push(drawLine(index, random.pick(profile.layouts), profile.size, low, top, random));
  }
  if (penthouses > 0) {
    lines.push(drawLine(perFloor, 'penthouse', profile.size, stories, stories, random));
  }
  const homes = lines.reduce((sum, line) => sum + line.high - line.low + 1, 0);
  return { lines, units: Math.max(homes, house ? 1 : 0) + (shop ? 1 : 0), shop };
}

function drawLine(
  index: number,
  layout: string,
  factor: number,
  low: number,
  high: number,
  random: Random,
): UnitLine {
  const plan = layoutOf(layout);
  const size = random.between(...plan.size) * factor;
  return {
    index,
    layout: plan,
    size: Math.round(size / 5) * 5,
    exposure: random.pick(EXPOSURES),
    low,
    high: Math.max(low, high),
    level: random.between(0.97, 1.04),
  };
}

/** Names of the floors of a rowhouse, from the bottom. */
const ROWHOUSE_FLOORS = ['Garden', 'Parlor', '3', '4', '5'];

/** Every unit of a building, lowest floor first. */
export function unitsOf(building: BuildingPlan): Unit[] {
  const units: Unit[] = [];
  for (const line of building.lines) {
    for (let floor = line.low; floor <= line.high; floor += 1) {
      units.push({ building, line, floor, ...nameUnit(building, line, floor) });
    }
  }
  return units.sort((a, b) => a.floor - b.floor || a.line.index - b.line.index);
}

function nameUnit(
  { numbering, profile, kind, lines }: BuildingPlan,
  line: UnitLine,
  floor: number,
): { floorText: string; apt: string } {
  if (profile.tenure === 'house') return { floorText: '1', apt: '' };
  if (line.layout.key === 'penthouse') return { floorText: 'PH', apt: 'PH' };
  if (numbering === 'floor') {
    const name = ROWHOUSE_FLOORS[floor - 1] ?? `${floor}`;
    return { floorText: floor === 1 ? 'Garden' : `${floor}`, apt: name };
  }
  const floorText = `${floor}`;
  if (numbering === 'number') {
    const number = `${floor}${`${line.index + 1}`.padStart(2, '0')}`;
    return { floorText, apt: kind === 'office' ? `Suite ${number}` : number };
  }
  if (kind === 'walkup' && lines.length === 2) {
    return { floorText, apt: `${floor}${line.index === 0 ? 'F' : 'R'}` };
  }
  if (lines.length === 1) return { floorText, apt: `${floor}` };
  return { floorText, apt: `${floor}${String.fromCharCode(65 + line.index)}` };
}
