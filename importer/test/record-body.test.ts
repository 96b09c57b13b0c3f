import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readRecordBody } from '../src/record-body.js';

const LIMITS = { bytes: 1000, recordBytes: 100, records: 3 };

/** Reads a text that arrives in chunks of so many bytes. */
async function read(text: string, chunk: number, limits = LIMITS) {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  );
  return readRecordBody(Readable.from(chunks), limits);
}

async function items(text: string, chunk: number) {
  return [...(await read(text, chunk)).items()].map((item) =>
    item.kind === 'fault'
      ? [item.line, item.element, item.reason]
      : [item.line, item.element, item.record],
  );
}

describe.each([1, 2, 3, 7, 1000])('a body in chunks of %i bytes', (chunk) => {
  it('is lines, blank ones among them, or an array', async () => {
    expect(await items('\ufeff\n{"a":1}\r\n \n{"a":2}', chunk)).toEqual([
      [2, undefined, { a: 1 }],
      [4, undefined, { a: 2 }],
    ]);
    expect(await items(' \n[{"a":1},\n{"a":2}]\n', chunk)).toEqual([
      [2, 1, { a: 1 }],
      [3, 2, { a: 2 }],
    ]);
  });

  it('may be empty', async () => {
    for (const text of ['', '\n\n', '\ufeff', '[]']) expect(await items(text, chunk)).toEqual([]);
  });

  it('keeps what is sound where a record is not', async () => {
    const long = `{"a":"${'x'.repeat(100)}"}`;
    expect(await items(`{"a":\n${long}\n{"a":3}`, chunk)).toEqual([
      [1, undefined, expect.stringContaining('is not valid JSON')],
      [2, undefined, 'is longer than 100 bytes'],
      [3, undefined, { a: 3 }],
    ]);
  });

  it('is refused over its limits, and where an array breaks off', async () => {
    await expect(read('{}\n{}\n{}\n{}', chunk)).rejects.toThrow('more than 3 records');
    await expect(read(`{"a":"${'x'.repeat(1000)}"}`, chunk)).rejects.toThrow('larger than');
    await expect(read('[{"a":1},{"a":', chunk)).rejects.toThrow('ends inside the record');
    await expect(read('[{"a":1}', chunk)).rejects.toThrow('ends before its JSON does');
  });
});

it('is told from another by its digest', async () => {
  const [one, same, other] = await Promise.all([
    read('{"a":1}', 1),
    read('{"a":1}', 5),
    read('{"a":2}', 5),
  ]);
  expect(one?.digest).toBe(same?.digest);
  expect(one?.digest).not.toBe(other?.digest);
});
