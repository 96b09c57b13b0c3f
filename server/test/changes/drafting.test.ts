import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { draftMapping } from 'portico-importer/drafting/draft-mapping.js';
import { runImport } from 'portico-importer/import.js';
import type { ImportResource } from 'portico-importer/resource.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { folderOf, tempFolder } from '../../../importer/test/support.js';
import { DRAFT_TARGET, RECORD_KINDS } from '../../src/changes/record-kinds.js';

/** Suggests a mapping of a file, and reads the file with it. */
async function suggested(name: string, content: string | Buffer) {
  const folder = folderOf({ [name]: content });
  const { kind, text } = await draftMapping(join(folder, name), DRAFT_TARGET);
  const { fields, identity = ['id'], read } = RECORD_KINDS[kind];
  const resource: ImportResource = {
    name: kind,
    fields,
    identity,
    parse: (record) => read(record, 'UTC'),
    key: (row) => JSON.stringify(row),
    write: async () => ({ refused: [], unchanged: [] }),
  };
  const mapping = join(tempFolder(), 'mapping.yaml');
  writeFileSync(mapping, text);
  const run = () =>
    runImport({
      sources: [join(folder, name)],
      mapping,
      resources: new Map([[kind, resource]]),
      rejects: join(folder, 'rejects'),
      show: 1,
    });
  return { kind, text, mapping: parse(text), run };
}

describe('a suggested mapping', () => {
  it('of a spreadsheet can be used as it is', async () => {
    const { kind, text, mapping, run } = await suggested(
      'rentals.csv',
      `Ref #,House,Street,Unit,Area,Rent,Beds,Full,Half,Sq Ft,Doorman,Elevator,Gym,Listed On,Agent Mood
1001,12,East 5th Street,4B,E. Village,"$3,200",2,1,1,850,Y,N,,6/24/2026,fine
1002,200,West 57th Street,,MIDTOWN W,"$7,450",Studio,1,,NA,Y,Y,yes,7/1/2026,
`,
    );
    expect(kind).toBe('listings');
    expect(mapping.fields).toMatchObject({
      main_id: 'Ref #',
      main_house: 'House',
      main_street: 'Street',
      main_apt: 'Unit',
      main_neighborhood: 'Area',
      main_status: { const: 'For Rent' },
      distribute: { const: 1 },
      financials_price: { column: 'Rent', transform: 'number' },
      essentials_beds: { column: 'Beds', values: { Studio: 0, '*': '*' } },
      essentials_bath: { sum: { Full: 1, Half: 0.5 } },
      essentials_size: { column: 'Sq Ft', missing: ['NA'] },
      amenities: { flags: { doorman: 'Doorman', elevator: 'Elevator', healthclub: 'Gym' } },
    });
    expect(text).toContain('# Agent Mood: fine');
    expect((await run()).listings).toEqual({ read: 2, written: 2, rejected: 0 });
  });

  it.each(['Price (USD)', 'Cost'])(
    'of homes with a %s and an address is one of listings',
    async (price) => {
      const { kind, mapping, run } = await suggested(
        'homes.csv',
        `Listing No,${price},BR,Address,Town,State,ZIP,Deal
7,"489,000",3,18 Maple Street,Beacon,NY,12508,Sale
8,"2,950",2,5 East Main Street #3C,Newburgh,NY,12550,Rent
`,
      );
      expect(kind).toBe('listings');
      expect(mapping.fields).toMatchObject({
        main_id: 'Listing No',
        main_status: { column: 'Deal', values: { Sale: 'For Sale', Rent: 'For Rent' } },
        essentials_beds: 'BR',
        main_house: { column: 'Address', transform: 'house' },
      });
      expect((await run()).listings).toEqual({ read: 2, written: 2, rejected: 0 });
    },
  );

  it.each(['InternetEntireListingDisplayYN', 'office_exclusive', 'Published on web'])(
    'shows no listings of a file that may say in %s which websites must not show',
    async (name) => {
      const row = { ListingKey: 'K1', ListPrice: 500_000, BedroomsTotal: 2, [name]: 'N' };
      const { kind, mapping } = await suggested('property.json', JSON.stringify([row, row]));
      expect(kind).toBe('listings');
      expect(mapping.fields).not.toHaveProperty('distribute');
      const open = { ...row, [name]: undefined };
      const other = await suggested('property.json', JSON.stringify([open, open]));
      expect(other.mapping.fields).toMatchObject({ distribute: { const: 1 } });
    },
  );

  it('of a document finds the records, an address line, photos, text and words', async () => {
    const home = (id: number, more: object) => ({
      id,
      address: `${id} East 5th Street #${id}B, New York, NY 10003`,
      list_price: 900_000 + id,
      lat: 40.7,
      lng: -73.9,
      description: '<p>Sunny &amp; quiet</p>',
      images: ['https://pictures.example/1.jpg'],
      property_type: 'Co-op',
      ...more,
    });
    const homes = [home(1, { year: '1920' }), home(2, { property_type: 'Houseboat' })];
    const { text, mapping, run } = await suggested(
      'answer.json',
      JSON.stringify({ total: 2, data: { homes, agents: [{ name: 'A' }] } }),
    );
    expect(mapping).toMatchObject({
      resource: 'listings',
      records: 'data.homes',
      fields: {
        main_id: 'id',
        main_status: { const: 'For Sale' },
        main_house: { column: 'address', transform: 'house' },
        main_street: { column: 'address', transform: 'street' },
        main_zipcode: { column: 'address', transform: 'zip' },
        extras_latitude: 'lat',
        essentials_type: { values: { 'Co-op': 'Coop' }, otherwise: 'missing' },
        main_description: { column: 'description', transform: 'strip-html' },
        photos: { column: 'images', transform: 'wrap:filename' },
      },
    });
    expect(text).toContain('CHECK: no word of ours for Houseboat');
    const summary = await run();
    expect(summary.listings).toEqual({ read: 2, written: 2, rejected: 0 });
    expect(summary.shown?.listings?.[0]).toMatchObject({
      main_house: '1',
      main_street: 'East 5th Street',
      main_apt: '1B',
      city: 'New York',
      state: 'NY',
      main_zipcode: '10003',
      main_description: 'Sunny & quiet',
    });
  });

  it.each([
    [
      'x.txt',
      'Building ID;Project Name;Year Built\n7;Caf\xe9;1920\n',
      'buildings',
      '{ delimiter: ";", encoding: windows-1252 }',
    ],
    [
      'x.csv',
      'agent_id|first_name|last_name|email\n7|A|B|a@b.example\n',
      'agents',
      '{ delimiter: "|" }',
    ],
    ['x.tsv', 'office_id\toffice_name\n7\tA\n', 'offices', undefined],
    ['x.ndjson', '{"id":7,"name":"Chelsea","parent_id":1}\n', 'neighborhoods', undefined],
  ])('knows the kind and the format of %s %j', async (name, content, kind, format) => {
    const found = await suggested(name, Buffer.from(content, 'latin1'));
    expect(found.kind).toBe(kind);
    expect(found.mapping.format).toEqual(format === undefined ? undefined : parse(format));
    expect((await found.run())[found.kind]).toEqual({ read: 1, written: 1, rejected: 0 });
  });

  it('marks full names, keys that are names, rare prices and media that are no photos', async () => {
    const homes = [1, 2, 3].map((at) => ({
      ListingKey: `K${at}`,
      ListPrice: at === 1 ? 500_000 : null,
      BedroomsTotal: at,
      RoomsTotal: at,
      YearBuilt: 1900 + at,
      ListAgentFirstName: 'Ann',
      ListAgentLastName: `Lee${at}`,
      ListOfficeName: 'Elm',
      Media: ['Photo', 'Document'].map((category) => ({
        MediaURL: `https://pictures.example/${at}-${category}`,
        MediaCategory: category,
      })),
    }));
    const { text } = await suggested('property.json', JSON.stringify({ value: homes }));
    for (const line of [
      'financials_price: ListPrice  # CHECK: 1 of 3 records have one',
      '# CHECK: not all are photos: Document',
      'agents_agent_id: { key: { join: [ ListAgentFirstName, ListAgentLastName ] } }  # CHECK: no column has an id',
      'office: { key: ListOfficeName }  # CHECK: no column has an id',
    ]) {
      expect(text).toContain(line);
    }
    const people = 'agent_id,name,email\n7,"Lee, Ann",a@x.example\n8,"Ash, Bo",b@x.example\n';
    const agents = await suggested('agents.csv', people);
    const unknown = { ListingKey: 'K4', ListPrice: 1, Media: [{ MediaURL: null, Order: 1 }] };
    const some = await suggested('some.json', JSON.stringify({ value: [...homes, unknown] }));
    expect(some.text).toMatch(
      /photos: \{ column: Media\.\*\.MediaURL, transform: wrap:filename \} {2}# CHECK: some have no/,
    );
    expect(agents.text).toMatch(/lastname: .*# CHECK: a full name, split at its comma/);
    expect((await agents.run()).shown?.agents?.[0]).toMatchObject({
      firstname: 'Ann',
      lastname: 'Lee',
    });
  });

  it('says that no column tells the records apart, and why a file is no use', async () => {
    const { text } = await suggested('x.csv', 'price,beds,baths\n1,2,3\n1,2,3\n');
    expect(text).toContain('# main_id: no column was found that tells one record from another');
    for (const [name, content, words] of [
      ['x.csv', 'id,name\n', 'holds no row behind its header'],
      ['x.csv', '', 'is empty'],
      ['x.json', '[]', 'holds no record'],
    ] as const) {
      await expect(suggested(name, content)).rejects.toThrow(words);
    }
  });

  it('holds hostile names and values in comments and quotation marks', async () => {
    const { text, mapping } = await suggested(
      'x.csv',
      'id,"price: { const: 1 }\n  main_id",note\n1,5,"a\n\u001b[31mmain_status: x"\n',
    );
    expect(text).not.toContain('\u001b');
    expect(Object.keys(mapping)).toEqual(['resource', 'fields']);
    expect(Object.keys(mapping.fields)).not.toContain('main_status: x');
  });
});
