import { mkdirSync } from 'node:fs';
import serveFiles from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentTypeOf } from 'portico-media/picture.js';
import {
  BLOG_FOLDER,
  CONTENT_FOLDER,
  isPicturePath,
  ORIGINALS,
  type PictureStore,
  type StoredPicture,
} from 'portico-media/picture-store.js';
import type { Pictures } from 'portico-media/pictures.js';
import type { Variants } from 'portico-media/variants.js';
import { QueueFull } from '../lib/queues.js';
import { openRoutes, refuse } from './gate/passage.js';
import { refusals, retryAfter, sendRefusal } from './gate/refusals.js';

/** Keeps scripts from running, whatever an uploaded file contains. */
const NOTHING_RUNS = "default-src 'none'; sandbox";

/** How long a browser is advised to wait for a picture that found no room to be made, in milliseconds. */
const WAIT_MS = 5_000;

/** What the server of pictures needs. */
interface MediaParts {
  readonly mediaFolder: string;
  readonly pictures: Pictures;
  readonly fetched: PictureStore;
  readonly variants: Variants;
}

/**
 * Serves the pictures that records link to, without a key, as the browsers of a website's visitors load
 * them. Uploaded and fetched pictures come from their stores, other sizes of pictures are made when they are
 * first requested; all others are files that an operator has put into the folder.
 *
 * @param refuseBusy Refuses a picture that finds no room to be made.
 */
export async function registerMedia(
  app: FastifyInstance,
  { mediaFolder, pictures, fetched, variants }: MediaParts,
  refuseBusy = refuse,
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
      async ({ params: { tenant, name } }: PictureRequest, reply) =>
        sendPicture(name, await pictures.read(tenant, name), reply),
    );
    scope.get(
      `/media/:tenant/${CONTENT_FOLDER}/:name(^[0-9a-f]{32}[0-9-]*\\.[a-z]+$)`,
      async (request: PictureRequest, reply) => {
        const { tenant, name } = request.params;
        const read = async () => {
          if (!isPicturePath(tenant, name, ORIGINALS)) return variants.read(tenant, name);
          return fetched.read(tenant, name);
        };
        try {
          const found = await read();
          if (found !== undefined && 'original' in found) {
            const path = found.original.split('/').map(encodeURIComponent).join('/');
            reply.header('cache-control', 'no-store');
            return reply.redirect(`/media/${tenant}/${path}`, 302);
          }
          return sendPicture(name, found, reply, `${tenant}/${CONTENT_FOLDER}/${name}`);
        } catch (error) {
          if (!(error instanceof QueueFull)) throw error;
          refuseBusy(request, reply, retryAfter(refusals.busyPictures, WAIT_MS));
          return reply;
        }
      },
    );
    await scope.register(serveFiles, {
      root: mediaFolder,
      prefix: '/media/',
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

function sendPicture(
  name: string,
  picture: StoredPicture | undefined,
  reply: FastifyReply,
  file?: string,
): FastifyReply {
  if (picture === undefined) {
    // An operator may have named files this way before.
    if (file !== undefined) return reply.sendFile(file);
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
