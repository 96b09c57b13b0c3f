import { beforeAll, describe, expect, it } from 'vitest';
import { ParamProblem } from '../../src/api/params.js';
import { paramReader } from '../../src/api/read-params.js';
import { randomParams, searchParams } from '../../src/search/params/listing.params.js';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';

const readSearch = paramReader(searchParams);

const NUMBERS = [
  '-1',
  'abc',
  '1e3',
  '0x10',
  '1,5',
  '٣',
  '1.',
  '.5',
  'NaN',
  'Infinity',
  '9'.repeat(16),
];
const WHOLE = ['-1', 'abc', '1.5', '1e3', '9007199254740992', '1,2', '٣'];
const ROOMS = ['-1', 'studio', '1-2', '1;2', '.5', '1.', '1e2', '٣', '0,x'];
const CODES = ['x', '1.5', '-1', '1;2', '1 2', '1,x'];
const WORDS = ['nothing', '1', 'a,b', '%'];
const TRUTHS = ['maybe', '2', 'truefalse', 'true,false'];
const DAYS = [
  'tomorrow',
  '2026-11-20',
  '13/01/2026',
  '02/30/2026',
  '11/20/26',
  '0/1/2026',
  '11-20-2026',
];

/** Values that a parameter of this schema does not accept; none where its form is its own. */
function malformedBy({ type, items, minimum, maximum, ...rest }: Schema): readonly string[] {
  if (type === 'boolean') return TRUTHS;
  if (type === 'number') return NUMBERS;
  if (type === 'integer') {
    return [...WHOLE, ...(minimum === 1 ? ['0'] : []), ...(maximum ? [`${maximum + 1}`] : [])];
  }
  if (items?.type === 'integer' && items.enum !== undefined) {
    const unknown = Array.from({ length: 101 }, (_, code) => code);
    return [...CODES, ...unknown.filter((code) => !items.enum?.includes(code)).map(String)];
  }
  return rest.maxLength === undefined ? [] : ['a'.repeat(rest.maxLength + 1)];
}

interface Schema {
  readonly type?: string;
  readonly items?: { readonly type?: string; readonly enum?: readonly number[] };
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

type Name = keyof typeof searchParams;

/** Values that a search does not accept, of parameters whose schema does not say it all. */
const malformed: { readonly [Each in Name]?: readonly string[] } = {
  sort: ['prices', 'price,size', '-price', 'distance from'],
  order: ['up', 'descending', 'asc;drop'],
  id: [
    ...WHOLE.filter((given) => given !== '1,2'),
    '1,x',
    Array.from({ length: 501 }, (_, i) => i + 1).join(),
  ],
  status: [...CODES, '3', '0', '1,2,3'],
  cat: [...CODES, '0', '9007199254740992', Array.from({ length: 501 }, (_, i) => i + 1).join()],
  amenities: [...WORDS, 'doorman,nothing', 'balcony'],
  type: [...WORDS, 'Apartment;House', 'N', 'A'],
  apartmentFeatures: [...WORDS, 'LaundryInUnit', 'Doorman'],
  buildingFeatures: [...WORDS, 'Dishwasher', 'CommonOutdoorSpace'],
  zipcode: ['123456', '-1', '1002a', '10023-12', 'K1A 0B1', '1.5'],
  availableDate: [...DAYS, '11/20/2026T10:00', 'Immediately'],
  extras: [...WORDS, 'openhouse,lobby'],
  addPhotos: TRUTHS,
  q: ['ab', ' a ', '!!!', 'x'.repeat(101), 'a b c d e f g h i j k'],
  openHouse: ['soon', '2026-12-05', '2026-12-06..2026-12-05', '2026-02-30..2026-03-01', '..'],
  fields: ['main', 'main_id,nothing', 'custom', Array(101).fill('main_id').join()],
  beds: [...ROOMS, Array.from({ length: 21 }, (_, i) => i).join()],
  bath: ROOMS,
  isMLS: [...TRUTHS, 'included', 'all'],
  isRLS: [...TRUTHS, 'include,true'],
  facets: ['rooms', 'beds,rooms', 'beds;bath', '1'],
  updatedSince: [...DAYS, '11/20/2026T24:00', '11/20/2026T10:60', '11/20/2026T10', '11/20/2026Z'],
  bbox: [
    '1,2,3',
    '1,2,3,x',
    '0,41,1,40',
    '-74,40,-73,90.1',
    '-541,40,-73,41',
    '1e1,2,3,4',
    '1,2,3,4,5',
  ],
  near: ['40.7', '91,0', '40.7,541', '40.7;-74', '40,7,-74,0', 'NaN,0'],
  within: ['1', '0km', '-1km', '1001km', '622mi', '1.5 feet', '1km1mi', 'km', '1e2km'],
  polygon: [
    'POINT(1 2)',
    'POLYGON((1 2,3 4))',
    'POLYGON((1 2,3 4,1 2))',
    'POLYGON((1 2,3 4,5 x))',
    'POLYGON((1 2,3 4,5 91))',
    'POLYGON((1 2,3 4,541 6))',
    'POLYGON((1 2,3 4,5 6)',
    'POLYGON(1 2,3 4,5 6)',
    'POLYGON((1 2 3,3 4 3,5 6 3))',
    'POLYGON EMPTY',
    'MULTIPOLYGON((1 2,3 4,5 6))',
    'POLYGON((0 80,100 80,200 80))',
    'POLYGON((-80 0,80 0,0 80))',
    '{}',
    '{"type":"Point","coordinates":[1,2]}',
    '{"type":"Polygon","coordinates":[]}',
    '{"type":"Polygon","coordinates":[[["1","2"],[3,4],[5,6]]]}',
    '{"type":"Polygon","coordinates":{"length":1}}',
    '{"type":"Feature","geometry":null}',
    '{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6]]]',
    `POLYGON((${Array.from({ length: 502 }, (_, at) => `${at / 10} ${at % 7}`).join()}))`,
    `MULTIPOLYGON(${Array.from({ length: 21 }, (_, at) => `((${at} 0,${at} 1,${at + 0.5} 1))`).join()})`,
    `POLYGON((${'1'.repeat(40_000)} 2,3 4,5 6))`,
  ],
};

function problemOf(raw: Record<string, unknown>): ParamProblem {
  try {
    readSearch(raw);
  } catch (error) {
    if (error instanceof ParamProblem) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(raw)} is accepted.`);
}

describe('Malformed parameters of a search', () => {
  it.each(Object.keys(searchParams) as Name[])('%s', (name) => {
    const wrong = malformed[name] ?? malformedBy(searchParams[name].schema as Schema);
    expect(wrong.length).toBeGreaterThan(0);
    for (const given of wrong) {
      const problem = problemOf({ [name]: given });
      expect(problem.param).toBe(name);
      const shown = given.length > 80 ? `${given.slice(0, 80)}…` : given;
      const start = `${name}: ${JSON.stringify(shown)} was given; accepted is `;
      expect(problem.message.startsWith(start), problem.message).toBe(true);
      expect(problem.message.length).toBeGreaterThan(start.length + 5);
      // The name is told as the interface spells it, however it was spelled.
      expect(problemOf({ [name.toUpperCase()]: given }).param).toBe(name);
    }
  });

  it('are minimums above their maximum', () => {
    const pairs = (Object.keys(searchParams) as Name[])
      .filter((name) => /Min$|^Min/.test(name))
      .map((min) => [min, min.replace('Min', 'Max')] as const);
    expect(pairs.length).toBeGreaterThanOrEqual(8);
    for (const [min, max] of pairs) {
      expect(problemOf({ [min]: '3', [max]: '2.5' }).message).toBe(
        `${min}: "3" was given; accepted is a number up to ${max}, which is 2.5.`,
      );
      expect(readSearch({ [min]: '3', [max]: '3' })).toMatchObject({ [min]: 3, [max]: 3 });
      // 0 is not given, so nothing is above it.
      expect(readSearch({ [min]: '3', [max]: '0' })).toMatchObject({ [min]: 3, [max]: undefined });
    }
  });

  it('are two values where one is meant', () => {
    expect(problemOf({ priceMin: ['1', '2'] }).message).toBe(
      'priceMin: "1, 2" was given; accepted is one value.',
    );
    expect(problemOf({ sort: 'price', SORT: 'size' }).param).toBe('sort');
    expect(problemOf({ label: { name: 'x' } }).message).toMatch(/^label: accepted is text/);
    expect(problemOf({ cat: ['1', { $in: 2 }] }).param).toBe('cat');
    expect(readSearch({ priceMin: ['5', '5'], PRICEMIN: '5' }).priceMin).toBe(5);
  });
});

forAnyDatabase('A malformed read', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  beforeAll(async () => {
    await server.addTenant('acme');
    held.key = await server.addKey('acme');
  });

  it('is answered with the envelope of writes and code 256', async () => {
    const asked = [
      ['/properties?page=0', 'page: "0" was given; accepted is a whole number, 1 or more.'],
      ['/properties?perPage=-5', 'perPage: "-5" was given; accepted is a whole number, 1 or more.'],
      [
        '/properties?PRICEMIN=9&priceMax=8',
        'priceMin: "9" was given; accepted is a number up to priceMax, which is 8.',
      ],
      [
        `/properties?city=${'é'.repeat(120)}`,
        `city: "${'é'.repeat(80)}…" was given; accepted is text of at most 100 characters.`,
      ],
      [
        '/properties?sort=%00%22%0A',
        'sort: "\\u0000\\"\\n" was given; accepted is price or size or date or distance or openhouse.',
      ],
      ['/properties/7?isMLS=perhaps', 'isMLS: "perhaps" was given; accepted is true or false.'],
      ['/properties/7?addLabels=2', 'addLabels: "2" was given; accepted is true or false.'],
      ['/properties/photos/7?ISMLS=all', 'isMLS: "all" was given; accepted is true or false.'],
      ['/properties/amenities/7?isMLS=-', 'isMLS: "-" was given; accepted is true or false.'],
      [
        '/properties/random/7?bedsMin=11',
        'bedsMin: "11" was given; accepted is a number up to bedsMax, which is 10.',
      ],
    ] as const;
    for (const [path, message] of asked) {
      expect(await server.get(held.key, path)).toEqual({
        STATUS: 'Error',
        STATUS_CODE: '256',
        MESSAGE: message,
        // A search answers with an empty page beside the envelope (R176).
        ...(path.startsWith('/properties?') ? { TOTAL_COUNT: 0, LISTINGS: [] } : {}),
      });
    }
  });

  it.each(Object.keys(randomParams))('names %s of a random draw', async (name) => {
    const answer = await server.get(held.key, `/properties/random/3?${name}=-x`);
    expect(answer).toMatchObject({ STATUS: 'Error', STATUS_CODE: '256' });
    expect((answer as { MESSAGE: string }).MESSAGE).toMatch(new RegExp(`^${name}: "-x" was given`));
  });
});
