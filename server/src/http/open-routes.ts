import type { FastifyInstance } from 'fastify';

/** Declares every route that is registered in this scope later as open, including those of plugins. */
export function openRoutes(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'open' };
  });
}
