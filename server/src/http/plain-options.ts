import type { FastifyInstance } from 'fastify';
import { enter } from './gate/gate.js';
import { refusals, sendRefusal } from './gate/refusals.js';

/**
 * Passes an OPTIONS call that is no CORS preflight to the gate like any unknown method, ahead of the
 * CORS plugin, which would answer it.
 */
export function registerPlainOptions(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') return;
    if (request.headers['access-control-request-method'] !== undefined) return;
    if (await enter(request, reply)) sendRefusal(reply, refusals.notFound);
    return reply;
  });
}
