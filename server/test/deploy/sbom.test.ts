import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { writeSbom } from '../../scripts/release/sbom.js';
import { temporaryFolder } from '../rig/temp.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('the list of packages has those that the program comes with and no others, the same bytes each time', () => {
  const folder = temporaryFolder('portico-sbom-');
  const time = new Date('2026-11-22T09:00:00Z');
  const [first, second] = ['first', 'second'].map((name) => {
    writeSbom(root, 'portico', time, join(folder, name));
    return readFileSync(join(folder, name), 'utf8');
  });
  expect(first).toBe(second);
  const { components } = JSON.parse(first ?? '') as { components: { purl: string }[] };
  const names = components.map(({ purl }) => purl.replace(/^pkg:npm\/|@[^@]*$/g, ''));
  // The page at /reference is made of a package of developers.
  expect(names).toEqual(
    expect.arrayContaining(['fastify', 'sharp', '%40scalar/fastify-api-reference']),
  );
  for (const name of ['vitest', 'esbuild', 'typescript']) expect(names).not.toContain(name);
});
