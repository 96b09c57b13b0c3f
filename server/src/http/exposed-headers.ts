import type { FastifyReply } from 'fastify';

const EXPOSED = 'access-control-expose-headers';

/** Whether an answer says which of its headers scripts of other origins may read. */
export function exposesHeaders(reply: FastifyReply): boolean {
  return reply.hasHeader(EXPOSED);
}

/** Lets scripts of other origins read one more header, of this answer only: every other one has the headers it always had. */
export function exposeHeader(reply: FastifyReply, name: string): void {
  reply.header(EXPOSED, [reply.getHeader(EXPOSED) ?? [], name].flat().join(', '));
}
