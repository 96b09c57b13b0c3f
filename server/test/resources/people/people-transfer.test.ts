import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runExport } from 'portico-importer/export.js';
import { runImport } from 'portico-importer/import.js';
import { beforeAll, expect, it } from 'vitest';
import { exportResources, importResources } from '../../../src/changes/transfers.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';
import { FLAGS, FULL_RECORD, INCLUDED } from '../buildings/building-records.js';
import { AGENT, OFFICE, TEAM } from './people.js';

const PATHS = [
  '/neighborhoods',
  '/buildings?count=50',
  '/buildings/photos/7',
  '/buildings/photos/8',
  '/offices',
  '/agents/search?includeSuspend=true',
  '/agents/12',
  '/agents/14?includeSuspend=true',
  '/teams',
  '/agents/testimonialsSearch?limit=40',
  '/agents/testimonials/12',
  '/teams/testimonials/5',
];

forEachDatabase('buildings and people that are exported', (database) => {
  const server = serverFor(database);
  const keys = new Map<string, string>();

  const read = async (tenant: string) => {
    const answers: Record<string, unknown> = {};
    for (const path of PATHS) answers[path] = await server.get(keys.get(tenant) ?? '', path);
    return answers;
  };
  const resourcesOf = async (name: string) => {
    const tenant = await server.services.tenants.tenant(name);
    if (tenant === undefined) throw new Error(`There is no client ${name}.`);
    return { database: tenant.database, zone: tenant.settings.time_zone };
  };
  /** The files of an export in the order of their names. */
  const filesOf = (folder: string) =>
    readdirSync(folder)
      .filter((file) => !file.startsWith('.'))
      .sort();
  const exported = async (name: string, format: 'ndjson' | 'csv') => {
    const from = await resourcesOf(name);
    const folder = join(temporaryFolder(), 'export');
    const resources = exportResources(from.database, from.zone, server.clock);
    const counts = await runExport({
      resources,
      folder,
      format,
      gzip: false,
      timeZone: 'America/New_York',
    });
    return { folder, counts };
  };
  const imported = async (name: string, sources: readonly string[]) => {
    const to = await resourcesOf(name);
    const resources = importResources(to.database, to.zone, server.clock);
    return runImport({ sources, resources, rejects: join(temporaryFolder(), 'rejects.ndjson') });
  };

  beforeAll(async () => {
    for (const name of ['acme', 'ndjson', 'csv', 'twice', 'backwards', 'copied']) {
      await server.addTenant(name);
      keys.set(name, await server.addKey(name));
    }
    const flags = Object.fromEntries([...FLAGS, ...INCLUDED].map((name) => [name, 1]));
    await server.put('acme', 'neighborhoods', [{ cat_id: 4, cat_name: 'Chelsea', sort: 3 }]);
    await server.put('acme', 'buildings', [
      { ...FULL_RECORD, ...flags, latitude: 40.75, longitude: -73.99, category: 6 },
      { id: 8, garage: 1, cooling: -1 },
    ]);
    await server.put('acme', 'building-photos', [
      { building_id: 7, filename: 'https://img.example.test/b.jpg', name: 'B', sort: 1 },
      { building_id: 7, filename: 'https://img.example.test/a.jpg', name: 'A', sort: 1 },
      { building_id: 8, filename: 'https://img.example.test/c.jpg', name: '', sort: 0 },
    ]);
    await server.put('acme', 'offices', [OFFICE, { id: 4, name: 'Uptown, "the" office' }]);
    await server.put('acme', 'agents', [
      AGENT,
      { id: 13, firstname: 'Bo', lang: '=cmd', teamid: '6' },
      { id: 14, firstname: 'Cy', status: 'Suspend', teamid: '5' },
    ]);
    await server.put('acme', 'teams', [TEAM, { id: 6, name: 'Six', agent_ids: [13, 99] }]);
    await server.put('acme', 'testimonials', [
      { id: 1, agentid: 12, date_create: '2026-03-04 05:06:07', content: 'a\n"b", c', title: '' },
      { id: 2, teamid: 5, commentor: 'Dee' },
    ]);
  });

  it.each(['ndjson', 'csv'] as const)('come back whole from %s files', async (format) => {
    const { folder, counts } = await exported('acme', format);
    expect(counts).toMatchObject({
      buildings: 2,
      'building-photos': 3,
      offices: 2,
      agents: 3,
      teams: 2,
      testimonials: 2,
    });
    const summary = await imported(format, [folder]);
    expect(summary).toMatchObject({
      buildings: { read: 2, written: 2, rejected: 0 },
      'building-photos': { read: 3, written: 3, rejected: 0 },
      offices: { read: 2, written: 2, rejected: 0 },
      agents: { read: 3, written: 3, rejected: 0 },
      teams: { read: 2, written: 2, rejected: 0 },
      testimonials: { read: 2, written: 2, rejected: 0 },
      rejects: null,
    });
    expect(await read(format)).toEqual(await read('acme'));
    // What no answer shows has come along: filters see it, and a second export has it.
    const found = await server.get(keys.get(format) ?? '', '/buildings?category=6');
    expect(found).toMatchObject({ TOTAL_COUNT: 1 });
    await server.put(format, 'agents', [{ id: 99, firstname: 'Late' }]);
    const six = await server.get(keys.get(format) ?? '', '/teams/6');
    expect(six).toMatchObject([{ agents: [{ id: 13 }, { id: 99 }] }]);
  });

  it('are exported the same again from where they were imported', async () => {
    const first = (await exported('acme', 'ndjson')).folder;
    await imported('twice', [first]);
    const second = (await exported('twice', 'ndjson')).folder;
    expect(filesOf(second)).toEqual(filesOf(first));
    for (const file of filesOf(first)) {
      expect(readFileSync(join(second, file), 'utf8')).toBe(
        readFileSync(join(first, file), 'utf8'),
      );
    }
  });

  it('come back whole whatever the order of the files', async () => {
    const { folder } = await exported('acme', 'ndjson');
    const backwards = filesOf(folder).reverse();
    // A photo is of a building that is there.
    const teamsFirst = backwards.filter((file) => file !== 'building-photos.ndjson');
    for (const file of [...teamsFirst, 'building-photos.ndjson']) {
      await imported('backwards', [join(folder, file)]);
    }
    expect(await read('backwards')).toEqual(await read('acme'));
  });

  it('can be taken from the answers of a website alone', async () => {
    const answers = (await read('acme')) as Record<string, object[]>;
    const { BUILDINGS } = answers['/buildings?count=50'] as unknown as { BUILDINGS: object[] };
    await server.put('copied', 'neighborhoods', answers['/neighborhoods'] ?? []);
    await server.put('copied', 'buildings', BUILDINGS);
    for (const id of [7, 8]) {
      const photos = answers[`/buildings/photos/${id}`] ?? [];
      const records = photos.map((photo) => ({ ...photo, building_id: id }));
      await server.put('copied', 'building-photos', records);
    }
    await server.put('copied', 'offices', answers['/offices'] ?? []);
    await server.put('copied', 'agents', [
      ...(answers['/agents/search?includeSuspend=true'] ?? []),
      ...(answers['/agents/12'] ?? []),
    ]);
    await server.put('copied', 'teams', answers['/teams'] ?? []);
    const copy = await read('copied');
    for (const path of PATHS.filter((path) => !path.includes('testimonials'))) {
      expect(copy[path], path).toEqual(answers[path]);
    }
  });
});
