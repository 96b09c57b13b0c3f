/** How an apartment or a house is divided, and the floor plan it is drawn with. */
export interface Layout {
  readonly key: string;
  /** Bedrooms; 0 for a studio, a half for a home office. */
  readonly beds: number;
  readonly baths: number;
  readonly rooms: number;
  /** Smallest and largest usual size, square feet. */
  readonly size: readonly [number, number];
}

const layout = (
  key: string,
  beds: number,
  baths: number,
  rooms: number,
  low: number,
  high: number,
): Layout => ({ key, beds, baths, rooms, size: [low, high] });

const ALL = [
  layout('studio', 0, 1, 2, 430, 560),
  layout('alcove', 0, 1, 2.5, 520, 640),
  layout('one', 1, 1, 3, 610, 790),
  layout('oneHalf', 1, 1.5, 3, 780, 930),
  layout('oneOffice', 1.5, 1, 3.5, 740, 900),
  layout('two', 2, 1, 4, 840, 1000),
  layout('twoBath', 2, 2, 4.5, 1040, 1340),
  layout('twoHalf', 2, 2.5, 5, 1360, 1690),
  layout('threeOne', 3, 1, 5, 1020, 1220),
  layout('three', 3, 2, 5.5, 1380, 1650),
  layout('threeBath', 3, 3, 6, 1700, 2150),
  layout('threeHalf', 3, 3.5, 6.5, 2150, 2700),
  layout('four', 4, 3.5, 8, 2700, 3500),
  layout('loftOne', 1, 1, 3, 1100, 1420),
  layout('loftTwo', 2, 2, 4, 1650, 2200),
  layout('loftThree', 3, 2.5, 5.5, 2300, 3000),
  layout('penthouse', 4, 4.5, 8, 3100, 4100),
  layout('houseThree', 3, 2.5, 7, 1650, 2150),
  layout('houseFour', 4, 2.5, 8, 2100, 2700),
  layout('houseFive', 5, 3.5, 10, 2700, 3500),
  layout('townhouseFour', 4, 3.5, 9, 3100, 3800),
  layout('townhouseFive', 5, 4.5, 11, 3900, 4900),
  layout('townhouseSix', 6, 5.5, 13, 4900, 6400),
  layout('suite', 0, 1, 0, 900, 4200),
] as const;

/** Layouts by key. */
export const LAYOUTS: ReadonlyMap<string, Layout> = new Map(ALL.map((l) => [l.key, l]));

/** The layout of a key; throws on an unknown one. */
export function layoutOf(key: string): Layout {
  const found = LAYOUTS.get(key);
  if (!found) throw new RangeError(`Unknown layout: ${key}`);
  return found;
}
