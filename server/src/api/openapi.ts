import type { TSchema } from 'typebox';
import { type Endpoint, filesOf } from './endpoint.js';
import { WriteEnvelope } from './envelopes.js';

type Json = Record<string, unknown>;

/** The families of endpoints, in the order of the page, with one line about each. */
const TAGS: Readonly<Record<string, string>> = {
  Listings: 'Search, detail, photos, amenities, random draws and view counts',
  'Buildings and neighborhoods': 'The places that listings are in',
  'Agents, teams, offices': 'The people of the brokerage, and what is said of them',
  Content: 'Blog posts, press, videos, documents, links and labels',
  Leads: 'People who ask about something',
  'Clients and accounts': 'Members of the website: registration, favourites, what they do there',
  'Virtual tours and video callback': 'What shows a listing in motion',
  Additions: 'What Portico adds to the interface; other servers of it do not have these',
  Description: 'This document',
};

/** A request body and the answer to it. */
export interface Example {
  readonly request?: Json;
  readonly answer: unknown;
}

/** Examples by method and path, such as `GET /properties`. */
export type Examples = Readonly<Record<string, Example>>;

/** The version of the interface, not of the program. R41. */
export const INTERFACE_VERSION = '1.0.0';

/**
 * The OpenAPI 3.1 document of a list of endpoints. It is made from the schemas that also check the
 * parameters and serialise the answers.
 */
export function openApiDocument(endpoints: readonly Endpoint[], examples: Examples = {}): Json {
  const components = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {};
    const example = examples[`${endpoint.method} ${endpoint.path}`];
    path[endpoint.method.toLowerCase()] = operation(endpoint, components, example);
    paths[endpoint.path] = path;
  }
  paths['/api-docs'] = { get: descriptionOperation };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Portico: the website API',
      version: INTERFACE_VERSION,
      description:
        'The data behind a real-estate website, and the writes that come from it. The API key decides which client database answers.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ apiKey: [] }, { apiKeyHeader: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'query',
          name: 'apiKey',
          description:
            'On a write it may stand in the body instead, which is then at most 64 KiB long.',
        },
        apiKeyHeader: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'On every endpoint. Another key beside it, anywhere, is refused.',
        },
        partner: {
          type: 'http',
          scheme: 'basic',
          description: 'Partner key as user name, its secret as password.',
        },
      },
      responses: gateAnswers,
      schemas: Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

/** What a key with private access adds to a signed call. R48. */
const signature = {
  stamp: {
    type: 'integer',
    description: 'With private access: the time now in milliseconds since the epoch',
  },
  token: {
    type: 'string',
    description: 'With private access: HMAC-SHA256 of stamp and issued client id, hexadecimal',
  },
};

const signatureParameters = Object.entries(signature).map(([name, { description, type }]) => ({
  name,
  in: 'query',
  description,
  schema: { type },
}));

const descriptionOperation = {
  operationId: 'getApiDocs',
  tags: ['Description'],
  summary: 'This description',
  security: [],
  responses: {
    200: {
      description: 'OpenAPI',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
  },
};

function operation(
  endpoint: Endpoint,
  components: Map<string, Json>,
  example: Example | undefined,
): Json {
  const answer = hoisted(endpoint.answer, components);
  const envelope = hoisted(WriteEnvelope, components);
  const isRead = endpoint.method === 'GET';
  // A malformed parameter is answered with the write envelope, on reads too (R18).
  const isOwn = endpoint.access === 'partner' || answer.$ref === envelope.$ref;
  const schema = isOwn ? answer : { anyOf: [answer, envelope] };
  const segment = /\{(\w+)\}/.exec(endpoint.path)?.[1];
  const signed = endpoint.access === 'signed' && isRead ? signatureParameters : [];
  const parameters = [
    ...(segment === undefined ? [] : [segmentParameter(segment, endpoint.segment ?? segment)]),
    ...(isRead ? queryParameters(endpoint) : []),
    ...signed,
  ];
  return {
    operationId: operationId(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.access === 'partner'
      ? {
          security: [
            { apiKey: [], partner: [] },
            { apiKeyHeader: [], partner: [] },
          ],
        }
      : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(isRead ? {} : { requestBody: requestBody(endpoint, example) }),
    responses: {
      200: {
        description: 'The answer',
        content: {
          'application/json': {
            schema,
            ...(example === undefined ? {} : { example: example.answer }),
          },
        },
      },
      ...Object.fromEntries(
        Object.keys(gateAnswers).map((status) => [
          status,
          { $ref: `#/components/responses/${status}` },
        ]),
      ),
      ...(endpoint.access === 'partner' ? partnerAnswers(answer) : {}),
      ...(endpoint.gone === undefined ? {} : { 410: goneAnswer(endpoint.gone, envelope) }),
    },
  };
}

/** The status codes that `/marketplace` answers with in its own envelope (R148). */
function partnerAnswers(schema: Json): Json {
  const content = (...schemas: Json[]) => ({
    'application/json': { schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } },
  });
  const text = { type: 'string' };
  return {
    400: {
      description: 'The body is no JSON object, or a field is missing or malformed',
      content: content(schema),
    },
    401: {
      description: 'No API key, or the login of the partner does not match',
      content: content(schema, text),
    },
    404: {
      description: 'There is no such listing, or no such active agent',
      content: content(schema),
    },
  };
}

/** The answer to a cursor that leads nowhere (R193). */
function goneAnswer(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}

function operationId({ method, path }: Endpoint): string {
  const words = path.split(/[^A-Za-z]+/).filter((word) => word !== '');
  return (
    method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
  );
}

function segmentParameter(name: string, description: string): Json {
  return {
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'integer', minimum: name === 'count' ? 0 : 1 },
  };
}

function queryParameters(endpoint: Endpoint): Json[] {
  return Object.entries(endpoint.params).map(([name, param]) => {
    const { description, ...schema } = { ...param.schema } as Json;
    return {
      name,
      in: 'query',
      ...(description === undefined ? {} : { description }),
      schema,
    };
  });
}

function requestBody(endpoint: Endpoint, example: Example | undefined): Json {
  const schema = {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        Object.entries(endpoint.params).map(([name, param]) => [name, { ...param.schema }]),
      ),
      ...(endpoint.access === 'signed' ? signature : {}),
    },
  };
  const shown = example?.request === undefined ? {} : { example: example.request };
  const json = { 'application/json': { schema, ...shown } };
  if (endpoint.body === 'json') return { content: json };
  const content = { 'application/x-www-form-urlencoded': { schema }, ...json };
  return {
    content:
      filesOf(endpoint, 'upload').length === 0
        ? content
        : { ...content, 'multipart/form-data': { schema } },
  };
}

/** Moves named schemas into the components and puts references in their place. */
function hoisted(schema: TSchema, components: Map<string, Json>): Json {
  return walk(schema as unknown as Json, components) as Json;
}

function walk(value: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, components));
  if (typeof value !== 'object' || value === null) return value;
  const { $id, ...rest } = value as Json;
  const plain = Object.fromEntries(
    Object.entries(rest).map(([key, item]) => [key, walk(item, components)]),
  );
  if (typeof $id !== 'string') return plain;
  components.set($id, plain);
  return { $ref: `#/components/schemas/${$id}` };
}

const message = (description: string) => ({
  description,
  content: { 'application/json': { schema: { type: 'string' } } },
});

/** The answers of the gate when it refuses a call. R59. */
const gateAnswers = {
  401: message('No API key, or a signature is missing'),
  403: message('The API key or the signature is not accepted'),
  404: message('There is nothing at this address'),
  405: message('The API key may not be used from this address'),
  420: {
    ...message('Too many requests: per second, or at the same time'),
    headers: {
      'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
    },
  },
  500: message('A fault of the server; the message names the request'),
};
