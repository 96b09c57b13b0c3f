import type { FastifyInstance } from 'fastify';
import { whenOver } from '../gate/request-end.js';
import type { RequestCounts } from './request-counts.js';

/** Counts every request of a server. Registered first, to measure the whole time. */
export function registerRequestMetrics(app: FastifyInstance, counts: RequestCounts): void {
  app.addHook('onRequest', (request, reply, done) => {
    counts.begun();
    // After the last byte, or when the caller hangs up: `onResponse` does not run for a caller who is
    // gone.
    whenOver(request.raw, reply.raw, () => {
      const { method, routeOptions } = request;
      const status = reply.raw.writableFinished ? reply.statusCode : undefined;
      counts.ended(method, routeOptions.url, status, reply.elapsedTime / 1000);
    });
    done();
  });
}
