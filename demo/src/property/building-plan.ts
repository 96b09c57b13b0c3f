import type { BoroughFacts, NeighborhoodFacts } from '../geography/facts.js';
import type { Neighborhood } from '../geography/neighborhoods.js';
import { type Address, addressAt, type StreetSegment } from '../geography/segment.js';
import { Deck, Random } from '../random.js';
import { type BuildingClass, CLASSES } from './building-class.js';
import type { ClassProfile } from './class-profile.js';
import { drawFeatures, type Features } from './features.js';
import { BUILDING_NAMES } from './names.js';
import { planLines, type UnitLine } from './unit-lines.js';

/** A building as the generator thinks of it; records and units are read from it. */
export interface BuildingPlan {
  readonly id: number;
  readonly kind: BuildingClass;
  readonly profile: ClassProfile;
  readonly borough: BoroughFacts['name'];
  readonly neighborhood: Neighborhood;
  readonly facts: NeighborhoodFacts;
  readonly address: Address;
  readonly name: string;
  /** Year built, 0 when it is a vacant lot. */
  readonly built: number;
  readonly stories: number;
  /** Homes, suites and shops together; for a lot, 0. */
  readonly units: number;
  /** Apartments above one another with the same layout. */
  readonly lines: readonly UnitLine[];
  /** True where the ground floor is a shop. */
  readonly shop: boolean;
  /** How units are numbered: 12B, 1204, or by what the floor is called. */
  readonly numbering: 'letter' | 'number' | 'floor';
  /** Subway lines within a walk, one letter or digit each. */
  readonly subway: string;
  readonly features: Features;
  /** Price level of this very house against its class, around 1. */
  readonly quality: number;
}

/** The year that the buildings count as new from. */
const NEW_FOR_YEARS = 3;

/** True for a building finished within the last three years. */
export function isNewDevelopment(built: number, year: number): boolean {
  return built > year - NEW_FOR_YEARS;
}

/**
 * Decides which class of building stands in which neighborhood: as many of each class as its share
 * says, every neighborhood at least one while there are enough, the rest by how common the class
 * is there.
 */
function allot(
  neighborhoods: readonly Neighborhood[],
  count: number,
  random: Random,
): Array<{ kind: BuildingClass; neighborhood: Neighborhood }> {
  const kinds = Object.keys(CLASSES) as BuildingClass[];
  const left = new Map(
    kinds.map((kind) => [kind, Math.round((CLASSES[kind].share * count) / 150)]),
  );
  const result: Array<{ kind: BuildingClass; neighborhood: Neighborhood }> = [];
  const take = (kind: BuildingClass, neighborhood: Neighborhood): void => {
    left.set(kind, (left.get(kind) ?? 0) - 1);
    result.push({ kind, neighborhood });
  };
  for (const neighborhood of random.shuffle(neighborhoods)) {
    const options = kinds.flatMap((kind): Array<readonly [BuildingClass, number]> => {
      const weight = (neighborhood.facts?.mix[kind] ?? 0) * Math.max(left.get(kind) ?? 0, 0);
      return weight > 0 ? [[kind, weight]] : [];
    });
    if (options.length > 0 && result.length < count) take(random.weighted(options), neighborhood);
  }
  for (const kind of kinds) {
    const homes = neighborhoods.map((n) => [n, n.facts?.mix[kind] ?? 0] as const);
    while ((left.get(kind) ?? 0) > 0 && result.length < count) take(kind, random.weighted(homes));
  }
  return result;
}

/** Picks a free address on a street that suits the class. */
function findAddress(
  segments: readonly StreetSegment[],
  profile: ClassProfile,
  taken: Set<string>,
  random: Random,
): Address {
  const wanted = segments.filter((s) => profile.wide === null || s.wide === profile.wide);
  const choices = wanted.length > 0 ? wanted : segments;
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const address = addressAt(random.pick(choices), random.between(0.04, 0.96), random.chance(0.5));
    const key = `${address.house} ${address.street} ${address.zip}`;
    if (taken.has(key)) continue;
    taken.add(key);
    return address;
  }
  throw new RangeError('No free address left on the streets of a neighborhood.');
}

/** The nearest two to five of a neighborhood's subway lines, in its order. */
function nearbyLines(lines: string, random: Random): string {
  const count = Math.min(lines.length, random.int(2, 5));
  const start = random.int(0, lines.length - count);
  return lines.slice(start, start + count);
}

/**
 * Plans the buildings.
 * @param neighborhoods Those that buildings may stand in.
 * @param year The current calendar year.
 */
export function planBuildings(
  seed: number,
  neighborhoods: readonly Neighborhood[],
  count: number,
  year: number,
): BuildingPlan[] {
  const random = new Random(seed, 'buildings');
  const names = new Deck(BUILDING_NAMES, random.fork('building names'));
  const taken = new Set<string>();
  const placed = allot(neighborhoods, count, random).sort(
    (a, b) => a.neighborhood.id - b.neighborhood.id,
  );
  return placed.map(({ kind, neighborhood }, index) => {
    const own = random.fork(`building ${index}`);
    const profile = CLASSES[kind];
    const facts = neighborhood.facts;
    if (!facts) throw new RangeError(`${neighborhood.name} has no streets.`);
    const address = findAddress(facts.segments, profile, taken, own);
    const [first, last] = profile.built;
    const latest = last <= 0 ? year + last : last;
    const built = kind === 'lot' ? 0 : drawYear(own, first, latest);
    const stories = drawStories(own, profile, facts.sale);
    const { lines, units, shop } = planLines(kind, profile, stories, own);
    const named = isNamed(kind, units, own);
    return {
      id: index + 1,
      kind,
      profile,
      borough: neighborhood.borough,
      neighborhood,
      facts,
      address,
      name: named ? names.draw() : '',
      built,
      stories,
      units,
      lines,
      shop,
      numbering: numberingOf(kind, lines.length, own),
      subway: nearbyLines(facts.lines, own),
      features: drawFeatures(kind, { profile, units, stories, built, year }, own),
      quality: own.between(0.93, 1.08),
    };
  });
}

/** Newer years are likelier in classes that are still being built. */
function drawYear(random: Random, first: number, latest: number): number {
  const span = latest - first;
  const fraction = latest > 1995 ? Math.sqrt(random.next()) : random.next();
  return first + Math.round(span * fraction);
}

/** Towers grow with land values; everything else is as tall as its class. */
function drawStories(random: Random, profile: ClassProfile, sale: number): number {
  const [low, high] = profile.stories;
  if (high < 20) return random.int(low, high);
  const land = Math.min(Math.max((sale - 600) / 1300, 0.15), 1);
  return Math.round(low + (high - low) * land * Math.sqrt(random.next()));
}

function isNamed(kind: BuildingClass, units: number, random: Random): boolean {
  if (kind === 'walkup' || units < 12) return false;
  return random.chance(units > 60 ? 0.75 : 0.35);
}

function numberingOf(
  kind: BuildingClass,
  perFloor: number,
  random: Random,
): BuildingPlan['numbering'] {
  if (kind === 'brownstone' || kind === 'townhouse' || kind === 'house') return 'floor';
  if (kind === 'office') return 'number';
  return perFloor > 9 || random.chance(0.15) ? 'number' : 'letter';
}
