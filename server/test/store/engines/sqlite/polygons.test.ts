import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ring, withinRing } from '../../../../src/lib/geometry.js';
import { addPolygons, Polygons } from '../../../../src/store/engines/sqlite/polygons.js';
import { openFile } from '../../../rig/sqlite-file.js';

const POINTS = 3000;

/** Edges from the south to the north of it all and back. */
function zigzag(corners: number, east = 0): Ring {
  const numbers = Array.from({ length: corners }, (_, at) => at);
  return {
    longitudes: numbers.map((at) => -74_200_000 + east + at * 1000),
    latitudes: numbers.map((at) => (at % 2 === 0 ? 40_500_000 : 40_900_000)),
  };
}

const textOf = ({ longitudes, latitudes }: Ring) =>
  `(${longitudes.map((longitude, at) => `(${longitude},${latitudes[at]})`).join()})`;

describe('polygons in SQLite', () => {
  const database = openFile(':memory:');
  let edgesMet = 0;
  beforeAll(() => {
    const counting: typeof withinRing = (ring) => {
      const test = withinRing(ring);
      return (longitude, latitude) => {
        edgesMet += ring.latitudes.length;
        return test(longitude, latitude);
      };
    };
    addPolygons(database, new Polygons(counting));
    database.exec('create table home (id integer primary key, x integer, y integer, beds integer)');
    const insert = database.prepare('insert into home values (?, ?, ?, ?)');
    for (let id = 1; id <= POINTS; id += 1) {
      const x = -74_200_000 + ((id * 104_729) % 499_979);
      insert.run(id, x, 40_500_000 + ((id * 7919) % 399_989), id % 5);
    }
  });
  afterAll(() => database.close());

  const IN = 'poly_contain_pt((select polygon(cast(? as text))), point(x, y))';
  /** The statements of a search with clusters and facets. */
  const STATEMENTS = [
    `select count(*) from home where ${IN}`,
    `select id from home where ${IN} order by beds, id`,
    `select x, y from home where ${IN}`,
    `select beds, count(*) from home where ${IN} group by beds`,
  ];

  it('meet the edges once for each point, however often a search asks', () => {
    const ring = zigzag(499);
    for (const statement of STATEMENTS) database.prepare(statement).all(textOf(ring));
    expect(edgesMet).toBeGreaterThan(0);
    // Some points have the same slot, and push each other out.
    expect(edgesMet).toBeLessThan(POINTS * 499 * 1.1);
  });

  it('answer for each of many rings what is so', () => {
    const homes = database.prepare('select id, x, y from home where id <= 300').all() as Record<
      'id' | 'x' | 'y',
      number
    >[];
    for (let round = 0; round < 2; round += 1) {
      for (let at = 0; at < 80; at += 1) {
        const ring = zigzag(5 + 2 * at, at * 977);
        const holds = withinRing(ring);
        const found = database
          .prepare(`select id from home where id <= 300 and ${IN} order by id`)
          .pluck()
          .all(textOf(ring));
        expect(found).toEqual(homes.filter(({ x, y }) => holds(x, y)).map(({ id }) => id));
      }
    }
  });
});
