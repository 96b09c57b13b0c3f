import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runImport } from '../../src/transfer/import.js';
import type { ImportResource } from '../../src/transfer/resource.js';
import { folderOf } from './support.js';

const TEXT = readFileSync(new URL('../../../docs/importing.md', import.meta.url), 'utf8');

/** The code blocks of a section, by their order. */
function blocksOf(heading: string): string[] {
  const section = TEXT.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, block]) => block ?? '');
}

it.each([
  ['Example: a spreadsheet', 'rentals.csv'],
  ['Example: the answer of another system', 'response.json'],
])('"%s" in the documentation does what it says', async (heading, name) => {
  const [source = '', mapping = '', result = ''] = blocksOf(heading);
  const folder = folderOf({ [name]: source, 'mapping.yaml': mapping });
  const seen: unknown[] = [];
  const listings: ImportResource<unknown> = {
    name: 'listings',
    fields: new Set(),
    openFields: /^(main|essentials|financials|agents)_|^amenities$|^photos$/,
    parse: (record) => seen.push(record),
    key: String,
    write: async () => ({ refused: [], unchanged: [] }),
  };
  const summary = await runImport({
    sources: [join(folder, name)],
    mapping: join(folder, 'mapping.yaml'),
    resources: new Map([['listings', listings]]),
    rejects: join(folder, 'rejects'),
  });
  expect(summary.rejects).toBeNull();
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).toEqual(JSON.parse(result));
});
