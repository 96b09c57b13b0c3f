import { parse as parseForm } from 'node:querystring';
import type { FastifyInstance } from 'fastify';

/** A body that came whole and cannot be read. Answered with code 256, after the gate (decision 5). */
export class BodyProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BodyProblem';
  }
}

/** Body limit of ordinary writes, in bytes (decision 5). */
export const BODY_LIMIT = 1024 * 1024;

/** Node's own default for the parameters of a form; more are not read. */
const MOST_FORM_FIELDS = 1000;

/**
 * Reads the two kinds of body that writes accept, forms and JSON objects. Specification: What the
 * service does, 6.
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
 * to letter case (decision 2).
 */
export function mergedParameters(
  query: Readonly<Record<string, unknown>>,
  body: unknown,
): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return query;
  const given = new Set(Object.keys(body).map((name) => name.toLowerCase()));
  const merged: Record<string, unknown> = Object.assign(Object.create(null), body);
  for (const [name, value] of Object.entries(query)) {
    if (!given.has(name.toLowerCase())) merged[name] = value;
  }
  return merged;
}
