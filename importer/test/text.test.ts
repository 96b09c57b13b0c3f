import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine, decodeCell, encodeCell } from '../src/csv.js';
import { counted, printableJson, quoted, stripControls } from '../src/text.js';

it('strips what a terminal would act upon, and keeps the rest', () => {
  expect(stripControls('a\u001b[2Jb\u009bc\u0007\u007f')).toBe('a[2Jbc');
  expect(stripControls('two\r\nlines\tand a tab\u2028')).toBe('two lines and a tab ');
  expect(stripControls('\u202egnp.exe\u2066')).toBe('gnp.exe');
  expect(stripControls('Café – 日本 😀')).toBe('Café – 日本 😀');
});

it('shows a value in a message, cut at 80 characters', () => {
  expect(quoted('x')).toBe('"x"');
  expect(quoted('x'.repeat(81))).toBe(`"${'x'.repeat(80)}…"`);
  expect(quoted({ a: [1, null] })).toBe('{"a":[1,null]}');
  expect(quoted(undefined)).toBe('nothing');
  expect(quoted('\u001b]0;x\u0007')).toBe('"]0;x"');
});

it.each([
  [0, 'listings', '0 listings'],
  [1, 'listings', '1 listing'],
  [1200, 'listings', '1,200 listings'],
  [1, 'link-categories', '1 link-category'],
  [1, 'press', '1 press'],
  [1, 'labels of blogs', '1 label of blogs'],
  [1, 'listings as listing agent', '1 listing as listing agent'],
])('counts %i %s', (value, things, text) => {
  expect(counted(value, things)).toBe(text);
});

const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }))
  .map((points) => String.fromCodePoint(...points));

it('writes JSON that reads back, without a control character', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const json = printableJson({ text });
      expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(JSON.parse(json)).toEqual({ text });
    }),
  );
});

it('puts an apostrophe before what a spreadsheet would run, and only there', () => {
  const harmless = ['', 'plain', "'tis", '-73.9', '12', 'a=b', '1+1', 'x@y.example', '–dash'];
  for (const text of harmless) expect(encodeCell(text)).toBe(text);
  const formulas = ['=1+1', '+1 212 555', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '-'];
  for (const text of formulas) expect(encodeCell(text)).toBe(`'${text}`);
  expect(encodeCell("'=1")).toBe("''=1");
  expect(encodeCell('[1]')).toBe("'[1]");
  expect(encodeCell(-73.9)).toBe('-73.9');
  expect(encodeCell(null)).toBe('');
  expect(encodeCell(['=1'])).toBe('["=1"]');
});

it('reads every text back from its cell, and no cell is a formula', () => {
  const start = fc.constantFrom(
    '',
    '=',
    '+',
    '-',
    '@',
    "'",
    '[',
    '{',
    '\t',
    '\n',
    '＝',
    '[1]',
    '-1',
  );
  const text = fc.tuple(start, start, fc.string()).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (value) => {
      const cell = encodeCell(value);
      expect(decodeCell(cell)).toBe(value);
      if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
    }),
  );
});

it('reads lists and objects back from their cells', () => {
  const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(value, (nested) => {
      expect(decodeCell(encodeCell(nested))).toEqual(JSON.parse(JSON.stringify(nested)));
    }),
  );
});

it('quotes a cell where it has to, and marks a line that would be blank', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', ' h', ''])).toBe('a,"b,c","d""e","f\ng"," h",');
  expect(csvLine([''])).toBe('""');
});
