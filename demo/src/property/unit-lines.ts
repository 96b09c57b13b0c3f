import type { Random } from '../random.js';
import type { BuildingClass } from './building-class.js';
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
