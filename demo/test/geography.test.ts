import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BOROUGHS } from '../src/geography/boroughs.js';
import { avenue, crosstown, ordinal } from '../src/geography/grid.js';
import { neighborhoodTree, postalCity } from '../src/geography/neighborhoods.js';
import { addressAt, queensStreets, streets } from '../src/geography/segment.js';
import { agency, offenders } from './agency-under-test.js';
import { sampleData } from './sample-data.js';

const tree = neighborhoodTree();
const places = tree.flatMap((node) => (node.facts ? [{ ...node, facts: node.facts }] : []));

/** Kilometers between two points near New York. */
function distance(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  return Math.hypot((a.latitude - b.latitude) * 111.2, (a.longitude - b.longitude) * 84.3);
}

describe('addresses', () => {
  it('tie house number, point and cross streets together', () => {
    const [kent] = streets(
      '* Kent Street; 100-200; 40.7000 -73.9600; 40.7100 -73.9500; 11222; A Street, B Street, C Street',
    );
    if (!kent) throw new Error('No street.');
    expect(kent.wide).toBe(true);
    const low = addressAt(kent, 0.1, true);
    expect([low.house, low.street, low.zip, ...low.crosses]).toEqual([
      '110',
      'Kent Street',
      '11222',
      'A Street',
      'B Street',
    ]);
    expect(low.point.latitude).toBeCloseTo(40.701, 3);
    const high = addressAt(kent, 0.9, false);
    expect([high.house, ...high.crosses]).toEqual(['191', 'B Street', 'C Street']);
    expect(high.point.longitude).toBeCloseTo(-73.951, 3);
  });

  it('of Queens begin with the number of the cross street', () => {
    const blocks = queensStreets(
      '78th Street; 34 35; 40.7535 -73.8890; 40.7513 -73.8885; 11372; 34th Avenue, 35th Avenue, 37th Avenue',
    );
    expect(blocks).toHaveLength(2);
    const second = blocks[1];
    if (!second) throw new Error('No block.');
    const address = addressAt(second, 0.5, false);
    expect(address.house).toMatch(/^35-[0-5]\d$/);
    expect(address.crosses).toEqual(['35th Avenue', '37th Avenue']);
  });

  it('refuse tables that make no sense', () => {
    expect(() => streets('X; 1-2; here; there; 10001; A, B')).toThrow(RangeError);
    expect(() => crosstown('west', [20], [999], '10011')).toThrow(RangeError);
  });

  it('on the grid lie where everybody knows them to be', () => {
    const [block] = crosstown('west', [59], [300], '10019');
    expect(block?.street).toBe('West 59th Street');
    expect(block?.crosses).toEqual(['Eighth Avenue', 'Ninth Avenue']);
    // Columbus Circle, at Eighth Avenue and Fifty-ninth Street.
    expect(
      distance(block?.from ?? { latitude: 0, longitude: 0 }, {
        latitude: 40.7681,
        longitude: -73.9819,
      }),
    ).toBeLessThan(0.15);
    // The block of Park Avenue that begins at Seventy-second Street holds the numbers from 741.
    const [park] = avenue('Park Avenue', [72], '10021');
    expect(park?.houses).toEqual([741, 759]);
    expect(park?.crosses).toEqual(['East 72nd Street', 'East 73rd Street']);
    expect(
      distance(park?.from ?? { latitude: 0, longitude: 0 }, {
        latitude: 40.7713,
        longitude: -73.9643,
      }),
    ).toBeLessThan(0.15);
  });

  it('have ordinals', () => {
    expect([1, 2, 3, 11, 12, 13, 21, 22, 23, 101, 111, 112].map(ordinal).join(' ')).toBe(
      '1st 2nd 3rd 11th 12th 13th 21st 22nd 23rd 101st 111th 112th',
    );
  });
});

describe('the neighborhood tree', () => {
  it('has boroughs, parts and neighborhoods, each name once', () => {
    expect(agency.neighborhoods.filter((n) => n.parent === 0).map((n) => n.cat_name)).toEqual([
      'Manhattan',
      'Brooklyn',
      'Queens',
    ]);
    const names = agency.neighborhoods.map((n) => n.cat_name);
    expect(new Set(names).size).toBe(names.length);
    const depth = (id: number): number => {
      const parent = agency.neighborhoods.find((n) => n.cat_id === id)?.parent ?? 0;
      return parent === 0 ? 1 : 1 + depth(parent);
    };
    expect(new Set(agency.neighborhoods.map((n) => depth(n.cat_id)))).toEqual(new Set([1, 2, 3]));
    expect(
      offenders(
        agency.neighborhoods,
        (n) => /^<p>.+<\/p>$/s.test(n.text_1) && n.img !== '' && n.sort > 0,
      ),
    ).toEqual([]);
  });

  it('gives every neighborhood streets, trains, prices and ZIP codes of its borough', () => {
    const zips = { Manhattan: /^100|^101|^102/, Brooklyn: /^112/, Queens: /^11[0134]/ };
    expect(
      offenders(
        places,
        ({ facts }) =>
          facts.segments.length > 0 && /^[1-7A-Z]+$/.test(facts.lines) && facts.rent > 30,
      ),
    ).toEqual([]);
    expect(
      offenders(places, ({ facts, borough }) =>
        facts.segments.every((s) => zips[borough].test(s.zip)),
      ),
    ).toEqual([]);
    const segments = places.flatMap(({ facts }) => facts.segments);
    expect(
      offenders(
        segments,
        (s) => s.crosses.length >= 2 && distance(s.from, s.to) < 2.2 && s.houses[0] < s.houses[1],
      ),
    ).toEqual([]);
  });

  it('keeps its streets together, within three kilometers', () => {
    expect(
      offenders(places, ({ facts }) => {
        const [first] = facts.segments;
        return first !== undefined && facts.segments.every((s) => distance(first.from, s.from) < 3);
      }).map((p) => p.name),
    ).toEqual([]);
  });

  it('knows what the post office writes', () => {
    const city = (name: string): string => {
      const node = tree.find((n) => n.name === name);
      return node ? postalCity(node) : '';
    };
    expect([city('Chelsea'), city('Red Hook'), city('Astoria')]).toEqual([
      'New York',
      'Brooklyn',
      'Astoria',
    ]);
  });

  it('is the one the buildings stand in', () => {
    const byId = new Map(places.map((p) => [p.id, p]));
    expect(
      offenders(agency.buildings, (b) => {
        const facts = byId.get(b.cat)?.facts;
        const segment = facts?.segments.find(
          (s) => s.street === b.address && s.zip === b.zip && distance(s.from, b) < 2.3,
        );
        const trains = b.subwayline.split(',');
        return (
          segment !== undefined &&
          trains.length > 0 &&
          trains.every((line) => facts?.lines.includes(line))
        );
      }).map((b) => b.address),
    ).toEqual([]);
  });
});

interface Polygons {
  features: Array<{
    properties: { neighborhood: string };
    geometry: { type: string; coordinates: number[][][] | number[][][][] };
  }>;
}

const FILE = sampleData(
  'neighborhoods/pediacities_nyc_neighborhoods_2018.geojson.gz',
  'streets of the demo data in their neighborhoods',
);

/** What others call the area, where they do not use our name. */
const ALIASES: Record<string, string[]> = {
  'Gramercy Park': ['Gramercy', 'Kips Bay', 'Stuyvesant Town'],
  Flatiron: ['Flatiron District', 'Chelsea', 'Midtown', 'Greenwich Village'],
  'Hudson Yards': ['Chelsea', "Hell's Kitchen", 'Midtown'],
  "Hell's Kitchen": ['Theater District'],
  'Turtle Bay': ['Midtown'],
  'Sutton Place': ['Midtown'],
  Midtown: ['Theater District', "Hell's Kitchen"],
  'Murray Hill': ['Midtown', 'Kips Bay'],
  'Lenox Hill': ['Upper East Side'],
  'Carnegie Hill': ['Upper East Side'],
  Yorkville: ['Upper East Side'],
  'Lincoln Square': ['Upper West Side'],
  'Manhattan Valley': ['Upper West Side'],
  'Carroll Gardens': ['Gowanus', 'Columbia St'],
  'Park Slope': ['Gowanus', 'Prospect Park', 'South Slope'],
  'Prospect Lefferts Gardens': ['Prospect-Lefferts Gardens'],
  'Ditmas Park': ['Flatbush'],
  'Bay Ridge': ['Fort Hamilton'],
};

function inside([x, y]: readonly [number, number], ring: number[][]): boolean {
  let within = false;
  ring.forEach(([xi = 0, yi = 0], i) => {
    const [xj = 0, yj = 0] = ring[i === 0 ? ring.length - 1 : i - 1] ?? [];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) within = !within;
  });
  return within;
}

function readPolygons(file: string): Polygons {
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Polygons;
}

describe.skipIf(FILE === undefined)(
  'against the city’s own outlines (skipped without the test data)',
  () => {
    it('the streets lie in their neighborhoods', () => {
      const outlines = readPolygons(FILE ?? '').features.map(({ properties, geometry }) => ({
        name: properties.neighborhood,
        rings: (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).map(
          (p) => p[0] as number[][],
        ),
      }));
      expect(outlines.length).toBeGreaterThan(250);
      const corners = places.flatMap(({ name, facts }) =>
        facts.segments.flatMap((s) =>
          [0.05, 0.5, 0.95].map((f) => ({ name, address: addressAt(s, f, f > 0.1) })),
        ),
      );
      const strays = corners.filter(({ name, address: { point } }) => {
        const wanted = [name, ...(ALIASES[name] ?? [])];
        return !outlines.some(
          (o) =>
            wanted.includes(o.name) &&
            o.rings.some((ring) => inside([point.longitude, point.latitude], ring)),
        );
      });
      expect(corners.length).toBeGreaterThan(1500);
      expect(
        strays.map(({ name, address }) => `${name}: ${address.house} ${address.street}`),
      ).toEqual([]);
    });
  },
);

describe('boroughs', () => {
  it('count sixty neighborhoods and more, with three places each to name', () => {
    expect(places.length).toBeGreaterThan(60);
    expect(BOROUGHS.map((b) => b.areas.length)).toEqual([5, 4, 2]);
    expect(offenders(places, ({ facts }) => new Set(facts.places).size === 3)).toEqual([]);
  });
});
