import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { EmptyPage } from '../../src/api/endpoint.js';

/**
 * Checks every JSON answer of a server under test against the schema of its route, additional
 * fields refused. A malformed call's envelope, which any endpoint may give, is checked as such.
 */
export function checkAnswers(app: FastifyInstance): void {
  const validators = new Map<unknown, Validator>();
  app.addHook('onSend', async (request, reply, payload) => {
    const schema = (request.routeOptions.schema?.response as Record<string, TSchema> | undefined)?.[
      '200'
    ];
    if (schema === undefined || reply.statusCode !== 200 || typeof payload !== 'string') return;
    let validator = validators.get(schema);
    if (validator === undefined) {
      validator = Compile(schema) as unknown as Validator;
      validators.set(schema, validator);
    }
    const body: unknown = JSON.parse(payload);
    if (isEnvelope(body, request.routeOptions.config.emptyPage)) return;
    if (!validator.Check(body)) {
      const [error] = validator.Errors(body);
      const where = `${request.method} ${request.routeOptions.url}`;
      throw new Error(`${where} answers against its schema: ${JSON.stringify(error)}`);
    }
  });
}

/** Whether an answer is what a malformed call gets: the envelope, and on some searches an empty page. */
function isEnvelope(body: unknown, emptyPage: EmptyPage = {}): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const { STATUS, STATUS_CODE, MESSAGE, ...page } = body as Record<string, unknown>;
  const words = [STATUS, STATUS_CODE, MESSAGE];
  return words.every((word) => typeof word === 'string') && isDeepStrictEqual(page, emptyPage);
}
