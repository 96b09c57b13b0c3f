import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TransferRefused } from 'portico-importer/errors.js';
import { runImport } from 'portico-importer/import.js';
import { expect, it } from 'vitest';
import { importResources } from '../../../src/changes/transfers.js';
import { revisionOf } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { databaseOf } from '../../rig/offline.js';
import { serverFor } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';

const MAPPING = `
resource: listings
fields:
  main_id: id
  main_status: { const: For Rent }
  agents_agent_id: { key: agents.0.email }
  photos: { each: pictures, fields: { filename: url, name: caption, sort: "#" } }
  openhouse: shows.0.start
also:
  - resource: agents
    each: agents
    fields: { id: { key: email }, firstname: name, phone: phone, office: ^.office.id, isagent: isagent }
  - resource: offices
    fields: { id: office.id, name: office.name }
`;

const ROWS = [
  {
    id: 1,
    office: { id: 7, name: 'Midtown' },
    agents: [{ email: 'a@x', name: 'Ann' }, { name: 'Nobody' }, null],
    pictures: [{ url: '1.jpg', caption: 'Front' }, { url: '2.jpg' }],
    shows: [{ start: '2026-11-22 12:00:00' }],
  },
  {
    id: 2,
    agents: [
      { email: 'a@x', name: 'Anne', phone: '1' },
      { email: 'b@x', isagent: 'what' },
    ],
  },
  { id: 'none', agents: [{ email: 'b@x', name: 'Ben', isagent: 1 }], office: { id: 8, name: {} } },
];

forEachDatabase('a file that holds several kinds', (database) => {
  const server = serverFor(database);

  async function take(name: string, mapping: string, rows: readonly object[] = ROWS) {
    const folder = temporaryFolder();
    const target = await databaseOf(server.services, name);
    writeFileSync(
      join(folder, 'feed.ndjson'),
      rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    );
    writeFileSync(join(folder, 'map.yaml'), mapping);
    return runImport({
      sources: [join(folder, 'feed.ndjson')],
      mapping: join(folder, 'map.yaml'),
      resources: importResources(target, 'America/New_York', server.clock),
      rejects: join(folder, 'rejects.ndjson'),
    });
  }

  it('gives each, names line and kind of rejects, and changes nothing the second time', async () => {
    await server.addTenant('acme');
    const { db } = await databaseOf(server.services, 'acme');
    const summary = await take('acme', MAPPING);
    expect(summary).toMatchObject({
      listings: { read: 3, written: 2, rejected: 1 },
      agents: { read: 3, written: 2, rejected: 1 },
      offices: { read: 2, written: 1, rejected: 1 },
    });
    const rejects = readFileSync(summary.rejects ?? '', 'utf8')
      .trimEnd()
      .split('\n');
    const places = rejects.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(places.map(({ kind, line, field }) => `${kind} ${line} ${field}`).sort()).toEqual([
      'agents 2 isagent',
      'listings 3 main_id',
      'offices 3 name',
    ]);
    expect(places.find(({ kind }) => kind === 'agents')?.record).toEqual(ROWS[1]);
    const agents = await db.selectFrom('agent').selectAll().orderBy('id').execute();
    expect(
      agents.map(({ firstname, phone, office, isagent }) => [firstname, phone, office, isagent]),
    ).toEqual([
      // The first has the name, and the second adds the telephone.
      ['Ann', '1', 7, 1],
      ['Ben', '', 8, 1],
    ]);
    const photos = await db.selectFrom('photo').selectAll().orderBy('position').execute();
    expect(photos.map(({ filename, name, sort }) => [filename, name, sort])).toEqual([
      ['1.jpg', 'Front', 1],
      ['2.jpg', '', 2],
    ]);
    const listing = await db.selectFrom('listing').selectAll().where('id', '=', 1).execute();
    expect(listing[0]).toMatchObject({
      openhouse: '2026-11-22 12:00:00',
      agent_id: agents[0]?.id,
    });
    const target = await databaseOf(server.services, 'acme');
    const before = await revisionOf(target);
    await take('acme', MAPPING);
    expect(await revisionOf(target)).toEqual(before);
  });

  it('is refused with every reason where the mapping is wrong', async () => {
    await server.addTenant('wrong');
    const wrong = `
resource: listings
source: No Name
each: a..b
fields:
  main_id: { key: { colum: id } }
  main_street: { key: street }
  photos: { each: "", fields: { filename: { key: x } }, sort: a }
also:
  - 5
  - { resource: agent, fields: { id: id } }
  - { resource: agents, every: a, fields: { firstname: n } }
`;
    const refused = await take('wrong', wrong).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TransferRefused);
    const text = (refused as TransferRefused).problems
      .map((problem) => problem.replace(/^.*map\.yaml: /, '').slice(0, 90))
      .join('\n');
    expect(text).toMatchInlineSnapshot(`
      "source: "No Name" is not a name of a to z, 0 to 9, ".", "_" and "-", at most 64 characters
      each: "a..b" is not a path such as listing.agents
      fields: main_id: key: "colum" is unknown; accepted are column, columns, join, sum, flags, 
      fields: main_id: key: needs one of column, columns, join, sum, flags, const, and has none
      fields: main_street: key: this field takes none; main_id, essentials_building, agents_agen
      fields: photos: "sort" is unknown; accepted are each, only, skip, fields, default
      fields: photos: each: "" is not a path such as media.pictures
      fields: photos: fields: filename: key: this field takes none; main_id, essentials_building
      also: 1: is not an object with resource:
      also: 2: resource: "agent" is unknown; accepted are source-keys, neighborhoods, buildings,
      also: 3: "every" is unknown; accepted are resource, each, fields
      also: 3: fields: id is missing; without it no record can be told from another"
    `);
  });

  it('writes a listing ahead of its pictures, however long the record is', async () => {
    await server.addTenant('long');
    const mapping = `
resource: listings
fields: { main_id: id, main_status: { const: For Rent } }
also:
  - resource: photos
    each: media
    fields: { listing_id: ^.id, filename: url }
`;
    const media = Array.from({ length: 300 }, (_, at) => ({ url: `${at}.jpg` }));
    const row = { id: 1, media, text: 'x'.repeat(130_000) };
    const summary = await take('long', mapping, [row]);
    expect(summary).toMatchObject({
      listings: { read: 1, written: 1, rejected: 0 },
      photos: { read: 300, written: 300, rejected: 0 },
    });
    expect((await take('long', mapping, [row])).photos).toMatchObject({ rejected: 0 });
  });

  it('keeps the first copy of a record when a later one is rejected', async () => {
    await server.addTenant('copies');
    const mapping = `
resource: listings
fields: { main_id: id, main_status: { const: For Rent } }
also:
  - resource: agents
    each: agents
    fields: { id: { key: email }, firstname: name, isagent: isagent }
`;
    const copy = (id: number, more: object) => ({ id, agents: [{ email: 'a@x', ...more }] });
    const rows = [
      copy(1, { name: 'Ann' }),
      copy(2, { isagent: 'what' }),
      copy(3, { name: 'Anne', isagent: 1 }),
    ];
    const { db } = await databaseOf(server.services, 'copies');
    for (let time = 0; time < 2; time += 1) {
      await take('copies', mapping, rows);
      const agents = await db.selectFrom('agent').select(['firstname', 'isagent']).execute();
      expect(agents).toEqual([{ firstname: 'Ann', isagent: 1 }]);
    }
  });
});
