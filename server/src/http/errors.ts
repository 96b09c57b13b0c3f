import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RecordBodyTooLarge } from 'portico-importer/record-body.js';
import { accessOf, type EmptyPage } from '../api/endpoint.js';
import { codes, Failure, writeFailure } from '../api/envelopes.js';
import { ParamProblem } from '../api/params.js';
import { withTimeout } from '../lib/timeout.js';
import type { Directory } from '../store/directory/directory.js';
import { isBeingRemoved } from '../store/directory/places.js';
import { BodyProblem } from './body-bounds.js';
import { busyRefusal } from './gate/busy.js';
import { enter } from './gate/gate.js';
import { refuse, timeLeft } from './gate/passage.js';
import { internalError, type Refusal, refusals, retryAfter, sendRefusal } from './gate/refusals.js';
import { drainRequestBody } from './gate/request-end.js';
import { isStrict, markStrict } from './strict.js';

/** Fastify's errors about bodies, in this interface's words. */
const BODY_ERRORS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is larger than this endpoint accepts.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'The content type is not accepted: send a form (application/x-www-form-urlencoded) or JSON (application/json).',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
};

/**
 * Answers the errors of routes: malformed parameters and bodies with the standard write envelope, all
 * others with a plain 500 that names the request. R13, R18, R59, R176.
 */
export function registerErrorHandlers(
  app: FastifyInstance,
  directory: Pick<Directory, 'tenant' | 'keys'>,
): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (isBrokenOff(request)) {
      request.log.info('the caller broke off while sending a body');
      return reply.code(400).send();
    }
    await drainRequestBody(request.raw);
    // An unreadable body comes here before the gate has decided.
    if (!(await enter(request, reply))) return reply;
    const words = publicWords(error);
    const { unreadable, emptyPage } = request.routeOptions.config;
    if (words !== undefined && isStrict(request)) markStrict(reply);
    if (words !== undefined && unreadable !== undefined) {
      try {
        return await unreadable(request, reply, words, isTooLarge(error) ? 413 : 400);
      } catch (cause) {
        return sendInternalError(request, reply, cause);
      }
    }
    if (words !== undefined) return sendMalformed(request, reply, words, emptyPage);
    if (accessOf(request) === 'open' && isCallersError(error)) {
      sendRefusal(reply, refusals.notFound);
      return reply;
    }
    const refusal = busyRefusal(error, request) ?? (await removedRefusal(directory, request));
    if (refusal !== undefined) {
      refuse(request, reply, refusal);
      return reply;
    }
    return sendInternalError(request, reply, error);
  });
}

/** Whether the caller has gone, or was disconnected, before the body was whole: no answer is awaited. */
function isBrokenOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** Only the log says what went wrong. R59. */
function sendInternalError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  request.log.error({ err: error }, 'a request failed');
  sendRefusal(reply, internalError(request.id));
  return reply;
}

/** Such as a path out of the folder of files, or a range that a file does not have. */
function isCallersError({ statusCode = 500 }: FastifyError): boolean {
  return statusCode >= 400 && statusCode < 500;
}

function isTooLarge(error: FastifyError): boolean {
  return error instanceof RecordBodyTooLarge || error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
}

function publicWords(error: FastifyError): string | undefined {
  if (error instanceof ParamProblem || error instanceof BodyProblem) return error.message;
  if (error instanceof RecordBodyTooLarge) return error.message;
  return BODY_ERRORS[error.code];
}

function sendMalformed(
  request: FastifyRequest,
  reply: FastifyReply,
  message: string,
  emptyPage?: EmptyPage,
): FastifyReply {
  reply.removeHeader('etag');
  return reply
    .code(isStrict(request) ? 400 : 200)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ ...writeFailure(new Failure(codes.valueMalformed, message)), ...emptyPage });
}

/** Answers a URL that the router cannot decode: 404 for those who may enter. */
export async function answerUndecodable(
  _error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // No hook has bounded what follows on this connection.
  reply.header('connection', 'close');
  if (await enter(request, reply)) sendRefusal(reply, refusals.notFound);
}

/** The wait that a caller is advised whose feed is being wiped, in milliseconds. */
const WAIT_MS = 2_000;

/**
 * The refusal of a call that failed because an operator removes its client, or a feed that it reads, while it
 * was under way: its database was closed, so whatever the error says, nothing is wrong with the server. The
 * next call with this key gets the same answer from the gate.
 *
 * @returns undefined where nothing of the kind is being removed, or the directory does not answer in time.
 */
function removedRefusal(
  directory: Pick<Directory, 'tenant' | 'keys'>,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  // The caller waits for the directory no longer than for its answer: where it is silent, the error counts.
  const look = refusalOf(directory, request);
  return withTimeout(look, timeLeft(request), () => {}).catch(() => undefined);
}

async function refusalOf(
  directory: Pick<Directory, 'tenant' | 'keys'>,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  // Not set on routes that need no key.
  const key = (request.caller as typeof request.caller | undefined)?.key;
  if (key === undefined) return undefined;
  const entry = await directory.tenant(key.tenant);
  if (entry === undefined) {
    const sameKey = (await directory.keys.byPrefix(key.prefix)).some(({ id }) => id === key.id);
    // A client that has another name now kept its keys.
    return sameKey ? undefined : refusals.keyUnknown;
  }
  if (isBeingRemoved(entry.database_url)) return refusals.keyUnknown;
  if (request.mayHaveWritten) return undefined;
  for (const feed of [entry.mls_feed, entry.rls_feed]) {
    const attached = feed === null ? undefined : await directory.tenant(feed);
    if (attached === undefined || !isBeingRemoved(attached.database_url)) continue;
    return retryAfter(refusals.busyFeed, WAIT_MS);
  }
  return undefined;
}
