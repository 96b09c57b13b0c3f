import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, importInto, importMapped } from './support.js';

describe('a mapping of a CSV file', () => {
  it('takes fields from columns, constants, tables, flags and transforms', async () => {
    const csv = [
      'Ref;Titel;Rent;AREA;has_doorman;has_pool;Gym;Listed',
      '7;"Loft; bright";$2,500;MID;1;0;yes;06/24/2016',
      '8;;;SOHO;0;0;;01/02/2017',
    ].join('\n');
    const mapping = `
      resource: listings
      format: { delimiter: ";" }
      fields:
        id: ref
        name: { column: Titel, default: Untitled }
        price: { column: Rent, transform: number }
        note: { column: AREA, transform: lower, values: { mid: Midtown, "*": "*" } }
        tags: { flags: { doorman: has_doorman, pool: has_pool, healthclub: Gym } }
        available: { column: Listed, transform: "date:MM/DD/YYYY" }
        furnished: { const: 0 }
        custom_area: AREA
    `;
    const { resource, summary } = await importMapped('export.csv', csv, mapping);
    expect(resource.items).toEqual([
      {
        id: 7,
        name: 'Loft; bright',
        price: 2500,
        note: 'Midtown',
        tags: ['doorman', 'healthclub'],
        available: '2016-06-24',
        furnished: 0,
        custom_area: 'MID',
      },
      {
        id: 8,
        name: 'Untitled',
        note: 'soho',
        tags: [],
        available: '2017-01-02',
        furnished: 0,
        custom_area: 'SOHO',
      },
    ]);
    expect(summary).toEqual({ listings: { read: 2, written: 2, rejected: 0 }, rejects: null });
  });

  it('reaches columns without a name, and columns of the same name', async () => {
    const { resource } = await importMapped(
      'x.csv',
      ',id,id,name\nfirst,1,one,n\n',
      'resource: listings\nfields: { id: id, name: "id#2", note: "#1" }',
    );
    expect(resource.items).toEqual([{ id: 1, name: 'one', note: 'first' }]);
  });

  it('takes cells literally: no JSON, no apostrophe is undone', async () => {
    const { resource } = await importMapped(
      'x.csv',
      "id,a,b\n1,[1],'=x\n",
      'resource: listings\nfields: { id: id, name: a, note: b }',
    );
    expect(resource.items).toEqual([{ id: 1, name: '[1]', note: "'=x" }]);
  });

  it('rejects a record whose value cannot be translated, naming our field', async () => {
    const { resource, rejects } = await importMapped(
      'x.csv',
      'id,rent,kind,day\n1,2,A,2020-02-29\n2,lots,A,\n3,,C,\n4,,B,2021-02-29\n',
      `
      resource: listings
      fields:
        id: id
        price: { column: rent, transform: number }
        note: { column: kind, values: { A: Apartment, B: Building } }
        available: { column: day, transform: "date:YYYY-MM-DD" }
      `,
    );
    expect(resource.items).toEqual([
      { id: 1, price: 2, note: 'Apartment', available: '2020-02-29' },
    ]);
    expect(rejects.map(({ line, field, reason }) => [line, field, reason])).toEqual([
      [3, 'price', '"lots" is not a number such as 1200000 or $1,200,000'],
      [4, 'note', '"C" is not in the table of values ("A", "B")'],
      [5, 'available', '"2021-02-29" is not a date of the form YYYY-MM-DD'],
    ]);
    expect(rejects[0]?.record).toEqual({ id: '2', rent: 'lots', kind: 'A' });
  });

  it('joins, sums and chooses between columns, and knows what stands for nothing', async () => {
    const csv = [
      'id,no,street,unit,full,half,sqft,size,kinds',
      '1,12,East 5th St,,2,1,NA,800,a|c',
      '2,,,,,,n/a,,',
      '3,,,,1,,700,650,b',
    ].join('\n');
    const mapping = `
      resource: listings
      fields:
        id: id
        name: { join: [no, street, unit], separator: ", " }
        price: { sum: { full: 1, half: 0.5 } }
        note: { columns: [sqft, size], missing: [NA, n/a], transform: number }
        tags: { column: kinds, transform: "split:|", values: { a: [x, y], b: z, c: null } }
    `;
    const { resource } = await importMapped('x.csv', csv, mapping);
    expect(resource.items).toEqual([
      { id: 1, name: '12, East 5th St', price: 2.5, tags: ['x', 'y'] },
      { id: 2 },
      { id: 3, price: 1, note: 700, tags: ['z'] },
    ]);
  });
});

describe('a mapping of JSON', () => {
  const json = JSON.stringify({
    total: 2,
    data: {
      listings: [
        {
          id: 1,
          agents: [{ email: 'a@example.test' }, { email: 'b@example.test' }],
          media: { photos: [{ href: '1.jpg' }, { size: 3 }, { href: '2.jpg' }] },
          'odd.name': 'x',
          streets: ['Bleecker', 'Carmine'],
        },
        { id: 2, agents: [], media: null, odd: { name: 'nested' }, price: null },
      ],
    },
  });

  it('names the place of the records and paths into them', async () => {
    const { resource, summary } = await importMapped(
      'response',
      json,
      `
      resource: listings
      records: data.listings
      fields:
        id: id
        name: agents.1.email
        tags: agents.*.email
        photos: { column: "media.photos.*.href", transform: "wrap:filename" }
        note: odd.name
        price: price
        custom_cross: { join: [streets], separator: " & " }
      `,
    );
    expect(summary.listings).toEqual({ read: 2, written: 2, rejected: 0 });
    expect(resource.items).toEqual([
      {
        id: 1,
        name: 'b@example.test',
        tags: ['a@example.test', 'b@example.test'],
        photos: [{ filename: '1.jpg' }, { filename: '2.jpg' }],
        note: 'x',
        custom_cross: 'Bleecker & Carmine',
      },
      { id: 2, tags: [], note: 'nested' },
    ]);
  });

  it('is written in JSON as well, and reads any name that a path allows', async () => {
    const folder = folderOf({
      'rows.ndjson': '{"id":5,"__proto__":{"x":"y"},"constructor":{"name":"z"}}\n',
      'mapping.json': JSON.stringify({
        resource: 'listings',
        fields: { id: 'id', name: 'constructor.name', note: 'toString.name', tags: '__proto__.x' },
      }),
    });
    const { resource } = await importInto([join(folder, 'rows.ndjson')], {
      mapping: join(folder, 'mapping.json'),
    });
    expect(resource.items).toEqual([{ id: 5, name: 'z', tags: 'y' }]);
  });

  it.each([
    ['[{"n":1}]', ''],
    ['{"n":1}\n{"n":2}', ''],
    ['{"rows":[{"n":1}]}', 'records: rows\n'],
    ['n\n1\n', ''],
    ['n\n1\n', 'format: { type: csv }\n'],
  ])('finds the format of %j when the name does not tell it', async (content, more) => {
    const mapping = `resource: listings\n${more}fields: { id: n }`;
    const { resource } = await importMapped('file.txt', content, mapping);
    expect(resource.items[0]).toEqual({ id: 1 });
  });

  it('reads every file of a folder', async () => {
    const folder = folderOf({
      'b.csv': 'n\n2\n',
      'a.ndjson': '{"n":1}\n',
      '.hidden.csv': 'n\n3\n',
    });
    const mapping = join(folderOf({ 'm.yaml': 'resource: listings\nfields: { id: n }' }), 'm.yaml');
    const { resource } = await importInto([folder], { mapping });
    expect(resource.items).toEqual([{ id: 1 }, { id: 2 }]);
  });
});
