import { createHash } from 'node:crypto';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { documentAt } from '../api/openapi.js';
import { readPackageFile } from '../package-files.js';
import type { Services } from '../services.js';
import { PROGRAM_VERSION } from '../version.js';
import { openRoutes } from './open-routes.js';
import { packOnce } from './packed-once.js';

/**
 * The interface's description: `GET /api-docs` for programs, and `/reference` for people, who can try
 * each endpoint there. Both need no key and load nothing from other servers. R42.
 */
export async function registerReference(
  app: FastifyInstance,
  { baseUrl }: Pick<Services, 'baseUrl'>,
): Promise<void> {
  const document = readPackageFile('openapi.json');
  let served: { readonly url: string; readonly document: string } | undefined;
  await app.register(async (scope) => {
    packOnce(scope);
    scope.get('/api-docs', { config: { access: 'open' } }, async (_request, reply) => {
      // A port of 0 has its number only once the server listens.
      const url = baseUrl();
      if (served?.url !== url) served = { url, document: documentAt(url, document) };
      return reply.type('application/json; charset=utf-8').send(served.document);
    });
  });
  await app.register(async (scope) => {
    openRoutes(scope);
    // People enter keys there: no other page may frame it, and it may call only this server.
    scope.addHook('onSend', async (_request, reply, payload) => {
      const page = String(reply.getHeader('content-type')).startsWith('text/html');
      if (page && typeof payload === 'string') {
        reply.header('content-security-policy', policyOf(payload));
      }
      return payload;
    });
    packOnce(scope);
    // The page changes only with the program (R167).
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
        // The page calls the server that it came from, by whatever name: its policy allows no other.
        servers: [{ url: '/', description: 'This server' }],
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

/** What the page may load and do: its own script, its styles, and calls to this server. */
function policyOf(page: string): string {
  const scripts = [...page.matchAll(/<script(?: type="[^"]*")?>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    // The script writes styles into the page.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
