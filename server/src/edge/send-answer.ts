import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { JsonText, RecordLines, StatusAnswer } from '../api/endpoint.js';
import { inPortions } from '../transfer/packing.js';

/**
 * Whether the caller has an answer already, as the work took too long. A second answer would cause a
 * log line with the whole URL, key included.
 */
export function isOver(reply: FastifyReply): boolean {
  return reply.sent;
}

/** Sends an answer with its own status if it has one, and a text unchanged. */
export function send(reply: FastifyReply, answer: unknown): unknown {
  if (isOver(reply)) return reply;
  if (answer instanceof JsonText) return sendBody(reply, answer.text);
  if (answer instanceof RecordLines) {
    reply.type('application/x-ndjson; charset=utf-8');
    // Nobody waits for what a HEAD would read.
    if (reply.request.method === 'HEAD') return reply.send('');
    const bytes = Readable.from(inPortions(answer.lines), { objectMode: false });
    return reply.send(bytes);
  }
  if (!(answer instanceof StatusAnswer)) return answer;
  // A caller that compares tags must meet the answer of a status of its own each time.
  reply.removeHeader('etag');
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(answer.body);
}

/** Sends JSON as it is. */
export function sendBody(reply: FastifyReply, body: string | Buffer): FastifyReply {
  return isOver(reply) ? reply : reply.type('application/json; charset=utf-8').send(body);
}
