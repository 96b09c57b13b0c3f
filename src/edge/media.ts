import { mkdirSync } from 'node:fs';
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { openRoutes } from './open-routes.js';

/**
 * Serves the pictures that records point at, without a key: the browsers of a website's visitors
 * ask for them.
 */
export async function registerMedia(app: FastifyInstance, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await app.register(async (scope) => {
    openRoutes(scope);
    await scope.register(serveFiles, {
      root: folder,
      prefix: '/media/',
      decorateReply: false,
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders(reply) {
        reply.header('cache-control', 'public, max-age=3600');
        // A picture is a picture, whatever somebody managed to put into the file.
        reply.header('content-security-policy', "default-src 'none'; sandbox");
      },
    });
  });
}
