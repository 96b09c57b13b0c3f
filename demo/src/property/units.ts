import type { BuildingPlan } from './building-plan.js';
import type { UnitLine } from './unit-lines.js';

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
