import { generateAgency } from '../src/agency.js';

/** A Friday afternoon in New York. */
export const TODAY = Date.parse('2026-11-20T18:30:00Z');
export const TIME_ZONE = 'America/New_York';

/** The demo database as a first start makes it. */
export const agency = generateAgency({ seed: 2026, today: TODAY, timeZone: TIME_ZONE });

export const buildingById = new Map(agency.buildings.map((building) => [building.id, building]));
export const agentById = new Map(agency.agents.map((agent) => [agent.id, agent]));

/** The resources of an import, by name. */
export const RESOURCES = [
  'neighborhoods',
  'buildings',
  'building-photos',
  'offices',
  'agents',
  'teams',
  'listings',
  'photos',
  'labels',
  'blog-labels',
  'blogs',
  'press',
  'videos',
  'testimonials',
  'docs',
  'link-categories',
  'links',
  'clients',
  'deals',
] as const;

/** The building a listing stands in. */
export function buildingOf(listing: { essentials_building: number }) {
  const building = buildingById.get(listing.essentials_building);
  if (!building) throw new Error(`No building ${listing.essentials_building}.`);
  return building;
}

/** Moments in the text shape, as milliseconds of a clock that reads the same wall time in UTC. */
export function wallTime(text: string): number {
  const parts = /^([A-Z][a-z]+), (\d\d) (\d{4}) (\d\d:\d\d:\d\d)$/.exec(text);
  if (!parts) throw new Error(`Not the text shape: ${text}`);
  return Date.parse(`${parts[1]} ${parts[2]}, ${parts[3]} ${parts[4]} UTC`);
}

/** `YYYY-MM-DD HH:MM:SS` as milliseconds of a clock that reads the same wall time in UTC. */
export function stampTime(stamp: string): number {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(stamp)) throw new Error(`Not a stamp: ${stamp}`);
  return Date.parse(`${stamp.replace(' ', 'T')}Z`);
}

/** What the wall clock in New York reads at TODAY: five hours behind UTC in November. */
export const WALL_TODAY = Date.parse('2026-11-20T13:30:00Z');

/**
 * What breaks a rule, at most ten of them: one assertion for thousands of records, which names the
 * culprits when it fails.
 * @param holds The rule; a thrown error counts as broken.
 */
export function offenders<T>(records: Iterable<T>, holds: (record: T) => boolean): T[] {
  const found: T[] = [];
  for (const record of records) {
    if (found.length < 10 && !holds(record)) found.push(record);
  }
  return found;
}
