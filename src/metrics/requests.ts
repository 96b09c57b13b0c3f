import type { FastifyInstance } from 'fastify';
import type { RequestCounts } from './request-counts.js';

/** Counts every request of a server. Registered first, so that its time is the whole time. */
export function registerRequestFigures(app: FastifyInstance, counts: RequestCounts): void {
  app.addHook('onRequest', (request, reply, done) => {
    counts.begun();
    // `close` comes once, after the last byte or when the caller hangs up; `onResponse` would not
    // come for a caller who is gone.
    reply.raw.once('close', () => {
      const { method, routeOptions } = request;
      const status = reply.raw.writableFinished ? reply.statusCode : undefined;
      counts.ended(method, routeOptions.url, status, reply.elapsedTime / 1000);
    });
    done();
  });
}
