import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ImportStopped, TransferRefused, withPath } from '../src/errors.js';
import { runExport } from '../src/export.js';
import { runImport } from '../src/import.js';
import type { ImportResource, ResourceName } from '../src/resource.js';
import { type Item, ShopResource } from './shop.js';
import {
  failure,
  folderOf,
  importFile,
  importInto,
  importMapped,
  ndjson,
  tempFolder,
} from './support.js';

/** A shop whose records name agents by their note. */
class Naming extends ShopResource {
  readonly identity = ['id'];
  references(row: Item) {
    return row.note === undefined ? [] : [{ resource: 'agents' as const, id: Number(row.note) }];
  }
}

/** The agents of that shop. */
class Agents extends ShopResource {
  async missing(ids: readonly number[]): Promise<number[]> {
    return ids.filter((id) => !this.stored.has(id));
  }
}

describe('names that no field takes', () => {
  it('are told of CSV columns, and custom fields are none of them', async () => {
    const { summary } = await importFile('listings.csv', 'id,prize,custom_x,name\n1,5,a,b\n');
    expect(summary.ignored).toEqual({ listings: ['prize'] });
  });

  it('are told of JSON members of any record', async () => {
    const text = ndjson({ id: 1 }, { id: 2, prize: 1 }, { id: 3, Name: 'x', prize: 2 });
    const { summary } = await importFile('listings.ndjson', text);
    expect(summary.ignored).toEqual({ listings: ['prize', 'Name'] });
  });

  it('are told of what a mapping does not read', async () => {
    const csv = await importMapped(
      'x.csv',
      'a,b,c\n1,2,3\n',
      'resource: listings\nfields: { id: a, price: b }',
    );
    expect(csv.summary.ignored).toEqual({ listings: ['c'] });
    const json = await importMapped(
      'x.json',
      '[{"a":1,"b":{"c":2},"d":4}]',
      'resource: listings\nfields: { id: a, price: b.c }',
    );
    expect(json.summary.ignored).toEqual({ listings: ['d'] });
  });

  it('are at most a thousand', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => ({ id: at + 1, [`x${at}`]: 1 }));
    const { summary } = await importFile('listings.ndjson', ndjson(...many));
    expect(summary.ignored?.listings?.length).toBeLessThanOrEqual(1000);
  });
});

describe('fields that no record fills', () => {
  it('are told of a path that no record has', async () => {
    const { summary } = await importMapped(
      'x.json',
      '[{"id":1,"d":{"price":5},"p":[{"url":"u"}]},{"id":2,"d":{"price":6},"p":[]}]',
      `resource: listings
fields:
  id: id
  price: d.prise
  note: { columns: [nothing, d.price] }
  photos: { column: "p.*.uri", transform: "wrap:filename" }`,
    );
    expect(summary.unfilled).toEqual({ listings: ['price', 'photos'] });
    expect(summary.unread).toEqual({ listings: ['d.prise', 'nothing', 'p.*.uri'] });
  });

  it('are told of a CSV header, over all files of the resource', async () => {
    const [one, two] = [
      folderOf({ 'listings.csv': 'id,name,price\n1,,\n' }),
      folderOf({ 'listings.csv': 'id,name\n2,x\n' }),
    ];
    const { summary } = await importInto([one, two]);
    expect(summary.unfilled).toEqual({ listings: ['price'] });
  });

  it('are not told where every record was rejected, as what they held is not known', async () => {
    const { summary } = await importMapped(
      'x.csv',
      'a,b\n1,cheap\n,\n',
      'resource: listings\nfields: { id: a, price: { column: b, transform: number } }',
    );
    expect(summary.listings).toEqual({ read: 2, written: 0, rejected: 2 });
    expect(summary.unfilled).toBeUndefined();
  });

  it('are not told where there is no record', async () => {
    const { summary } = await importFile('listings.csv', 'id,name\n');
    expect(summary).toEqual({ listings: { read: 0, written: 0, rejected: 0 }, rejects: null });
  });
});

describe('rejects', () => {
  it('are counted by field, with the first reason and its place', async () => {
    const records = [{ id: 1, price: 'a' }, { id: 'x' }, { id: 2, price: 'b' }, { id: 3 }];
    const folder = folderOf({ 'listings.json': JSON.stringify(records) });
    const { summary } = await importInto([folder]);
    const file = join(folder, 'listings.json');
    expect(summary.reasons).toEqual({
      listings: [
        { field: 'price', count: 2, reason: '"a" is not a number', file, line: 1, element: 1 },
        {
          field: 'id',
          count: 1,
          reason: '"x" is not a whole number from 1',
          file,
          line: 1,
          element: 2,
        },
      ],
    });
  });

  it('name the element of an array, as all of it may be one line', async () => {
    const { rejects } = await importFile(
      'listings.json',
      '[{"id":1},{"id":0},7,{"id":2},{"id":0}]',
    );
    expect(rejects.map(({ line, element }) => [line, element])).toEqual([
      [1, 2],
      [1, 3],
      [1, 5],
    ]);
  });

  it('keep numbers that JavaScript rounds, on one line', async () => {
    const text = '[{\n\t"id": "x",\r\n  "ref": 9007199254740993, "name": "a\\tb\u202e"\n}]';
    const { summary } = await importFile('listings.json', text);
    const line = readFileSync(summary.rejects as string, 'utf8');
    expect(line.trimEnd()).toMatch(/^[\x20-\x7e]+$/);
    expect(line).toContain('"ref": 9007199254740993,');
    expect(JSON.parse(line).record).toMatchObject({ id: 'x', name: 'a\tb\u202e' });
  });

  it('of a mapped CSV file hold the whole row, and the same mapping takes them again', async () => {
    const mapping = 'resource: listings\nfields: { id: no, price: Rent, note: "#3" }';
    const csv = 'No,Rent,,Area,Area\n0,5,x,Soho,NY\n';
    const first = await importMapped('x.csv', csv, mapping);
    expect(first.rejects[0]?.record).toEqual({
      no: '0',
      Rent: '5',
      '#3': 'x',
      Area: 'Soho',
      'Area#2': 'NY',
    });
    const mended = ndjson({ ...(first.rejects[0]?.record as object), no: 7 });
    const again = await importMapped('mended.ndjson', mended, mapping);
    expect(again.resource.items).toEqual([{ id: 7, price: 5, note: 'x' }]);
  });

  it('stop the import when their file cannot be written, which is named', async () => {
    const folder = folderOf({ 'listings.ndjson': ndjson({ id: 0 }), taken: '' });
    const rejects = join(folder, 'taken', 'rejects.ndjson');
    const stopped = await failure(
      importInto([join(folder, 'listings.ndjson')], { rejects }),
      ImportStopped,
    );
    expect(stopped.message).toMatch(`${rejects}: the rejects file cannot be written (`);
  });
});

describe('records that do not exist', () => {
  const sources = () => {
    const listings = [
      { id: 1, note: 7 },
      { id: 2, note: 8 },
      { id: 3, note: 8 },
      { id: 'x', note: 9 },
    ];
    return [
      folderOf({ 'agents.ndjson': ndjson({ id: 7 }), 'listings.ndjson': ndjson(...listings) }),
    ];
  };
  const run = (dryRun: boolean) =>
    runImport({
      sources: sources(),
      resources: new Map<ResourceName, ImportResource>([
        ['agents', new Agents('agents')],
        ['listings', new Naming()],
      ]),
      rejects: join(tempFolder(), 'rejects'),
      dryRun,
    });

  it.each([false, true])('are counted with those that name them (dry run: %s)', async (dryRun) => {
    expect((await run(dryRun)).missing).toEqual({ agents: { count: 1, records: 2, ids: [8] } });
  });
});

describe('a record without what tells it from others', () => {
  it('is refused with the mapping, and with the header', async () => {
    const folder = folderOf({
      'x.csv': 'a\n1\n',
      'm.yaml': 'resource: listings\nfields: { price: a }',
      'listings.csv': 'name\nx\n',
    });
    const mapped = await failure(
      importInto([join(folder, 'x.csv')], { mapping: join(folder, 'm.yaml') }, new Naming()),
      TransferRefused,
    );
    expect(mapped.problems).toEqual([
      `${folder}/m.yaml: fields: id is missing; without it no record can be told from another`,
    ]);
    const plain = await failure(
      importInto([join(folder, 'listings.csv')], {}, new Naming()),
      TransferRefused,
    );
    expect(plain.problems).toEqual([
      `${folder}/listings.csv: no column is the field id, without which no record can be told from another; its columns are "name"`,
    ]);
  });
});

it('shows the first records as they are read', async () => {
  const text = ndjson({ id: 'x' }, { id: 1, name: 'a' }, { id: 2 }, { id: 3 });
  const { summary } = await importFile('listings.ndjson', text, { show: 2 });
  expect(summary.shown).toEqual({ listings: [{ id: 1, name: 'a' }, { id: 2 }] });
});

it('empties a field with an empty default', async () => {
  const folder = folderOf({
    'listings.ndjson': ndjson({ id: 1, name: 'old' }),
    'x.csv': 'id,name\n1,\n',
    'm.yaml': 'resource: listings\nfields: { id: id, name: { column: name, default: "" } }',
  });
  const resource = new ShopResource();
  await importInto([join(folder, 'listings.ndjson')], {}, resource);
  await importInto([join(folder, 'x.csv')], { mapping: join(folder, 'm.yaml') }, resource);
  expect(resource.items).toEqual([{ id: 1, name: '' }]);
});

describe('paths', () => {
  it('of links that lead nowhere are named', async () => {
    const folder = folderOf({ 'listings.ndjson': ndjson({ id: 1 }) });
    symlinkSync('gone.ndjson', join(folder, 'agents.ndjson'));
    const problem = `${folder}/agents.ndjson: is a link to "gone.ndjson", where there is no file`;
    for (const source of [folder, join(folder, 'agents.ndjson')]) {
      const refused = await failure(importInto([source]), TransferRefused);
      expect(refused.problems).toEqual([problem]);
    }
  });

  it('of files that are no import files are ten at most', async () => {
    const folder = tempFolder();
    for (let at = 10; at < 35; at += 1) writeFileSync(join(folder, `x${at}.txt`), '');
    mkdirSync(join(folder, 'sub'));
    const refused = await failure(importInto([folder]), TransferRefused);
    expect(refused.message).toContain('(found sub, x10.txt, ');
    expect(refused.message).toContain('x18.txt and 16 more)');
  });

  it('are added to errors of the system that have none', async () => {
    const handle = await open('/dev/full', 'w');
    const error = await failure(handle.writeFile('x'), Error);
    await handle.close();
    expect(error.message).not.toContain('/dev/full');
    expect(withPath('a/listings.ndjson', error)).toMatchObject({
      message: `a/listings.ndjson: ${error.message}`,
    });
  });
});

describe('the zone of an export', () => {
  it('is what an import into another zone reads its times in', async () => {
    const folder = join(tempFolder(), 'export');
    const resource = new ShopResource();
    resource.stored.set(1, { id: 1 });
    const options = { resources: [resource], folder, format: 'ndjson', gzip: false } as const;
    await runExport({ ...options, timeZone: 'America/Chicago' });
    const target = new ShopResource();
    const zones: (string | undefined)[] = [];
    const parse = target.parse.bind(target);
    target.parse = (record, zone?: string) => {
      zones.push(zone);
      return parse(record);
    };
    const { summary } = await importInto([join(folder, 'listings.ndjson')], {}, target);
    expect(zones).toEqual(['America/Chicago']);
    expect(summary.zones).toEqual({ [join(folder, 'listings.ndjson')]: 'America/Chicago' });
    // A file that is put beside the export is none of it.
    writeFileSync(join(folder, 'listings.csv'), 'id\n1\n');
    await importInto([join(folder, 'listings.csv')], {}, target);
    expect(zones).toEqual(['America/Chicago', undefined]);
  });
});
