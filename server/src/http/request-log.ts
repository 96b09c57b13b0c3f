import type { FastifyInstance } from 'fastify';
import { isOnlyCounted } from './gate/passage.js';

/**
 * Logs one line per answer, except for refused calls beyond the first ones of a second: the route's
 * template, the tenant, the key's public id, status and time. Never the URL, which may hold keys, tokens and
 * passwords. Also sets the headers of every answer (R167): nothing is stored unless a route says
 * otherwise, and a page with a key in its URL does not pass the URL on as referrer.
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
    const key = (request.caller as typeof request.caller | undefined)?.key;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        client: key?.tenant,
        key: key?.prefix,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
    done();
  });
}
