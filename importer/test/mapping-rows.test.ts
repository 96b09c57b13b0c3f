import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TransferRefused } from '../src/errors.js';
import { failure, folderOf, importInto, importMapped, ndjson } from './support.js';

describe('only and skip', () => {
  const rows = 'id,status,kind\n1,Active,R\n2,Sold,R\n3,Pending,S\n4,,R\n5,Active,\n';

  it.each([
    ['only: { status: Active }', [1, 5]],
    ['only: { status: [Active, Pending] }', [1, 3, 5]],
    ['only: { status: Active, kind: R }', [1]],
    ['only: { status: null }', [4]],
    ['skip: { status: Sold }', [1, 3, 4, 5]],
    ['skip: { status: Sold, kind: S }', [1, 4, 5]],
    ['skip: { status: [null, ""], kind: null }', [1, 2, 3]],
    ['only: { kind: R }\nskip: { status: [Sold, null] }', [1]],
    ['only: { id: [2, 3] }', [2, 3]],
    ['only: { status: active }', []],
  ])('%s', async (filter, ids) => {
    const mapping = `resource: listings\n${filter}\nfields: { id: id }`;
    const { resource, summary, rejects } = await importMapped('x.csv', rows, mapping);
    expect(resource.items.map(({ id }) => id)).toEqual(ids);
    expect(rejects).toEqual([]);
    expect(summary).toMatchObject({
      listings: { read: 5, written: ids.length, rejected: 0 },
      filtered: { listings: 5 - ids.length },
    });
  });

  it('compare values, paths and lists of JSON as text', async () => {
    const lines = ndjson(
      { id: 1, on: true, place: { zip: 10003 }, tags: ['a', 'b'] },
      { id: 2, on: 'true', place: { zip: '10003' }, tags: ['c'] },
      { id: 3, on: false, place: {}, tags: [] },
    );
    const of = async (filter: string) => {
      const mapping = `resource: listings\n${filter}\nfields: { id: id }`;
      return (await importMapped('x.ndjson', lines, mapping)).resource.items.map(({ id }) => id);
    };
    expect(await of('only: { on: true }')).toEqual([1, 2]);
    expect(await of('only: { place.zip: 10003 }')).toEqual([1, 2]);
    expect(await of('only: { tags: [a, c] }')).toEqual([1, 2]);
    expect(await of('skip: { tags: null }')).toEqual([1, 2]);
    expect(await of('skip: { "tags.*": b }')).toEqual([2, 3]);
  });

  it('leave out a row before it could be rejected, and count it', async () => {
    const mapping = 'resource: listings\nskip: { status: Sold }\nfields: { id: id, price: price }';
    const csv = 'id,status,price\n1,Active,5\nx,Sold,none\n';
    const { summary, rejects } = await importMapped('x.csv', csv, mapping);
    expect(rejects).toEqual([]);
    expect(summary.unread).toBeUndefined();
    expect(summary.filtered).toEqual({ listings: 1 });
  });

  it.each([
    ['only: Active', 'only: is not a table of column: value, or of column: [values]'],
    ['skip: [status]', 'skip: is not a table of column: value, or of column: [values]'],
    ['only: {}', 'only: is not a table'],
    [
      'only: { status: [] }',
      'only: is not a table of column: value, or of column: [values] ("status")',
    ],
    [
      'skip: { status: { a: b } }',
      'skip: is not a table of column: value, or of column: [values] ("status")',
    ],
    ['skip: { stauts: Sold }', 'has no column "stauts"'],
  ])('are refused: %s', async (filter, words) => {
    const mapping = `resource: listings\n${filter}\nfields: { id: id }`;
    const refused = await failure(importMapped('x.csv', rows, mapping), TransferRefused);
    expect(refused.message).toContain(words);
  });
});

describe('otherwise: missing', () => {
  const mapping = `
    resource: listings
    fields:
      id: id
      name: { column: kind, values: { R: Rent, S: Sale }, otherwise: missing, default: Other }
      price: { column: price, transform: number, otherwise: missing }
      note: { column: year, transform: "date:YYYY-MM-DD", otherwise: missing }
  `;

  it('costs only the field, and counts it with the first reason', async () => {
    const csv =
      'id,kind,price,year\n1,R,Call,2020-01-31\n2,X,3200-3500,c. 1900\n3,S,5,\nx,X,Call,\n4,,6,\n';
    const { resource, summary, rejects } = await importMapped('x.csv', csv, mapping);
    expect(resource.items).toEqual([
      { id: 1, name: 'Rent', note: '2020-01-31' },
      { id: 2, name: 'Other' },
      { id: 3, name: 'Sale', price: 5 },
      { id: 4, name: 'Other', price: 6 },
    ]);
    expect(rejects.map(({ line, field }) => [line, field])).toEqual([[5, 'id']]);
    expect(summary.leftOut).toEqual({
      listings: [
        {
          field: 'price',
          count: 2,
          reason: '"Call" is not a number such as 1200000 or $1,200,000',
          file: expect.stringMatching(/x\.csv$/),
          line: 2,
        },
        expect.objectContaining({ field: 'name', count: 1, line: 3 }),
        expect.objectContaining({ field: 'note', count: 1, line: 3 }),
      ],
    });
  });

  it('covers what the field itself does not accept', async () => {
    const plain = `
      resource: listings
      fields: { id: id, price: { column: price, otherwise: missing, default: 1 }, name: name }
    `;
    const csv = 'id,name,price\n1,a,none\n2,b,7\n3,"a\0",none\n';
    const { resource, summary, rejects } = await importMapped('x.csv', csv, plain);
    expect(resource.items).toEqual([
      { id: 1, name: 'a', price: 1 },
      { id: 2, name: 'b', price: 7 },
    ]);
    expect(summary.leftOut?.listings).toEqual([
      expect.objectContaining({ field: 'price', count: 1, reason: '"none" is not a number' }),
    ]);
    expect(rejects).toEqual([expect.objectContaining({ field: 'name', line: 4 })]);
  });

  it('rejects the record where the default is at fault, too', async () => {
    const wrong = `
      resource: listings
      fields: { id: id, price: { column: price, otherwise: missing, default: none } }
    `;
    const { rejects, summary } = await importMapped('x.csv', 'id,price\n1,x\n', wrong);
    expect(rejects).toEqual([
      expect.objectContaining({ field: 'price', reason: '"none" is not a number' }),
    ]);
    expect(summary.leftOut).toBeUndefined();
  });

  it('keeps the value that a record has', async () => {
    const folder = folderOf({
      'first.csv': 'id,price\n1,5\n',
      'second.csv': 'id,price\n1,Call\n',
      'm.yaml':
        'resource: listings\nfields: { id: id, price: { column: price, otherwise: missing } }',
    });
    const sources = ['first.csv', 'second.csv'].map((name) => join(folder, name));
    const { resource } = await importInto(sources, { mapping: join(folder, 'm.yaml') });
    expect(resource.items).toEqual([{ id: 1, price: 5 }]);
  });
});

describe('only and skip of a list', () => {
  it('take some of its records', async () => {
    const mapping = `resource: listings
fields:
  id: id
  photos: { each: media, only: { kind: [Photo, null] }, skip: { type: pdf }, fields: { filename: url } }`;
    const media = [
      { url: '1', kind: 'Photo' },
      { url: '2', kind: 'Video' },
      { url: '3' },
      { url: '4', type: 'pdf' },
    ];
    const { resource } = await importMapped('x.ndjson', ndjson({ id: 1, media }), mapping);
    expect(resource.items).toMatchObject([{ photos: [{ filename: '1' }, { filename: '3' }] }]);
  });

  it('leave an empty list where there is none to take, as its default says', async () => {
    const mapping = (fallback: string) => `resource: listings
fields:
  id: id
  photos: { each: media, skip: { type: pdf }, fields: { filename: url }, default: ${fallback} }`;
    const lines = ndjson({ id: 1 }, { id: 2, media: [{ url: '4', type: 'pdf' }] });
    const { resource } = await importMapped('x.ndjson', lines, mapping('[]'));
    expect(resource.items).toMatchObject([{ photos: [] }, { photos: [] }]);
    await expect(importMapped('x.ndjson', lines, mapping('[a]'))).rejects.toThrow(
      'fields: photos: default: is not [], which empties the field',
    );
  });

  it('are checked', async () => {
    const mapping =
      'resource: listings\nfields: { id: id, photos: { each: m, only: x, fields: { a: b } } }';
    await expect(importMapped('x.ndjson', '', mapping)).rejects.toThrow(
      'fields: photos: only: is not a table of column: value, or of column: [values]',
    );
  });
});

describe('remove', () => {
  it('is refused where no record can ask for a removal', async () => {
    const mapping = 'resource: listings\nremove: { status: Sold }\nfields: { id: id }';
    await expect(importMapped('x.csv', 'id,status\n', mapping)).rejects.toThrow(
      'remove: listings cannot be removed by a record',
    );
    await expect(
      importMapped('x.csv', 'id\n', 'resource: listings\nremove: Sold\nfields: { id: id }'),
    ).rejects.toThrow('remove: is not a table of column: value');
  });
});
