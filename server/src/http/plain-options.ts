import type { FastifyInstance } from 'fastify';
import { enter, proceed } from './gate/gate.js';
import { refusals, sendRefusal } from './gate/refusals.js';

/**
 * Passes an OPTIONS call that is no CORS preflight to the gate like any unknown method, ahead of the
 * CORS plugin, which would answer it.
 */
export function registerPlainOptions(app: FastifyInstance): void {
  // Not asynchronous, as every other call would go through a promise for it.
  app.addHook('onRequest', (request, reply, done) => {
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    if (request.method !== 'OPTIONS' || isPreflight) done();
    else proceed(enter(request, reply), () => sendRefusal(reply, refusals.notFound));
  });
}
