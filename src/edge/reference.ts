import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '../api/endpoints.js';
import { openApiDocument } from '../api/openapi.js';
import { openRoutes } from './open-routes.js';

/**
 * The interface's description: `GET /api-docs` for programs, `/reference` for people, who can try
 * each endpoint there. Both need no key and load nothing from elsewhere. Specification: What the
 * service does, 5.
 */
export async function registerReference(app: FastifyInstance): Promise<void> {
  const document = JSON.stringify(openApiDocument(endpoints));
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
