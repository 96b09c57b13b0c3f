import type { FastifyRequest } from 'fastify';
import { byName } from '../lib/names.js';

/** What stands in a parameter that is given more than once with different values, or not as text. */
export const AMBIGUOUS = Symbol('ambiguous');

/** A parameter as a caller presented it; undefined when it is missing or empty. */
export type Credential = string | typeof AMBIGUOUS | undefined;

/** Methods whose parameters stand in the query string alone (R6). */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Whether the call is a read: a body that it may have is ignored. */
export function isRead(request: FastifyRequest): boolean {
  return READS.has(request.method);
}

const KEY_HEADER = 'x-api-key';

/** The key that stands ahead of a body: in the query string, or in the header `X-API-Key`. */
export function keyBeforeBody(request: FastifyRequest): Credential {
  return agreed(keyInHeader(request), credentialInQuery(request, 'apikey'));
}

/**
 * The key from wherever it may stand. In a body it wins over one in the query; one in the header is
 * the only one, wherever else one stands (R44).
 */
export function keyCredential(request: FastifyRequest): Credential {
  if (keyInHeader(request) === undefined) return credentialParameter(request, 'apikey');
  const inBody = isRead(request) ? undefined : credentialInBody(request, 'apikey');
  return agreed(keyBeforeBody(request), inBody);
}

function keyInHeader(request: FastifyRequest): string | undefined {
  const given = request.headers[KEY_HEADER];
  return typeof given === 'string' && given !== '' ? given : undefined;
}

function agreed(one: Credential, other: Credential): Credential {
  if (one === undefined || other === undefined) return one ?? other;
  return one === other ? one : AMBIGUOUS;
}

/**
 * A parameter of the query string. The name matches in any letter case (R7).
 *
 * @param name In lower case.
 */
export function credentialInQuery(request: FastifyRequest, name: string): Credential {
  return credentialIn(request.query ?? queryOf(request.raw.url ?? ''), name);
}

/**
 * A parameter of the form or JSON body, once that has been read.
 *
 * @param name In lower case.
 */
export function credentialInBody(request: FastifyRequest, name: string): Credential {
  return credentialIn(request.body, name);
}

/**
 * A parameter from where it may stand. Reads have it in the query string; writes there or in the
 * body, and the body wins (R6).
 *
 * @param name In lower case.
 */
export function credentialParameter(request: FastifyRequest, name: string): Credential {
  const fromBody = isRead(request) ? undefined : credentialInBody(request, name);
  return fromBody ?? credentialInQuery(request, name);
}

/**
 * As `presentedParameter`, for a parameter that a JSON body may also give as a number: the number
 * comes as the text that JSON has for it.
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
  // A body may also be text, an array or bytes: none of them has parameters, and to walk through
  // the entries of the last would take a while.
  if (typeof source !== 'object' || source === null) return undefined;
  if (Array.isArray(source) || ArrayBuffer.isView(source)) return undefined;
  let found: Credential;
  for (const value of byName(source).get(name) ?? []) {
    for (const given of Array.isArray(value) ? value : [value]) {
      const one = read(given);
      if (one === '' || one === null || one === undefined) continue;
      if (typeof one !== 'string') return AMBIGUOUS;
      // The same value twice is a clumsy link. Two values are somebody who hopes that one part
      // of the server reads the first and another the second.
      if (found !== undefined && found !== one) return AMBIGUOUS;
      found = one;
    }
  }
  return found;
}

/** For calls that the router could not even decode: those come without a parsed query. */
function queryOf(url: string): Record<string, string[]> {
  const mark = url.indexOf('?');
  const parameters = new URLSearchParams(mark === -1 ? '' : url.slice(mark));
  const query: Record<string, string[]> = Object.create(null);
  for (const name of parameters.keys()) query[name] = parameters.getAll(name);
  return query;
}

/**
 * Bytes of body that the call announces: 0 when none will come, undefined when it does not say
 * how many.
 */
export function announcedBody(request: FastifyRequest): number | undefined {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined) return undefined;
  const length = headers['content-length'];
  if (length !== undefined) return Number(length);
  // HTTP/1 has no body without either header; HTTP/2 ends a body by closing the stream.
  return request.raw.httpVersionMajor === 1 ? 0 : undefined;
}
