import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { draftMapping } from 'portico-importer/drafting/draft-mapping.js';
import { sampleFile } from 'portico-importer/drafting/sample.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DRAFT_TARGET } from '../../src/changes/import-fields.js';
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
  const { kind, text } = await draftMapping(file, DRAFT_TARGET);
  const { records } = await sampleFile(file, SAMPLE);
  const verdict = judge(kind, records, { fields: parse(text).fields, text }, expected);
  return { kind, text, verdict };
}

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
]
  .filter(({ name }) => EXPECTED[name] !== undefined)
  .map((one) => ({ ...one, path: sharedData(one.file, `a mapping drafted for ${one.name}`) }));

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
    expect((all[0] ?? 0) / all.reduce((one, other) => one + other)).toBeGreaterThan(0.75);
  });
});
