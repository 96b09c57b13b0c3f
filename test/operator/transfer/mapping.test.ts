import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TransferRefused } from '../../../src/operator/transfer/errors.js';
import { RESOURCE_NAMES } from '../../../src/operator/transfer/resource.js';
import { ShopResource } from './shop.js';
import { failure, folderOf, importInto, importMapped } from './support.js';

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

describe('a mapping that is wrong', () => {
  async function problemsOf(mapping: string, csv = 'id,name\n1,x\n'): Promise<string[]> {
    const folder = folderOf({ 'x.csv': csv, 'm.yaml': mapping });
    const resource = new ShopResource();
    const promise = importInto(
      [join(folder, 'x.csv')],
      { mapping: join(folder, 'm.yaml') },
      resource,
    );
    const { problems } = await failure(promise, TransferRefused);
    expect(resource.batches).toEqual([]);
    return problems.map((problem) => problem.replaceAll(`${folder}/`, ''));
  }

  it('is refused with all its problems at once', async () => {
    const mapping = `
      resource: listings
      record: rows
      format: { delimeter: ";", type: xls, delimiter: ", " }
      fields:
        id: ID
        nmae: name
        price: { column: rent, transform: [nubmer, "date:YY"] }
        note: { column: a, const: b }
        tags: { colum: x }
        available: { column: id, separator: "," }
        furnished: { flags: [a], values: [], default: { a: 1 } }
        photos: 7
        custom_a: absent
    `;
    expect(await problemsOf(mapping)).toEqual([
      'm.yaml: "record" is unknown; accepted are resource, records, format, fields',
      'm.yaml: format: "delimeter" is unknown; accepted are type, delimiter',
      'm.yaml: format: type "xls" is unknown; accepted are ndjson, json, csv',
      'm.yaml: format: delimiter ", " is not one sign, such as "," ";" "|" or "\\t"',
      'm.yaml: fields: listings has no field "nmae"',
      expect.stringMatching(
        /^m\.yaml: fields: price: transform: the transform "nubmer" is unknown/,
      ),
      'm.yaml: fields: price: transform: the date format "YY" has the letter Y, which stands for nothing',
      'm.yaml: fields: note: needs one of column, columns, join, sum, flags, const, and has column and const',
      expect.stringMatching(/^m\.yaml: fields: tags: "colum" is unknown; accepted are column,/),
      'm.yaml: fields: tags: needs one of column, columns, join, sum, flags, const, and has none',
      'm.yaml: fields: available: separator: is for join only',
      'm.yaml: fields: furnished: flags: is not a table of name: column',
      'm.yaml: fields: furnished: values: is not a table of text: value',
      'm.yaml: fields: furnished: default: is not text, a number, true or false, or a list of these',
      'm.yaml: fields: photos: is neither a column name nor an object',
      'x.csv: has no column "absent"',
      'x.csv: its columns are "id", "name"',
    ]);
  });

  it('names every column that a header lacks', async () => {
    const mapping =
      'resource: listings\nfields: { id: id, name: { columns: [title, name] }, price: rent, note: Name }';
    expect(await problemsOf(mapping)).toEqual([
      'x.csv: has no column "title"',
      'x.csv: has no column "rent"',
      'x.csv: has one column that the mapping spells "name" and "Name"',
      'x.csv: its columns are "id", "name"',
    ]);
  });

  it.each([
    [
      'fields: { id: id }',
      `m.yaml: resource: is missing; accepted are ${RESOURCE_NAMES.join(', ')}`,
    ],
    ['resource: houses\nfields: { id: id }', 'm.yaml: resource: "houses" is unknown; accepted are'],
    ['resource: clients\nfields: { id: id }', 'm.yaml: resource: clients cannot be imported here'],
    ['resource: listings', 'm.yaml: fields: is missing; it names the column of each field'],
    ['resource: listings\nfields: {}', 'm.yaml: fields: no field is taken from a column'],
    ['resource: listings\nfields: { id: { const: 1 } }', 'm.yaml: fields: no field is taken from'],
    [
      'resource: listings\nrecords: a..b\nfields: { id: id }',
      'm.yaml: records: "a..b" is not a path',
    ],
    [
      'resource: listings\nrecords: a\nformat: { type: csv }\nfields: { id: id }',
      'm.yaml: records: is for JSON only',
    ],
    ['- a\n- b', 'm.yaml: is not an object with fields:'],
    [
      'resource: listings\nfields: { id: id, id: name }',
      'm.yaml: is not valid YAML or JSON: Map keys',
    ],
    [
      'resource: !!js/function x\nfields: { id: id }',
      'm.yaml: is not valid YAML or JSON: Unresolved',
    ],
    ['{"resource": ', 'm.yaml: is not valid YAML or JSON: '],
    [
      'resource: listings\nfields: { __proto__: id, id: id }',
      'm.yaml: fields: listings has no field "__proto__"',
    ],
  ])('is refused: %j', async (mapping, problem) => {
    const problems = await problemsOf(mapping);
    expect(
      problems.some((text) => text.startsWith(problem)),
      problems.join('\n'),
    ).toBe(true);
  });

  it('is refused when it is not there, or is far too long', async () => {
    const folder = folderOf({ 'x.csv': 'id\n1\n', 'long.yaml': ' '.repeat(1024 * 1024 + 1) });
    for (const [name, problem] of [
      ['none.yaml', 'there is no such file'],
      ['long.yaml', 'is over 1 MiB, too long for a mapping'],
    ] as const) {
      const mapping = join(folder, name);
      const refused = await failure(
        importInto([join(folder, 'x.csv')], { mapping }),
        TransferRefused,
      );
      expect(refused.problems).toEqual([`${mapping}: ${problem}`]);
    }
  });

  it('never runs anything, and does not expand without measure', async () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 9; level += 1) {
      const before = String.fromCharCode(96 + level);
      const name = String.fromCharCode(97 + level);
      bomb.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`);
    }
    const [problem] = await problemsOf(bomb.join('\n'));
    expect(problem).toContain('is not valid YAML or JSON: Excessive alias count');
  });
});
