import type Sqlite from 'better-sqlite3';
import { withinRing } from '../lib/geometry/polygon.js';

type Test = ReturnType<typeof withinRing>;

/** How many rings are kept parsed: more than one area has. */
const RINGS_KEPT = 48;

const parsed: { readonly text: string; readonly test: Test }[] = [];

/**
 * Gives SQLite the two functions by which PostgreSQL finds out whether a point lies in a polygon, so
 * that one statement runs on both: `poly_contain_pt(polygon, point(x, y))`. The polygon is a text such
 * as `((0,0),(4,0),(4,3))`. Points on an edge are contained; whole numbers are compared exactly.
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
  database.function('poly_contain_pt', (polygon, _point) =>
    testOf(polygon as string)(x, y) ? 1 : 0,
  );
}

/** The test of a ring. Each row of a search has the same few texts, so they are parsed once. */
function testOf(text: string): Test {
  for (const entry of parsed) if (entry.text === text) return entry.test;
  const numbers = (text.match(/-?\d+/g) ?? []).map(Number);
  const test = withinRing({
    longitudes: numbers.filter((_, at) => at % 2 === 0),
    latitudes: numbers.filter((_, at) => at % 2 === 1),
  });
  parsed.unshift({ text, test });
  if (parsed.length > RINGS_KEPT) parsed.pop();
  return test;
}
