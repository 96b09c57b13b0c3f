import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../src/csv.js';
import { JsonArraySplitter } from '../src/json-splitter.js';
import { CsvSplitter, LineSplitter, type RecordSplitter } from '../src/splitter.js';

/** The pieces of a text that arrives in chunks of the given size. */
function piecesOf(splitter: RecordSplitter, text: string, size: number): [number, string][] {
  const bytes = Buffer.from(text);
  const pieces: [number, string][] = [];
  for (let at = 0; at < bytes.length; at += size) {
    for (const { line, bytes: piece } of splitter.feed(bytes.subarray(at, at + size))) {
      pieces.push([line, String(piece)]);
    }
  }
  for (const { line, bytes: piece } of splitter.end()) pieces.push([line, String(piece)]);
  return pieces;
}

/** Asserts the pieces of a text however it is cut into chunks. */
function expectPieces(make: () => RecordSplitter, text: string, pieces: [number, string][]): void {
  for (let size = 1; size <= Buffer.byteLength(text) + 1; size += 1) {
    expect(piecesOf(make(), text, size)).toEqual(pieces);
  }
}

describe('wherever the chunks are cut', () => {
  it('lines are found', () => {
    expectPieces(() => new LineSplitter(), '{"a":"ä€😀"}\r\n\nx\nlast', [
      [1, '{"a":"ä€😀"}\r'],
      [2, ''],
      [3, 'x'],
      [4, 'last'],
    ]);
  });

  it('rows of CSV are found, with quoted line breaks and any line end', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const rows = ['a,"b,""c"""', '', `"1${end}2",x"y`, 'd,', '""', '"e"'];
      expectPieces(() => new CsvSplitter(','), rows.join(end), [
        [1, 'a,"b,""c"""'],
        [3, `"1${end}2",x"y`],
        [5, 'd,'],
        [6, '""'],
        [7, '"e"'],
      ]);
    }
  });

  it('elements of a JSON array are found', () => {
    const text = ' [{"a":"]}\\"\\\\","b":[{}]},\n "x,]" ,-1.5e3,\n\n true,[[]],null]\n';
    expectPieces(() => new JsonArraySplitter([]), text, [
      [1, '{"a":"]}\\"\\\\","b":[{}]}'],
      [2, '"x,]"'],
      [2, '-1.5e3'],
      [4, 'true'],
      [4, '[[]]'],
      [4, 'null'],
    ]);
  });

  it('the array that a path leads to is found inside a document', () => {
    const text = `{"n":1.5,"list":[0],"dëep":{"list":"[1]","é":[{"x":{}},7,
      {"rows":[{"id":1},{"id":2}],"after":[{"id":3}]},[9]],"more":"}"},"rows":[{"id":4}]}`;
    expectPieces(() => new JsonArraySplitter(['dëep', 'é', '2', 'rows']), text, [
      [2, '{"id":1}'],
      [2, '{"id":2}'],
    ]);
  });

  it('an object in the place of the array is the only record', () => {
    const one = () => new JsonArraySplitter(['a', 'b']);
    expectPieces(one, '{"a":\n{"b":{"c":[{}]},"d":[1]}, "e":{}}', [[2, '{"c":[{}]}']]);
    expectPieces(() => new JsonArraySplitter([]), '\n{"c":"}"}\n', [[2, '{"c":"}"}']]);
  });

  it('a name in a path is compared as JSON has it', () => {
    expectPieces(() => new JsonArraySplitter(['a"b']), '{"a\\u0022b":[1]}', [[1, '1']]);
  });
});

describe('a path that leads nowhere', () => {
  it.each([
    ['{"total":1}', ['listings']],
    ['{}', ['listings']],
    ['[[1]]', ['listings']],
    ['7', ['listings']],
    ['{"data":{"rows":[]}}', ['data', 'listings']],
    ['{"data":[{"rows":[]}]}', ['data', '1', 'rows']],
    ['{"data":[]}', ['data', '0', 'rows']],
  ])('is said of %s', (text, path) => {
    expect(() => piecesOf(new JsonArraySplitter(path), text, 100)).toThrow(
      `the document has no array at ${path.join('.')}, which records: names`,
    );
  });

  it('is told from one that leads to something else', () => {
    expect(() => piecesOf(new JsonArraySplitter(['a']), '{"a":"b"}', 100)).toThrow(
      'line 1, byte 6: expected an array of records at a, found """',
    );
  });

  it.each(['{"a":[1]', '{"a":[1],"b":{"c":', '{"a":[1],"b":"', '{"a":{"x":1}'])(
    'is told from a document that is cut off behind the records: %s',
    (text) => {
      const splitter = new JsonArraySplitter(['a']);
      expect(splitter.feed(Buffer.from(text))).toHaveLength(1);
      expect(() => splitter.end()).toThrow('the file ends before its JSON does');
    },
  );
});

it('finds the elements of any JSON array, with any white space', () => {
  const array = fc.array(fc.jsonValue(), { maxLength: 8 });
  const blank = fc.constantFrom('', ' ', '\n', '\t\r\n');
  fc.assert(
    fc.property(array, blank, fc.integer({ min: 1, max: 40 }), (values, space, size) => {
      const elements = values.map((value) => JSON.stringify(value, null, space));
      const text = `${space}[${space}${elements.join(`${space},${space}`)}${space}]${space}`;
      const found = piecesOf(new JsonArraySplitter([]), text, size);
      expect(found.map(([, piece]) => piece)).toEqual(elements);
    }),
  );
});

it('finds any rows that were written as CSV', () => {
  const sign = fc.constantFrom('"', ',', '\n', '\r', 'a', ' ', '', 'é');
  const cell = fc.array(sign, { maxLength: 6 }).map((signs) => signs.join(''));
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 20 }), (cells, size) => {
      // A first line break inside quotes does not say what ends a row, so the header settles it.
      const lines = ['h', ...cells.map(csvLine)];
      const found = piecesOf(new CsvSplitter(','), `${lines.join('\r\n')}\r\n`, size);
      expect(found.map(([, piece]) => piece)).toEqual(lines);
    }),
  );
});
