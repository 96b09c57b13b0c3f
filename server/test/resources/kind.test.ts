import { RecordProblem } from 'portico-importer/resource.js';
import { Type } from 'typebox';
import { expect, expectTypeOf, it } from 'vitest';
import {
  address,
  type ColumnsOf,
  code,
  column,
  computed,
  degrees,
  flags,
  id,
  idOf,
  inFiles,
  moment,
  momentOrZero,
  oneOf,
  type SchemasOf,
  text,
  whole,
} from '../../src/resources/kinds/fields.js';
import { defineKind } from '../../src/resources/kinds/kind.js';

const fields = {
  about: idOf('agents', 'Whom it is about', { column: 'agent_id' }),
  id: id('Its number'),
  kept: text('Text', { column: 'stored_text' }),
  key: column(''),
  since: moment('When', { column: 'begun_at' }),
  type: oneOf(['One', 'Two'], 'Which'),
  url: address('Where'),
};

/** A kind that there is not, with a field of each sort. */
const invented = defineKind('press', 'Invented', fields);

const ROW = {
  agent_id: 7,
  id: 3,
  stored_text: 'words',
  key: 'words',
  begun_at: Date.UTC(2026, 10, 20, 19, 5, 9),
  type: 'Two' as const,
  url: 'example.com',
};

const SHOWN = {
  timeZone: 'America/New_York',
  mediaUrl: (path: string) => `media/${path}`,
  linkUrl: (link: string) => `https://${link}`,
};

it('has a column for each field under its own name or another one', () => {
  expectTypeOf<ColumnsOf<typeof fields>>().toEqualTypeOf<{
    agent_id: number;
    id: number;
    stored_text: string;
    key: string;
    begun_at: number | null;
    type: 'One' | 'Two';
    url: string;
  }>();
  expect(invented.defaults).toEqual({
    agent_id: 0,
    id: 0,
    stored_text: '',
    key: '',
    begun_at: null,
    type: 'One',
    url: '',
  });
});

it('has a schema of what answers have, in the order of the list', () => {
  expectTypeOf<keyof SchemasOf<typeof fields>>().toEqualTypeOf<
    'about' | 'id' | 'kept' | 'since' | 'type' | 'url'
  >();
  expect(Object.keys(invented.schema.properties)).toEqual([
    'about',
    'id',
    'kept',
    'since',
    'type',
    'url',
  ]);
  expect(invented.schema).toMatchObject({ $id: 'Invented', additionalProperties: false });
  expect(invented.schema.properties.about).toEqual(
    Type.Integer({ description: 'Whom it is about' }),
  );
});

it('shows a row in answers with whole addresses', () => {
  const record = {
    about: 7,
    id: 3,
    kept: 'words',
    since: 'November, 20 2026 14:05:09',
    type: 'Two',
    url: 'https://example.com',
  };
  expect(invented.record(ROW, SHOWN)).toEqual(record);
  expect(Object.keys(invented.record(ROW, SHOWN))).toEqual(Object.keys(record));
});

it('exports a row with addresses as they came', () => {
  const context = { ...SHOWN, database: undefined as never, clock: { now: () => 0 } as never };
  expect(invented.exported(ROW, context)).toEqual({
    about: 7,
    id: 3,
    kept: 'words',
    since: 'November, 20 2026 14:05:09',
    type: 'Two',
    url: 'example.com',
  });
});

it('reads what a record has, and nothing of what only the program writes', () => {
  expect([...invented.names]).toEqual(['id', 'about', 'kept', 'since', 'type', 'url']);
  const read = invented.read(
    { id: '3', kept: 5, since: '2026-11-20 14:05:09', type: 'TWO', key: 'x' },
    'UTC',
  );
  expect(read).toEqual({
    id: 3,
    values: { stored_text: '5', begun_at: Date.UTC(2026, 10, 20, 14, 5, 9), type: 'Two' },
  });
  expect(invented.read({ id: 3, kept: null, url: undefined }, 'UTC')).toEqual({
    id: 3,
    values: {},
  });
});

it.each([
  ['id', {}],
  ['id', { id: 0 }],
  ['about', { id: 1, about: -1 }],
  ['type', { id: 1, type: 'Three' }],
  ['url', { id: 1, url: 'javascript:x' }],
])('names %s where a record is wrong: %j', (field, record) => {
  const read = () => invented.read(record, 'UTC');
  expect(read).toThrow(RecordProblem);
  expect(read).toThrow(expect.objectContaining({ field }));
});

it('takes source keys where a field holds the number of a record', () => {
  expect(invented.keys).toEqual({ id: { of: 'press' }, about: { of: 'agents' } });
});

it('keeps out of answers what is in files only, and begins with the value that is given', () => {
  const wider = {
    team: inFiles(idOf('teams', 'Its team', { column: 'team_id' })),
    at: momentOrZero('When', { column: 'made_at' }),
    place: whole('Position', { initial: 999 }),
  };
  const kind = defineKind('videos', 'Wider', wider);
  const row = { team_id: 4, made_at: 0, place: 2 };
  expectTypeOf<keyof ColumnsOf<typeof wider>>().toEqualTypeOf<'team_id' | 'made_at' | 'place'>();
  expectTypeOf<keyof SchemasOf<typeof wider>>().toEqualTypeOf<'at' | 'place'>();
  expect(kind.defaults).toEqual({ team_id: 0, made_at: 0, place: 999 });
  expect(kind.record(row, SHOWN)).toEqual({ at: '', place: 2 });
  const context = { ...SHOWN, database: undefined as never, clock: { now: () => 0 } as never };
  expect(kind.exported(row, context)).toEqual({ team: 4, at: '', place: 2 });
  const read = kind.read({ id: 1, team: 4, at: '', place: '3' }, 'UTC');
  expect(read.values).toEqual({ team_id: 4, made_at: 0, place: 3 });
});

it('keeps flags of one column apart, answers what a row brings along, and leaves out what is unknown', () => {
  const packed = {
    ...flags(['red', 'blue'], 'it is', (_, position) => ({
      get: ({ bits }: { bits: number }) => ((bits >> position) & 1) as 0 | 1,
      put: ({ bits }, on) => ({
        bits: on === 1 ? bits | (1 << position) : bits & ~(1 << position),
      }),
    })),
    bits: column(0),
    era: code(
      [
        [2, 'new'],
        [1, 'old'],
        [0, 'unknown'],
      ],
      'When',
    ),
    latitude: inFiles(degrees('Where', 90)),
    total: computed(Type.Integer()),
    word: text('Word', { show: (word) => word || 'N/A', exported: (word) => word }),
  };
  const kind = defineKind('docs', 'Packed', packed);
  expectTypeOf<keyof ColumnsOf<typeof packed>>().toEqualTypeOf<
    'bits' | 'era' | 'latitude' | 'word'
  >();
  expect(kind.defaults).toEqual({ bits: 0, era: 0, latitude: null, word: '' });
  expect([...kind.names]).toEqual(['id', 'era', 'latitude', 'word', 'red', 'blue', 'total']);
  expect([...kind.computed]).toEqual(['total']);

  const row = { ...kind.defaults, bits: 2, total: 5 };
  expect(kind.record(row, SHOWN)).toEqual({ red: 0, blue: 1, era: 0, total: 5, word: 'N/A' });
  const context = { ...SHOWN, database: undefined as never, clock: { now: () => 0 } as never };
  expect(kind.exported(row, context)).toEqual({ red: 0, blue: 1, era: 0, word: '' });

  const read = kind.read({ id: 4, red: 'yes', latitude: 0, era: '2', total: 9 }, 'UTC');
  expect(read).toEqual({ id: 4, values: { latitude: null, era: 2 }, bits: { red: 1 } });
  expect(kind.rowOver(row, read)).toMatchObject({ id: 4, bits: 3, era: 2 });
  expect(kind.rowOver(undefined, { ...read, bits: { red: 0 } })).toMatchObject({ bits: 0 });
  expect(() => kind.read({ id: 1, era: 3 }, 'UTC')).toThrow('0, 1, 2');
});
