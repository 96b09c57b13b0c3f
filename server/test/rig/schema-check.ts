import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { EmptyPage } from '../../src/api/endpoint.js';
import { WriteEnvelope } from '../../src/api/envelopes.js';
import { documentForm } from '../../src/api/fields.js';

/** The compiled forms of each schema, which all servers of a process share: one takes milliseconds. */
const validators = new Map<string, Map<unknown, readonly Validator[]>>();

/**
 * Checks every JSON answer of a server under test against the schema of its route, additional
 * fields refused, and against the form of it that the OpenAPI document shows. A malformed call's envelope,
 * which any endpoint may give, is checked as such.
 */
export function checkAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const schema = (request.routeOptions.schema?.response as Record<string, TSchema> | undefined)?.[
      '200'
    ];
    if (schema === undefined || reply.statusCode !== 200 || typeof payload !== 'string') return;
    const body: unknown = JSON.parse(payload);
    if (isEmptyPage(body, request.routeOptions.config.emptyPage)) return;
    const expected = isEnvelope(body) ? WriteEnvelope : schema;
    // With `fields` a record has those that were asked for and no others (R282).
    const parts = 'fields' in (request.query as object) ? 'some fields' : 'all fields';
    const ofParts = validators.get(parts) ?? new Map<unknown, readonly Validator[]>();
    validators.set(parts, ofParts);
    let both = ofParts.get(expected);
    if (both === undefined) {
      both = [inlined(expected), inlined(documentForm(expected))]
        .map((one) => (parts === 'some fields' ? withSomeFields(one) : one))
        .map((one) => Compile(one as TSchema) as unknown as Validator);
      ofParts.set(expected, both);
    }
    for (const validator of both) {
      if (validator.Check(body)) continue;
      const [error] = validator.Errors(body);
      const where = `${request.method} ${request.routeOptions.url}`;
      throw new Error(`${where} answers against its schema: ${JSON.stringify(error)}`);
    }
  });
}

/** Named schemas in the places where they are named. */
function inlined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlined);
  if (typeof value !== 'object' || value === null) return value;
  const { $id: _, $ref, ...rest } = value as Readonly<Record<string, unknown>>;
  const plain = Object.entries(rest).map(([key, item]) => [key, inlined(item)] as const);
  return { ...(inlined($ref) as object | undefined), ...Object.fromEntries(plain) };
}

/** The same schema, with listings of which every field may be missing. */
function withSomeFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSomeFields);
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as { readonly properties?: object };
  const isListing = schema.properties !== undefined && 'main_id' in schema.properties;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !(isListing && (key === 'required' || key === 'dependentSchemas')))
      .map(([key, item]) => [key, withSomeFields(item)]),
  );
}

/** Whether an answer is what a malformed search gets: the envelope of an error and an empty page. */
function isEmptyPage(body: unknown, emptyPage: EmptyPage | undefined): boolean {
  if (emptyPage === undefined || typeof body !== 'object' || body === null) return false;
  const { STATUS, STATUS_CODE, MESSAGE, ...page } = body as Record<string, unknown>;
  const words = [STATUS_CODE, MESSAGE].every((word) => typeof word === 'string');
  return STATUS === 'Error' && words && isDeepStrictEqual(page, emptyPage);
}

function isEnvelope(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  return Object.keys(body).sort().join() === 'MESSAGE,STATUS,STATUS_CODE';
}
