import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentAt } from '../../src/api/openapi.js';
import { endpoints } from '../../src/endpoints.js';

/*
 * What those who generate clients from the document rely on: that a mistyped field, a missing one and an
 * unknown word do not compile, and that everything has a name and a description.
 */

type Schema = { readonly [keyword: string]: unknown };

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<
      Record<string, { readonly schema: Schema; readonly encoding?: object }>
    >;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly servers: readonly { readonly url: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: object;
  };
}

const text = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8');
const { paths, servers, components } = JSON.parse(text) as Document;
const { schemas } = components;

/** A parameter, or the shared one that a reference names. */
function parameterOf(parameter: Parameter & { readonly $ref?: string }): Parameter {
  const shared = components.parameters[parameter.$ref?.split('/').at(-1) ?? ''];
  return shared ?? parameter;
}

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
  ),
);
const parameters = operations.flatMap(([where, operation]) =>
  (operation.parameters ?? [])
    .map(parameterOf)
    .map((parameter) => [`${where} ${parameter.name}`, parameter] as const),
);
const bodies = operations.flatMap(([where, { requestBody }]) =>
  requestBody === undefined ? [] : [[where, requestBody] as const],
);
const answers = operations.flatMap(([where, { responses }]) =>
  where === 'GET /api-docs' || where.includes(' /manage/')
    ? []
    : [[where, responses['200']?.content?.['application/json']?.schema ?? {}] as const],
);

const nameIn = (schema: Schema): string => String(schema.$ref).split('/').at(-1) ?? '';

/** A schema and all schemas in it, with where they are; references are not followed. */
function* within(where: string, value: unknown): Generator<readonly [string, Schema]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [where, value as Schema];
  for (const [key, item] of Object.entries(value)) {
    if (key !== 'example') yield* within(`${where}/${key}`, item);
  }
}

/** The fields of the named objects. */
const fields = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
  Object.entries(properties as Record<string, Schema>).map(
    ([field, schema]) => [`${name}.${field}`, schema] as const,
  ),
);

describe('schemas', () => {
  it('have a name wherever they are objects', () => {
    const inline = [...within('paths', paths)].filter(
      ([where, schema]) => schema.type === 'object' && !where.includes('/api-docs/'),
    );
    expect(inline).toEqual([]);
    const nested = Object.entries(schemas).flatMap(([name, schema]) =>
      [...within(name, schema)].slice(1).filter(([, inner]) => inner.type === 'object'),
    );
    expect(nested).toEqual([]);
  });

  it('know all of their fields: only custom values have any name', () => {
    const open = Object.entries(schemas)
      .filter(([, schema]) => 'patternProperties' in schema || schema.additionalProperties === true)
      .map(([name]) => name);
    // A change has the record of its kind, which is described where that is read; a managed record has the
    // fields that the command line lists.
    expect(open).toEqual(['ChangedRecord', 'CustomValues', 'ManagedRecord']);
    // Types that are generated from both at once would take a mistyped field for a custom value.
    for (const name of ['ListingDetail', 'ListingSearchRecord']) {
      const { dependentSchemas, allOf } = schemas[name] ?? {};
      expect([name, allOf, dependentSchemas]).toEqual([
        name,
        undefined,
        { main_id: { $ref: '#/components/schemas/CustomValues' } },
      ]);
    }
  });

  it('describe each field, unless a constant or a named schema does', () => {
    const bare = fields.filter(
      ([, schema]) => !('description' in schema || 'const' in schema || '$ref' in schema),
    );
    expect(bare.filter(([, { items }]) => items === undefined)).toEqual([]);
  });

  it('give each list of values its type', () => {
    const lists = [...within('document', { paths, components })].filter(([, { enum: list }]) =>
      Array.isArray(list),
    );
    expect(lists.length).toBeGreaterThan(100);
    for (const [where, schema] of lists) {
      expect([where, schema.type]).toEqual([where, expect.stringMatching(/^(string|integer)$/)]);
    }
  });

  it('say 0 or 1 of what is a flag, and how a moment is written', () => {
    expect(schemas.ListingDetail?.properties).toMatchObject({
      extras_nofee: { type: 'integer', enum: [0, 1] },
      main_hide_address: { type: 'integer', enum: [0, 1] },
      essentials_date: { pattern: expect.any(String) },
      agents_coagent_id: { anyOf: [{ type: 'integer' }, { const: '' }] },
    });
    const flags = Object.entries((schemas.Amenities?.properties ?? {}) as Record<string, Schema>);
    expect(flags).toHaveLength(78);
    for (const [name, schema] of flags) expect([name, schema.enum]).toEqual([name, [0, 1]]);
    const moments = fields.filter(([, { description }]) => / 2026|2026-/.test(String(description)));
    expect(moments.length).toBeGreaterThan(15);
    for (const [name, { pattern }] of moments) expect(pattern, name).toEqual(expect.any(String));
  });

  it('have words for codes', () => {
    const codes = Object.keys(schemas).filter((name) => name.endsWith('Code'));
    const known = ['CategoryCode', 'CoolingCode', 'ErrorCode', 'ListingStatusCode'];
    expect(codes).toEqual(
      expect.arrayContaining([...known, 'ParkingCode', 'PetPolicyCode', 'SuccessCode']),
    );
    for (const name of codes) {
      const { enum: list = [], 'x-enumDescriptions': words = {} } = schemas[name] ?? {};
      expect(Object.keys(words as object).sort()).toEqual((list as unknown[]).map(String).sort());
      for (const word of Object.values(words as object)) expect(word).toMatch(/\w/);
    }
    expect(schemas.ErrorCode?.description).toContain('254 there is no such listing');
  });

  it('mark what must not reach a browser', () => {
    const marked = [...fields, ...Object.entries(schemas)].filter(
      ([, schema]) => schema['x-portico-server-only'] === true,
    );
    expect(marked.map(([name]) => name).sort()).toEqual([
      'AccountItem.verifyCode',
      'Agent.agent_custom_field_1',
      'Agent.agent_custom_field_2',
      'Building.keys',
      'Client.verify',
      'ClientSearchRecord.verify',
      'CustomValues',
      'ListingDetail.access_note',
      'TeamMember.agent_custom_field_1',
      'TeamMember.agent_custom_field_2',
    ]);
  });
});

describe('answers', () => {
  it.each(answers)('%s tells success and error apart by a constant', (where, schema) => {
    const shapes = (schema.anyOf ?? []) as readonly Schema[];
    const names = shapes.flatMap((shape) => ('$ref' in shape ? [nameIn(shape)] : []));
    const tag = where === 'POST /marketplace' ? 'SUCCESS' : 'STATUS';
    const constants = names.map((name) => {
      const { [tag]: constant } = (schemas[name]?.properties ?? {}) as Record<string, Schema>;
      return constant === undefined ? 'none' : constant.const;
    });
    // An error always; a read has a page or a list, and a write its success.
    expect(constants).toContain(tag === 'STATUS' ? 'Error' : false);
    expect(constants).not.toContain(undefined);
    const isRead = where.startsWith('GET') || where === 'POST /properties/search';
    if (!isRead) expect(constants).toContain(tag === 'STATUS' ? 'Success' : true);
  });

  it('of calls that manage records have the status of their error, and a key in the header alone', () => {
    const managing = operations.filter(([where]) => where.includes(' /manage/'));
    expect(managing.length).toBe(6);
    for (const [where, { responses, security }] of managing) {
      expect([where, security]).toEqual([where, [{ apiKeyHeader: [] }]]);
      const errors = Object.entries(responses).filter(([status]) => status !== '200');
      expect(errors.length, where).toBeGreaterThan(4);
      for (const [, { content }] of errors) {
        expect(JSON.stringify(content)).toContain('/ManageError');
      }
      expect(JSON.stringify(responses['200'])).not.toContain('Error');
    }
  });

  it('of reads hold one kind of record', () => {
    const lists = answers.flatMap(([where, { anyOf }]) =>
      (anyOf as readonly Schema[]).flatMap(({ items }) =>
        items === undefined ? [] : [[where, Object.keys(items as Schema)] as const],
      ),
    );
    expect(lists.length).toBeGreaterThan(25);
    for (const [where, keys] of lists) expect([where, keys]).toEqual([where, ['$ref']]);
  });
});

describe('calls', () => {
  it('have names that functions can have, and a description', () => {
    for (const [where, { operationId, description }] of operations) {
      expect([where, operationId]).toEqual([
        where,
        expect.stringMatching(
          /^(add|attach|count|create|forgot|get|list|record|register|remove|resend|reset|search|set|update|verify)[A-Z]\w+$/,
        ),
      ]);
      expect(description, where).toMatch(/^[A-Z`][\s\S]{20,}\.$/);
    }
  });

  it('describe each parameter, and give no example that a tool would send along', () => {
    expect(parameters.length).toBeGreaterThan(100);
    for (const [where, parameter] of parameters) {
      expect(parameter.description, where).toMatch(/\w/);
      expect(Object.keys({ ...parameter, ...parameter.schema }), where).not.toContain('example');
      expect(Object.keys({ ...parameter, ...parameter.schema }), where).not.toContain('examples');
    }
  });

  it('take lists as arrays, written with commas', () => {
    // A parameter that took one value at first takes that or a list.
    const arrayIn = (schema: Schema) =>
      [schema, ...((schema.anyOf ?? []) as Schema[])].find(({ type }) => type === 'array');
    const lists = parameters.filter(([, { schema }]) => arrayIn(schema) !== undefined);
    expect(lists.map(([where]) => where)).toContain('GET /properties amenities');
    const reads = endpoints.filter(({ method }) => method === 'GET');
    const declared = reads.flatMap(({ params }) => Object.values(params));
    expect(lists).toHaveLength(declared.filter(({ repeats }) => repeats === true).length);
    for (const [where, { style, explode, schema }] of lists) {
      expect([where, style, explode]).toEqual([where, 'form', false]);
      const items = arrayIn(schema)?.items as Schema;
      const plain = ['integer', 'number'].includes(String(items.type));
      expect(Object.keys(items).includes('$ref') || plain, where).toBe(true);
    }
    const strings = parameters.filter(([, { schema }]) => schema.type === 'string');
    expect(strings.filter(([, { description }]) => /comma/i.test(String(description)))).toEqual([]);
  });

  it.each(bodies)('%s takes one body, by whatever type of content', (where, body) => {
    expect(body.required).toBe(true);
    // Generators take the first: in JSON, numbers and lists are what they are.
    expect(Object.keys(body.content)[0]).toBe('application/json');
    const names = new Set(Object.values(body.content).map(({ schema }) => nameIn(schema)));
    expect(names.size).toBe(1);
    const [name = ''] = names;
    expect(name).toMatch(/^[A-Z]\w+Request$/);
    const { required = [], properties = {} } = schemas[name] ?? {};
    const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === where);
    const needed = Object.entries(endpoint?.params ?? {}).filter(
      ([, param]) => 'required' in param,
    );
    expect(required).toEqual([...needed.map(([field]) => field), ...(endpoint?.requires ?? [])]);
    for (const field of Object.values(properties as Record<string, Schema>)) {
      // Generated types would ask for a field that has a default.
      expect(field).not.toHaveProperty('default');
    }
  });

  it('are signed by a scheme of their own, where a key with private access signs', () => {
    expect(Object.keys(components.securitySchemes)).toEqual(
      expect.arrayContaining(['apiKey', 'apiKeyHeader', 'stamp', 'token', 'partner']),
    );
    const signed = operations.filter(([, { security = [] }]) =>
      security.some((one) => 'stamp' in one && 'token' in one),
    );
    const declared = endpoints.filter(({ access }) => access === 'signed');
    expect(signed.map(([where]) => where).sort()).toEqual(
      declared.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    const names = [
      ...parameters.map(([, { name }]) => name),
      ...fields.map(([name]) => name.split('.')[1]),
    ];
    expect(names).not.toContain('stamp');
    expect(names).not.toContain('token');
  });

  it('go to a server that a program can call', () => {
    expect(servers.map(({ url }) => new URL(url).protocol)).toEqual(['https:']);
    const served = JSON.parse(documentAt('https://listings.example.com', text)) as Document;
    expect(served.servers.map(({ url }) => url)).toEqual(['https://listings.example.com']);
    expect({ ...served, servers }).toEqual(JSON.parse(text));
  });

  it('are marked where they are beyond the 52 that websites know, and /openapi.json', () => {
    const known = operations.filter(([, operation]) => !('x-portico-addition' in operation));
    expect(known).toHaveLength(53);
  });
});
