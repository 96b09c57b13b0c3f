import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { documentAt } from '../api/openapi.js';
import { readPackageFile } from '../package-files.js';
import type { Services } from '../services.js';
import { PROGRAM_VERSION } from '../version.js';
import { compressOnce } from './compress-once.js';
import { baseUrlOf } from './loopback-http.js';

/** What the page loads: its type, and the file of the program that has it. */
const FILES = {
  'page.css': ['text/css', 'reference-page.css'],
  'page.js': ['application/javascript', 'reference-page.js'],
  'js/scalar.js': ['application/javascript', 'reference-viewer.js'],
} as const;

let tagOfPage: string | undefined;

/** The entity tag of the page and its files, which change only with the program (R167). */
function pageTag(): string {
  if (tagOfPage !== undefined) return tagOfPage;
  const content = createHash('sha256').update(readPackageFile('reference-page.html'));
  for (const [, file] of Object.values(FILES)) content.update(readPackageFile(file));
  tagOfPage = `"reference-${PROGRAM_VERSION}-${content.digest('hex').slice(0, 12)}"`;
  return tagOfPage;
}

/**
 * The interface's description: `GET /api-docs` for programs, and `/reference` for people, who can try
 * each endpoint there. Both need no key and load nothing from other servers. R42.
 */
export async function registerReference(
  app: FastifyInstance,
  services: Pick<Services, 'baseUrl'>,
): Promise<void> {
  const document = readPackageFile('openapi.json');
  // One for each address that callers of this machine and all others reach the server by.
  const served = new Map<string, string>();
  await app.register(async (scope) => {
    compressOnce(scope, (request) => baseUrlOf(request, services));
    scope.get('/api-docs', { config: { access: 'open' } }, async (request, reply) => {
      // A port of 0 has its number only once the server listens.
      const url = baseUrlOf(request, services);
      const text = served.get(url) ?? documentAt(url, document);
      served.set(url, text);
      return reply.type('application/json; charset=utf-8').send(text);
    });
  });
  await app.register(async (scope) => {
    compressOnce(scope);
    const page = readPackageFile('reference-page.html');
    const tag = pageTag();
    scope.addHook('onRequest', (request, reply, done) => {
      reply.header('etag', tag);
      reply.header('cache-control', 'public, no-cache');
      if (request.headers['if-none-match']?.includes(tag) !== true) done();
      else reply.code(304).send();
    });
    scope.get('/reference/', { config: { access: 'open' } }, async (request, reply) => {
      // The page names its files from its own folder.
      const [path = ''] = request.url.split('?');
      if (!path.endsWith('/')) return reply.redirect(`${path}/`, 301);
      reply.header('content-security-policy', POLICY);
      return reply.type('text/html; charset=utf-8').send(page);
    });
    for (const [name, [type, file]] of Object.entries(FILES)) {
      scope.get(`/reference/${name}`, { config: { access: 'open' } }, async (_request, reply) =>
        reply.type(`${type}; charset=utf-8`).send(readPackageFile(file)),
      );
    }
  });
}

/**
 * What the page may load and do: its own scripts, its styles, and calls to this server. People enter keys
 * there: no other page may frame it.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The viewer writes styles into the page.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
