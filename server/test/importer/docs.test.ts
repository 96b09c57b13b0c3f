import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runImport } from 'portico-importer/import.js';
import type { ImportResource, ResourceName } from 'portico-importer/resource.js';
import { expect, it } from 'vitest';
import { folderOf } from '../../../importer/test/support.js';
import { keyFieldsOf, RECORD_KINDS } from '../../src/changes/record-kinds.js';

const read = (page: string): string =>
  readFileSync(new URL(`../../../docs/importing/${page}.md`, import.meta.url), 'utf8');
const MAPPINGS = read('mappings');

/** The code blocks of a section, by their order. */
function blocksOf(heading: string): string[] {
  const section = MAPPINGS.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, block]) => block ?? '');
}

it.each([['Example: the answer of another system', 'response.json']])(
  '"%s" in the documentation does what it says',
  async (heading, name) => {
    const [source = '', mapping = '', result = ''] = blocksOf(heading);
    const folder = folderOf({ [name]: source, 'mapping.yaml': mapping });
    const seen: Partial<Record<ResourceName, unknown[]>> = {};
    const resources = (['listings', 'agents'] as const).map((kind): ImportResource<unknown> => {
      const { fields, identity = ['id'] } = RECORD_KINDS[kind];
      return {
        name: kind,
        fields,
        identity,
        keyFields: new Set(keyFieldsOf(kind).map(([field]) => field)),
        parse: (record) => {
          seen[kind] = [...(seen[kind] ?? []), record];
          return record;
        },
        key: JSON.stringify,
        write: async () => ({ refused: [], unchanged: [] }),
      };
    });
    const summary = await runImport({
      sources: [join(folder, name)],
      mapping: join(folder, 'mapping.yaml'),
      resources: new Map(resources.map((resource) => [resource.name, resource])),
      rejects: join(folder, 'rejects'),
    });
    expect(summary.rejects).toBeNull();
    expect(seen).toEqual(JSON.parse(result));
  },
);

it('explains mappings, keys included, in a page that is read in one sitting', () => {
  const records = read('records');
  const keys = records.slice(records.indexOf('## Source keys'), records.indexOf('## Leads'));
  const text = keys + MAPPINGS.slice(MAPPINGS.indexOf('## Foreign columns'));
  expect(text.split(/\s+/).filter(Boolean).length).toBeLessThan(1180);
});
