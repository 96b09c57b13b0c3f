import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { draftMapping } from 'portico-importer/drafting/draft-mapping.js';
import { expect, it } from 'vitest';
import { DRAFT_TARGET } from '../../src/changes/record-kinds.js';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { sharedData } from '../rig/shared-data.js';
import { temporaryFolder } from '../rig/temp.js';
import { PUBLIC_FILES } from './public-files.js';
import { takeWith } from './taken.js';

/*
 * What is suggested for the files of other systems can be imported as it is; where a record is rejected, the
 * suggestion says at that field what a person has to decide.
 */

/** Rows that a suggestion looks at. */
const SAMPLE = 1000;

/** Lines that suggestions have, besides being usable. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  SimplyRETS: [
    'agents_agent_id: { key: agent.id }',
    'each: agent',
    'RES / Active: For Sale, RNT / Active: For Rent',
  ],
  'Spark, listings with photos': [
    'main_id: { key: StandardFields.ListingKey }',
    'missing: [ "********" ]',
  ],
  'RESO, MRED with Media': [
    'main_id: { key: ListingKey }',
    'agents_agent_id: { key: ListAgentKey }',
    'office: { key: ListOfficeKey }',
    '- resource: offices',
    'values: { Closed: Sold }',
  ],
  'RESO, a member with the office': ['resource: agents', 'id: MemberKey'],
  'Repliers, a page of listings, version 2': ['main_id: { key: mlsNumber }'],
  'Zillow, rentals and buildings': ['main_id: { key: id }'],
  'StreetEasy, pages of 2023 with places': ['# main_id: no column was found that tells'],
};

const SAMPLES = PUBLIC_FILES.map((sample, at) => ({
  ...sample,
  path: sharedData(sample.file, `a mapping suggested for ${sample.name}`),
  tenant: `file-${at}`,
}));

forAnyDatabase('a mapping suggested for a public file', (place) => {
  const server = serverFor(place);
  for (const { name, path, tenant, extension, rows: rowsOf, write } of SAMPLES) {
    it.skipIf(path === undefined)(
      `takes it, or says what to decide: ${name}`,
      async () => {
        const rows = rowsOf(gunzipSync(readFileSync(path ?? '')).toString());
        const folder = temporaryFolder();
        const file = join(folder, `feed.${extension}`);
        writeFileSync(file, write(rows.slice(0, SAMPLE)));
        const { kind, text } = await draftMapping(file, DRAFT_TARGET);
        for (const line of LINES[name] ?? []) expect(text).toContain(line);
        const mapping = join(folder, 'mapping.yaml');
        writeFileSync(mapping, text);
        await server.addTenant(tenant);
        const taking = takeWith(server, tenant, [file], mapping, join(folder, 'rejects'));
        if (text.includes('it is required')) {
          await expect(taking).rejects.toThrow('without it no record can be told from another');
          return;
        }
        const summary = await taking;
        expect(summary[kind]?.read).toBeGreaterThan(0);
        for (const reasons of Object.values(summary.reasons ?? {})) {
          for (const { field } of reasons) {
            expect(text).toMatch(new RegExp(`^ *${field}: .*CHECK`, 'm'));
          }
        }
      },
      60_000,
    );
  }
});
