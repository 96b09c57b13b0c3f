import type { BuildingPlan } from './building-plan.js';

/** Square feet of all floors together; 0 for a vacant lot. */
export function buildingSize({ kind, lines, stories, shop, id }: BuildingPlan): number {
  if (kind === 'lot') return 0;
  if (kind === 'site') return 2500 + (id % 7) * 650;
  const homes = lines.reduce((sum, line) => sum + line.size * (line.high - line.low + 1), 0);
  const common = stories > 6 ? 1.22 : 1.08;
  return Math.round((homes * common + (shop ? 1400 : 0)) / 10) * 10;
}

/** Square feet of the ground it stands on: towers cover part of a lot, rowhouses most of a narrow one. */
export function lotSize(building: BuildingPlan): number {
  const { kind, stories, id } = building;
  if (kind === 'lot') return 2500 + (id % 9) * 500;
  if (kind === 'site') return 5000 + (id % 9) * 625;
  const covered = buildingSize(building) / Math.max(stories, 1);
  const share =
    kind === 'house' ? 0.36 : kind === 'townhouse' || kind === 'brownstone' ? 0.55 : 0.72;
  return Math.round(covered / share / 25) * 25;
}
