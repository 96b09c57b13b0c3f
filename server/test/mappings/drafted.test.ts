import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { draftMapping } from 'portico-importer/drafting/draft-mapping.js';
import { sampleFile } from 'portico-importer/drafting/sample.js';
import { describe, expect, it } from 'vitest';
import { DRAFT_TARGET } from '../../src/changes/record-kinds.js';
import { sharedData } from '../rig/shared-data.js';
import { temporaryFolder } from '../rig/temp.js';
import { type Expected, judge } from './drafted.js';
import { OF_PORTALS } from './drafted-portals.js';
import { OF_SYSTEMS } from './drafted-systems.js';
import { INVENTED } from './invented.js';
import { PUBLIC_FILES } from './public-files.js';

/*
 * A draft is held against what a person finds right. Nothing may be wrong without a mark; three quarters of all fields are right.
 */

const SAMPLE = 1000;

const EXPECTED = { ...OF_SYSTEMS, ...OF_PORTALS };

async function verdictOf(file: string, expected: Expected) {
  const { text } = await draftMapping(file, DRAFT_TARGET);
  const { records } = await sampleFile(file, SAMPLE);
  // Whether websites show a listing is in changes/drafting.test.ts.
  const judged = text.replace(/^ *distribute: \{ const: 1 \}.*\n/m, '');
  return { text, verdict: judge(records, judged, expected) };
}

describe('the judge of drafts', () => {
  const records = [1, 2].map((at) => ({
    id: at,
    unit: 'A',
    Gym: at % 2 ? 'Y' : 'N',
    Pool: 'Y',
    agent: { id: 5, name: 'Ann' },
    sale: { agent: { id: 6, name: 'Bo' } },
  }));
  const drafted = (agent: string, amenities: string) => `
resource: listings
fields:
  main_id: id
  main_apt: agent.name  # CHECK: from agent, unlike its neighbours
  amenities: ${amenities}
also:
  - resource: agents
    each: ${agent}
    fields:
      id: id
      lastname: name
`;
  const expected: Expected = {
    main_id: 'id',
    main_apt: 'unit',
    amenities: { flags: { healthclub: 'Gym', pool: 'Pool' } },
    also: [{ resource: 'agents', each: 'agent', fields: { id: 'id', lastname: 'name' } }],
  };

  it('sees agents and amenities that are right, wrong and missing', () => {
    const all = '{ flags: { pool: Pool, healthclub: Gym } }';
    expect(judge(records, drafted('agent', all), expected)).toEqual({
      right: ['resource', 'main_id', 'amenities', 'agents.id', 'agents.lastname'],
      marked: ['main_apt'],
      wrong: [],
      missing: [],
    });
    const some = '{ flags: { pool: Pool } }';
    expect(judge(records, drafted('sale.agent', some), expected)).toMatchObject({
      wrong: ['agents.id', 'agents.lastname'],
      missing: ['amenities', 'agents.id', 'agents.lastname'],
    });
    const other = '{ flags: { doorman: Gym, pool: Pool } }';
    expect(judge(records, drafted('agent', other), expected).wrong).toEqual(['amenities']);
  });

  it('takes a mark at the kind for one at every line, and none for nothing', () => {
    const draft = 'resource: agents  # CHECK: few\nfields:\n  id: id\n';
    const verdict = judge(records, draft, expected);
    expect(verdict).toMatchObject({ right: [], wrong: [], marked: ['resource', 'id'] });
    const unmarked = judge(records, draft.replace('CHECK', ''), expected);
    expect(unmarked).toMatchObject({ wrong: ['resource', 'id'], marked: [] });
  });
});

describe('a drafted mapping of an invented file', () => {
  for (const { name, file, rows, expected } of INVENTED) {
    it(`is right, or marks what is not: ${name}`, async () => {
      const path = join(temporaryFolder(), file);
      writeFileSync(path, typeof rows === 'string' ? rows : JSON.stringify(rows));
      const { verdict } = await verdictOf(path, expected);
      expect(verdict).toMatchObject({ wrong: [], marked: [], missing: [] });
    });
  }
});

const WHOLE: readonly (readonly [name: string, file: string, extension: 'csv' | 'json'])[] = [
  ['Perchwell', 'perchwell/perchwell_listings_response.json.gz', 'json'],
  ['realtor.com', 'realtor/realtor_nyc_for_sale_2020.json.gz', 'json'],
  ['RentHop', 'renthop/renthop_listings.csv.gz', 'csv'],
];

const FILES = [
  ...PUBLIC_FILES.map(({ name, file, extension, rows, write }) => ({
    name,
    file,
    extension,
    content: (text: string) => write(rows(text).slice(0, SAMPLE)),
  })),
  ...WHOLE.map(([name, file, extension]) => ({
    name,
    file,
    extension,
    content: (text: string) => text,
  })),
].map((one) => ({ ...one, path: sharedData(one.file, `a mapping drafted for ${one.name}`) }));

describe('drafted mappings of public files', () => {
  const counts: Record<string, readonly number[]> = {};
  for (const { name, path, extension, content } of FILES) {
    it.skipIf(path === undefined)(`nothing is wrong without a mark: ${name}`, async () => {
      const file = join(temporaryFolder(), `feed.${extension}`);
      writeFileSync(file, content(gunzipSync(readFileSync(path ?? '')).toString()));
      const { text, verdict } = await verdictOf(file, EXPECTED[name] ?? {});
      counts[name] = [verdict.right, verdict.wrong, verdict.marked, verdict.missing].map(
        (fields) => fields.length,
      );
      expect(verdict.wrong, text).toEqual([]);
    });
  }

  it.skipIf(FILES.some(({ path }) => path === undefined))('three quarters are right', () => {
    const sum = (at: number) =>
      Object.values(counts).reduce((total, one) => total + (one[at] ?? 0), 0);
    const all = [0, 1, 2, 3].map(sum);
    const share = (all[0] ?? 0) / all.reduce((one, other) => one + other);
    expect(share, `right, wrong, marked, missing: ${all}`).toBeGreaterThan(0.75);
  });
});
