import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.js';

/**
 * For process managers and load balancers, without a key: `/health/live` answers while the process
 * does, `/health/ready` while the directory's database answers too. Behind proxies they need not
 * come through one: who asks is often on the machine itself, and is told nothing worth hiding.
 */
export function registerHealth(app: FastifyInstance, services: Services): void {
  const config = { access: 'open', plainHttp: true } as const;
  app.get('/health/live', { config }, async () => ({ status: 'live' }));
  app.get('/health/ready', { config }, async (request, reply) => {
    try {
      await services.directory.ping();
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'the directory does not answer');
      return reply.code(503).send({ status: 'not ready', reason: 'The database does not answer.' });
    }
  });
}
