import { describe, expect, it } from 'vitest';
import {
  choice,
  described,
  email,
  idList,
  line,
  lines,
  listOf,
  number,
  type Param,
  ParamProblem,
  pageNumber,
  pageSize,
  required,
  text,
  truth,
  whole,
  withDefault,
  zeroIsNone,
} from '../../src/api/params.js';
import {
  checkedParamReader,
  checkRanges,
  isEmpty,
  paramReader,
  readParam,
  valuesGiven,
} from '../../src/api/read-params.js';
import { byName } from '../../src/lib/names.js';

/** What a parameter called `it` reads of a raw value. */
function read(param: Param<unknown>, raw: unknown): unknown {
  return paramReader({ it: param })({ it: raw }).it;
}

/** The words that refuse a raw value. */
function refusal(param: Param<unknown>, raw: unknown): string {
  try {
    return `read: ${read(param, raw)}`;
  } catch (error) {
    expect(error).toBeInstanceOf(ParamProblem);
    expect(error).toMatchObject({ name: 'ParamProblem', param: 'it' });
    return (error as Error).message;
  }
}

describe('a reader of parameters', () => {
  it('finds names in any letter case, and ignores what it does not know', () => {
    const reader = paramReader({ minPrice: whole(), City: text() });
    expect(reader({ MINPRICE: '7', city: 'Troy', other: [{}] })).toEqual({
      minPrice: 7,
      City: 'Troy',
    });
    expect(reader({})).toEqual({ minPrice: undefined, City: undefined });
    expect(paramReader({ page: pageNumber() })({})).toEqual({ page: 1 });
  });

  it.each([[undefined], [null], [''], [' \n'], [[]], [[null, '']]])(
    'takes %j as not given',
    (raw) => {
      expect(read(withDefault(whole(), 5), raw)).toBe(5);
    },
  );

  it('reads numbers, booleans and lists of JSON as the text they would be in a form', () => {
    expect(read(whole(), 7)).toBe(7);
    expect(read(truth(), true)).toBe(true);
    expect(read(truth(), false)).toBe(false);
    expect(read(whole(), [7, '7', null])).toBe(7);
    expect(read(idList(), [1, '2,3', null])).toEqual([1, 2, 3]);
  });

  it('refuses objects, and lists that hold one', () => {
    const words = 'it: accepted is a whole number, 0 or more.';
    for (const raw of [{}, [{}], [7, {}], [[7]]]) expect(refusal(whole(), raw)).toBe(words);
    expect(refusal(idList(), [1, { id: 2 }])).toMatch(/^it: accepted is a comma separated list/);
  });

  it('refuses two values of what is one, also under two spellings of the name', () => {
    const words = 'it: "7, 8" was given; accepted is one value.';
    expect(refusal(whole(), ['7', '8'])).toBe(words);
    expect(() => paramReader({ it: whole() })({ it: '7', IT: '8' })).toThrow(words);
    expect(paramReader({ it: whole() })({ it: '7', IT: '7' })).toEqual({ it: 7 });
    expect(paramReader({ it: idList() })({ it: '7', IT: '8' })).toEqual({ it: [7, 8] });
  });

  it('shows the first 80 characters of a value that it refuses, and nothing of a secret', () => {
    const secret = { ...whole(), secret: true };
    expect(refusal(whole(), 'x')).toBe('it: "x" was given; accepted is a whole number, 0 or more.');
    expect(refusal(whole(), 'x'.repeat(80))).toContain(`"${'x'.repeat(80)}" was given`);
    expect(refusal(whole(), 'x'.repeat(81))).toContain(`"${'x'.repeat(80)}…" was given`);
    expect(refusal(secret, 'x')).toBe('it: accepted is a whole number, 0 or more.');
    expect(refusal(secret, ['x', 'y'])).toBe('it: accepted is one value.');
  });

  it('reads one parameter by itself as it does among others', () => {
    const one = (param: Param<unknown>, raw: object) =>
      readParam('minPrice', param, byName({ ...raw }));
    expect(one(whole(), { MINPRICE: '7', other: 'x' })).toBe(7);
    expect(one(withDefault(whole(), 5), { other: '7' })).toBe(5);
    expect(one(withDefault(whole(), 5), { minPrice: ' ' })).toBe(5);
    expect(one(zeroIsNone(whole()), { minPrice: 0 })).toBeUndefined();
    expect(() => one(whole(), { minPrice: 'x' })).toThrow(/^minPrice: "x" was given; /);
  });

  it('bounds the spellings of a name and the values of a list', () => {
    const spellings = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, bits) => [
          [...'price'].map((c, at) => ((bits >> at) & 1 ? c.toUpperCase() : c)).join(''),
          '7',
        ]),
      );
    const reader = paramReader({ price: whole() });
    expect(reader(spellings(16))).toEqual({ price: 7 });
    expect(() => reader(spellings(17))).toThrow(
      'price: accepted is a name in at most 16 spellings.',
    );
    expect(
      read(
        idList(),
        Array.from({ length: 1000 }, () => 7),
      ),
    ).toEqual([7]);
    expect(
      refusal(
        idList(),
        Array.from({ length: 1001 }, () => 7),
      ),
    ).toBe('it: accepted is a list of at most 1000 values.');
    const half = Array.from({ length: 500 }, () => '7');
    expect(paramReader({ it: idList() })({ it: half, IT: half })).toEqual({ it: [7] });
    const more = { it: half, IT: [...half, '7'] };
    expect(() => paramReader({ it: idList() })(more)).toThrow('at most 1000 values');
  });

  it('reads a list as the text that it has in JSON, where that is declared', () => {
    const param = { ...text(), listAsText: true };
    expect(read(param, [1, 'a', null])).toBe('[1,"a",null]');
    expect(read(param, ['a'])).toBe('["a"]');
    expect(refusal(param, ['a', { a: 1 }])).toMatch(/^it: accepted is text/);
    expect(refusal(param, [{ a: 1 }])).toBe('it: accepted is text of at most 1000 characters.');
    expect(read(text(), ['a'])).toBe('a');
  });

  it('leaves files to the endpoint', () => {
    const image = { ...whole(), file: 'upload' } as const;
    expect(paramReader({ image, page: whole() })({ image: 'x', page: '2' })).toEqual({ page: 2 });
  });

  it('refuses the first that is malformed, in the order in which they were given', () => {
    const reader = paramReader({ a: whole(), b: whole() });
    expect(() => reader({ b: 'x', a: 'y' })).toThrow(/^b: /);
  });
});

describe('what is empty', () => {
  it.each([[undefined], [null], [''], [' \t']])('%j', (value) => expect(isEmpty(value)).toBe(true));
  it.each([[0], [false], [[]], [{}], [' x ']])('is not %j', (value) =>
    expect(isEmpty(value)).toBe(false),
  );
});

it('the values of a parameter are those that are more than blank, under each spelling', () => {
  const raw = { image: ['', ' a ', null], IMAGE: 'b', other: 'c' };
  expect(valuesGiven(raw, 'image')).toEqual([' a ', 'b']);
  expect(valuesGiven({ other: 'c' }, 'image')).toEqual([]);
});

describe('kinds of parameters', () => {
  it('text: trimmed, and of a length that counts the blanks around it', () => {
    expect(read(text(4), ' ab ')).toBe('ab');
    expect(refusal(text(3), ' ab ')).toBe(
      'it: " ab " was given; accepted is text of at most 3 characters.',
    );
    expect(read(text(), 'x'.repeat(1000))).toHaveLength(1000);
    expect(refusal(text(), 'x'.repeat(1001))).toContain('at most 1000 characters');
    expect(text(7).schema).toMatchObject({ type: 'string', maxLength: 7 });
  });

  it('one line to store: trimmed, without control characters', () => {
    expect(read(line(4), ' ab c ')).toBe('ab c');
    for (const raw of ['abcde', 'a\nb', 'a\tb', 'a\0b', 'a\u0085b']) {
      expect(refusal(line(4), raw)).toContain('accepted is one line of at most 4 characters.');
    }
    expect(line(4).schema).toMatchObject({ type: 'string', maxLength: 4 });
  });

  it('lines to store: trimmed, as PostgreSQL can store them', () => {
    expect(read(lines(9), ' ab\n\tcd ')).toBe('ab\n\tcd');
    expect(read(lines(4), 'abcd')).toBe('abcd');
    for (const raw of [' abcd', 'a\0b']) {
      expect(refusal(lines(4), raw)).toContain('accepted is text of at most 4 characters.');
    }
    expect(lines(4).schema).toMatchObject({ type: 'string', maxLength: 4 });
  });

  it('email addresses: without the blanks around them', () => {
    expect(read(email(), ' nora@example.com ')).toBe('nora@example.com');
    expect(refusal(email(), 'nora quinn')).toBe(
      'it: "nora quinn" was given; accepted is an email address like name@example.com.',
    );
    expect(email().schema).toMatchObject({ type: 'string', maxLength: 254 });
  });

  it('whole numbers: within bounds, and as digits alone', () => {
    expect([' 7 ', '0', '007', '9007199254740991'].map((raw) => read(whole(), raw))).toEqual([
      7,
      0,
      7,
      Number.MAX_SAFE_INTEGER,
    ]);
    const others = ['-1', '+1', '1.0', '1e3', '0x1', 'x1', '1x', '9007199254740992'];
    for (const raw of [...others, '10000000000000000', '0'.repeat(17)]) {
      expect(refusal(whole(), raw)).toContain('accepted is a whole number, 0 or more.');
    }
    expect([2, 3, 4].map((raw) => read(whole(2, 4), raw))).toEqual([2, 3, 4]);
    for (const raw of [1, 5]) {
      expect(refusal(whole(2, 4), raw)).toBe(
        `it: "${raw}" was given; accepted is a whole number, from 2 to 4.`,
      );
    }
    // Generated types and tools take a bound that is only the precision of a number for a rule.
    expect(whole().schema).not.toHaveProperty('maximum');
    expect(whole(2, 4).schema).toMatchObject({ type: 'integer', minimum: 2, maximum: 4 });
  });

  it('numbers: with or without a fraction', () => {
    const whole15 = '9'.repeat(15);
    for (const raw of [' 1.5 ', '0', '0.25', whole15, `0.${'1'.repeat(15)}`]) {
      expect(read(number(), raw)).toBe(Number(raw));
    }
    const others = ['-1', '.5', '5.', '1e3', '1,5', 'x1', '1x', `${whole15}9`];
    for (const raw of [...others, `0.${'1'.repeat(16)}`]) {
      expect(refusal(number(), raw)).toContain('accepted is a number, 0 or more.');
    }
    expect(number().schema).toMatchObject({ type: 'number', minimum: 0 });
  });

  it('0 is none where that is the default', () => {
    const param = zeroIsNone(whole());
    expect([0, '00', 1].map((raw) => read(param, raw))).toEqual([undefined, undefined, 1]);
    expect(refusal(param, 'x')).toContain('accepted is a whole number');
    // Tools would send a default along, and generated types would ask for it.
    expect(param.schema).toEqual({ ...whole().schema, description: '0 counts as not given' });
    const ids = zeroIsNone(described(whole(), 'An id'));
    expect(ids.schema).toMatchObject({ description: 'An id; 0 counts as not given' });
  });

  it('page sizes: lowered to the limit, and never 0', () => {
    const param = pageSize(20, 50);
    expect([1, 49, 50, 51, 10_000].map((raw) => read(param, raw))).toEqual([1, 49, 50, 50, 50]);
    expect(read(param, '')).toBe(20);
    for (const raw of ['0', '-1', 'x']) {
      expect(refusal(param, raw)).toContain('accepted is a whole number, 1 or more.');
    }
    const description = 'How many records a page has; more than 50 are lowered to 50';
    expect(param.schema).toMatchObject({ type: 'integer', minimum: 1, default: 20, description });
    // What `/site` says of it.
    expect(param.pageLimit).toBe(50);
  });

  it('page numbers: from 1', () => {
    expect(read(pageNumber(), 1)).toBe(1);
    expect(refusal(pageNumber(), 0)).toContain('accepted is a whole number, 1 or more.');
    expect(pageNumber().schema).toMatchObject({ default: 1, description: 'The page, from 1' });
  });

  it('true or false: in three words each', () => {
    for (const raw of ['true', ' TRUE', '1', 'yes', 'Yes ']) expect(read(truth(), raw)).toBe(true);
    for (const raw of ['false', 'False', '0', 'no', ' NO ']) expect(read(truth(), raw)).toBe(false);
    expect(read(truth(), '')).toBe(false);
    for (const raw of ['2', 'on', 'off', 'y', 'n', 'truefalse']) {
      expect(refusal(truth(), raw)).toBe(`it: "${raw}" was given; accepted is true or false.`);
    }
    expect(truth().schema).toMatchObject({ type: 'boolean', default: false });
  });

  it('one of some words, in any letter case', () => {
    const param = choice(['Asc', 'desc'], 'desc');
    expect(['asc', ' ASC ', 'Desc', ''].map((raw) => read(param, raw))).toEqual([
      'Asc',
      'Asc',
      'desc',
      'desc',
    ]);
    expect(refusal(param, 'up')).toBe('it: "up" was given; accepted is Asc or desc.');
    expect(param.schema).toMatchObject({
      type: 'string',
      enum: ['Asc', 'desc'],
      default: 'desc',
    });
  });

  it('lists out of a closed list: each value once, in the order in which they come', () => {
    const param = listOf([
      ['Cat', 1],
      ['dog', 2],
    ]);
    expect(read(param, ' DOG ,cat,, Dog ')).toEqual([2, 1]);
    expect(read(param, ['dog', 'cat'])).toEqual([2, 1]);
    expect(read(param, ' , ')).toBeUndefined();
    expect(refusal(param, 'cat,cow')).toBe(
      'it: "cat,cow" was given; accepted is a comma separated list out of Cat, dog.',
    );
    expect(param.schema).toMatchObject({
      type: 'array',
      items: { type: 'string', enum: ['Cat', 'dog'] },
      description: 'Comma separated',
    });
    const codes = listOf([
      ['7', 7, 'Cat'],
      ['8', 8, 'dog'],
    ]);
    expect(codes.schema).toMatchObject({
      items: { type: 'integer', enum: [7, 8], description: '7 Cat, 8 dog' },
    });
  });

  it('lists of ids: at most 500 different ones', () => {
    const ids = Array.from({ length: 500 }, (_, index) => index + 1);
    expect(read(idList(), ' 3, 1,3 ,,')).toEqual([3, 1]);
    expect(read(idList(), ',')).toBeUndefined();
    expect(read(idList(), [...ids, ...ids].join(','))).toEqual(ids);
    expect(refusal(idList(), [...ids, 501].join(','))).toContain('at most 500 ids');
    for (const raw of ['0', '1,x', '1,-2']) {
      expect(refusal(idList(), raw)).toContain('each a whole number from 1.');
    }
    expect(idList().schema).toMatchObject({
      ...{ type: 'array', maxItems: 500, items: { type: 'integer', minimum: 1 } },
      description: 'Ids, comma separated, at most 500',
    });
  });

  it('a default is documented, or another word in its place', () => {
    expect(withDefault(whole(), 5)).toMatchObject({ fallback: 5, schema: { default: 5 } });
    expect(withDefault(whole(), 5, 'five')).toMatchObject({
      fallback: 5,
      schema: { default: 'five', minimum: 0 },
    });
    expect(described(whole(), 'Some number').schema).toMatchObject({
      description: 'Some number',
      minimum: 0,
    });
  });
});

describe('ranges', () => {
  const pairs = [
    ['priceMin', 'priceMax'],
    ['bedsMin', 'bedsMax'],
  ] as const;

  it('may be empty, open or of one value', () => {
    for (const values of [{}, { priceMin: 9 }, { priceMax: 1 }, { bedsMin: 2, bedsMax: 2 }]) {
      expect(() => checkRanges(values, pairs)).not.toThrow();
    }
    expect(() => checkRanges({ priceMin: 'b', priceMax: 'a' }, pairs)).not.toThrow();
  });

  it('are refused where the minimum is above the maximum', () => {
    expect(() => checkRanges({ priceMin: 1, priceMax: 2, bedsMin: 3, bedsMax: 2 }, pairs)).toThrow(
      'bedsMin: "3" was given; accepted is a number up to bedsMax, which is 2.',
    );
  });
});

describe('a reader of all parameters', () => {
  it('takes names that differ in a minimum and a maximum for a range', () => {
    const names = ['bedsMin', 'bedsMax', 'minSize', 'maxSize', 'admin', 'admax'];
    const ranges = paramReader(Object.fromEntries(names.map((name) => [name, number()])));
    for (const [least, most] of [names.slice(0, 2), names.slice(2, 4)] as [string, string][]) {
      expect(() => ranges({ [least]: '3', [most]: '2' })).toThrow(`up to ${most}, which is 2.`);
      expect(ranges({ [least]: '2', [most]: '3' })).toMatchObject({ [least]: 2, [most]: 3 });
    }
    expect(ranges({ admin: '3', admax: '2' })).toMatchObject({ admin: 3, admax: 2 });
  });

  const image = { ...text(), file: 'upload' } as const;
  const read = checkedParamReader({
    email: required(email(), '250'),
    id: required(whole()),
    place: text(5),
    image,
  });
  const codesOf = (raw: object) => read({ ...raw }).failures.map(({ code }) => code);

  it('tells of each that is missing or malformed, with the code that it has', () => {
    expect(codesOf({ email: 'a@example.com', id: 7 })).toEqual([]);
    expect(codesOf({ place: 'too long' })).toEqual(['250', '255', '256']);
    expect(codesOf({ email: 'nobody', id: 'x' })).toEqual(['251', '256']);
  });

  it('reads what can be read, and leaves files to the endpoint', () => {
    const { values, failures } = read({ EMAIL: 'a@example.com', id: 'x', image: [{}] });
    expect(values).toEqual({ email: 'a@example.com', id: undefined, place: undefined });
    expect(failures.map(({ message }) => message.split(':')[0])).toEqual(['id']);
  });

  it('demands more where a check asks for it, unless that is malformed', () => {
    const { failures, missing } = read({ email: 'a@example.com', id: 7 });
    expect(missing('place')).toMatchObject({ code: '255', message: 'place is required.' });
    expect(missing('id')).toBeUndefined();
    expect(failures).toEqual([]);
    const malformed = read({ email: 'a@example.com', id: 7, place: 'too long' });
    expect(malformed.missing('place')).toBeUndefined();
    expect(malformed.failures.map(({ code }) => code)).toEqual(['256']);
  });
});
