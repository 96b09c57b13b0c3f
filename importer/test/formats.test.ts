import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ImportStopped, TransferRefused } from '../src/errors.js';
import { ShopResource } from './shop.js';
import { failure, folderOf, importFile, importInto, ndjson, tempFolder } from './support.js';

const BOM = '\ufeff';
const MIB = 1024 * 1024;
const NAME_ONE = '; a mapping can name another encoding, as format: { encoding: windows-1252 }';

describe('ndjson', () => {
  it('takes one object a line, with blank lines, a byte-order mark and any line end', async () => {
    const text = `${BOM}{"id":1,"name":"Ä"}\r\n\n   \n{"id":2}\n{"id":3}`;
    const { resource, summary } = await importFile('listings.ndjson', text);
    expect(resource.items).toEqual([{ id: 1, name: 'Ä' }, { id: 2 }, { id: 3 }]);
    expect(summary).toEqual({ listings: { read: 3, written: 3, rejected: 0 }, rejects: null });
  });

  it('rejects what is no object, with its line and what stood there', async () => {
    const text = '{"id":1}\n[]\n"text"\n42\nnull\n{"id":2,\n{"id":3}\n';
    const { resource, rejects } = await importFile('listings.ndjson', text);
    expect(resource.items).toEqual([{ id: 1 }, { id: 3 }]);
    expect(rejects.map(({ line, field, reason, record }) => [line, field, reason, record])).toEqual(
      [
        [2, '', 'is a list; a record is a JSON object', '[]'],
        [3, '', 'is a string; a record is a JSON object', '"text"'],
        [4, '', 'is a number; a record is a JSON object', '42'],
        [5, '', 'is null; a record is a JSON object', 'null'],
        [6, '', expect.stringMatching(/^is not valid JSON \(/), '{"id":2,'],
      ],
    );
  });

  it('rejects a line that is not UTF-8, and only that line', async () => {
    const latin1 = Buffer.from('{"id":2,"name":"caf\xe9"}\n', 'latin1');
    const file = Buffer.concat([Buffer.from(ndjson({ id: 1 })), latin1, Buffer.from('{"id":3}')]);
    const { resource, rejects } = await importFile('listings.ndjson', file);
    expect(resource.items).toEqual([{ id: 1 }, { id: 3 }]);
    expect(rejects).toHaveLength(1);
    expect(rejects[0]).toMatchObject({
      line: 2,
      reason: `is not text in UTF-8 (near "{"id":2,"name":"caf\ufffd"}")${NAME_ONE}`,
    });
  });

  it('passes over a line that is too long and takes those behind it', async () => {
    const long = `{"id":2,"name":"${'x'.repeat(10 * MIB)}"}\n`;
    const fits = { id: 4, name: 'y'.repeat(8 * MIB - 50) };
    const text = ndjson({ id: 1 }) + long + ndjson({ id: 3 }, fits);
    const { resource, rejects } = await importFile('listings.ndjson', text);
    expect(resource.items.map(({ id }) => id)).toEqual([1, 3, 4]);
    expect(rejects).toEqual([
      expect.objectContaining({
        line: 2,
        reason: 'is 10,485,778 bytes long; a record may have 8,388,608',
        record: null,
      }),
    ]);
  });

  it('stops at an array, whose every line would be rejected', async () => {
    const stopped = await failure(importFile('listings.ndjson', '[\n{"id":1}\n]'), ImportStopped);
    expect(stopped.message).toContain('holds a JSON array, where .ndjson has one object a line');
    expect(stopped.summary.listings).toEqual({ read: 0, written: 0, rejected: 0 });
  });

  it('takes an empty file as no records', async () => {
    const { summary } = await importFile('listings.ndjson', '');
    expect(summary.listings).toEqual({ read: 0, written: 0, rejected: 0 });
  });
});

describe('JSON', () => {
  it('takes the objects of an array, on one line or on many', async () => {
    const text = `${BOM} [ {"id":1,"tags":["a",{"b":"]}"}]},\n{"id":2,"name":"\\"[{"} ]\n`;
    const { resource } = await importFile('listings.json', text);
    expect(resource.items).toEqual([
      { id: 1, tags: ['a', { b: ']}' }] },
      { id: 2, name: '"[{' },
    ]);
    expect((await importFile('listings.json', '[]')).summary.listings?.read).toBe(0);
  });

  it('rejects faulty elements by themselves, with the line on which they start', async () => {
    const text =
      '[{"id":1},\n{"id": tru},\n7, null, "a,b", [1],\n{\n"id":2,\n"name":"x"\n},{"id":0}]';
    const { resource, rejects } = await importFile('listings.json', text);
    expect(resource.items).toEqual([{ id: 1 }, { id: 2, name: 'x' }]);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [2, expect.stringMatching(/^is not valid JSON/)],
      [3, 'is a number; a record is a JSON object'],
      [3, 'is null; a record is a JSON object'],
      [3, 'is a string; a record is a JSON object'],
      [3, 'is a list; a record is a JSON object'],
      [7, '0 is not a whole number from 1'],
    ]);
  });

  it('passes over an element that is too long', async () => {
    const text = `[{"id":1},\n{"id":2,"name":"${'x'.repeat(10 * MIB)}"},\n{"id":3}]`;
    const { resource, rejects } = await importFile('listings.json', text);
    expect(resource.items).toEqual([{ id: 1 }, { id: 3 }]);
    expect(rejects).toEqual([expect.objectContaining({ line: 2, record: null })]);
  });

  it.each([
    ['[{"id":1},\n{"id":2}\n{"id":3}]', 'line 3, byte 21: expected "," or "]" after a record', 2],
    ['[{"id":1},\n]', 'line 2, byte 12: expected a value, found "]"', 1],
    ['[{"id":1},\n{"id":2', 'line 2, byte 19: the file ends inside the record that starts on', 1],
    ['[{"id":1}\n', 'line 2, byte 11: the file ends before its JSON does', 1],
    ['[{"id":1}] x', 'byte 12: there is text after the end of the array', 1],
    ['', 'line 1, byte 1: the file is empty', 0],
    [
      '{"id":1}\n{"id":2}',
      'line 2, byte 10: there is text after the end of the object; a file with',
      1,
    ],
    ['"x"', 'line 1, byte 1: expected an array of records, found """', 0],
  ])(
    'stops where the structure of %j breaks, and keeps what came before',
    async (text, words, n) => {
      const resource = new ShopResource();
      const path = join(folderOf({ 'listings.json': text }), 'listings.json');
      const stopped = await failure(importInto([path], {}, resource), ImportStopped);
      expect(stopped.message).toContain(`${path}: `);
      expect(stopped.message).toContain(words);
      expect(stopped.message).toContain(`(records read before it: ${n})`);
      expect(stopped.summary.listings).toEqual({ read: n, written: n, rejected: 0 });
      expect(resource.stored.size).toBe(n);
    },
  );
});

describe('CSV', () => {
  it('has field names in any case, quoted line breaks, and empty cells for missing fields', async () => {
    const text = `${BOM}ID,Name,PRICE,Custom_View\r\n1,"Say ""hi"",\r\nplease",2500.5,\r\n\r\n2,,,"park"\r\n`;
    const { resource } = await importFile('listings.csv', text);
    expect(resource.items).toEqual([
      { id: 1, name: 'Say "hi",\r\nplease', price: 2500.5 },
      { id: 2, custom_view: 'park' },
    ]);
  });

  it('keeps the value of a field whose cell is empty', async () => {
    const folder = folderOf({ 'listings.csv': 'id,name,note\n1,First,x\n1,,y\n' });
    const { resource, summary } = await importInto([folder]);
    expect(resource.items).toEqual([{ id: 1, name: 'First', note: 'y' }]);
    expect(summary.listings).toEqual({ read: 2, written: 2, rejected: 0 });
  });

  it('rejects ragged and badly quoted rows with their lines, and takes the others', async () => {
    const rows = [
      'id,name',
      '1,"two',
      'lines"',
      '2,too,many',
      '3',
      '4,5" pipe',
      '5,"a"b',
      '6,ok',
      '"7","also ok"',
    ];
    const { resource, rejects } = await importFile('listings.csv', rows.join('\n'));
    expect(resource.items).toEqual([
      { id: 1, name: 'two\nlines' },
      { id: 6, name: 'ok' },
      { id: 7, name: 'also ok' },
    ]);
    const misplaced = expect.stringMatching(/^has a quotation mark in the wrong place/);
    expect(rejects.map(({ line, reason, record }) => [line, reason, record])).toEqual([
      [4, 'has 3 cells where the header has 2', ['2', 'too', 'many']],
      [5, 'has 1 cells where the header has 2', ['3']],
      [6, misplaced, '4,5" pipe'],
      [7, misplaced, '5,"a"b'],
    ]);
  });

  it('rejects rows that are not UTF-8', async () => {
    const text = Buffer.from('id,name\n1,caf\xe9\n2,plain\n', 'latin1');
    const { resource, rejects } = await importFile('listings.csv', text);
    expect(resource.items).toEqual([{ id: 2, name: 'plain' }]);
    expect(rejects).toEqual([
      expect.objectContaining({
        line: 2,
        reason: `is not text in UTF-8 (near "1,caf\ufffd")${NAME_ONE}`,
      }),
    ]);
  });

  it('passes over a row that is too long', async () => {
    const text = `id,name\n1,"${'a\n'.repeat(5 * MIB)}"\n2,after\n`;
    const { resource, rejects } = await importFile('listings.csv', text);
    expect(resource.items).toEqual([{ id: 2, name: 'after' }]);
    expect(rejects).toEqual([
      expect.objectContaining({
        line: 2,
        reason: 'is 10,485,764 bytes long; a record may have 8,388,608',
      }),
    ]);
    const next = `id,name\n1,"${'a\n'.repeat(5 * MIB)}"\n0,x\n`;
    expect((await importFile('listings.csv', next)).rejects[1]?.line).toBe(5_242_883);
  });

  it.each(['\n', '\r\n', '\r'])('takes rows that end with %j', async (end) => {
    const text = ['id,name', '1,"a b"', '2,c', '0,d'].join(end);
    const { resource, rejects } = await importFile('listings.csv', text);
    expect(resource.items).toEqual([
      { id: 1, name: 'a b' },
      { id: 2, name: 'c' },
    ]);
    expect(rejects.map(({ line }) => line)).toEqual([4]);
  });

  it('tolerates a column without a name and columns that are no fields', async () => {
    const { resource } = await importFile('listings.csv', ',id,colour,__proto__\n0,5,red,x\n');
    expect(resource.items).toEqual([{ id: 5, colour: 'red' }]);
  });

  it('reads lists and objects from cells with JSON, and leaves other brackets alone', async () => {
    const text = `id,tags,note\n1,"[""a"",""b""]",[sic]\n2,"{""x"":1}",{\n`;
    const { resource } = await importFile('listings.csv', text);
    expect(resource.items).toEqual([
      { id: 1, tags: ['a', 'b'], note: '[sic]' },
      { id: 2, tags: { x: 1 }, note: '{' },
    ]);
  });

  it('takes a file without rows, and an empty file, as no records', async () => {
    for (const text of ['id,name\n', '']) {
      expect((await importFile('listings.csv', text)).summary.listings?.read).toBe(0);
    }
  });

  it('stops at a quotation mark that is never closed, and keeps what came before', async () => {
    const promise = importFile('listings.csv', 'id,name\n1,a\n2,"b\n3,c\n4,d\n');
    const stopped = await failure(promise, ImportStopped);
    expect(stopped.message).toContain(
      'line 3: a quotation mark of the row that starts here is not closed before the end of the file (line 6)',
    );
    expect(stopped.summary.listings).toEqual({ read: 1, written: 1, rejected: 0 });
  });

  it('is refused before anything is written when its header cannot be used', async () => {
    const resource = new ShopResource();
    const header = Buffer.from('id,caf\xe9\n1,x\n', 'latin1');
    const twice = folderOf({ 'listings.csv': 'id,Name,NAME\n1,a,b\n' });
    const foreign = folderOf({ 'listings.csv': 'a;b\n1;2\n' });
    const latin = folderOf({ 'listings.csv': header, 'listings.ndjson': ndjson({ id: 1 }) });
    const refused = await failure(
      importInto([twice, foreign, latin], {}, resource),
      TransferRefused,
    );
    expect(refused.problems).toEqual([
      `${twice}/listings.csv: the columns "Name" and "NAME" are both the field name`,
      `${foreign}/listings.csv: no column is a field of listings ("a;b"); a mapping file can say which column is which field, and what separates the columns`,
      `${latin}/listings.csv: line 1: the header is not text in UTF-8 (near "id,caf\ufffd")${NAME_ONE}`,
    ]);
    expect(resource.batches).toEqual([]);
  });
});

describe('encodings and damage', () => {
  it.each([
    ['UTF-16 (little-endian)', Buffer.from('id,name\n1,a\n', 'utf16le')],
    ['UTF-16 (big-endian)', Buffer.from('id,name\n1,a\n', 'utf16le').swap16()],
  ])('names %s instead of rejecting every line', async (encoding, content) => {
    const csv = await failure(importFile('listings.csv', content), TransferRefused);
    expect(csv.message).toContain(`is encoded in ${encoding}; save it in UTF-8`);
    const lines = await failure(importFile('listings.ndjson', content), ImportStopped);
    expect(lines.message).toContain(`is encoded in ${encoding}; save it in UTF-8`);
  });

  it('says that a gzip file is cut off before anything is written', async () => {
    // Random text does not pack, so half of the packed bytes hold about half of the records.
    const records = Array.from({ length: 5000 }, (_, index) => ({
      id: index + 1,
      name: Array.from({ length: 20 }, (_, at) => ((index * 7919 + at * 104729) ** 2).toString(36)),
    }));
    const whole = gzipSync(ndjson(...records));
    const path = join(tempFolder(), 'listings.ndjson.gz');
    writeFileSync(path, whole.subarray(0, whole.length / 2));
    const resource = new ShopResource();
    const refused = await failure(importInto([path], {}, resource), TransferRefused);
    expect(refused.problems).toEqual([`${path}: the gzip data ends early: the file is cut off`]);
    expect(resource.batches).toEqual([]);
  });

  it('says that gzip data is damaged before anything is written, of any file', async () => {
    const packed = gzipSync(ndjson({ id: 1 }));
    packed[packed.length - 6] = (packed[packed.length - 6] ?? 0) ^ 0xff;
    const folder = folderOf({ 'listings.csv': 'id\n2\n' });
    const path = join(folder, 'listings.ndjson.gz');
    writeFileSync(path, packed);
    const resource = new ShopResource();
    const refused = await failure(importInto([folder], {}, resource), TransferRefused);
    expect(refused.problems).toEqual([`${path}: the gzip data is damaged (incorrect data check)`]);
    expect(resource.batches).toEqual([]);
  });
});
