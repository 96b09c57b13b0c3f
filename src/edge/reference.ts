import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { readPackageFile } from '../package-files.js';
import { PROGRAM_VERSION } from '../version.js';
import { openRoutes } from './open-routes.js';

/**
 * The interface's description: `GET /api-docs` for programs, `/reference` for people, who can try
 * each endpoint there. Both need no key and load nothing from elsewhere. Specification: What the
 * service does, 5.
 */
export async function registerReference(app: FastifyInstance): Promise<void> {
  const document = readPackageFile('openapi.json');
  app.get('/api-docs', { config: { access: 'open' } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  await app.register(async (scope) => {
    openRoutes(scope);
    // The page changes with the program and not otherwise (decision 34).
    const tag = `"reference-${PROGRAM_VERSION}"`;
    scope.addHook('onRequest', (request, reply, done) => {
      reply.header('etag', tag);
      reply.header('cache-control', 'public, no-cache');
      if (request.headers['if-none-match']?.includes(tag) !== true) done();
      else reply.code(304).send();
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
