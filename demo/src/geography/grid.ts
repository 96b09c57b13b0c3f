import type { Point, StreetSegment } from './segment.js';

/**
 * Manhattan's numbered grid as geometry. Streets are 265 feet apart; an avenue is a distance west
 * (positive) or east (negative) of Fifth Avenue. The constants are a straight-line fit, good to
 * about half a block, which is all that demo addresses need.
 */

const ORIGIN = { latitude: 40.7645, longitude: -73.9731 };
const FEET_PER_LATITUDE = 364_567;
const FEET_PER_LONGITUDE = 276_400;
/** East and north parts of one foot toward the Hudson; the grid leans 29 degrees. */
const WEST = { east: -0.88, north: 0.475 };
const UPTOWN = { east: 0.475, north: 0.88 };

/** The point on a numbered street at a distance from Fifth Avenue, in feet, west positive. */
function gridPoint(streetNumber: number, westOfFifth: number): Point {
  const uptown = 265.2 * streetNumber - 15_670;
  return {
    latitude:
      ORIGIN.latitude + (westOfFifth * WEST.north + uptown * UPTOWN.north) / FEET_PER_LATITUDE,
    longitude:
      ORIGIN.longitude + (westOfFifth * WEST.east + uptown * UPTOWN.east) / FEET_PER_LONGITUDE,
  };
}

/** 21 → 21st, 112 → 112th. */
export function ordinal(n: number): string {
  const tens = n % 100;
  if (tens >= 11 && tens <= 13) return `${n}th`;
  return `${n}${['th', 'st', 'nd', 'rd'][n % 10] ?? 'th'}`;
}

/** One block of a crosstown street. */
interface Block {
  readonly houses: readonly [number, number];
  /** Distances from Fifth Avenue, west positive. */
  readonly feet: readonly [number, number];
  readonly avenues: readonly string[];
}

/**
 * Blocks by zone, one a line: the hundred that the house numbers begin with, the house numbers,
 * the distances from Fifth Avenue in feet, the two avenues.
 */
const ZONES = {
  west: `
    0; 4 98; 60 900; Fifth Avenue, Avenue of the Americas
    100; 102 198; 990 1780; Avenue of the Americas, Seventh Avenue
    200; 202 298; 1890 2700; Seventh Avenue, Eighth Avenue
    300; 302 398; 2800 3600; Eighth Avenue, Ninth Avenue
    400; 402 498; 3710 4490; Ninth Avenue, Tenth Avenue
    500; 502 598; 4610 5360; Tenth Avenue, Eleventh Avenue
  `,
  upperWest: `
    0; 4 98; 2840 3490; Central Park West, Columbus Avenue
    100; 102 198; 3610 4390; Columbus Avenue, Amsterdam Avenue
    200; 202 248; 4510 4840; Amsterdam Avenue, Broadway
    250; 252 298; 4950 5290; Broadway, West End Avenue
    300; 302 360; 5410 5850; West End Avenue, Riverside Drive
  `,
  harlem: `
    0; 4 98; 60 880; Fifth Avenue, Malcolm X Boulevard
    100; 102 198; 980 1750; Malcolm X Boulevard, Adam Clayton Powell Jr. Boulevard
    200; 202 298; 1860 2640; Adam Clayton Powell Jr. Boulevard, Frederick Douglass Boulevard
    500; 502 598; 4520 5080; Amsterdam Avenue, Broadway
    600; 602 656; 5200 5640; Broadway, Riverside Drive
  `,
  east: `
    0; 4 48; -70 -440; Fifth Avenue, Madison Avenue
    50; 52 98; -530 -930; Madison Avenue, Park Avenue
    100; 104 138; -1050 -1330; Park Avenue, Lexington Avenue
    140; 142 198; -1440 -1880; Lexington Avenue, Third Avenue
    200; 202 298; -1990 -2640; Third Avenue, Second Avenue
    300; 302 398; -2750 -3420; Second Avenue, First Avenue
    400; 402 498; -3530 -4120; First Avenue, York Avenue
  `,
  village: `
    200; 202 298; -1990 -2640; Third Avenue, Second Avenue
    300; 302 398; -2750 -3420; Second Avenue, First Avenue
    400; 402 498; -3530 -4080; First Avenue, Avenue A
    500; 502 598; -4190 -4720; Avenue A, Avenue B
  `,
} satisfies Record<string, string>;

/** Reads the blocks of a zone. */
function readBlocks(table: string): Map<number, Block> {
  const blocks = new Map<number, Block>();
  for (const line of table.trim().split('\n')) {
    const [key = '', houses = '', feet = '', avenues = ''] = line.split(';').map((p) => p.trim());
    const [low = 0, high = 0] = houses.split(' ').map(Number);
    const [from = 0, to = 0] = feet.split(' ').map(Number);
    blocks.set(Number(key), {
      houses: [low, high],
      feet: [from, to],
      avenues: avenues.split(', '),
    });
  }
  return blocks;
}

/** Parts of the grid that share avenues and house numbers. */
export type GridZone = keyof typeof ZONES;

/** The word before a street's number in each zone. */
const SIDES: Record<GridZone, string> = {
  west: 'West',
  upperWest: 'West',
  harlem: 'West',
  east: 'East',
  village: 'East',
};

/**
 * Crosstown streets: one segment for each street and each block.
 * @param blocks The hundreds that the house numbers begin with, as the zone has them.
 */
export function crosstown(
  zone: GridZone,
  streets: readonly number[],
  blocks: readonly number[],
  zip: string,
): StreetSegment[] {
  const table = readBlocks(ZONES[zone]);
  return streets.flatMap((number) =>
    blocks.map((key) => {
      const block = table.get(key);
      if (!block) throw new RangeError(`No block ${key} in zone ${zone}.`);
      const { houses, feet, avenues } = block;
      return {
        street: `${SIDES[zone]} ${ordinal(number)} Street`,
        houses,
        from: gridPoint(number, feet[0]),
        to: gridPoint(number, feet[1]),
        crosses: avenues,
        zip,
        hyphenated: false,
        wide: [14, 23, 34, 42, 57, 72, 79, 86, 96, 106, 110, 116, 125, 145].includes(number),
      };
    }),
  );
}

/**
 * How an avenue is numbered: the street near a house is `house / perStreet + key`, an old rule of
 * thumb of the post office.
 */
interface AvenueNumbers {
  readonly feet: number;
  readonly side: 'East' | 'West';
  readonly key: number;
  readonly perStreet: number;
}

const AVENUES = {
  'Fifth Avenue': { feet: -190, side: 'East', key: -20, perStreet: 10 },
  'Madison Avenue': { feet: -480, side: 'East', key: 26, perStreet: 20 },
  'Park Avenue': { feet: -990, side: 'East', key: 35, perStreet: 20 },
  'Lexington Avenue': { feet: -1390, side: 'East', key: 22, perStreet: 20 },
  'Third Avenue': { feet: -1930, side: 'East', key: 10, perStreet: 20 },
  'Second Avenue': { feet: -2700, side: 'East', key: 3, perStreet: 20 },
  'First Avenue': { feet: -3470, side: 'East', key: 3, perStreet: 20 },
  'York Avenue': { feet: -4170, side: 'East', key: 4, perStreet: 20 },
  'Seventh Avenue': { feet: 1840, side: 'West', key: 12, perStreet: 20 },
  'Eighth Avenue': { feet: 2750, side: 'West', key: 9, perStreet: 20 },
  'Ninth Avenue': { feet: 3650, side: 'West', key: 13, perStreet: 20 },
  'Tenth Avenue': { feet: 4550, side: 'West', key: 14, perStreet: 20 },
  'Central Park West': { feet: 2800, side: 'West', key: 60, perStreet: 10 },
  'Columbus Avenue': { feet: 3550, side: 'West', key: 59, perStreet: 20 },
  'West End Avenue': { feet: 5350, side: 'West', key: 59, perStreet: 20 },
  'Riverside Drive': { feet: 5900, side: 'West', key: 72, perStreet: 10 },
  'Frederick Douglass Boulevard': { feet: 2690, side: 'West', key: 101, perStreet: 20 },
  'Adam Clayton Powell Jr. Boulevard': { feet: 1800, side: 'West', key: 99, perStreet: 20 },
} satisfies Record<string, AvenueNumbers>;

/** Avenues with known house numbers. */
export type Avenue = keyof typeof AVENUES;

/** An avenue, one segment for each block that begins at one of the given streets. */
export function avenue(name: Avenue, streets: readonly number[], zip: string): StreetSegment[] {
  const { feet, side, key, perStreet } = AVENUES[name];
  return streets.map((number) => {
    const first = Math.round((number - key) * perStreet);
    return {
      street: name,
      houses: [first + 1, first + perStreet - 1].map(Math.round) as [number, number],
      from: gridPoint(number + 0.15, feet),
      to: gridPoint(number + 0.85, feet),
      crosses: [`${side} ${ordinal(number)} Street`, `${side} ${ordinal(number + 1)} Street`],
      zip,
      hyphenated: false,
      wide: true,
    };
  });
}
