import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { samples } from '../../../sdk/samples.js';
import { type Examples, openApiDocument } from '../../src/api/openapi.js';
import { endpoints } from '../../src/endpoints.js';

/** What this test reads of an OpenAPI document. */
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: object;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: object }>>;
  };
}

const document = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as Document;

const operationOf = (method: string, path: string): Operation | undefined =>
  document.paths[path]?.[method.toLowerCase()];

const nameOf = ({ $ref }: { readonly $ref: string }): string => $ref.split('/').at(-1) ?? '';

describe.each(
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
)('%s', (_name, endpoint) => {
  it('says who may call it, what it may be asked, and what it answers', () => {
    expect(['open', 'key', 'signed', 'private', 'partner', 'manage']).toContain(endpoint.access);
    expect(['GET', 'POST', 'PUT', 'DELETE']).toContain(endpoint.method);
    expect(endpoint.path).toMatch(/^(\/[A-Za-z-]+|\/\{(id|count|category|kind)\})+\/?$/);
    expect(endpoint.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(endpoint.description).toMatch(/^[A-Z`].*\.$/);
    expect(endpoint.tag).toMatch(/^[A-Z]/);
    expect(endpoint.answer).toEqual(expect.any(Object));
    expect(Object.keys(endpoint.answer).length).toBeGreaterThan(0);
    // A number in the path has its meaning told, and only there.
    const numbers = endpoint.path.replace('{kind}', '');
    expect(endpoint.segment !== undefined).toBe(numbers.includes('{'));
    expect(endpoint.kinds !== undefined).toBe(endpoint.path.includes('{kind}'));
  });

  it('describes each parameter, whose default is what the reader falls back to', () => {
    for (const [name, param] of Object.entries(endpoint.params)) {
      expect(name).not.toMatch(/^(apiKey|stamp|token)$/i);
      expect(param.accepts, name).not.toBe('');
      expect(Object.keys(param.schema).length, name).toBeGreaterThan(0);
      const { default: shown } = param.schema as { default?: unknown };
      // The default that is documented, when it is given, does what leaving it out does.
      if (shown !== undefined) expect(param.parse(String(shown)), name).toEqual(param.fallback);
      else expect([undefined, ''], name).toContain(param.fallback);
    }
    const names = Object.keys(endpoint.params).map((name) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });

  it('stands in openapi.json with all of that', () => {
    const operation = operationOf(endpoint.method, endpoint.path);
    expect(operation).toMatchObject({ summary: endpoint.summary, tags: [endpoint.tag] });
    const { parameters = [], requestBody, responses } = operation ?? ({} as Operation);
    expect(operation).toMatchObject({
      operationId: endpoint.operation,
      description: endpoint.description,
    });
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(endpoint.path.match(/\{\w+\}/g) ?? []);
    if (endpoint.method === 'GET') {
      const inQuery = parameters.filter((parameter) => parameter.in === 'query');
      expect(inQuery.map(({ name }) => name)).toEqual(Object.keys(endpoint.params));
      expect(requestBody).toBeUndefined();
    } else if (endpoint.method === 'DELETE') {
      expect(requestBody).toBeUndefined();
    } else {
      const contents = Object.entries(requestBody?.content ?? {});
      expect(contents.length).toBeGreaterThan(0);
      for (const [type, { schema }] of contents) {
        const { properties } = document.components.schemas[nameOf(schema)] ?? {};
        expect([type, Object.keys(properties ?? {})]).toEqual([type, Object.keys(endpoint.params)]);
      }
    }
    const type = endpoint.lines === true ? 'application/x-ndjson' : 'application/json';
    expect(responses['200']?.content?.[type]?.schema).toEqual(expect.any(Object));
    for (const status of ['401', '403', '405', '420', '500']) {
      expect(responses).toHaveProperty(status);
    }
  });
});

const examples = JSON.parse(
  readFileSync(new URL('../../scripts/openapi-examples.json', import.meta.url), 'utf8'),
) as Examples;
const introduction = readFileSync(
  new URL('../../scripts/openapi-introduction.md', import.meta.url),
  'utf8',
);

describe('openapi.json', () => {
  it('is what the endpoints make of it now', () => {
    const made = openApiDocument(endpoints, { examples, introduction, samples });
    expect(document).toEqual(JSON.parse(JSON.stringify(made)));
  });

  it('holds nothing but the endpoints and its own description', () => {
    const told = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const listed = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(listed).size).toBe(listed.length);
    expect(told.sort()).toEqual([...listed, 'GET /api-docs'].sort());
    expect(document.info.version).toBe('1.0.0');
  });

  it('gives every operation an id of its own, and every tag a name', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[a-z][A-Za-z]+$/.test(id))).toBe(true);
    const tags = new Set(['About the interface', ...endpoints.map(({ tag }) => tag)]);
    const named = document.tags.map(({ name }) => name).sort();
    expect(named).toEqual([...tags].sort());
  });

  it('shows an example answer of every endpoint', () => {
    const listed = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(examples).sort()).toEqual(listed.sort());
  });
});
