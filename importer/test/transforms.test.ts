import { describe, expect, it } from 'vitest';
import { dateReader } from '../src/date-format.js';
import { RecordProblem } from '../src/resource.js';
import { type Transform, transformOf } from '../src/transforms.js';

/** What a transform makes of a value. */
function made(spec: string, value: unknown): unknown {
  const transform = transformOf(spec);
  if (typeof transform === 'string') throw new Error(transform);
  return (transform as Transform)(value, 'price');
}

function refusal(spec: string, value: unknown): string {
  try {
    made(spec, value);
  } catch (error) {
    if (error instanceof RecordProblem) return `${error.field}: ${error.message}`;
    throw error;
  }
  throw new Error(`${String(value)} was taken`);
}

describe('number', () => {
  it.each([
    ['$1,200,000', 1_200_000],
    ['$ 1,200,000', 1_200_000],
    ['$   - 0', 0],
    ['2500', 2500],
    [' 2,500.75 ', 2500.75],
    ['-73.9', -73.9],
    ['-$5', -5],
    ['+7', 7],
    ['.5', 0.5],
    ['1.', 1],
    ['2184.207862', 2184.207862],
    ['1.2e+06', 1_200_000],
    ['$2,600+', 2600],
    ['$2,600/mo', 2600],
    ['5%', 5],
    ['€950', 950],
    [42, 42],
    ['', undefined],
    ['  ', undefined],
  ])('makes of %j %j', (text, number) => {
    expect(made('number', text)).toBe(number);
  });

  it.each([
    [
      '1,2',
      '1.200.000',
      'two',
      '1 2',
      '$',
      '-',
      '--5',
      '-$-5',
      '1,2000',
      '0x10',
      'NaN',
      'Infinity',
    ],
    [true, {}, Number.NaN, `${' '.repeat(200)}1${' '.repeat(200)}x`, '1'.repeat(400)],
  ])('refuses what is none', (...values) => {
    for (const value of values)
      expect(refusal('number', value)).toContain('is not a number such as');
  });

  it('names the field and shows at most 80 characters of the value', () => {
    expect(refusal('number', '1 or 2')).toBe(
      'price: "1 or 2" is not a number such as 1200000 or $1,200,000',
    );
    expect(refusal('number', 'x'.repeat(100))).toContain(`"${'x'.repeat(80)}…"`);
  });
});

describe('the arithmetic transforms', () => {
  it.each([
    ['round', '1399.6', 1400],
    ['positive', '0', undefined],
    ['positive', '-3', undefined],
    ['positive', '$12', 12],
    ['multiply:12', '100', 1200],
    ['divide:12', 6000, 500],
  ])('%s makes of %j %j', (spec, value, result) => {
    expect(made(spec, value)).toBe(result);
  });
});

describe('boolean', () => {
  it.each([
    [['true', 'TRUE', 't', 'yes', 'Y', 'on', 'x', '1', '1.0', '3', true, 1, 2], 1],
    [['false', 'F', 'no', 'n', 'off', '0', '0.0', false, 0], 0],
    [['', ' '], undefined],
  ])('makes of %j %j', (values, flag) => {
    for (const value of values) expect(made('boolean', value)).toBe(flag);
  });

  it.each(['maybe', '-1', '0.5', -1])('refuses %j', (value) => {
    expect(refusal('boolean', value)).toContain('is not yes or no, true or false, 1 or 0');
  });
});

describe('the text transforms', () => {
  it('change letters and blanks, and each element of a list', () => {
    expect(made('lower', 'MidTown É')).toBe('midtown é');
    expect(made('upper', 'ny')).toBe('NY');
    expect(made('trim', '  Midtown Manhattan\n')).toBe('Midtown Manhattan');
    expect(made('lower', ['A', 'B'])).toEqual(['a', 'b']);
    expect(made('number', ['1', '', '2'])).toEqual([1, 2]);
    expect(made('lower', 7)).toBe(7);
  });

  it('split text into a list without empty parts', () => {
    expect(made('split:,', 'doorman, pool ,,gym,')).toEqual(['doorman', 'pool', 'gym']);
    expect(made('split: | ', 'a | b|c')).toEqual(['a', 'b|c']);
    expect(made('split::', 'a:b')).toEqual(['a', 'b']);
    expect(made('split:,', ['as', 'it is'])).toEqual(['as', 'it is']);
  });

  it('wrap values as records', () => {
    expect(made('wrap:filename', ['a.jpg', 'b.jpg'])).toEqual([
      { filename: 'a.jpg' },
      { filename: 'b.jpg' },
    ]);
    expect(made('wrap:filename', 'a.jpg')).toEqual([{ filename: 'a.jpg' }]);
  });
});

describe('date', () => {
  it.each([
    ['YYYY-MM-DD', '2016-06-24', '2016-06-24'],
    ['MM/DD/YYYY', '01/31/2019', '2019-01-31'],
    ['M/D/YYYY', '1/3/2019', '2019-01-03'],
    ['M/D/YYYY', '11/30/2019', '2019-11-30'],
    ['YYYY-MM-DD HH:mm:ss', '2016-06-24 07:54:24', '2016-06-24 07:54:24'],
    ['M/D/YYYY h:mm A', '6/24/2016 12:05 am', '2016-06-24 00:05:00'],
    ['M/D/YYYY h:mm A', '6/24/2016  7:54 PM', '2016-06-24 19:54:00'],
    ['MMMM, DD YYYY HH:mm:ss', 'November, 20 2026 14:05:09', '2026-11-20 14:05:09'],
    ['D MMM YYYY', '3 sep 2020', '2020-09-03'],
    ['D.M.YYYY H:mm', '3.9.2020 7:05', '2020-09-03 07:05:00'],
    ['YYYYMMDDTHHmmss', '20200229T235959', '2020-02-29 23:59:59'],
    ['ISO', '2020-08-13', '2020-08-13'],
    ['ISO', '2020-08-13 10:00', '2020-08-13 10:00:00'],
    ['ISO', '2020-08-13T14:16:12Z', '2020-08-13T14:16:12Z'],
    ['ISO', '2022-01-26T22:23:50.176-05:00', '2022-01-27T03:23:50Z'],
    ['ISO', '2022-01-01T00:30:00+0100', '2021-12-31T23:30:00Z'],
    ['unix', '1479786168', '2016-11-22T03:42:48Z'],
    ['unix-ms', 1_700_000_000_000, '2023-11-14T22:13:20Z'],
  ])('%s reads %j as %j', (format, text, date) => {
    expect(made(`date:${format}`, text)).toBe(date);
  });

  it.each([
    ['YYYY-MM-DD', '2019-02-29'],
    ['YYYY-MM-DD', '2019-13-01'],
    ['YYYY-MM-DD', '2019-00-10'],
    ['YYYY-MM-DD', '0000-01-01'],
    ['YYYY-MM-DD', '2019-1-01'],
    ['YYYY-MM-DD', '2019-01-01 00:00:00'],
    ['MM/DD/YYYY', '31/01/2019'],
    ['M/D/YYYY h:mm A', '6/24/2016 13:00 PM'],
    ['M/D/YYYY h:mm A', '6/24/2016 0:00 AM'],
    ['YYYY-MM-DD HH:mm:ss', '2019-01-01 24:00:00'],
    ['YYYY-MM-DD HH:mm:ss', '2019-01-01 10:60:00'],
    ['YYYY.MM.DD', '2019x01x01'],
    ['ISO', '2021-02-30'],
    ['ISO', '2021-02-03T25:00Z'],
    ['ISO', 'yesterday'],
    ['unix', '-5'],
  ])('%s refuses %j', (format, text) => {
    expect(refusal(`date:${format}`, text)).toBe(
      `price: "${text}" is not a date of the form ${format}`,
    );
  });

  it('takes blank text as missing', () => {
    expect(made('date:ISO', ' ')).toBeUndefined();
  });

  it.each([
    ['YYYY-MM', 'needs a year, a month and a day'],
    ['YYY-MM-DD', 'has the letter Y, which stands for nothing'],
    ['YYYY-MM-DD at HH', 'has the letter a, which stands for nothing'],
    ['YYYY-MM-DD MM', 'names a part of the date twice'],
    ['M/D/YYYY h:mm', 'needs h or hh together with A'],
    ['M/D/YYYY HH:mm h A', 'has two kinds of hours'],
    ['M/D/YYYY mm', 'has minutes without hours'],
    ['M/D/YYYY HH ss', 'has seconds without minutes'],
    ['', 'needs a year, a month and a day'],
  ])('refuses the format %j', (format, problem) => {
    expect(dateReader(format)).toEqual({ problem });
  });
});

describe('the name of a transform', () => {
  it.each([
    ['nubmer', 'the transform "nubmer" is unknown; accepted are number, round, positive, boolean'],
    ['constructor', 'the transform "constructor" is unknown'],
    ['toString:x', 'the transform "toString:x" is unknown'],
    ['date', 'the transform date needs something behind a colon, as in date:…'],
    ['split:', 'the transform split needs something behind a colon'],
    ['wrap:__proto__', 'the transform wrap needs something behind a colon'],
    ['multiply:x', '"x" is not a number other than 0'],
    ['divide:0', '"0" is not a number other than 0'],
    ['date:DD/MM', 'the date format "DD/MM" needs a year, a month and a day'],
  ])('%j is refused', (spec, problem) => {
    expect(transformOf(spec)).toContain(problem);
  });
});
