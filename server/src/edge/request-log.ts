import type { FastifyInstance } from 'fastify';
import { isOnlyCounted } from '../gate/gate.js';

/**
 * One line per answer, but for refused calls beyond the first ones of a second: the route's template, the key's public id, status and time. Never the URL,
 * which may hold keys, tokens and passwords. And the headers that every answer has (R167): nothing is
 * stored unless a route says otherwise, and no page that was reached with a key in its address
 * tells the next one.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    reply.header('referrer-policy', 'no-referrer');
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (isOnlyCounted(request)) {
      done();
      return;
    }
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        key: (request.caller as typeof request.caller | undefined)?.key.prefix,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
    done();
  });
}
