import type { Random } from '../random.js';
import type { BuildingFlag, RentInclude } from '../records/place-records.js';
import type { BuildingClass } from './building-class.js';
import type { ClassProfile } from './class-profile.js';

/** What a building offers and allows, in the codes of its record. */
export interface Features {
  readonly flags: ReadonlySet<BuildingFlag>;
  readonly included: ReadonlySet<RentInclude>;
  readonly pets: number;
  readonly cooling: number;
  readonly heating: 0 | -1;
  readonly parking: number;
}

/** What the features depend on. */
interface Frame {
  readonly profile: ClassProfile;
  readonly units: number;
  readonly stories: number;
  readonly built: number;
  readonly year: number;
}

type Likely = ReadonlyArray<readonly [BuildingFlag, number]>;

/** Features of large houses with staff, and how likely each is. */
const FULL_SERVICE: Likely = [
  ['concierge', 0.7],
  ['bicycleroom', 0.8],
  ['storage', 0.8],
  ['laundry', 0.9],
  ['roofdeck', 0.6],
  ['healthclub', 0.6],
  ['lounge', 0.5],
  ['receivingroom', 0.6],
  ['valet', 0.25],
  ['childrenplayroom', 0.35],
  ['commonoutdoorspace', 0.45],
  ['garage', 0.3],
  ['highspeedinternet', 0.7],
  ['wifi', 0.3],
];

/** What only newer towers have. */
const LUXURY: Likely = [
  ['pool', 0.35],
  ['businesscenter', 0.5],
  ['greenbuilding', 0.4],
  ['maidservice', 0.12],
  ['nursery', 0.2],
  ['driveway', 0.1],
];

/** What a small house may have. */
const SMALL: Likely = [
  ['laundry', 0.5],
  ['bicycleroom', 0.25],
  ['storage', 0.3],
  ['roofdeck', 0.2],
  ['virtualdoorman', 0.2],
  ['highspeedinternet', 0.5],
  ['commonoutdoorspace', 0.15],
];

/** Draws a building's features, so that they fit its class, age and size. */
export function drawFeatures(kind: BuildingClass, frame: Frame, random: Random): Features {
  if (kind === 'lot') {
    const flags = new Set<BuildingFlag>(['subway']);
    return { flags, included: new Set(), pets: 0, cooling: 0, heating: 0, parking: 0 };
  }
  const flags = drawFlags(kind, frame, random);
  return {
    flags,
    included: drawIncluded(kind, frame, random),
    pets: drawPets(kind, frame.profile, random),
    cooling: drawCooling(kind, frame, random),
    heating: kind === 'site' ? 0 : -1,
    parking: drawParking(kind, flags, random),
  };
}

function drawFlags(kind: BuildingClass, frame: Frame, random: Random): Set<BuildingFlag> {
  const { profile, stories, built, year, units } = frame;
  const flags = new Set<BuildingFlag>();
  const add = (likely: Likely, factor = 1): void => {
    for (const [flag, chance] of likely) if (random.chance(chance * factor)) flags.add(flag);
  };
  if (random.chance(0.85)) flags.add('subway');
  if (kind === 'site') return flags;
  if (profile.elevator && stories > 1) flags.add('elevator');
  if (random.chance(profile.doorman)) flags.add('doorman');
  if (profile.propertyType === 'Brownstone') flags.add('brownstone');
  if (profile.tenure === 'business') {
    if (kind === 'office') flags.add('freightelevator');
    if (flags.has('doorman')) flags.add('concierge');
    return flags;
  }
  if (profile.tenure === 'house') {
    if (kind === 'house' && random.chance(0.6)) flags.add('driveway');
    if (random.chance(0.9)) flags.add('laundry');
    return flags;
  }
  add(flags.has('doorman') ? FULL_SERVICE : SMALL);
  if (built >= 1990 && units > 40) add(LUXURY);
  if (kind === 'gardenCoop') {
    for (const flag of ['courtyard', 'commonoutdoorspace', 'laundry'] as const) flags.add(flag);
  }
  if (kind === 'prewarCoop' && random.chance(0.3)) flags.add('courtyard');
  if (kind === 'loftCondo' && random.chance(0.6)) flags.add('freightelevator');
  if (built > year - 6) flags.add('newconstruction');
  if (profile.elevator && (built >= 1990 || random.chance(0.4))) flags.add('wheelchairaccess');
  return flags;
}

function drawIncluded(kind: BuildingClass, { built }: Frame, random: Random): Set<RentInclude> {
  const included = new Set<RentInclude>();
  if (['house', 'townhouse', 'site', 'office', 'retail'].includes(kind)) return included;
  included.add('water');
  if (built < 1990) included.add('heat');
  if (built < 1990 && random.chance(0.5)) included.add('gas');
  if (kind === 'postwarCoop' && random.chance(0.3)) included.add('electricity');
  if (included.has('electricity')) included.add('ac');
  if (built >= 2015 && random.chance(0.15)) included.add('cableinternet');
  return included;
}

function drawPets(kind: BuildingClass, { tenure }: ClassProfile, random: Random): number {
  if (tenure === 'business' || kind === 'site') return 0;
  if (tenure === 'condo' || tenure === 'house') return random.chance(0.85) ? 3 : 98;
  if (tenure === 'coop') {
    return random.weighted([
      [3, 4],
      [2, 2],
      [1, 2],
      [98, 2],
      [99, 1],
      [4, 1],
      [0, 0.5],
    ]);
  }
  return random.weighted([
    [3, 5],
    [1, 2],
    [2, 1],
    [98, 2],
    [99, 2],
    [4, 1],
    [0, 1],
  ]);
}

function drawCooling(kind: BuildingClass, { built }: Frame, random: Random): number {
  if (kind === 'site') return 0;
  if (built >= 1990 || kind === 'loftCondo' || kind === 'townhouse') return 1;
  return random.weighted([
    [2, 7],
    [3, 2],
    [-1, 0.8],
    [0, 0.8],
    [1, 0.6],
  ]);
}

function drawParking(
  kind: BuildingClass,
  flags: ReadonlySet<BuildingFlag>,
  random: Random,
): number {
  if (flags.has('valet') && flags.has('garage')) return 4;
  if (flags.has('garage'))
    return random.weighted([
      [1, 2],
      [3, 1.4],
      [8, 1.2],
    ]);
  if (flags.has('driveway')) return kind === 'house' ? 2 : 8;
  if (flags.has('doorman')) return 0;
  return random.weighted([
    [0, 8],
    [5, 3],
    [6, 2],
    [7, 1],
  ]);
}
