import type Sqlite from 'better-sqlite3';
import { withinRing } from '../lib/geometry/polygon.js';

type Test = ReturnType<typeof withinRing>;

/** How many rings are kept: more than one statement has different ones. */
const RINGS_KEPT = 64;

/** The numbers of the last rings by their texts, those used last at the end, and their tests by number. */
const numbers = new Map<string, number>();
const tests = new Map<number, Test>();
let last = 0;

/**
 * Gives SQLite the functions by which PostgreSQL finds out whether a point lies in a polygon, so that one
 * statement runs on both: `poly_contain_pt((select polygon(text)), point(x, y))`. The text is such as
 * `((0,0),(4,0),(4,3))`. Points on an edge are contained; whole numbers are compared exactly.
 *
 * A polygon is a number here, by which its test is found: the text of a large one would be copied for
 * each row.
 */
export function addPolygons(database: Sqlite.Database): void {
  let x = 0;
  let y = 0;
  // SQLite knows no point as a value. The call around it follows at once and takes the last one.
  database.function('point', (longitude, latitude) => {
    x = longitude as number;
    y = latitude as number;
    return 0;
  });
  database.function('polygon', (text) => numberOf(text as string));
  database.function('poly_contain_pt', (polygon, _point) => {
    const test = tests.get(polygon as number);
    if (test === undefined) throw new Error('A statement has more polygons than are kept.');
    return test(x, y) ? 1 : 0;
  });
}

/** The number of a ring. A statement may name the same one several times. */
function numberOf(text: string): number {
  const known = numbers.get(text);
  const number = known ?? ++last;
  if (known === undefined) tests.set(number, testOf(text));
  numbers.delete(text);
  numbers.set(text, number);
  const [oldest] = numbers;
  if (numbers.size > RINGS_KEPT && oldest !== undefined) {
    numbers.delete(oldest[0]);
    tests.delete(oldest[1]);
  }
  return number;
}

function testOf(text: string): Test {
  const coordinates = (text.match(/-?\d+/g) ?? []).map(Number);
  return withinRing({
    longitudes: coordinates.filter((_, at) => at % 2 === 0),
    latitudes: coordinates.filter((_, at) => at % 2 === 1),
  });
}
