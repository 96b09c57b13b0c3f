import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runExport } from 'portico-importer/export.js';
import { runImport } from 'portico-importer/import.js';
import type { ResourceName } from 'portico-importer/resource.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportResources, importResources } from '../../../src/changes/transfers.js';
import type { ClientEntry } from '../../../src/store/directory/directory.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';

/** Every field of every resource of content, and of each a record that tells its id alone. */
const TOLD = {
  labels: [
    { id: 1, labelname: 'Zebra' },
    { id: 2, labelname: 'Exclusive' },
    { id: 30, labelname: 'Ärger, "quoted"' },
  ],
  'blog-labels': [
    { id: 4, label: 'News' },
    { id: 9, label: '' },
  ],
  blogs: [
    {
      author: 'Ann Able',
      body: '<p>Two\nlines, "quoted" &amp; more</p>',
      caption: 'Caption',
      date_create: 'April, 01 2014 00:00:00',
      id: 2,
      image: '2014/spring.jpg',
      title: 'Ünïcode 🏠',
      agent_id: '7',
      created_by: 1001,
      friendly: 'uenicode',
      status: 0,
      labels: [4, 9],
      buildings: [3],
    },
    {
      author: '',
      body: '',
      caption: '',
      date_create: '',
      id: 5,
      image: '',
      title: '',
      agent_id: '',
      created_by: 0,
      friendly: '',
      status: 1,
      labels: [],
      buildings: [],
    },
  ],
  press: [
    {
      agent_id: 7,
      author: 'R. Porter',
      body: '<p>Body</p>',
      date_create: 'November, 02 2026 09:30:00',
      date_publish: 'October, 31 2026 23:59:59',
      filename: 'clipping.pdf',
      id: 1,
      logo: 'logo.png',
      publicationname: 'The Gazette',
      sub_title: '=SUM(1)',
      title: '-1 is a title',
      type: 'Award',
      url: 'https://gazette.example/?a=1&b=2',
    },
  ],
  videos: [
    {
      date_create: 'December, 31 1969 23:59:59',
      description: 'Description',
      embed: 'https://video.example/embed/1',
      id: 8,
      image: 'thumb.jpg',
      sort: 0,
      title: 'Title',
      agentid: 7,
    },
  ],
  docs: [
    {
      id: 6,
      title: 'Form',
      filename: 'form.pdf',
      category: '12',
      date_create: 'June, 01 2026 08:00:00',
      sort: 3,
    },
  ],
  'link-categories': [{ id: 2, name: 'Schools', sort: 1 }],
  links: [
    {
      id: 4,
      title: 'City schools',
      url: 'https://schools.example',
      description: 'Find a school',
      category: 2,
      sort: 1,
    },
  ],
} satisfies Partial<Record<ResourceName, object[]>>;

/** Carried the other way round than their labels are numbered. */
const LISTINGS = [
  { main_id: 1, main_status: 'For Rent', labels: ['Exclusive'] },
  { main_id: 2, main_status: 'For Rent', labels: ['Ärger, "quoted"', 'Zebra'] },
];

forEachDatabase('content, out and in again', (database) => {
  const server = serverFor(database);
  let source: ClientEntry;

  beforeAll(async () => {
    source = await server.addTenant('source');
    await server.put('source', 'listings', LISTINGS);
    for (const [resource, records] of Object.entries(TOLD)) {
      await server.put('source', resource as ResourceName, records);
    }
  });

  async function exported(entry: ClientEntry, format: 'ndjson' | 'csv'): Promise<string> {
    const folder = join(temporaryFolder(), 'export');
    const resources = exportResources(
      await server.services.tenants.database(entry),
      entry.time_zone,
      server.clock,
    );
    await runExport({ resources, folder, format, gzip: false, timeZone: 'America/New_York' });
    return folder;
  }

  const contents = (folder: string) =>
    Object.fromEntries(
      readdirSync(folder)
        .sort()
        .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );

  it('exports every field of every record', async () => {
    const folder = await exported(source, 'ndjson');
    for (const [resource, records] of Object.entries(TOLD)) {
      const lines = readFileSync(join(folder, `${resource}.ndjson`), 'utf8')
        .trimEnd()
        .split('\n');
      expect(
        lines.map((line) => JSON.parse(line)),
        resource,
      ).toEqual(records);
    }
  });

  describe.each(['ndjson', 'csv'] as const)('as %s', (format) => {
    it('exports the same from where it was imported', async () => {
      const entry = await server.addTenant(`target-${format}`);
      const key = await server.addKey(entry.name);
      const folder = await exported(source, format);
      const summary = await runImport({
        sources: [folder],
        resources: importResources(
          await server.services.tenants.database(entry),
          entry.time_zone,
          server.clock,
        ),
        rejects: join(temporaryFolder(), 'rejects.ndjson'),
      });
      for (const [resource, records] of Object.entries(TOLD)) {
        expect(summary[resource as ResourceName], resource).toEqual({
          read: records.length,
          written: records.length,
          rejected: 0,
        });
      }
      expect(contents(await exported(entry, format))).toEqual(contents(folder));

      const byLabel = (await server.get(key, '/properties?label=2')) as {
        LISTINGS: { main_id: number }[];
      };
      expect(byLabel.LISTINGS.map(({ main_id }) => main_id)).toEqual([1]);
    });
  });
});
