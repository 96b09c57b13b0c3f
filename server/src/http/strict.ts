import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../api/endpoint.js';
import { type Raw, refuseUnknown } from '../api/read-params.js';

/** The first `handling` of a `Prefer` header, by RFC 7240: its name and its word in any letter case. */
const HANDLING = /(?:^|,)\s*handling\s*=\s*("?)([^",;\s]+)\1\s*(?=[,;]|$)/i;

/** Whether the caller asks for errors with statuses of HTTP, by `Prefer: handling=strict` (R331). */
export function isStrict({ headers: { prefer } }: FastifyRequest): boolean {
  if (prefer === undefined) return false;
  return HANDLING.exec(String(prefer))?.[2]?.toLowerCase() === 'strict';
}

/** Begins a strict call: unknown parameters are refused before a 304 or a cached answer could hide them. */
export function beginStrict(endpoint: Endpoint, raw: Raw, reply: FastifyReply): void {
  markStrict(reply);
  refuseUnknown(endpoint.params, raw);
}

/** Says that the call is strict, and by which number the log knows it: to scripts of other origins, too. */
export function markStrict(reply: FastifyReply): void {
  if (reply.hasHeader('preference-applied')) return;
  reply.header('preference-applied', 'handling=strict');
  reply.header('x-request-id', reply.request.id);
  if (exposesHeaders(reply)) exposeHeader(reply, 'X-Request-Id');
}

const EXPOSED = 'access-control-expose-headers';

/** Whether an answer says which of its headers scripts of other origins may read. */
function exposesHeaders(reply: FastifyReply): boolean {
  return reply.hasHeader(EXPOSED);
}

/** Lets scripts of other origins read one more header, of this answer only: every other one has the headers it always had. */
export function exposeHeader(reply: FastifyReply, name: string): void {
  reply.header(EXPOSED, [reply.getHeader(EXPOSED) ?? [], name].flat().join(', '));
}
