import type Sqlite from 'better-sqlite3';
import { isWithin, type Ring } from '../lib/geometry/polygon.js';

/** How many rings are kept parsed: more than one area has. */
const RINGS_KEPT = 64;

const parsed: { readonly text: string; readonly ring: Ring }[] = [];

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
    isWithin(ringOf(polygon as string), x, y) ? 1 : 0,
  );
}

/** The ring of a text. Each row of a search has the same few, so they are parsed once. */
function ringOf(text: string): Ring {
  for (const entry of parsed) if (entry.text === text) return entry.ring;
  const numbers = (text.match(/-?\d+/g) ?? []).map(Number);
  const ring = {
    longitudes: numbers.filter((_, at) => at % 2 === 0),
    latitudes: numbers.filter((_, at) => at % 2 === 1),
  };
  parsed.unshift({ text, ring });
  if (parsed.length > RINGS_KEPT) parsed.pop();
  return ring;
}
