import type Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { withinRing } from '../../../lib/geometry.js';

type Test = ReturnType<typeof withinRing>;

/** How many rings are kept: more than one statement has different ones. */
const RINGS_KEPT = 64;

/** How many answers are kept, a power of two: one for each listing of a large client. */
const ANSWERS_KEPT = 2 ** 18;

/** Three numbers for each answer: the ring, the longitude, and twice the latitude with the answer added. */
const NUMBERS = 3;

/**
 * The rings of statements, and which points lie in them. One search asks about the same point for its
 * total, its page, its clusters and each of its facets: the edges of the ring are met once.
 */
export class Polygons {
  /** The numbers of the last rings by their texts, and their tests by number. */
  readonly #numbers = new LRUCache<string, number>({
    max: RINGS_KEPT,
    dispose: (number) => this.#tests.delete(number),
  });
  readonly #tests = new Map<number, Test>();
  /** Each answer has one slot, and replaces the one before. No ring has the number 0. */
  readonly #answers = new Int32Array(ANSWERS_KEPT * NUMBERS);
  readonly #within: typeof withinRing;
  #last = 0;

  constructor(within = withinRing) {
    this.#within = within;
  }

  /** The number of a ring. A statement may name the same one several times. */
  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = ++this.#last;
    this.#tests.set(number, this.#testOf(text));
    this.#numbers.set(text, number);
    return number;
  }

  /** Whether a ring holds a point in whole millionths of a degree. */
  holds(ring: number, longitude: number, latitude: number): boolean {
    const mixed = Math.imul(longitude, 0x9e3779b1) ^ Math.imul(latitude, 0x85ebca6b) ^ ring;
    const spread = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
    const slot = ((spread ^ (spread >>> 13)) & (ANSWERS_KEPT - 1)) * NUMBERS;
    const answers = this.#answers;
    const kept = answers[slot + 2] as number;
    if (answers[slot] === ring && answers[slot + 1] === longitude && kept >> 1 === latitude) {
      return (kept & 1) === 1;
    }
    const test = this.#tests.get(ring);
    if (test === undefined) throw new Error('A statement has more polygons than are kept.');
    const answer = test(longitude, latitude);
    answers[slot] = ring;
    answers[slot + 1] = longitude;
    answers[slot + 2] = latitude * 2 + (answer ? 1 : 0);
    return answer;
  }

  #testOf(text: string): Test {
    const coordinates = (text.match(/-?\d+/g) ?? []).map(Number);
    return this.#within({
      longitudes: coordinates.filter((_, at) => at % 2 === 0),
      latitudes: coordinates.filter((_, at) => at % 2 === 1),
    });
  }
}

/** One for all databases of a process, as answers hold everywhere. */
const shared = new Polygons();

/**
 * Gives SQLite the functions by which PostgreSQL finds out whether a point lies in a polygon, so that one
 * statement runs on both: `poly_contain_pt((select polygon(text)), point(x, y))`. The text is such as
 * `((0,0),(4,0),(4,3))`. Points on an edge are contained; whole numbers are compared exactly.
 *
 * A polygon is a number here, by which its test is found: the text of a large one would be copied for
 * each row.
 */
export function addPolygons(database: Sqlite.Database, polygons = shared): void {
  let x = 0;
  let y = 0;
  // SQLite knows no point as a value. The call around it follows at once and takes the last one.
  database.function('point', (longitude, latitude) => {
    x = longitude as number;
    y = latitude as number;
    return 0;
  });
  database.function('polygon', (text) => polygons.numberOf(text as string));
  database.function('poly_contain_pt', (polygon, _point) => {
    return polygons.holds(polygon as number, x, y) ? 1 : 0;
  });
}
