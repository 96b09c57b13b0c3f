import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codes, failure } from '../api/envelopes.js';
import { ParamProblem } from '../api/params.js';
import { accessOf } from '../gate/access.js';
import { busyRefusal } from '../gate/busy.js';
import { enter, refuse } from '../gate/gate.js';
import { fault, refusals, sendRefusal } from '../gate/refusals.js';
import { passOverBody } from '../unread-body.js';
import { BodyProblem } from './body-problem.js';

/** The framework's own errors about bodies, in this interface's words. */
const BODY_ERRORS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is larger than this endpoint accepts.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'The content type is not accepted: send a form (application/x-www-form-urlencoded) or JSON (application/json).',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
};

/**
 * Answers what a route could not: malformed parameters and bodies with the standard write envelope,
 * everything else with a plain 500 that names the request. Decisions 3, 5 and 6.
 */
export function registerFaults(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (isBrokenOff(request)) {
      request.log.info('the caller broke off while sending a body');
      return reply.code(400).send();
    }
    await passOverBody(request.raw);
    // A body that cannot be read comes here before the gate has been asked.
    if (!(await enter(request, reply))) return reply;
    const words = publicWords(error);
    const { unreadable } = request.routeOptions.config;
    if (words !== undefined && unreadable !== undefined) {
      try {
        return await unreadable(request, reply, words);
      } catch (cause) {
        return sendFault(request, reply, cause);
      }
    }
    if (words !== undefined) return sendMalformed(reply, words);
    if (accessOf(request) === 'open' && isCallersFault(error)) {
      sendRefusal(reply, refusals.notFound);
      return reply;
    }
    const busy = busyRefusal(error, request);
    if (busy !== undefined) {
      refuse(request, reply, busy);
      return reply;
    }
    return sendFault(request, reply, error);
  });
}

/** Whether the caller has gone, or been sent away, before the body was whole: nobody waits for an answer. */
function isBrokenOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** Whatever has gone wrong stands in the log alone. Decision 6. */
function sendFault(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  request.log.error({ err: error }, 'a request failed');
  sendRefusal(reply, fault(request.id));
  return reply;
}

/** An address that leads out of the folder of files, say, or a range that a file does not have. */
function isCallersFault({ statusCode = 500 }: FastifyError): boolean {
  return statusCode >= 400 && statusCode < 500;
}

function publicWords(error: FastifyError): string | undefined {
  if (error instanceof ParamProblem || error instanceof BodyProblem) return error.message;
  return BODY_ERRORS[error.code];
}

function sendMalformed(reply: FastifyReply, message: string): FastifyReply {
  reply.removeHeader('etag');
  return reply
    .code(200)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failure(codes.valueMalformed, message));
}

/** Answers a URL that the router cannot decode: to those who may enter, there is nothing there. */
export async function answerUndecodable(
  _error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // No hook has bounded what follows on this connection.
  reply.header('connection', 'close');
  if (await enter(request, reply)) sendRefusal(reply, refusals.notFound);
}
