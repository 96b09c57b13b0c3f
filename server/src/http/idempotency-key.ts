import type { FastifyReply, FastifyRequest } from 'fastify';
import { ParamProblem } from '../api/params.js';
import { exposeHeader } from './exposed-headers.js';

const REPLAYED_HEADER = 'Idempotent-Replayed';

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/**
 * The `Idempotency-Key` of a write; undefined without one. R225.
 *
 * @throws ParamProblem when it is not 1 to 255 printable characters of ASCII.
 */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  const text = String(key);
  if (PRINTABLE.test(text)) return text;
  throw new ParamProblem('Idempotency-Key', text, '1 to 255 printable characters of ASCII');
}

/** Says that an answer was given before, to scripts of other origins, too. R225. */
export function markReplayed(reply: FastifyReply): void {
  reply.header(REPLAYED_HEADER, 'true');
  exposeHeader(reply, REPLAYED_HEADER);
}
