import type { FastifyInstance } from 'fastify';
import { enter } from '../gate/gate.js';
import { refusals, sendRefusal } from '../gate/refusals.js';

/**
 * An OPTIONS that is no preflight of a browser is a method that nothing here knows: it meets the gate
 * like any other, in front of the CORS plugin, which would answer it on its own.
 */
export function registerPlainOptions(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') return;
    if (request.headers['access-control-request-method'] !== undefined) return;
    if (await enter(request, reply)) sendRefusal(reply, refusals.notFound);
    return reply;
  });
}
