import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ImportStopped } from '../src/errors.js';
import { type Progress, runImport } from '../src/import.js';
import { type Item, ShopResource } from './shop.js';
import { failure, folderOf, importFile, importInto, ndjson, shop, tempFolder } from './support.js';

/** Records with the ids from 1 to `last`. */
function records(last: number): { id: number }[] {
  return Array.from({ length: last }, (_, index) => ({ id: index + 1 }));
}

describe('batches', () => {
  it('hold 5,000 rows at the most, or as many as asked', async () => {
    const folder = folderOf({ 'listings.ndjson': ndjson(...records(10_001)) });
    const whole = await importInto([folder]);
    expect(whole.resource.batches).toEqual([5000, 5000, 1]);
    const small = await importInto([folder], { batchSize: 4000 });
    expect(small.resource.batches).toEqual([4000, 4000, 2001]);
    expect(small.summary).toEqual({
      listings: { read: 10_001, written: 10_001, rejected: 0 },
      rejects: null,
    });
  });

  it('are cut earlier where the records are large', async () => {
    const large = records(30).map(({ id }) => ({ id, note: 'x'.repeat(1024 * 1024) }));
    const { resource } = await importFile('listings.ndjson', ndjson(...large));
    expect(resource.batches).toEqual([16, 14]);
  });

  it('never hold an id twice: the later record changes what it names, and both count', async () => {
    const text = ndjson(
      { id: 1, name: 'a', note: 'kept' },
      { id: 2, name: 'b' },
      { id: 1, name: 'c' },
      { id: '1', price: 5 },
      { id: 2, name: 'd' },
    );
    const { resource, summary } = await importFile('listings.ndjson', text);
    expect(summary.listings).toEqual({ read: 5, written: 5, rejected: 0 });
    expect(resource.items).toEqual([
      { id: 1, name: 'c', note: 'kept', price: 5 },
      { id: 2, name: 'd' },
    ]);
    expect(resource.batches).toEqual([2, 2, 1]);
  });
});

describe('rejects', () => {
  const text = ndjson(
    { id: 1 },
    { id: 'x', name: 'no id' },
    { id: 9, name: 'impossible' },
    { id: 2, price: 'cheap' },
    { id: 3 },
  );

  it('are counted and written down with file, line, field, reason and record', async () => {
    const folder = folderOf({ 'listings.ndjson': text });
    const { resource, summary, rejects } = await importInto([folder]);
    expect(summary.listings).toEqual({ read: 5, written: 2, rejected: 3 });
    expect(resource.items).toEqual([{ id: 1 }, { id: 3 }]);
    const file = join(folder, 'listings.ndjson');
    expect(rejects.toSorted((one, other) => one.line - other.line)).toEqual([
      {
        file,
        line: 2,
        field: 'id',
        reason: '"x" is not a whole number from 1',
        record: { id: 'x', name: 'no id' },
      },
      {
        file,
        line: 3,
        field: 'id',
        reason: 'refers to nothing',
        record: { id: 9, name: 'impossible' },
      },
      {
        file,
        line: 4,
        field: 'price',
        reason: '"cheap" is not a number',
        record: { id: 2, price: 'cheap' },
      },
    ]);
  });

  it('stand in a file for its owner only, which replaces no other', async () => {
    const folder = folderOf({ 'listings.ndjson': text });
    const path = join(tempFolder(), 'made', 'on the way', 'rejects.ndjson');
    const first = await importInto([folder], { rejects: path });
    expect(first.summary.rejects).toBe(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const before = readFileSync(path, 'utf8');
    const second = await importInto([folder], { rejects: path });
    expect(second.summary.rejects).toBe(path.replace('.ndjson', '-2.ndjson'));
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(second.rejects).toEqual(first.rejects);
  });

  it('leave no file when there are none', async () => {
    const path = join(tempFolder(), 'rejects.ndjson');
    const { summary } = await importFile('listings.ndjson', ndjson({ id: 1 }), { rejects: path });
    expect(summary.rejects).toBeNull();
    expect(existsSync(path)).toBe(false);
  });

  it('bring no control character of a record to whoever prints the file', async () => {
    const name = 'red \u001b[31m \u009b31m \u202e flip \u0007 \u{e0041}';
    const { summary, rejects } = await importFile('listings.ndjson', ndjson({ id: 0, name }));
    expect(rejects[0]?.record).toEqual({ id: 0, name });
    expect(readFileSync(summary.rejects as string, 'utf8')).toMatch(/^[\x20-\x7e]+\n$/);
  });
});

describe('text that is dangerous', () => {
  it('with a NUL character is rejected, naming the field', async () => {
    const text = ndjson(
      { id: 1, name: 'a\0b' },
      { id: 2, tags: ['x', { deep: '\0' }] },
      { id: 3, photos: [{ 'a\0': 1 }] },
      { id: 4, name: '\\u0000 is only text' },
    );
    const { resource, rejects } = await importFile('listings.ndjson', text);
    expect(resource.items).toEqual([{ id: 4, name: '\\u0000 is only text' }]);
    expect(rejects.map(({ line, field, reason }) => [line, field, reason])).toEqual([
      [1, 'name', 'holds a NUL character; text may hold any other'],
      [2, 'tags.1.deep', 'holds a NUL character; text may hold any other'],
      [3, 'photos.0.a', 'holds a NUL character; text may hold any other'],
    ]);
    const csv = await importFile('listings.csv', 'id,name\n1,a\0b\n');
    expect(csv.rejects[0]).toMatchObject({ line: 2, field: 'name' });
  });

  it('that names a prototype changes none', async () => {
    const text = [
      '{"id":1,"__proto__":{"name":"evil"},"constructor":{"prototype":{"evil":1}}}',
      '{"id":2,"photos":[{"__proto__":{"evil":1},"name":"p"}]}',
    ].join('\n');
    const { resource } = await importFile('listings.ndjson', text);
    const [first, second] = resource.items as [Item, Item];
    expect(Object.keys(first)).toEqual(['id', 'constructor']);
    expect(first.name).toBeUndefined();
    const photo = (second.photos as object[])[0] as object;
    expect(Object.getOwnPropertyNames(photo)).toEqual(['name']);
    expect(Object.getPrototypeOf(photo)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).evil).toBeUndefined();
  });

  it('that nests without measure is rejected', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const text = `{"id":1,"tags":${deep(30)}}\n{"id":2,"tags":${deep(100_000)}}\n{"id":3}\n`;
    const { resource, rejects } = await importFile('listings.ndjson', text);
    expect(resource.items.map(({ id }) => id)).toEqual([1, 3]);
    expect(rejects).toEqual([
      expect.objectContaining({ line: 2, field: 'tags', reason: 'is nested over 32 levels deep' }),
    ]);
  });
});

describe('a dry run', () => {
  it('counts and writes the rejects, and writes nothing else', async () => {
    const text = ndjson({ id: 1 }, { id: 'x' }, { id: 2 });
    const { resource, summary, rejects } = await importFile('listings.ndjson', text, {
      dryRun: true,
    });
    expect(summary.listings).toEqual({ read: 3, written: 2, rejected: 1 });
    expect(resource.batches).toEqual([]);
    expect(rejects).toEqual([expect.objectContaining({ line: 2, field: 'id' })]);
  });
});

describe('an import that does not reach the end', () => {
  it('stops when the database fails, and tells what is written', async () => {
    const folder = folderOf({ 'listings.ndjson': ndjson(...records(50)) });
    const resource = new ShopResource();
    resource.beforeWrite = () => {
      if (resource.batches.length === 3) throw new Error('the disk is full');
    };
    const promise = importInto([folder], { batchSize: 10 }, resource);
    const stopped = await failure(promise, ImportStopped);
    expect(stopped.message).toBe(`${folder}/listings.ndjson: the disk is full`);
    expect(stopped.summary.listings).toEqual({ read: 40, written: 30, rejected: 0 });
    expect(resource.stored.size).toBe(30);
  });

  it('stops at an error of the resource, naming the line', async () => {
    const folder = folderOf({ 'listings.ndjson': ndjson({ id: 1 }, { id: 2 }) });
    const resource = new ShopResource();
    const parse = resource.parse.bind(resource);
    resource.parse = (record) => {
      if (record.id === 2) throw new TypeError('a fault of ours');
      return parse(record);
    };
    const stopped = await failure(importInto([folder], {}, resource), ImportStopped);
    expect(stopped.message).toBe(`${folder}/listings.ndjson, line 2: a fault of ours`);
    expect(stopped.cause).toBeInstanceOf(TypeError);
  });

  it('stops after the current batch when asked to, with whole batches written', async () => {
    const folder = folderOf({
      'listings.ndjson': ndjson(...records(100)),
      'photos.ndjson': ndjson({ id: 1 }),
    });
    const controller = new AbortController();
    const listings = new ShopResource();
    listings.beforeWrite = () => {
      if (listings.batches.length === 1) controller.abort();
    };
    const photos = new ShopResource('photos');
    const summary = await runImport({
      sources: [folder],
      resources: new Map([...shop(listings), ...shop(photos)]),
      rejects: join(folder, 'rejects'),
      batchSize: 20,
      signal: controller.signal,
    });
    expect(summary).toEqual({
      listings: { read: 40, written: 40, rejected: 0 },
      rejects: null,
      interrupted: true,
    });
    expect(listings.batches).toEqual([20, 20]);
    expect(photos.batches).toEqual([]);
  });

  it('can be run again, with the same result as one that was not interrupted', async () => {
    const folder = folderOf({ 'listings.ndjson': ndjson(...records(100)) });
    const controller = new AbortController();
    const resource = new ShopResource();
    resource.beforeWrite = () => controller.abort();
    await importInto([folder], { batchSize: 30, signal: controller.signal }, resource);
    expect(resource.stored.size).toBe(30);
    resource.beforeWrite = () => {};
    const { summary } = await importInto([folder], { batchSize: 30 }, resource);
    expect(summary.listings).toEqual({ read: 100, written: 100, rejected: 0 });
    expect(resource.stored.size).toBe(100);
  });
});

describe('progress', () => {
  it('runs from nothing to the size of all files, and ends', async () => {
    const folder = folderOf({
      'listings.ndjson.gz': ndjson(...records(300)),
      'listings.csv': 'id\n500\n',
      'listings.json': '[]',
    });
    const names = ['listings.ndjson.gz', 'listings.csv', 'listings.json'];
    const total = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    const seen: number[] = [];
    const progress: Progress = {
      start: (bytes) => seen.push(-bytes),
      update: (bytes) => seen.push(bytes),
      stop: () => seen.push(Number.POSITIVE_INFINITY),
    };
    await importInto([folder], { progress });
    expect(seen[0]).toBe(-total);
    expect(seen.at(-2)).toBe(total);
    expect(seen.at(-1)).toBe(Number.POSITIVE_INFINITY);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });

  it('ends when the import fails', async () => {
    const path = join(tempFolder(), 'listings.json');
    writeFileSync(path, '[');
    let stops = 0;
    const progress: Progress = {
      start() {},
      update() {},
      stop() {
        stops += 1;
      },
    };
    await failure(importInto([path], { progress }), ImportStopped);
    expect(stops).toBe(1);
  });
});
