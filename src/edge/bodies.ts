import { parse as parseForm } from 'node:querystring';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { isEmpty } from '../api/params.js';
import { BodyProblem } from './body-problem.js';
import { readMultipart } from './multipart.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The names, in lower case, of what this route takes as files of a multipart form. */
    uploads?: ReadonlySet<string>;
  }
}

/** Body limit of ordinary writes, in bytes (decision 5). */
const BODY_LIMIT = 1024 * 1024;

/** Body limit of writes that take files, in bytes: 5 MB as Base64 in a form, and its text. */
export const UPLOAD_LIMIT = 8 * 1024 * 1024;

/** Node's own default for the parameters of a form; more are not read. */
const MOST_FORM_FIELDS = 1000;

/**
 * Reads the kinds of body that writes accept: forms and JSON objects, and multipart forms where a
 * route takes files. Specification: What the service does, 6; Content, `POST /blog`.
 *
 * Each body is read whole before the route's own work, so that the gate finds a key wherever in it
 * the key stands, and an upload that breaks off leaves nothing behind.
 */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body: string, done) => {
      done(null, parseForm(body, '&', '=', { maxKeys: MOST_FORM_FIELDS }));
    },
  );
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body: string, done) => {
      const read = readJson(body);
      if (read instanceof BodyProblem) done(read);
      else done(null, read);
    },
  );
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    async (request: FastifyRequest, body: Buffer) => {
      const { uploads } = request.routeOptions.config;
      const type = request.headers['content-type'] ?? '';
      if (uploads === undefined) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type);
      return readMultipart(type, body, uploads);
    },
  );
}

function readJson(body: string): Record<string, unknown> | BodyProblem {
  if (body.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // The parser's own message quotes the body, which may hold a password.
    return new BodyProblem('The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return new BodyProblem('The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

/**
 * The parameters of a write: the query string, and over it the body, names compared without regard
 * to letter case (decision 2). An empty value counts as not given (decision 1), and stands in the way of
 * none.
 */
export function mergedParameters(
  query: Readonly<Record<string, unknown>>,
  body: unknown,
): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return query;
  const told = Object.entries(body).filter(([, value]) => !isEmpty(value));
  const given = new Set(told.map(([name]) => name.toLowerCase()));
  const merged: Record<string, unknown> = Object.assign(Object.create(null), body);
  for (const [name, value] of Object.entries(query)) {
    if (!given.has(name.toLowerCase())) merged[name] = value;
  }
  return merged;
}
