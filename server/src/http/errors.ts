import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RecordBodyTooLarge } from 'portico-importer/record-body.js';
import type { EmptyPage } from '../api/endpoint.js';
import { accessOf } from '../api/endpoint.js';
import { codes, Failure, writeFailure } from '../api/envelopes.js';
import { ParamProblem } from '../api/params.js';
import type { Directory } from '../store/directory/directory.js';
import { BodyProblem } from './body-bounds.js';
import { busyRefusal } from './gate/busy.js';
import { enter } from './gate/gate.js';
import { refuse } from './gate/passage.js';
import { internalError, refusals, sendRefusal } from './gate/refusals.js';
import { drainRequestBody } from './gate/request-end.js';
import { removedRefusal } from './removed.js';
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
  directory: Pick<Directory, 'tenant'>,
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
