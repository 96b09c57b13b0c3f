/** What the OpenAPI document says around the operations. */

type Json = Record<string, unknown>;

/** The version of the interface, not of the program. R41. */
const INTERFACE_VERSION = '1.0.0';

/** Marks what Portico answers beyond the interface that websites know from elsewhere, for programs. */
export const ADDITION = 'x-portico-addition';

const ABOUT = 'About the interface';

/** The families of endpoints, in the order of the page, with one line about each. */
const TAGS: Readonly<Record<string, string>> = {
  Listings: 'Search, detail, photos, amenities, random draws and view counts',
  'Buildings and neighborhoods': 'The places that listings are in',
  'Agents, teams, offices': 'The people of the brokerage, and what is said of them',
  Content: 'Blog posts, press, videos, documents, links and labels',
  Leads: 'People who ask about something',
  'Clients and accounts': 'Members of the website: registration, favorites, what they do there',
  'Virtual tours and video callback': 'What shows a listing in motion',
  'Data in and out': 'Storing and removing records, and what has changed',
  [ABOUT]: 'This document, and what the brokerage says of its website',
};

export function tagsOf(operations: readonly Json[]): Json[] {
  const used = new Set(operations.flatMap(({ tags }) => tags as string[]));
  return Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}

/** What the document says of itself. */
export function info(introduction: string): Json {
  return {
    title: 'Portico: the website API',
    version: INTERFACE_VERSION,
    description: introduction,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  };
}

/** Where a server answers that was started by `npm start`; a running server names its own address. */
export const servers = [{ url: 'https://127.0.0.1:8443', description: 'A server on this machine' }];

export const securitySchemes: Json = {
  apiKey: {
    type: 'apiKey',
    in: 'query',
    name: 'apiKey',
    description: 'On a write it may be in the body instead, which is then at most 64 KiB long.',
  },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'On every endpoint. A second key, anywhere, is refused.',
  },
  stamp: {
    type: 'apiKey',
    in: 'query',
    name: 'stamp',
    description:
      'With a key that has private access: the time now in milliseconds since the epoch, never the same ' +
      'twice. On a write it may be in the body instead.',
  },
  token: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description:
      'With a key that has private access: the HMAC-SHA256 of the JSON text of stamp and issued client id, as ' +
      'hexadecimal or Base64. On a write it may be in the body instead.',
  },
  partner: {
    type: 'http',
    scheme: 'basic',
    description: 'Partner key as user name, its secret as password.',
  },
};

const KEYS = ['apiKey', 'apiKeyHeader'] as const;

/** What a call has to bring: one of these sets. A key with private access signs what is `signed` (R48). */
export const security = {
  key: KEYS.map((key) => ({ [key]: [] })),
  signed: [
    ...KEYS.map((key) => ({ [key]: [] })),
    ...KEYS.map((key) => ({ [key]: [], stamp: [], token: [] })),
  ],
  partner: KEYS.map((key) => ({ [key]: [], partner: [] })),
  manage: [{ apiKeyHeader: [] }],
};

const message = (description: string) => ({
  description,
  content: { 'application/json': { schema: { type: 'string', description: 'What is wrong' } } },
});

/** The answers of the gate when it refuses a call. R59. */
export const gateAnswers = {
  401: message('No API key, or a signature is missing'),
  403: message('The API key or the signature is not accepted'),
  404: message('No record can have the number in the path: it is 0, or too large'),
  405: message('The API key may not be used from this address'),
  420: {
    ...message('Too many requests: per second, or at the same time'),
    headers: {
      'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
    },
  },
  500: message('A fault of the server; the message names the request'),
};

/** References to them. Only a number in the path can lead to nothing. */
export function gateReferences(hasSegment: boolean): Json {
  return references(Object.keys(gateAnswers).filter((status) => status !== '404' || hasSegment));
}

function references(statuses: readonly string[]): Json {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]),
  );
}

/** What a write may be sent with, so that it is not done twice. R225. */
export const idempotencyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  [ADDITION]: true,
  description:
    'A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
};

/** What such a write is answered with besides. R226, R228. */
export const replayedHeader: Json = {
  'Idempotent-Replayed': {
    [ADDITION]: true,
    description: '`true` on the answer to a write that was done before',
    schema: { type: 'string', const: 'true' },
  },
};
export const idempotencyAnswers = {
  409: {
    ...message('A request with this Idempotency-Key is still running'),
    headers: {
      'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
    },
    [ADDITION]: true,
  },
  422: {
    ...message('This Idempotency-Key came with another request within 24 hours'),
    [ADDITION]: true,
  },
};
export const idempotencyReferences = references(Object.keys(idempotencyAnswers));

/** What asks for strict errors, and the header of an answer that has them. R331. */
export const preferParameter: Json = {
  name: 'Prefer',
  in: 'header',
  [ADDITION]: true,
  description:
    '`handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused',
  schema: { type: 'string' },
};
export const appliedHeader: Json = {
  'Preference-Applied': {
    [ADDITION]: true,
    description: '`handling=strict` where the call asked for it',
    schema: { type: 'string', const: 'handling=strict' },
  },
  'X-Request-Id': {
    [ADDITION]: true,
    description: "With it: the request's number in the log of the server",
    schema: { type: 'string' },
  },
};

/** The description of `GET /api-docs`, which is no endpoint of the list: it needs no database. */
export const documentOperation: Json = {
  operationId: 'getOpenApiDocument',
  tags: [ABOUT],
  summary: 'This description',
  description: 'The interface as an OpenAPI document. It needs no key.',
  security: [],
  responses: {
    200: {
      description: 'The OpenAPI document',
      content: {
        'application/json': {
          schema: { type: 'object', description: 'OpenAPI 3.1', additionalProperties: true },
        },
      },
    },
  },
};
