import type { Endpoint } from './endpoint.js';

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

/** The status codes that `/manage` answers with in an envelope of its own (R255). */
export function manageAnswers({ path, method, body }: Endpoint, schema: Json): Json {
  const content = { 'application/json': { schema } };
  const text = { type: 'string', description: 'What is wrong' };
  return {
    ...(method === 'POST' || method === 'PUT'
      ? { 400: { description: 'The body cannot be read', content } }
      : {}),
    ...(path.includes('{')
      ? {
          404: {
            description: 'There is no such kind, no such record, or no such path',
            content: { 'application/json': { schema: { anyOf: [schema, text] } } },
          },
        }
      : {}),
    ...(body === 'records'
      ? { 413: { description: 'More than 5,000 records, or more than 20 MB', content } }
      : {}),
  };
}

/** The answer to a cursor that leads nowhere (R193). */
export function goneAnswer(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}
