import { readFileSync } from 'node:fs';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { openRoutes } from './open-routes.js';

/**
 * The interface's description: `GET /api-docs` for programs, `/reference` for people, who can try
 * each endpoint there. Both need no key and load nothing from elsewhere. Specification: What the
 * service does, 5.
 */
export async function registerReference(app: FastifyInstance): Promise<void> {
  const document = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
  app.get('/api-docs', { config: { access: 'open' } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  await app.register(async (scope) => {
    openRoutes(scope);
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'public, max-age=3600');
      done();
    });
    await scope.register(reference, {
      routePrefix: '/reference',
      configuration: {
        title: 'Portico: the website API',
        url: '/api-docs',
        withDefaultFonts: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        telemetry: false,
        showDeveloperTools: 'never',
        hideClientButton: true,
      },
    });
  });
}
