import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type Document,
  documentForPage,
  isPartners,
  isSigned,
  needsKey,
} from '../../reference/document.js';
import { SEARCH_GROUPS } from '../../reference/groups.js';
import { sign, signerOf, tokenOf } from '../../reference/signing.js';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('the page shows a document in which no optional parameter is sent unless it is chosen', () => {
  const shown = documentForPage(
    JSON.parse(read('openapi.json')) as Document,
    'https://here.example',
  );
  expect(shown.servers).toEqual([{ url: 'https://here.example', description: 'This server' }]);
  const operations = Object.values(shown.paths).flatMap((path) => Object.values(path));
  const optional = operations
    .flatMap(({ parameters = [] }) => parameters)
    .filter((parameter) => parameter.in === 'query' && parameter.required !== true);
  const prefilled = optional.filter(
    ({ schema, examples }) =>
      (schema?.default !== undefined || schema?.enum !== undefined) &&
      examples?.default?.['x-disabled'] !== true,
  );
  expect(optional.length).toBeGreaterThan(50);
  expect(prefilled.map(({ name }) => name)).toEqual([]);
});

test('the page shows every parameter of a search in one group', () => {
  const { paths } = JSON.parse(read('openapi.json')) as Document;
  const inQuery = (paths['/properties']?.get?.parameters ?? []).filter(
    (each) => each.in === 'query',
  );
  const grouped: string[] = Object.values(SEARCH_GROUPS).flat();
  expect([...grouped].sort()).toEqual(inQuery.map(({ name }) => name).sort());
  const shown = documentForPage(JSON.parse(read('openapi.json')) as Document, '');
  const names = shown.paths['/properties']?.get?.parameters?.map(({ name }) => name) ?? [];
  expect(names.slice(0, grouped.length)).toEqual(grouped);
});

test('the page sends keys in a header, and knows which calls are signed', () => {
  const { paths } = documentForPage(JSON.parse(read('openapi.json')) as Document, '');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, it]) => ({ name: `${method} ${path}`, it })),
  );
  const open = operations.filter(({ it }) => !needsKey(it)).map(({ name }) => name);
  expect(open).toEqual(['get /api-docs']);
  for (const { it } of operations) {
    for (const set of it.security ?? []) expect(Object.keys(set)).not.toContain('apiKey');
  }
  const signed = operations.filter(({ it }) => isSigned(it)).map(({ name }) => name);
  expect(signed).toContain('get /clients/list');
  expect(signed).toContain('post /alerts');
  expect(signed).not.toContain('get /properties');
  const partners = operations.filter(({ it }) => isPartners(it)).map(({ name }) => name);
  expect(partners).toEqual(['post /marketplace']);
});

test('the page signs as the test vectors of docs/signatures.md do', async () => {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(read('docs/signatures.md')) ?? [];
  const { secret, vectors } = JSON.parse(json) as {
    secret: string;
    vectors: { clientID: number; stamp: number; hex: string }[];
  };
  expect(vectors.length).toBeGreaterThan(0);
  for (const { clientID, stamp, hex } of vectors) {
    const signer = await signerOf(clientID, secret);
    expect(await tokenOf(signer, stamp)).toBe(hex);
    expect(signer.secret.extractable).toBe(false);
  }
  const signer = await signerOf(1, secret);
  const [first, second] = [await sign(signer, 2e12), await sign(signer, 2e12)];
  expect([first.stamp, second.stamp]).toEqual(['2000000000000', '2000000000001']);
});
