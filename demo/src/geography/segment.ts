/** A point in decimal degrees (WGS 84). */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * A stretch of a street with its house numbers: where demo buildings stand. A building at a
 * fraction of the stretch has the house number, the coordinates and the cross streets of that
 * fraction, so that the three agree.
 */
export interface StreetSegment {
  readonly street: string;
  /** First and last house number, in the direction from `from` to `to`. */
  readonly houses: readonly [number, number];
  readonly from: Point;
  readonly to: Point;
  /** Cross streets in the same direction, at even distances, both ends included. */
  readonly crosses: readonly string[];
  readonly zip: string;
  /** Queens numbering: 3515 reads 35-15. */
  readonly hyphenated: boolean;
  /** True on avenues and wide streets, where the tall buildings stand. */
  readonly wide: boolean;
}

/** Reads `40.7356 -74.0018`. */
function point(text: string): Point {
  const [latitude = Number.NaN, longitude = Number.NaN] = text.split(' ').map(Number);
  if (Number.isNaN(latitude + longitude)) throw new RangeError(`Not a point: ${text}`);
  return { latitude, longitude };
}

const parts = (text: string, separator: string): string[] =>
  text.split(separator).map((part) => part.trim());

/**
 * Reads a table of streets outside the numbered grid, one a line:
 * `Name; first-last house; latitude longitude; latitude longitude; ZIP; cross streets`. The
 * coordinates are those of the first and of the last house, the cross streets run from one to the
 * other. A leading `*` marks a wide street.
 */
export function streets(table: string): StreetSegment[] {
  return parts(table.trim(), '\n').map((line) => {
    const [name = '', houses = '', from = '', to = '', zip = '', crosses = ''] = parts(line, ';');
    const [low = 0, high = 0] = houses.split('-').map(Number);
    return {
      street: name.replace('* ', ''),
      houses: [low, high],
      from: point(from),
      to: point(to),
      crosses: parts(crosses, ','),
      zip,
      hyphenated: false,
      wide: name.startsWith('*'),
    };
  });
}

/**
 * Reads a table of Queens streets, where a house number begins with the number of the cross street
 * before it: as `streets`, but with the beginnings of the house numbers block by block
 * (`34 35 37`), and one more cross street than there are blocks. Gives a segment for each block.
 */
export function queensStreets(table: string): StreetSegment[] {
  return parts(table.trim(), '\n').flatMap((line) => {
    const [name = '', blocks = '', start = '', end = '', zip = '', crosses = ''] = parts(line, ';');
    const prefixes = blocks.split(' ').map(Number);
    const names = parts(crosses, ',');
    const from = point(start);
    const to = point(end);
    const at = (i: number): Point => ({
      latitude: from.latitude + ((to.latitude - from.latitude) * i) / prefixes.length,
      longitude: from.longitude + ((to.longitude - from.longitude) * i) / prefixes.length,
    });
    return prefixes.map((prefix, i) => ({
      street: name.replace('* ', ''),
      houses: [prefix * 100 + 1, prefix * 100 + 59] as const,
      from: at(i),
      to: at(i + 1),
      crosses: names.slice(i, i + 2),
      zip,
      hyphenated: true,
      wide: name.startsWith('*'),
    }));
  });
}

/** What a segment says about one house on it. */
export interface Address {
  /** House number as it is written. */
  readonly house: string;
  readonly street: string;
  readonly point: Point;
  /** The two cross streets, nearest first in house-number order. */
  readonly crosses: readonly [string, string];
  readonly zip: string;
}

/** Half the width of a street and its sidewalks, in degrees of latitude. */
const SETBACK = 0.00012;

/**
 * The address at a fraction of a segment.
 * @param fraction From 0 (first house number) to 1 (last).
 * @param even Which side of the street: even numbers or odd ones.
 */
export function addressAt(segment: StreetSegment, fraction: number, even: boolean): Address {
  const [low, high] = segment.houses;
  let number = Math.round(low + fraction * (high - low));
  if ((number % 2 === 0) !== even) number += number < Math.max(low, high) ? 1 : -1;
  const along = (number - low) / (high - low || 1);
  const { from, to } = segment;
  const dLat = to.latitude - from.latitude;
  const dLng = to.longitude - from.longitude;
  const length = Math.hypot(dLat, dLng) || 1;
  const side = even ? SETBACK : -SETBACK;
  const gap = Math.min(
    Math.max(Math.floor(along * (segment.crosses.length - 1)), 0),
    segment.crosses.length - 2,
  );
  return {
    house: segment.hyphenated ? hyphenate(number) : `${number}`,
    street: segment.street,
    point: {
      latitude: round6(from.latitude + dLat * along + (dLng / length) * side),
      longitude: round6(from.longitude + dLng * along - (dLat / length) * side),
    },
    crosses: [segment.crosses[gap] ?? '', segment.crosses[gap + 1] ?? ''],
    zip: segment.zip,
  };
}

function hyphenate(number: number): string {
  return `${Math.floor(number / 100)}-${`${number % 100}`.padStart(2, '0')}`;
}

const round6 = (value: number): number => Math.round(value * 1e6) / 1e6;
