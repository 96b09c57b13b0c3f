import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runExport } from 'portico-importer/export.js';
import { type ImportOptions, runImport } from 'portico-importer/import.js';
import { expect, it } from 'vitest';
import { exportResources, importResources } from '../../../src/changes/transfers.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';

forEachDatabase('what an import notices of listings', (place) => {
  const server = serverFor(place);

  async function opened(name: string) {
    const entry = (await server.services.directory.tenant(name)) ?? (await server.addTenant(name));
    const database = await server.services.tenants.database(entry);
    return { database, stored: () => database.db.selectFrom('listing').selectAll().orderBy('id') };
  }

  async function imported(
    name: string,
    files: Readonly<Record<string, readonly object[]>>,
    options: Partial<ImportOptions> = {},
  ) {
    const { database } = await opened(name);
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    for (const [file, records] of Object.entries(files)) {
      const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
      writeFileSync(join(folder, `${file}.ndjson`), lines);
    }
    return runImport({
      sources: [folder],
      resources: importResources(database, 'America/New_York', server.clock),
      rejects: join(folder, 'rejects'),
      ...options,
    });
  }

  it('a new listing without a status is rejected, also in a dry run', async () => {
    const { stored } = await opened('status');
    await imported('status', { listings: [aListing({ main_id: 1 })] });
    const listings = [
      { main_id: 1, financials_price: 5 },
      { main_id: 2, financials_price: 6 },
      { main_id: 3, main_status: null },
      { main_id: 4, main_status: '' },
    ];
    const reason = expect.stringMatching(
      /^is missing; accepted is For Sale, .*, or "" for a listing that no search finds$/,
    );
    for (const dryRun of [true, false]) {
      const summary = await imported('status', { listings }, { dryRun });
      expect(summary).toMatchObject({
        listings: { read: 4, written: 2, rejected: 2 },
        reasons: {
          listings: [{ field: 'main_status', count: 2, line: 2, reason }],
        },
        remarks: { listings: { 'with an empty status, which no search finds': 1 } },
      });
    }
    const rows = await stored().execute();
    expect(rows.map(({ id, status, price }) => [id, status, price])).toEqual([
      [1, 2, 5],
      [4, 0, 0],
    ]);
  });

  it('fields that are computed from others are named, as their values are not taken', async () => {
    const listings = [aListing({ main_id: 1, main_address: '1 Main Street', main_images: 3 })];
    const { computed, ignored } = await imported('computed', { listings });
    expect([computed, ignored]).toEqual([{ listings: ['main_address', 'main_images'] }, undefined]);
  });

  it('agents that do not exist are counted, and those of the same import exist', async () => {
    const agents = [{ id: 7, first_name: 'Ada' }];
    const listings = [
      aListing({ main_id: 1, agents_agent_id: 7, agents_coagent_id: 8 }),
      aListing({ main_id: 2, agents_agent_id: 8, agents_listingagent_id: 8 }),
      aListing({ main_id: 3, agents_agent_id: 9 }),
    ];
    for (const dryRun of [true, false]) {
      const { missing } = await imported('agents', { agents, listings }, { dryRun });
      expect(missing).toEqual({ agents: { count: 2, records: 3, ids: [8, 9] } });
    }
  });

  it('an export into another zone keeps its moments and its clock times of open houses', async () => {
    const source = await opened('chicago');
    await imported('chicago', {
      listings: [
        aListing({
          main_id: 1,
          essentials_date: '2026-11-20T12:00:00Z',
          openhouse: '2026-12-01 14:00:00',
        }),
      ],
    });
    const folder = join(temporaryFolder(), 'export');
    await runExport({
      resources: exportResources(source.database, 'America/Chicago', server.clock),
      folder,
      timeZone: 'America/Chicago',
      format: 'csv',
      gzip: true,
    });
    const target = await opened('york');
    const summary = await imported('york', {}, { sources: [folder] });
    expect(Object.values(summary.zones ?? {})).toContain('America/Chicago');
    expect(await target.stored().select(['updated_at', 'openhouse']).execute()).toMatchObject([
      { updated_at: Date.UTC(2026, 10, 20, 12), openhouse: '2026-12-01 14:00:00' },
    ]);
  });
});
