import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TransferRefused } from '../src/errors.js';
import { runImport } from '../src/import.js';
import { type ImportResource, RESOURCE_NAMES, type ResourceName } from '../src/resource.js';
import { planImport } from '../src/sources.js';
import { ShopResource } from './shop.js';
import { failure, folderOf, importFile, importInto, ndjson, shop, tempFolder } from './support.js';

/** A shop of every resource, which notes the order in which resources are written. */
function shops(order: ResourceName[] = []): Map<ResourceName, ImportResource> {
  return new Map(
    RESOURCE_NAMES.map((name) => {
      const resource = new ShopResource(name);
      resource.beforeWrite = () => void order.push(name);
      return [name, resource];
    }),
  );
}

async function planned(sources: readonly string[]) {
  const plan = await planImport(sources, shops(), undefined);
  const files = plan.files.map(({ path, resource, format }) => [basename(path), resource, format]);
  return { ...plan, files, skipped: plan.skipped.map((path) => basename(path)) };
}

describe('the files of a folder', () => {
  it('are told by their names, whatever the case of the letters, and taken in order', async () => {
    const folder = folderOf({
      'Listings.CSV': 'id\n1\n',
      'agents.json.gz': '[]',
      'NEIGHBORHOODS.ndjson': '',
      'photos.ndjson.GZ': gzipSync(''),
      'building-photos.json': '[]',
      'deals.jsonl': '',
    });
    expect((await planned([folder])).files).toEqual([
      ['NEIGHBORHOODS.ndjson', 'neighborhoods', 'ndjson'],
      ['building-photos.json', 'building-photos', 'json'],
      ['agents.json.gz', 'agents', 'json'],
      ['Listings.CSV', 'listings', 'csv'],
      ['photos.ndjson.GZ', 'photos', 'ndjson'],
      ['deals.jsonl', 'deals', 'ndjson'],
    ]);
  });

  it('are written in the order of the resources', async () => {
    const record = ndjson({ id: 1 });
    const names = RESOURCE_NAMES.toSorted();
    const folder = folderOf(Object.fromEntries(names.map((name) => [`${name}.ndjson`, record])));
    const order: ResourceName[] = [];
    await runImport({ sources: [folder], resources: shops(order), rejects: join(folder, 'r') });
    expect(order).toEqual(RESOURCE_NAMES);
  });

  it('are all taken where two hold one resource, in the order of their names', async () => {
    const folder = folderOf({
      'listings.json': '[{"id":1,"name":"second"}]',
      'listings.csv': 'id,name,note\n1,first,kept\n',
    });
    const { resource, summary } = await importInto([folder]);
    expect(summary.listings).toEqual({ read: 2, written: 2, rejected: 0 });
    expect(resource.items).toEqual([{ id: 1, name: 'second', note: 'kept' }]);
  });

  it('are skipped and named where they are no import files', async () => {
    const folder = folderOf({
      'listings.ndjson': ndjson({ id: 1 }),
      'readme.txt': 'hello',
      'listing.csv': 'id\n1\n',
      'listings.xml': '<a/>',
      '.DS_Store': '',
    });
    mkdirSync(join(folder, 'agents.json'));
    const { summary } = await importInto([folder]);
    expect(summary).toEqual({
      listings: { read: 1, written: 1, rejected: 0 },
      rejects: null,
      skipped: ['agents.json', 'listing.csv', 'listings.xml', 'readme.txt'].map((name) =>
        join(folder, name),
      ),
    });
  });

  it('are skipped where this database does not take their resource', async () => {
    const folder = folderOf({ 'listings.ndjson': ndjson({ id: 1 }), 'clients.ndjson': '' });
    const { summary } = await importInto([folder]);
    expect(summary.skipped).toEqual([join(folder, 'clients.ndjson')]);
    expect(summary.clients).toBeUndefined();
  });

  it('are taken from several folders and files, each file once', async () => {
    const one = folderOf({ 'listings.ndjson': ndjson({ id: 1 }) });
    const two = folderOf({ 'listings.ndjson': ndjson({ id: 2 }), 'offices.ndjson': '' });
    symlinkSync(join(one, 'listings.ndjson'), join(two, 'agents.ndjson'));
    const plan = await planImport([two, one, join(one, 'listings.ndjson')], shops(), undefined);
    expect(plan.files.map(({ path }) => path)).toEqual([
      join(two, 'offices.ndjson'),
      join(two, 'agents.ndjson'),
      join(two, 'listings.ndjson'),
    ]);
  });
});

describe('a source that cannot be used', () => {
  it('is refused with every reason at once, and nothing is written', async () => {
    const folder = folderOf({
      'listings.ndjson': ndjson({ id: 1 }),
      'houses.csv': 'id\n1\n',
      'listings.txt': '',
      'clients.csv': 'id\n1\n',
    });
    const names = ['listings.ndjson', 'houses.csv', 'listings.txt', 'clients.csv', 'none.csv'];
    const resource = new ShopResource();
    const refused = await failure(
      importInto(
        names.map((name) => join(folder, name)),
        {},
        resource,
      ),
      TransferRefused,
    );
    expect(refused.problems).toEqual([
      `${folder}/houses.csv: the name "houses" is not a resource; files are named ${RESOURCE_NAMES.join(', ')}, as .ndjson, .json, .csv or .tsv, each also .gz, or are read with a mapping`,
      `${folder}/listings.txt: the extension "txt" is unknown; accepted are .ndjson, .json, .csv and .tsv, each also .gz`,
      `${folder}/clients.csv: clients cannot be imported here`,
      `${folder}/none.csv: there is no such file`,
    ]);
    expect(resource.batches).toEqual([]);
  });

  it('is refused when a folder holds nothing to import', async () => {
    const folder = folderOf({ 'notes.txt': '' });
    const refused = await failure(importInto([folder]), TransferRefused);
    expect(refused.message).toContain('there is no file to import (found notes.txt)');
    const empty = await failure(importInto([tempFolder()]), TransferRefused);
    expect(empty.message).toContain(
      'there is no file to import; files are named source-keys, neighborhoods,',
    );
  });

  it('does not bring control characters of a name to the terminal', async () => {
    const folder = tempFolder();
    const path = join(folder, 'evil\u001b]0;title\u0007.csv');
    writeFileSync(path, '');
    const refused = await failure(importInto([path]), TransferRefused);
    expect(refused.message).toContain('evil]0;title.csv');
    expect(refused.message).not.toContain('\u001b');
  });
});

describe('packed files', () => {
  it('are told by their first bytes, whatever their names', async () => {
    const { resource } = await importFile('listings.ndjson', gzipSync(ndjson({ id: 7 })));
    expect(resource.items).toEqual([{ id: 7 }]);
  });

  it('of several gzip members are read to the end', async () => {
    const members = [gzipSync(ndjson({ id: 1 })), gzipSync(ndjson({ id: 2 }))];
    const { resource } = await importFile('listings.ndjson', Buffer.concat(members));
    expect(resource.items).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('that are not packed are refused', async () => {
    const folder = tempFolder();
    const path = join(folder, 'listings.csv.gz');
    writeFileSync(path, 'id\n1\n');
    const refused = await failure(importInto([path]), TransferRefused);
    expect(refused.problems).toEqual([`${path}: is named .gz, but does not hold gzip data`]);
  });

  it('that are workbooks are refused with advice', async () => {
    const promise = importFile('listings.csv', Buffer.from('PK\x03\x04 and so on'));
    const refused = await failure(promise, TransferRefused);
    expect(refused.message).toContain('is a ZIP archive or a workbook (.xlsx); save it as CSV');
  });
});

it('refuses a batch size over the limit', async () => {
  const folder = folderOf({ 'listings.ndjson': '' });
  const options = { sources: [folder], resources: shop(), rejects: join(folder, 'r') };
  await expect(runImport({ ...options, batchSize: 5001 })).rejects.toThrow('batchSize is 5001');
  await expect(runImport({ ...options, batchSize: 0 })).rejects.toThrow('accepted are 1 to 5000');
});
