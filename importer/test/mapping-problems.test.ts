import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TransferRefused } from '../src/errors.js';
import { RESOURCE_NAMES } from '../src/resource.js';
import { ShopResource } from './shop.js';
import { failure, folderOf, importInto } from './support.js';

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
      format: { delimeter: ";", type: xls, delimiter: ", ", encoding: koi8-r }
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
      'm.yaml: "record" is unknown; accepted are resource, source, records, each, format, only, skip, remove, fields, also',
      'm.yaml: format: "delimeter" is unknown; accepted are type, delimiter, encoding',
      'm.yaml: format: type "xls" is unknown; accepted are ndjson, json, csv, tsv',
      'm.yaml: format: encoding "koi8-r" is unknown; accepted are utf-8, utf-16le, utf-16be, windows-1252',
      'm.yaml: format: delimiter ", " is not one sign, such as "," ";" "|" or "\\t"',
      'm.yaml: fields: listings has no field "nmae". Did you mean name?',
      expect.stringMatching(
        /^m\.yaml: fields: price: transform: the transform "nubmer" is unknown/,
      ),
      'm.yaml: fields: price: transform: the date format "YY" needs a year, a month and a day',
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
