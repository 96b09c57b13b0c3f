import type { FastifyInstance } from 'fastify';

/** Declares every route that is registered in this scope afterwards as open, whoever registers it. */
export function openRoutes(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'open' };
  });
}
