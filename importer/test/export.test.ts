import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TransferRefused } from '../src/errors.js';
import { type ExportOptions, runExport } from '../src/export.js';
import { type Item, ShopResource } from './shop.js';
import { failure, folderOf, importInto, tempFolder } from './support.js';

const ITEMS: readonly Item[] = [
  { id: 1, name: 'Plain', price: 2500.5, note: 'a "quoted", text\r\nwith lines\n' },
  { id: 2, name: '=HYPERLINK("http://x.example")', price: -73.9, note: "'=escaped" },
  { id: 3, name: '+1 212', note: '[not json', tags: ['a', '=b', { c: null }], custom_view: '-5' },
  { id: 4, name: '[1]', note: ' blanks ', photos: [{ filename: 'x.jpg', sort: 1 }], tags: [] },
  { id: 5, name: '\t@tab', note: '{"a":1}', available: 'ünï 😀' },
];

function stocked(items = ITEMS, resource = new ShopResource()): ShopResource {
  for (const item of items) resource.stored.set(item.id, item);
  return resource;
}

async function exported(resource: ShopResource, options: Partial<ExportOptions> = {}) {
  const folder = options.folder ?? join(tempFolder(), 'export');
  const all = {
    resources: [resource],
    folder,
    format: 'ndjson',
    gzip: false,
    timeZone: 'Europe/Berlin',
    ...options,
  } as const;
  return { folder, counts: await runExport(all) };
}

describe('an export', () => {
  it('writes one object a line, and counts them', async () => {
    const offices = new ShopResource('offices');
    const { folder, counts } = await exported(stocked(), { resources: [offices, stocked()] });
    expect(counts).toEqual({ offices: 0, listings: 5 });
    expect(readdirSync(folder)).toEqual([
      '.portico-export.json',
      'listings.ndjson',
      'offices.ndjson',
    ]);
    const lines = readFileSync(join(folder, 'listings.ndjson'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(ITEMS);
    expect(readFileSync(join(folder, 'offices.ndjson'), 'utf8')).toBe('');
  });

  it('is readable by its owner only', async () => {
    const { folder } = await exported(stocked());
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
    }
  });

  it.each([
    ['ndjson', false, 'listings.ndjson'],
    ['ndjson', true, 'listings.ndjson.gz'],
    ['csv', false, 'listings.csv'],
    ['csv', true, 'listings.csv.gz'],
  ] as const)('as %s (packed: %s) comes back identical', async (format, gzip, name) => {
    const { folder, counts } = await exported(stocked(), { format, gzip });
    expect(counts).toEqual({ listings: 5 });
    expect(readdirSync(folder)).toEqual(['.portico-export.json', name]);
    const { resource, summary } = await importInto([folder]);
    expect(resource.items).toEqual(ITEMS);
    expect(summary).toEqual({ listings: { read: 5, written: 5, rejected: 0 }, rejects: null });
  });

  it('as CSV has every column that any record has, and no cell that is a formula', async () => {
    const { folder } = await exported(stocked(), { format: 'csv' });
    const text = readFileSync(join(folder, 'listings.csv'), 'utf8');
    expect(text.split('\r\n')[0]).toBe(
      '\ufeffid,name,price,note,tags,custom_view,photos,available',
    );
    expect(text).toContain('\r\n2,"\'=HYPERLINK(""http://x.example"")",-73.9,\'\'=escaped,,,,\r\n');
    expect(text).toContain(`\r\n3,'+1 212,,'[not json,"[""a"",""=b"",{""c"":null}]",-5,,\r\n`);
  });

  it('of nothing can be imported again', async () => {
    const { folder, counts } = await exported(new ShopResource(), { format: 'csv' });
    expect(counts).toEqual({ listings: 0 });
    const { summary } = await importInto([folder]);
    expect(summary).toEqual({ listings: { read: 0, written: 0, rejected: 0 }, rejects: null });
  });

  it('takes many records, and one over the size that an import takes', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({ id: index + 1, name: 'x' }));
    const large = { id: 20_001, name: 'y'.repeat(9 * 1024 * 1024) };
    const { folder } = await exported(stocked([...many, large]), { format: 'csv', gzip: true });
    const text = gunzipSync(readFileSync(join(folder, 'listings.csv.gz'))).toString();
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(20_002);
    expect(lines.at(-1)).toBe(`20001,${large.name}`);
  });
});

describe('the folder of an export', () => {
  it('may hold an earlier export, which is replaced, whatever its format was', async () => {
    const before = await exported(stocked(), {
      resources: [stocked(), stocked([{ id: 9 }], new ShopResource('offices'))],
    });
    const { folder } = await exported(stocked([{ id: 1 }]), {
      folder: before.folder,
      format: 'csv',
    });
    expect(readdirSync(folder)).toEqual(['.portico-export.json', 'listings.csv']);
    expect(readFileSync(join(folder, 'listings.csv'), 'utf8')).toBe('\ufeffid\r\n1\r\n');
  });

  it('is refused with anything else in it, even files of the same names', async () => {
    const folder = folderOf({ 'listings.ndjson': '{"id":1}\n', 'notes.txt': '' });
    const refused = await failure(exported(stocked(), { folder }), TransferRefused);
    expect(refused.problems).toEqual([
      `${folder}: holds files that are not of an earlier export (listings.ndjson, notes.txt); give an empty or a new folder`,
    ]);
    expect(readFileSync(join(folder, 'listings.ndjson'), 'utf8')).toBe('{"id":1}\n');
    expect(readdirSync(folder)).toEqual(['listings.ndjson', 'notes.txt']);
  });

  it('is refused when something was added to an earlier export', async () => {
    const { folder } = await exported(stocked());
    writeFileSync(join(folder, 'agents.ndjson'), '');
    const refused = await failure(exported(stocked(), { folder }), TransferRefused);
    expect(refused.message).toContain('(agents.ndjson)');
  });

  it('is not led astray by a list of files that an export cannot have made', async () => {
    const files = ['../outside.ndjson', 'notes.txt', 'houses.csv', 7];
    const folder = folderOf({
      '.portico-export.json': JSON.stringify({ files }),
      'notes.txt': 'x',
    });
    const refused = await failure(exported(stocked(), { folder }), TransferRefused);
    expect(refused.message).toContain('(notes.txt)');
    const broken = folderOf({ '.portico-export.json': 'null', 'listings.csv': 'x' });
    await failure(exported(stocked(), { folder: broken }), TransferRefused);
  });

  it('is refused where it is a file', async () => {
    const folder = join(folderOf({ file: '' }), 'file');
    const refused = await failure(exported(stocked(), { folder }), TransferRefused);
    expect(refused.message).toContain(`${folder}: cannot be used as a folder`);
  });

  it.each(['ndjson', 'csv'] as const)(
    'keeps the earlier export when a later one as %s fails',
    async (format) => {
      const { folder } = await exported(stocked());
      const text = readFileSync(join(folder, 'listings.ndjson'), 'utf8');
      const failing = stocked();
      failing.records = async function* () {
        yield { id: 1 };
        throw new Error('the database went away');
      };
      const resources = [stocked([], new ShopResource('agents')), failing];
      await expect(exported(failing, { folder, resources, format })).rejects.toThrow('went away');
      expect(readFileSync(join(folder, 'listings.ndjson'), 'utf8')).toBe(text);
      expect(readdirSync(folder)).toEqual(['.portico-export.json', 'listings.ndjson']);
    },
  );

  it('keeps the earlier export when a later one is interrupted', async () => {
    const { folder } = await exported(stocked());
    const controller = new AbortController();
    const slow = stocked();
    slow.records = async function* () {
      yield { id: 1 };
      controller.abort();
      yield { id: 2 };
    };
    const promise = exported(slow, { folder, signal: controller.signal });
    await expect(promise).rejects.toThrow('aborted');
    expect((await importInto([folder])).resource.items).toEqual(ITEMS);
  });

  it('is cleared of what an export that was killed has left', async () => {
    const folder = folderOf({ '.portico-unfinished-listings.ndjson': '{"id":' });
    await exported(stocked(), { folder });
    expect(existsSync(join(folder, '.portico-unfinished-listings.ndjson'))).toBe(false);
    expect(readdirSync(folder)).toEqual(['.portico-export.json', 'listings.ndjson']);
  });
});
