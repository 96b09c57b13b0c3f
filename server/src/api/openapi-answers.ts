import { type TSchema, Type } from 'typebox';
import type { Endpoint } from './endpoint.js';
import { ErrorEnvelope, type StrictStatus, strictStatusOf } from './envelopes.js';
import { named } from './fields.js';
import { appliedHeader } from './openapi-frame.js';

/* What the OpenAPI document says of answers with a status of their own. */

type Json = Record<string, unknown>;

/** The status codes that `/marketplace` answers with in its own envelope (R148). */
export function partnerAnswers(schema: Json): Json {
  const content = (...schemas: Json[]) => ({
    'application/json': { schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } },
  });
  const text = { type: 'string', description: 'What is wrong' };
  return {
    400: {
      description: 'The body is not a JSON object, or a field is missing or malformed',
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

/** The status codes that `/manage` answers with in an envelope of its own, those of the gate among them (R255). */
export function manageAnswers(
  { path, method, body, requires = [] }: Endpoint,
  schema: Json,
  gate: Readonly<Record<string, Json>>,
): Json {
  const content = { 'application/json': { schema } };
  const refused = Object.entries(gate)
    .filter(([status]) => status !== '404')
    .map(([status, answer]) => [status, { ...answer, content }]);
  const wrong = 'The body or a parameter cannot be read';
  return {
    ...Object.fromEntries(refused),
    400: { description: wrong, content },
    ...(path.includes('{')
      ? { 404: { description: 'There is no such kind, or no such record', content } }
      : {}),
    ...(requires.length > 0
      ? { 405: { description: 'No key was named, or the API key may not be used here', content } }
      : {}),
    ...(body === 'records' || method === 'DELETE'
      ? { 412: { description: 'The record has changed since, by `If-Match`', content } }
      : {}),
    ...(body === 'records'
      ? { 413: { description: 'More than 5,000 records, or more than 20 MB', content } }
      : {}),
    ...(method === 'GET' || body === 'records'
      ? { 420: { ...gate[420], description: MANY_LISTS, content } }
      : {}),
  };
}

const MANY_LISTS = 'Too many requests, or too many lists or stores of records, at the same time';

/** The answer to a cursor that leads nowhere (R193). */
export function goneAnswer(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}

const STRICT_WORDS: Readonly<Record<StrictStatus, string>> = {
  400: 'With `Prefer: handling=strict`: a parameter or the body is missing, malformed or unknown',
  404: 'With `Prefer: handling=strict`: what the call names does not exist',
  409: 'With `Prefer: handling=strict`: another member has this email',
  422: 'With `Prefer: handling=strict`: email and password, or email and code, do not match',
};

/** An answer of the gate, or to an `Idempotency-Key`. */
interface OtherAnswer {
  readonly description: string;
  readonly headers?: Json;
  readonly content: { readonly 'application/json': { readonly schema: Json } };
}

/**
 * The answers of calls that ask for strict errors (R331): the same bodies as ever. Where a status has
 * a meaning already, such as 409 for an `Idempotency-Key`, both stand there.
 *
 * @param others The answers that these statuses have besides.
 */
export function strictAnswers(
  { codes = [] }: Endpoint,
  errors: readonly Json[],
  others: Readonly<Record<number, OtherAnswer>>,
): Json {
  const statuses = new Set<StrictStatus>([400, ...codes.map(strictStatusOf)]);
  return Object.fromEntries(
    [...statuses].map((status) => {
      const other = others[status];
      const schemas = other ? [...errors, other.content['application/json'].schema] : errors;
      return [
        status,
        {
          description: other
            ? `${STRICT_WORDS[status]}. Or: ${other.description}`
            : STRICT_WORDS[status],
          headers: { ...appliedHeader, ...other?.headers },
          content: {
            'application/json': { schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } },
          },
        },
      ];
    }),
  );
}

/** The schema of what a malformed call is answered with: the envelope, and on some searches an empty page (R176). */
export function malformedAnswer({ answer, emptyPage }: Endpoint): TSchema {
  if (emptyPage === undefined) return ErrorEnvelope;
  const { properties } = answer as TSchema & { readonly properties: Record<string, TSchema> };
  const empty = Object.entries(emptyPage).map(([name, value]) => [
    name,
    value === 0
      ? Type.Literal(0, { description: 'There is no match' })
      : { ...properties[name], maxItems: 0 },
  ]);
  return named(
    `${(answer as { $id?: string }).$id}Error`,
    'A malformed parameter: the envelope, and a page without a match',
    {
      ...ErrorEnvelope.properties,
      ...Object.fromEntries(empty),
    },
  );
}
