import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fieldRule } from '../src/field-rule.js';
import { RecordProblem } from '../src/resource.js';

/** A rule as a mapping spells it; the values that it takes, with what comes out; those that it refuses, with the words. */
interface Row {
  readonly rule: string;
  readonly takes: readonly (readonly [value: unknown, result: unknown])[];
  readonly refuses?: readonly (readonly [value: unknown, words: string])[];
}

const NO_NUMBER = 'is not a number such as 1200000 or $1,200,000';
const NO_COMMA = 'has no comma between its street and its city';

/** Every rule reads the column `c`, and some the columns `d` and `e`; a list stands for these three. */
const ROWS: readonly Row[] = [
  {
    rule: 'c',
    takes: [
      ['as it is', 'as it is'],
      [7, 7],
      ['', undefined],
      [null, undefined],
    ],
  },
  {
    rule: '{ columns: [c, d, e] }',
    takes: [
      [['', null, 'x'], 'x'],
      [['a', 'b', 'x'], 'a'],
    ],
  },
  {
    rule: 'c.0.d',
    takes: [
      [[{ d: 1 }, { d: 2 }], 1],
      [{ 0: { d: 3 } }, 3],
      [{ d: 1 }, undefined],
      ['text', undefined],
    ],
  },
  {
    rule: 'c.*.d',
    takes: [
      [
        [{ d: 1 }, {}, { d: 2 }],
        [1, 2],
      ],
      [{ '1': { d: 1 }, '2': { d: '' }, '3': null }, [1]],
      [[{ e: 1 }], []],
      [{ d: 1 }, undefined],
      [null, undefined],
    ],
  },
  { rule: 'c.*', takes: [[{ Lobby: 'L', Roof: 'R' }, ['L', 'R']]] },
  { rule: 'c.constructor', takes: [[{}, undefined]] },
  {
    rule: '{ column: c, transform: number, else: { column: d, transform: upper }, default: none }',
    takes: [
      [[0, 'x'], 0],
      [['', 'x'], 'X'],
      [['', ''], 'none'],
    ],
    refuses: [[['x', 'y'], NO_NUMBER]],
  },
  {
    rule: '{ column: c, transform: "split:;", plus: [{ flags: { Roof: d } }, { column: e, values: { L: Lobby } }] }',
    takes: [
      [
        ['a;b', 'yes', 'L'],
        ['a', 'b', 'Roof', 'Lobby'],
      ],
      [['', 'yes', ''], ['Roof']],
      [['a', 'no', ''], ['a']],
      [['', '', 'L'], 'Lobby'],
      [['', '', ''], undefined],
    ],
  },
  {
    rule: '{ join: [c, d, e], separator: ", " }',
    takes: [
      [['a', '', 'x'], 'a, x'],
      [['', '', ''], undefined],
    ],
  },
  {
    rule: '{ sum: { c: 1, d: 0.5 } }',
    takes: [
      [['1', '1'], 1.5],
      [['', ''], undefined],
      [['2', ''], 2],
    ],
    refuses: [
      [['one', ''], `"one" ${NO_NUMBER}`],
      [['3.200', ''], '"3.200" may be 3.2 or 3200; write one of them'],
    ],
  },
  {
    rule: '{ sum: { c: { by: d, values: { Annually: 1/12, Semi-Annually: 1/6, One Time: null } } } }',
    takes: [
      [['1200', 'Annually'], 100],
      [[600, 'SemiAnnually'], 100],
      [[600, 'one time'], undefined],
      [['', 'Annually'], undefined],
    ],
    refuses: [
      [
        [1, 'Hourly'],
        '"Hourly" is not in the table of weights ("Annually", "Semi-Annually", "One Time")',
      ],
      [[1, ''], '"" is not in the table of weights ("Annually", "Semi-Annually", "One Time")'],
    ],
  },
  {
    rule: '{ sum: { c: { by: d, values: { Weekly: 52/12, "*": null } }, e: 1 } }',
    takes: [
      [[12, 'weekly', 3], 55],
      [[12, 'ever', 3], 3],
      [[12, null, ''], undefined],
    ],
  },
  {
    rule: '{ column: c, transform: ["split:,", lookup] }',
    takes: [
      ['Wall/Window Unit(s), Central Air', ['wallwindowunits', 'centralair']],
      [['CentralAir'], ['centralair']],
    ],
  },
  {
    rule: '{ flags: { pool: c, gym: d } }',
    takes: [
      [['Y', 'no'], ['pool']],
      [['', ''], undefined],
    ],
  },
  { rule: '{ const: For Rent }', takes: [['any', 'For Rent']] },
  {
    rule: '{ column: c, missing: [NA, "-"] }',
    takes: [
      ['NA', undefined],
      ['-', undefined],
      ['na', 'na'],
    ],
  },
  {
    rule: '{ column: c, transform: number }',
    takes: [
      ['$1,200,000', 1_200_000],
      ['1.2M', 1_200_000],
      ['1.15m', 1_150_000],
      ['$1.25M+', 1_250_000],
      ['2.5k', 2500],
      ['$3K/mo', 3000],
      ['3,200/month', 3200],
      ['3,200.00/month', 3200],
      ['3200 / mo.', 3200],
      ['$3,200 per month', 3200],
      ['$2,300+/mo', 2300],
      ['USD 3200', 3200],
      ['US$3,200', 3200],
      ['3200 EUR', 3200],
      ['3 200', 3200],
      ['1 200 000.50', 1_200_000.5],
      ['3\u00a0200 €', 3200],
      ['3\u202f200', 3200],
      ['', undefined],
      [' ', undefined],
      // The field decides: a price refuses it, a coordinate does not.
      ['3.200', '3.200'],
    ],
    refuses: [
      ['Call for price', `"Call for price" ${NO_NUMBER}`],
      ['3200-3500', `"3200-3500" ${NO_NUMBER}`],
      ['2+1', `"2+1" ${NO_NUMBER}`],
      ['1 2', `"1 2" ${NO_NUMBER}`],
      ['1 2000', `"1 2000" ${NO_NUMBER}`],
      ['1,200 000', `"1,200 000" ${NO_NUMBER}`],
      ['1200 m', `"1200 m" ${NO_NUMBER}`],
      ['3B', `"3B" ${NO_NUMBER}`],
      ['APT 320', `"APT 320" ${NO_NUMBER}`],
      ['3200/year', `"3200/year" ${NO_NUMBER}`],
      [true, `true ${NO_NUMBER}`],
    ],
  },
  {
    rule: '{ column: c, transform: ["add:100"] }',
    takes: [
      ['3,200', 3300],
      ['0.2', 100.2],
    ],
    refuses: [['x', `"x" ${NO_NUMBER}`]],
  },
  { rule: '{ column: c, transform: "subtract:0.1" }', takes: [['0.3', 0.2]] },
  { rule: '{ column: c, transform: "multiply:1.1" }', takes: [['3200', 3520]] },
  { rule: '{ column: c, transform: ["divide:12", round] }', takes: [['5401', 450]] },
  {
    rule: '{ column: c, transform: positive }',
    takes: [
      ['0', undefined],
      ['3', 3],
    ],
  },
  {
    rule: '{ column: c, transform: boolean }',
    takes: [
      ['Yes', 1],
      ['N', 0],
    ],
    refuses: [['maybe', '"maybe" is not yes or no, true or false, 1 or 0']],
  },
  {
    rule: '{ column: c, transform: "date:ISO" }',
    takes: [
      ['20260624', '2026-06-24'],
      [20_260_624, '2026-06-24'],
      ['20260624T141612Z', '2026-06-24T14:16:12Z'],
      ['2026-06-24T14:16', '2026-06-24 14:16:00'],
    ],
    refuses: [
      ['20261324', '"20261324" is not a date of the form ISO'],
      ['2026-0624', '"2026-0624" is not a date of the form ISO'],
      ['202606', '"202606" is not a date of the form ISO'],
    ],
  },
  {
    rule: '{ column: c, transform: "date:ISO | M/D/YYYY | M/D/YY | MMM D, YYYY" }',
    takes: [
      ['2026-06-24', '2026-06-24'],
      ['6/24/2026', '2026-06-24'],
      ['6/24/26', '2026-06-24'],
      ['12/31/69', '1969-12-31'],
      ['12/31/68', '2068-12-31'],
      ['Jun 24, 2026', '2026-06-24'],
    ],
    refuses: [
      [
        '24.6.2026',
        '"24.6.2026" is not a date of the form ISO or M/D/YYYY or M/D/YY or MMM D, YYYY',
      ],
      ['2/30/26', '"2/30/26" is not a date of the form ISO or M/D/YYYY or M/D/YY or MMM D, YYYY'],
    ],
  },
  {
    rule: '{ column: c, transform: "day:MM/DD/YYYY" }',
    takes: [
      ['2026-12-01', '12/01/2026'],
      ['2026-12-01T00:00:00Z', '12/01/2026'],
      ['Immediately', 'Immediately'],
      ['', undefined],
    ],
  },
  {
    rule: '{ column: c, transform: "before:," }',
    takes: [
      ['12 East 5th Street, 4B', '12 East 5th Street'],
      ['12 East 5th Street', '12 East 5th Street'],
      [', 4B', undefined],
    ],
  },
  {
    rule: '{ column: c, transform: "after:-" }',
    takes: [
      ['OLRS-1893955', '1893955'],
      ['a-b-c', 'b-c'],
      ['1893955', undefined],
      ['OLRS-', undefined],
      [['OLRS-1', 'x'], ['1']],
    ],
  },
  {
    rule: '{ column: c, transform: ["split:|", "item:-1"] }',
    takes: [
      ['a| b |c', 'c'],
      ['a', 'a'],
      ['|', undefined],
    ],
  },
  {
    rule: '{ column: c, transform: ["split: ", "item:1"] }',
    takes: [
      ['Ada Lovelace', 'Lovelace'],
      ['Ada', undefined],
    ],
  },
  { rule: '{ column: c, transform: "item:0" }', takes: [['no list', 'no list']] },
  {
    rule: String.raw`{ column: c, transform: 'match:(\d+) ?sq' }`,
    takes: [
      ['about 850 sq ft', '850'],
      ['850 m²', undefined],
      ['', undefined],
    ],
  },
  {
    rule: String.raw`{ column: c, transform: 'match:(?i)[a-z]{3}-\d+' }`,
    takes: [
      ['ref: mls-77, rls-8', 'mls-77'],
      [12, undefined],
    ],
  },
  {
    rule: '{ column: c, transform: house }',
    takes: [
      ['12 East 5th Street', '12'],
      ['12-34 56th Road', '12-34'],
      ['12A Main St', '12A'],
      ['12 1/2 Main St', '12 1/2'],
      ['5th Avenue', undefined],
      ['One Wall Street', undefined],
      ['34 Street', undefined],
      ['5 Avenue', undefined],
      ['258 Broadway Apt 3D', '258'],
      ['258 Broadway', '258'],
      ['12 Main St Brooklyn NY 11201', '12'],
    ],
    refuses: [[`12 ${'x'.repeat(300)}`, 'is too long for an address']],
  },
  {
    rule: '{ column: c, transform: street }',
    takes: [
      ['12 East 5th Street #4B', 'East 5th Street'],
      ['111 E 34th St Unit 5', 'E 34th St'],
      ['12 East 5th Street, Apt. 4B, New York, NY 10003', 'East 5th Street'],
      ['400 West End Avenue 4B', 'West End Avenue'],
      ['100 Avenue A', 'Avenue A'],
      ['One Wall Street, New York, NY', 'One Wall Street'],
      ['5 OAK CT, NEW HAVEN, CT 06510', 'OAK CT'],
      ['5 OAK CT', 'OAK CT'],
      ['258 Broadway Apt 3D', 'Broadway'],
      ['12 East 5th Street Ph 31A', 'East 5th Street'],
      ['34 Street', '34 Street'],
      ['12 Route 10003', 'Route 10003'],
      ['New York, NY 10003', undefined],
      ['123 Main St, Building 2, Apt 4B, Brooklyn, NY 11201', 'Main St, Building 2'],
    ],
    refuses: [['12 Main St Brooklyn NY 11201', `"12 Main St Brooklyn NY 11201" ${NO_COMMA}`]],
  },
  {
    rule: '{ column: c, transform: unit }',
    takes: [
      ['12 East 5th Street #4B', '4B'],
      ['12 East 5th Street, # 4B', '4B'],
      ['12 East 5th Street Apt 4B', '4B'],
      ['12 East 5th Street, Apartment 4-B, New York', '4-B'],
      ['12 East 5th Street, 4B', '4B'],
      ['12 East 5th Street 4B', '4B'],
      ['12 East 5th Street Unit PH1', 'PH1'],
      ['12 East 5th Street, PH', 'PH'],
      ['12 East 5th Street, Penthouse A', 'Penthouse A'],
      ['258 Broadway Apt 3D', '3D'],
      ['12 East 5th Street, Ph F', 'Ph F'],
      ['12 East 5th Street Ph 31A', 'Ph 31A'],
      ['12 East 5th Street, 27/28, New York, NY', '27/28'],
      ['12 East 5th Street 27/28', '27/28'],
      ['12 East 5th Street #4115/33', '4115/33'],
      ['#4115/33', '4115/33'],
      ['Ph F', 'Ph F'],
      ['12 East 5th Street, 3rd Floor', '3rd Floor'],
      ['12 East 5th Street', undefined],
      ['100 Avenue A', undefined],
    ],
  },
  {
    rule: '{ column: c, transform: city }',
    takes: [
      ['New York, NY 10003', 'New York'],
      ['Brooklyn NY 11201', 'Brooklyn'],
      ['12 East 5th Street #4B, New York, NY 10003, USA', 'New York'],
      ['12 East 5th Street, New York', 'New York'],
      ['12 East 5th Street, New York 10003', 'New York'],
      ['Brooklyn, New York 11201', 'Brooklyn'],
      ['Hoboken, New Jersey', 'Hoboken'],
      ['Brooklyn', 'Brooklyn'],
      ['12 East 5th Street', undefined],
      ['East 5th Street', undefined],
      ['12 East 5th Street, 4B', undefined],
    ],
    refuses: [['12 Main St Brooklyn NY 11201', `"12 Main St Brooklyn NY 11201" ${NO_COMMA}`]],
  },
  {
    rule: '{ column: c, transform: state }',
    takes: [
      ['New York, NY 10003', 'NY'],
      ['12 Main St, Hoboken, New Jersey 07030', 'NJ'],
      ['Brooklyn, ny 11201', 'NY'],
      ['Brooklyn, New York', 'NY'],
      ['Texas', 'TX'],
      ['new york', 'NY'],
      ['Brooklyn, constructor', undefined],
      ['12 East 5th Street, New York', undefined],
      ['12 East 5th Street', undefined],
      ['5 OAK CT', undefined],
    ],
  },
  {
    rule: '{ column: c, transform: zip }',
    takes: [
      ['New York, NY 10003', '10003'],
      ['New York, NY 10003-1234', '10003-1234'],
      ['12 Main St, Brooklyn 11201', '11201'],
      ['10003', '10003'],
      ['12 East 5th Street', undefined],
      ['12 Route 10003', undefined],
    ],
  },
  {
    rule: '{ column: c, transform: strip-html }',
    takes: [
      ['<p>Sunny &amp; <b>quiet</b></p><p>Near&nbsp;park</p>', 'Sunny & quiet\n\nNear park'],
      ['One<br>Two<br/>Three', 'One\nTwo\nThree'],
      ['<ul><li>Pool</li><li>Gym</li></ul>', 'Pool\n\nGym'],
      ['Smith &amp; Sons &#8211; 3&frac12; rooms', 'Smith & Sons – 3½ rooms'],
      ['Line one\nline &lt;two&gt;', 'Line one\nline <two>'],
      ['2 < 3 & 4 > 1', '2 < 3 & 4 > 1'],
      ['<script>alert("x")</script>Bright<style>p{}</style>', 'Bright'],
      ['<p title="a > b">Split\n   line</p>', 'Split line'],
      ['<p></p>', undefined],
      [7, 7],
    ],
  },
  {
    rule: '{ column: c, transform: [upper, trim] }',
    takes: [[' ny ', 'NY']],
  },
  {
    rule: '{ column: c, transform: ["split:,", lower], values: { pool: Pool, "*": null } }',
    takes: [['Pool, Sauna', ['Pool']]],
  },
  {
    rule: '{ column: c, values: { S: For Sale, R: For Rent } }',
    takes: [['S', 'For Sale']],
    refuses: [['X', '"X" is not in the table of values ("S", "R")']],
  },
  {
    rule: '{ column: c, transform: number, default: 0 }',
    takes: [
      ['', 0],
      ['5', 5],
    ],
  },
];

describe.each(ROWS)('$rule', ({ rule: spec, takes, refuses = [] }) => {
  const { rule, problems } = fieldRule('field', parse(spec));
  const columns = ['c', 'd', 'e'];
  const read = (value: unknown) => {
    const cells = Array.isArray(value) && (rule?.columns.length ?? 0) > 1 ? value : [value];
    return rule?.read(Object.fromEntries(cells.map((cell, index) => [columns[index], cell])));
  };

  it('can be used', () => expect(problems).toEqual([]));

  it.each(takes)('makes of %j %j', (value, result) => {
    expect(read(value)).toEqual(result);
  });

  if (refuses.length > 0) {
    it.each(refuses)('refuses %j: %s', (value, words) => {
      let message = 'nothing was refused';
      try {
        read(value);
      } catch (error) {
        if (!(error instanceof RecordProblem)) throw error;
        expect(error.field).toBe('field');
        message = error.message;
      }
      expect(message).toContain(words);
    });
  }
});

describe('a rule that is wrong', () => {
  it.each([
    [
      '{ transform: number }',
      'needs one of column, columns, join, sum, flags, const, and has none',
    ],
    ['{ column: c, otherwise: 0 }', 'otherwise: 0 is unknown; accepted is missing'],
    ['{ column: c, else: { column: "" } }', 'else: column: "" is not a column name'],
    ['{ column: c, plus: [d, 7] }', 'plus: is neither a column name nor an object'],
    ['{ column: c, transform: "item:first" }', '"first" is not a position in a list, such as 0'],
    ['{ column: c, transform: item }', 'the transform item needs something behind a colon'],
    ['{ column: c, transform: "add:x" }', '"x" is not a number other than 0'],
    [
      '{ column: c, transform: "day:MM/YYYY" }',
      '"MM/YYYY" does not have YYYY, MM and DD once each',
    ],
    ['{ column: c, transform: "before:" }', 'the transform before needs something behind a colon'],
    ['{ column: c, transform: "match:(a" }', 'the pattern "(a" cannot be used: missing closing )'],
    ['{ column: c, transform: "match:(?=a)" }', 'the pattern "(?=a)" cannot be used: invalid'],
    [
      '{ column: c, transform: "match:((a{1,100}){1,100}){1,100}" }',
      'cannot be used: invalid repeat',
    ],
    [
      `{ column: c, transform: "match:${'a'.repeat(501)}" }`,
      'a pattern has at most 500 characters',
    ],
    ['{ column: c, transform: "date:ISO|MM/YY" }', 'the date format "MM/YY" needs a year, a month'],
  ])('%s: %s', (spec, words) => {
    const { rule, problems } = fieldRule('field', parse(spec));
    expect(rule).toBeUndefined();
    expect(problems.join('\n')).toContain(words);
  });
});

describe('a hostile text', () => {
  // A pattern that tries every way, or a parser that looks back at every tag, would not come to an end.
  it.each([
    ['{ column: c, transform: "match:(a+)+$" }', `${'a'.repeat(200_000)}b`],
    ['{ column: c, transform: "match:(.*)(.*)(.*)(.*)x" }', 'a'.repeat(100_000)],
    ['{ column: c, transform: strip-html }', '<a>'.repeat(200_000) + '</b>'.repeat(200_000)],
    ['{ column: c, transform: strip-html }', ' '.repeat(1_000_000)],
    ['{ column: c, transform: number, otherwise: missing }', `1${' '.repeat(1_000_000)}x`],
    ['{ column: c, transform: street, otherwise: missing }', '1 '.repeat(500_000)],
  ])('ends with %s', (spec, text) => {
    const { rule } = fieldRule('field', parse(spec));
    try {
      expect(rule?.read({ c: text })).toBeDefined();
    } catch (error) {
      expect(error).not.toBeInstanceOf(RangeError);
    }
  });
});
