import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { samples } from '../../../sdk/samples.js';
import type { Endpoint } from '../../src/api/endpoint.js';
import { type Examples, openApiDocument } from '../../src/api/openapi.js';
import { endpoints } from '../../src/endpoints.js';

it('openapi.json is what the endpoints say', () => {
  const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const read = (path: string): unknown => JSON.parse(text(path));
  const introduction = text('server/scripts/openapi-introduction.md');
  const examples = read('server/scripts/openapi-examples.json') as Examples;
  // As text, so that a value that JSON leaves out is none; `npm run openapi` writes the file.
  const texts = { examples, introduction, samples };
  const made: unknown = JSON.parse(JSON.stringify(openApiDocument(endpoints, texts)));
  expect(made).toEqual(read('openapi.json'));
});

it('refuses two schemas of one name', () => {
  const { emptyPage: _, ...first } = endpoints[0] as Endpoint;
  const named = (type: string) => ({ $id: 'Thing', type });
  const made = ['string', 'integer'].map((type) => ({
    ...first,
    path: `/${type}`,
    answer: named(type),
  }));
  expect(() => openApiDocument(made.slice(1))).not.toThrow();
  expect(() => openApiDocument(made)).toThrow('Two schemas are named Thing.');
});
