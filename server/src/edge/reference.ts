import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { documentAt } from '../api/openapi.js';
import { readPackageFile } from '../package-files.js';
import type { Services } from '../services.js';
import { PROGRAM_VERSION } from '../version.js';
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
    packOnce(scope);
    // The page changes only with the program (R167).
    const tag = `"reference-${PROGRAM_VERSION}"`;
    scope.addHook('onRequest', (request, reply, done) => {
      reply.header('etag', tag);
      reply.header('cache-control', 'public, no-cache');
      if (request.headers['if-none-match']?.includes(tag) !== true) done();
      else reply.code(304).send();
    });
    const page = referencePage();
    const policy = policyOf(page);
    const script = readPackageFile('reference.js');
    scope.get('/reference/', { config: { access: 'open' } }, async (request, reply) => {
      // The page names its script from its own folder.
      const [path = ''] = request.url.split('?');
      if (!path.endsWith('/')) return reply.redirect(`${path}/`, 301);
      // People enter keys there: no other page may frame it, and it may call only this server.
      reply.header('content-security-policy', policy);
      return reply.type('text/html; charset=utf-8').send(page);
    });
    scope.get('/reference/js/scalar.js', { config: { access: 'open' } }, async (_request, reply) =>
      reply.type('application/javascript; charset=utf-8').send(script),
    );
  });
}

function referencePage(): string {
  const configuration = {
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
  };
  return `<!doctype html>
<html lang="en">
  <head>
    <title>${configuration.title}</title>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
  </head>
  <body>
    <div id="app"></div>
    <script src="js/scalar.js"></script>
    <script>Scalar.createApiReference('#app', ${JSON.stringify(configuration)})</script>
  </body>
</html>
`;
}

/** What the page may load and do: its own script, its styles, and calls to this server. */
function policyOf(page: string): string {
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
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
