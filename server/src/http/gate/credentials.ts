import type { FastifyRequest } from 'fastify';
import { lowerCased } from '../../lib/names.js';

/** Marks a parameter that has different values, or a value that is not text. */
export const AMBIGUOUS = Symbol('ambiguous');

/** A parameter as the caller sent it; undefined if it is missing or empty. */
export type Credential = string | typeof AMBIGUOUS | undefined;

/** Methods with parameters only in the query string (R6). */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Whether the call is a read, whose body is ignored. */
export function isRead(request: FastifyRequest): boolean {
  return READS.has(request.method);
}

const KEY_HEADER = 'x-api-key';

/** The key ahead of a body: in the query string, or in the header `X-API-Key`. */
export function keyBeforeBody(request: FastifyRequest): Credential {
  return agreed(keyInHeader(request), credentialInQuery(request, 'apikey'));
}

/**
 * The key from any of its places. A key in a body wins over one in the query; if the header holds one,
 * the other places must not hold another (R44).
 */
export function keyCredential(request: FastifyRequest): Credential {
  if (keyInHeader(request) === undefined) return credentialParameter(request, 'apikey');
  const inBody = isRead(request) ? undefined : credentialInBody(request, 'apikey');
  return agreed(keyBeforeBody(request), inBody);
}

/** Whether the query string or the body holds a key. */
export function isKeyBesideHeader(request: FastifyRequest): boolean {
  return (
    credentialInQuery(request, 'apikey') !== undefined ||
    (!isRead(request) && credentialInBody(request, 'apikey') !== undefined)
  );
}

function keyInHeader(request: FastifyRequest): string | undefined {
  const value = request.headers[KEY_HEADER];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function agreed(first: Credential, second: Credential): Credential {
  if (first === undefined || second === undefined) return first ?? second;
  return first === second ? first : AMBIGUOUS;
}

/** A parameter of the query string, in any letter case (R7). @param name In lower case. */
export function credentialInQuery(request: FastifyRequest, name: string): Credential {
  return credentialIn(request.query ?? queryOf(request.raw.url ?? ''), name);
}

/** A parameter of the form or JSON body, after that was read. @param name In lower case. */
export function credentialInBody(request: FastifyRequest, name: string): Credential {
  return credentialIn(request.body, name);
}

/**
 * A parameter from any of its places: for reads the query string; for writes the query string or the
 * body, and the body wins (R6).
 *
 * @param name In lower case.
 */
export function credentialParameter(request: FastifyRequest, name: string): Credential {
  const fromBody = isRead(request) ? undefined : credentialInBody(request, name);
  return fromBody ?? credentialInQuery(request, name);
}

/**
 * Like `credentialParameter`, for a parameter that a JSON body may also hold as a number; it is
 * returned as JSON writes it.
 *
 * @param name In lower case.
 */
export function credentialNumber(request: FastifyRequest, name: string): Credential {
  const fromBody = isRead(request) ? undefined : credentialIn(request.body, name, textOfNumber);
  return fromBody ?? credentialInQuery(request, name);
}

function textOfNumber(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

function credentialIn(
  source: unknown,
  name: string,
  read: (value: unknown) => unknown = (value) => value,
): Credential {
  // A body may also be text, an array or bytes. They have no parameters, and a walk through bytes would
  // take long.
  if (typeof source !== 'object' || source === null) return undefined;
  if (Array.isArray(source) || ArrayBuffer.isView(source)) return undefined;
  let found: Credential;
  for (const [spelling, value] of Object.entries(source)) {
    // Most names differ by their length, which no letter case changes.
    if (spelling.length !== name.length || lowerCased(spelling) !== name) continue;
    for (const entry of Array.isArray(value) ? value : [value]) {
      const text = read(entry);
      if (text === '' || text === null || text === undefined) continue;
      if (typeof text !== 'string') return AMBIGUOUS;
      // The same value twice is a clumsy link. Two values may be an attack that hopes that one part of
      // the server reads the first and another the second.
      if (found !== undefined && found !== text) return AMBIGUOUS;
      found = text;
    }
  }
  return found;
}

/** For calls that the router could not decode, which have no parsed query. */
function queryOf(url: string): Record<string, string[]> {
  const mark = url.indexOf('?');
  const parameters = new URLSearchParams(mark === -1 ? '' : url.slice(mark));
  const query: Record<string, string[]> = Object.create(null);
  for (const name of parameters.keys()) query[name] = parameters.getAll(name);
  return query;
}

/** The announced size of the body in bytes: 0 if none will come, undefined if the call does not say. */
export function announcedBody(request: FastifyRequest): number | undefined {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined) return undefined;
  const length = headers['content-length'];
  if (length !== undefined) return Number(length);
  // HTTP/1 has no body without either header; HTTP/2 ends a body by closing the stream.
  return request.raw.httpVersionMajor === 1 ? 0 : undefined;
}
