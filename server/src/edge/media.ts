import { mkdirSync } from 'node:fs';
import serveFiles from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusals, sendRefusal } from '../gate/refusals.js';
import { contentTypeOf } from '../media/picture-format.js';
import { BLOG_FOLDER } from '../media/picture-store.js';
import type { Pictures } from '../media/pictures.js';
import { openRoutes } from './open-routes.js';

/** Keeps scripts from running, whatever an uploaded file contains. */
const NOTHING_RUNS = "default-src 'none'; sandbox";

/**
 * Serves the pictures that records link to, without a key, as the browsers of a website's visitors load
 * them. Uploaded pictures come from their store; all others are files that an operator has put into the
 * folder.
 */
export async function registerMedia(
  app: FastifyInstance,
  { mediaFolder, pictures }: { readonly mediaFolder: string; readonly pictures: Pictures },
): Promise<void> {
  mkdirSync(mediaFolder, { recursive: true, mode: 0o700 });
  await app.register(async (scope) => {
    openRoutes(scope);
    // A path that no file can have is answered as a missing file.
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error;
      sendRefusal(reply, refusals.notFound);
    });
    // Names that the store makes; any other path is looked up among the files.
    scope.get(
      `/media/:tenant/${BLOG_FOLDER}/:name(^[0-9a-f]{32}\\.[a-z]+$)`,
      (request: PictureRequest, reply) => sendPicture(pictures, request, reply),
    );
    await scope.register(serveFiles, {
      root: mediaFolder,
      prefix: '/media/',
      decorateReply: false,
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders(reply) {
        reply.header('cache-control', 'public, max-age=3600');
        reply.header('content-security-policy', NOTHING_RUNS);
      },
    });
  });
}

type PictureRequest = FastifyRequest<{ Params: { tenant: string; name: string } }>;

async function sendPicture(
  pictures: Pictures,
  request: PictureRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { tenant, name } = request.params;
  const picture = await pictures.read(tenant, name);
  if (picture === undefined) {
    sendRefusal(reply, refusals.notFound);
    return reply;
  }
  // A name never gets another picture, so it is the tag (R167).
  reply.header('etag', `"${name}"`);
  reply.header('cache-control', 'public, max-age=31536000, immutable');
  reply.header('content-security-policy', NOTHING_RUNS);
  if (picture.length !== undefined) reply.header('content-length', picture.length);
  return reply.type(contentTypeOf(name)).send(picture.content);
}
