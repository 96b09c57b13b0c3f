import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { documentForm } from '../../src/api/documented.js';
import { WriteEnvelope } from '../../src/api/envelopes.js';

/**
 * Checks every JSON answer of a server under test against the schema of its route, additional
 * fields refused, and against the form of it that the OpenAPI document shows. A malformed call's envelope,
 * which any endpoint may give, is checked as such.
 */
export function checkAnswers(app: FastifyInstance): void {
  const validators = new Map<unknown, readonly Validator[]>();
  app.addHook('onSend', async (request, reply, payload) => {
    const schema = (request.routeOptions.schema?.response as Record<string, TSchema> | undefined)?.[
      '200'
    ];
    if (schema === undefined || reply.statusCode !== 200 || typeof payload !== 'string') return;
    const body: unknown = JSON.parse(payload);
    const expected = isEnvelope(body) ? WriteEnvelope : schema;
    let both = validators.get(expected);
    if (both === undefined) {
      both = [expected, inlined(documentForm(expected)) as TSchema].map(
        (one) => Compile(one) as unknown as Validator,
      );
      validators.set(expected, both);
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

function isEnvelope(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  return Object.keys(body).sort().join() === 'MESSAGE,STATUS,STATUS_CODE';
}
