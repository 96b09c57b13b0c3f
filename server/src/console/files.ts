import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isAppBuilt } from './app-folder.js';

/** What index.html has where a nonce belongs. */
const PLACEHOLDER = /__CSP_NONCE__/g;

/** 128 bits. */
const NONCE_BYTES = 16;

const NOT_BUILT =
  'The console is not built here. In a checkout, `npm run console` builds it; releases contain it.\n';

/** The host of the style, from which the map loads all that it draws. */
const mapOrigin = (style: string | undefined) => (style ? ` ${new URL(style).origin}` : '');

/** Everything comes from here, but what the map draws, and nothing runs that is not a file of the app. */
function policyOf(nonce: string, mapStyle: string | undefined): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${mapOrigin(mapStyle)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Serves the built app. Its page is made for each answer, with a nonce for the styles that it writes.
 *
 * @param options.mapStyle The style of its map.
 */
export async function registerApp(
  app: FastifyInstance,
  {
    random,
    folder,
    mapStyle,
  }: {
    readonly random: (size: number) => Uint8Array;
    readonly folder: string;
    readonly mapStyle: string | undefined;
  },
): Promise<(reply: FastifyReply) => FastifyReply> {
  const file = join(folder, 'index.html');
  const page = isAppBuilt(folder) ? readFileSync(file, 'utf8') : undefined;
  if (page !== undefined) {
    await app.register(serveFiles, {
      root: folder,
      // Only the files that are there now have a route: every other path is one of the app.
      wildcard: false,
      globIgnore: ['index.html', '**/*.br', '**/*.gz'],
      // The build has compressed them.
      preCompressed: true,
      decorateReply: false,
      index: false,
      cacheControl: false,
      setHeaders(reply, path) {
        // A file with another content gets another name in this folder.
        const isNamed = path.startsWith(join(folder, 'assets'));
        const caching = isNamed ? 'public, max-age=31536000, immutable' : 'no-cache';
        reply.header('cache-control', caching);
        // The worker of the map asks for what it draws, by the policy of its own file.
        const policy = `default-src 'none'; connect-src 'self'${mapOrigin(mapStyle)}`;
        if (/\.mjs(\.br|\.gz)?$/.test(path)) reply.header('content-security-policy', policy);
      },
    });
  }
  return (reply) => {
    if (page === undefined) return reply.code(404).type('text/plain').send(NOT_BUILT);
    const nonce = Buffer.from(random(NONCE_BYTES)).toString('base64');
    reply.header('content-security-policy', policyOf(nonce, mapStyle));
    return reply.type('text/html; charset=utf-8').send(page.replace(PLACEHOLDER, nonce));
  };
}
