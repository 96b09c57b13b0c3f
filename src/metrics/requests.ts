import type { FastifyInstance } from 'fastify';
import type { ProcessFigures } from './figures.js';

/** Counts every request of a server. Registered first, so that its time is the whole time. */
export function registerRequestFigures(app: FastifyInstance, figures: ProcessFigures): void {
  app.addHook('onRequest', (request, reply, done) => {
    figures.begun();
    // `close` comes once, after the last byte or when the caller hangs up; `onResponse` would not
    // come for a caller who is gone.
    reply.raw.once('close', () => {
      const { method, routeOptions } = request;
      const status = reply.raw.writableFinished ? reply.statusCode : undefined;
      figures.ended(method, routeOptions.url, status, reply.elapsedTime / 1000);
    });
    done();
  });
}
