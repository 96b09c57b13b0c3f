import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ImportStopped, TransferRefused } from '../src/errors.js';
import { failure, folderOf, importFile, importInto, importMapped, ndjson } from './support.js';

const MARK = '\ufeff';
const CSV = 'id,name\n1,Łódź “quoted” 🏠\n2,plain\n';
const NAMES = [
  { id: 1, name: 'Łódź “quoted” 🏠' },
  { id: 2, name: 'plain' },
];

const little = (text: string) => Buffer.from(text, 'utf16le');
const big = (text: string) => little(text).swap16();

describe('encodings', () => {
  it.each([
    ['UTF-8', Buffer.from(MARK + CSV)],
    ['UTF-16LE', little(MARK + CSV)],
    ['UTF-16BE', big(MARK + CSV)],
  ])('%s is known by its mark', async (_, content) => {
    expect((await importFile('listings.csv', content)).resource.items).toEqual(NAMES);
    expect((await importFile('listings.csv.gz', content)).resource.items).toEqual(NAMES);
  });

  it('UTF-16 is read over any number of chunks', async () => {
    const records = Array.from({ length: 20_000 }, (_, index) => ({ id: index + 1, name: '🏠é' }));
    const { resource } = await importFile('listings.ndjson', little(MARK + ndjson(...records)));
    expect(resource.items).toEqual(records);
  });

  it.each([
    ['utf-16le', little(CSV)],
    ['UTF-16BE', big(CSV)],
    // A mark says more than a mapping.
    ['windows-1252', Buffer.from(MARK + CSV)],
  ])('%s is read where a mapping names it', async (encoding, content) => {
    const mapping = `resource: listings\nformat: { encoding: ${encoding} }\nfields: { id: id, name: name }`;
    expect((await importMapped('x.csv', content, mapping)).resource.items).toMatchObject([
      { name: 'Łódź “quoted” 🏠' },
      { name: 'plain' },
    ]);
  });

  it('Windows-1252 is read with its quotation marks, and not as Latin-1', async () => {
    const mapping =
      'resource: listings\nformat: { encoding: Windows-1252 }\nfields: { id: id, name: name }';
    const rows = Buffer.from('id,name\n1,caf\xe9 \x93quoted\x94 \x80 5 \x96 \x8a\x9e\n', 'latin1');
    const { resource } = await importMapped('x.csv', rows, mapping);
    expect(resource.items).toEqual([{ id: '1', name: 'café “quoted” € 5 – Šž' }].map(asRow));
    const lines = Buffer.from('{"id":1,"name":"caf\xe9"}\n', 'latin1');
    const read = await importMapped('x.ndjson', lines, mapping);
    expect(read.resource.items).toEqual([{ id: 1, name: 'café' }]);
  });

  it('text that is broken in its encoding stops the import', async () => {
    const broken = Buffer.concat([
      little(`${MARK}id,name\n1,a\n`),
      Buffer.from([0x00, 0xd8, 0x0a]),
    ]);
    const stopped = await failure(importFile('listings.csv', broken), ImportStopped);
    expect(stopped.message).toContain('is not text in UTF-16LE');
  });
});

function asRow(item: { id: string; name: string }) {
  return { ...item, id: Number(item.id) };
}

describe('a table with tabs', () => {
  it.each(['listings.tsv', 'listings.tab', 'listings.tsv.gz'])('is %s', async (name) => {
    const { resource } = await importFile(name, 'id\tname\n1\t"a\tb"\n2\tx, y\n');
    expect(resource.items).toEqual([
      { id: 1, name: 'a\tb' },
      { id: 2, name: 'x, y' },
    ]);
  });

  it('may be said by a mapping, and its separator, too', async () => {
    const of = (format: string) => `resource: listings\nformat: ${format}\nfields: { id: id }`;
    for (const [name, text, format] of [
      ['x.txt', 'id\tname\n1\tb\n', '{ type: tsv }'],
      ['x.tsv', 'id;name\n1;b\n', '{ delimiter: ";" }'],
      ['x.tsv', 'id\tname\n1\tb\n', '{ }'],
    ] as const) {
      expect((await importMapped(name, text, of(format))).resource.items).toEqual([{ id: 1 }]);
    }
  });
});

describe('one JSON object', () => {
  it('is one record of a .json file', async () => {
    const { resource, summary } = await importFile('listings.json', '\n{\n "id": 1\n}\n');
    expect(resource.items).toEqual([{ id: 1 }]);
    expect(summary.listings).toEqual({ read: 1, written: 1, rejected: 0 });
  });

  it('is one record at the place that a mapping names', async () => {
    const mapping = 'resource: listings\nrecords: data.listing\nfields: { id: id }';
    const text = '{"total":1,"data":{"listing":{"id":7},"next":[]}}';
    expect((await importMapped('x', text, mapping)).resource.items).toEqual([{ id: 7 }]);
  });

  it('is told from lines of objects by a line break in it', async () => {
    const mapping = 'resource: listings\nfields: { id: id }';
    for (const text of ['{\n"id": 7\n}', '{ \r\n"id": 7\r\n}', '{"id": 7}\n']) {
      expect((await importMapped('x', text, mapping)).resource.items).toEqual([{ id: 7 }]);
    }
  });
});

describe('standard input', () => {
  const mapping = 'resource: listings\nfields: { id: id, name: name }';
  const folder = () => folderOf({ 'm.yaml': mapping });

  it.each([
    ['lines', ndjson({ id: 1, name: 'a' })],
    ['an array', '[{"id":1,"name":"a"}]'],
    ['a table', 'id,name\n1,a\n'],
    ['a table in UTF-16', little(`${MARK}id,name\n1,a\n`)],
  ])('may hold %s', async (_, content) => {
    const stdin = Readable.from([...Buffer.from(content)].map((byte) => Buffer.from([byte])));
    const { resource, summary } = await importInto(['-', '-'], {
      mapping: join(folder(), 'm.yaml'),
      stdin,
    });
    expect(resource.items).toEqual([{ id: 1, name: 'a' }]);
    expect(summary.listings).toEqual({ read: 1, written: 1, rejected: 0 });
  });

  it('is read as it comes, and its rejects name it', async () => {
    const stdin = new PassThrough();
    stdin.write('id,name\n1,a\n');
    const read = importInto(['-'], { mapping: join(folder(), 'm.yaml'), stdin });
    stdin.end('x,b\n2,c\n');
    const { resource, rejects } = await read;
    expect(resource.items.map(({ id }) => id)).toEqual([1, 2]);
    expect(rejects).toEqual([expect.objectContaining({ file: 'standard input', line: 3 })]);
  });

  it('is refused where nothing can be told of it, and is closed then', async () => {
    for (const [content, options, words] of [
      ['id\n1\n', {}, 'standard input: has no name that says what its records are'],
      [
        `nr\n${'1\n'.repeat(2000)}`,
        { mapping: join(folder(), 'm.yaml') },
        'standard input: has no column "id"',
      ],
      [gzipSync('id\n1\n'), { mapping: join(folder(), 'm.yaml') }, 'holds gzip data, which cannot'],
    ] as const) {
      const stdin = new PassThrough();
      stdin.write(content);
      if (typeof content !== 'string') stdin.end();
      const refused = await failure(importInto(['-'], { ...options, stdin }), TransferRefused);
      expect(refused.message).toContain(words);
      if ('mapping' in options) expect(stdin.destroyed).toBe(true);
      stdin.destroy();
    }
  });

  it('stops where it is cut off, with what came before', async () => {
    const stdin = Readable.from([Buffer.from('[{"id":1},'), Buffer.from('{"id":')]);
    const stopped = await failure(
      importInto(['-'], { mapping: join(folder(), 'm.yaml'), stdin }),
      ImportStopped,
    );
    expect(stopped.message).toContain('standard input: line 1');
    expect(stopped.summary.listings?.written).toBe(1);
  });
});

describe('a named pipe', () => {
  it('is read by its name, once', async () => {
    const at = join(folderOf({ 'rows.csv': CSV }), 'listings.csv');
    expect(spawnSync('sh', ['-c', 'mkfifo "$0"', at]).status).toBe(0);
    const writer = spawn('sh', ['-c', 'cat "$0" > "$1"', join(at, '../rows.csv'), at]);
    onTestFinished(() => void writer.kill());
    expect((await importInto([at])).resource.items).toEqual(NAMES);
  });

  it('is left alone in a folder', async () => {
    const folder = folderOf({ 'listings.csv': CSV });
    expect(spawnSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'agents.csv')]).status).toBe(0);
    writeFileSync(join(folder, 'x.txt'), '');
    expect((await importInto([folder])).summary.skipped).toHaveLength(2);
  });
});
