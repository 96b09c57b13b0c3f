import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import { connectionLimits, registerConnections } from '../http/connections.js';
import { Proxies } from '../http/gate/proxies.js';
import { sendRefusal } from '../http/gate/refusals.js';
import { whenOver } from '../http/gate/request-end.js';
import { registerMedia } from '../http/media.js';
import { FairQueue, QueueFull } from '../lib/queues.js';
import { ConnectionsTaken, DatabaseAway, RecordsReadOnly } from '../lib/unavailable.js';
import { FAILED_ATTEMPTS_PER_MINUTE } from '../limits/attempt-limit.js';
import type { Services } from '../services.js';
import { CONSOLE_FOLDER } from '../version.js';
import { accountRoutes } from './account.routes.js';
import { brokerageRoutes } from './brokerage.routes.js';
import { commandRoutes } from './command.routes.js';
import { registerApp } from './files.js';
import { importRoutes, removeOldUploads } from './import.routes.js';
import { operatorRoutes } from './operators.routes.js';
import { originOf } from './origin.js';
import { peopleRoutes } from './people.routes.js';
import { personRoutes } from './person.routes.js';
import { ConsoleProblem, problems } from './problems.js';
import { recordRoutes } from './records.routes.js';
import { type Action, knows, may } from './roles.js';
import type { BrokerageCall, ConsoleParts, ConsoleRoute, RunCommand } from './route.js';
import { type Caller, Sessions } from './sessions.js';
import { settingsRoutes } from './settings.routes.js';

/** Everything that the console's server answers besides files. */
export const consoleRoutes: readonly ConsoleRoute[] = [
  ...accountRoutes,
  ...peopleRoutes,
  ...operatorRoutes,
  ...commandRoutes,
  ...settingsRoutes,
  ...brokerageRoutes,
  ...importRoutes,
  ...personRoutes,
  ...recordRoutes,
];

/** The body of a call that takes texts. */
const BODY_LIMIT = 1024 * 1024;

/** Bodies of more bytes are taken of a few people at a time, one of each: they are held in memory. */
const LARGE_BODY = 8 * BODY_LIMIT;

/** How long a file may take to arrive over a slow line; one that stalls is given up sooner. */
const TIMEOUT_MS = 5 * 60_000;

/** Proxies give up a call after a minute. */
const WAIT_MS = 45_000;

/** How many codes of a second factor may be tried for an account: to guess one of a million takes years. */
const CODES_PER_HOUR = 20;
const HOUR_MS = 60 * 60_000;

/** Who sends a request, once its route has looked that up. */
const callers = new WeakMap<FastifyRequest, Caller>();

/**
 * The server of the console, apart from that of websites: no key is good here, and no session there. It does not
 * listen yet.
 *
 * @param options.run Runs commands.
 * @param options.waitMs How long an import is waited for.
 * @param options.folder Where the built app is.
 * @param options.onRoute Gets each route.
 */
export async function buildConsole(
  services: Services,
  options: {
    readonly run: RunCommand;
    readonly waitMs?: number;
    readonly folder?: string;
    readonly onRoute?: (route: RouteOptions) => void;
  },
): Promise<FastifyInstance> {
  const { config, clock, directory, limits, tools, log } = services;
  const app: FastifyInstance = Fastify({
    loggerInstance: log.child({ part: 'console' }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestTimeout: TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  await removeOldUploads(config.dataFolder, clock.now());
  const proxies = new Proxies(config.trustedProxies);
  const origin = originOf(config);
  const secure = origin.startsWith('https:');
  const sessions = new Sessions({ directory, clock, random: tools.random, proxies, log, secure });
  const attempts = limits.attemptLimit('console', FAILED_ATTEMPTS_PER_MINUTE);
  const codes = limits.attemptLimit('console codes', CODES_PER_HOUR, HOUR_MS);
  const { run, waitMs = WAIT_MS } = options;
  const parts: ConsoleParts = { services, sessions, attempts, codes, run, waitMs, origin };
  if (options.onRoute !== undefined) app.addHook('onRoute', options.onRoute);

  registerConnections(app, connectionLimits(config.trustedProxies));
  registerHeaders(app, secure);
  const own = { origin, host: new URL(origin).host };
  app.addHook('onRequest', async (request) => checkOrigin(request, own, proxies));
  await app.register(compress, { global: true, globalDecompression: false, threshold: 1024 });
  registerBodies(app);
  app.setErrorHandler(answerError);
  const uploads = new FairQueue(0, 0, 4, 1);
  for (const route of consoleRoutes) registerRoute(app, parts, route, uploads);
  await registerMedia(app, services, (_request, reply, refusal) => {
    sendRefusal(reply, refusal);
    return false;
  });
  const sendPage = await registerApp(app, {
    ...{ random: tools.random, folder: options.folder ?? CONSOLE_FOLDER },
    mapStyle: config.consoleMap,
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !isApi(request.url);
    if (isPage) return sendPage(reply);
    throw problems.notFound();
  });
  return app;
}

const isApi = (url: string) => /^\/(?:api|media|assets)(?:[/?]|$)/i.test(url);

function registerHeaders(app: FastifyInstance, secure: boolean): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    reply.header('referrer-policy', 'no-referrer');
    reply.header('x-content-type-options', 'nosniff');
    reply.header('x-frame-options', 'DENY');
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    reply.header('cross-origin-opener-policy', 'same-origin');
    reply.header('cross-origin-resource-policy', 'same-origin');
    if (secure) reply.header('strict-transport-security', 'max-age=31536000');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    request.log.info(
      {
        method,
        route: routeOptions.url ?? 'page',
        account: callers.get(request)?.account.id,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
    done();
  });
}

/**
 * Lets only the console's own pages in: by its name, so that no page whose name was made to lead here reads answers, and
 * for writes by the origin that browsers name, so that no other page causes one.
 */
function checkOrigin(
  request: FastifyRequest,
  own: { readonly origin: string; readonly host: string },
  proxies: Proxies,
): void {
  const plain = proxies.checkHttps(request);
  if (plain !== undefined) throw new ConsoleProblem(403, 'forbidden', plain.words);
  if (String(request.headers.host ?? '').toLowerCase() !== own.host) {
    throw new ConsoleProblem(421, 'wrongHost', `The console is at ${own.origin}.`);
  }
  // No text that is stored has one, and PostgreSQL refuses it.
  if (request.url.includes('%00')) throw problems.badRequest('The address has a NUL character.');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && request.headers.origin !== own.origin) {
    throw new ConsoleProblem(403, 'badOrigin', 'This came from a page other than the console.');
  }
}

function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return {};
      try {
        return JSON.parse(body.toString());
      } catch {
        // The parser's own words quote the body, which may hold a password.
        throw problems.badRequest('The body is not valid JSON.');
      }
    },
  );
  app.addContentTypeParser(
    /^(?:image\/|application\/octet-stream$)/,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
}

function registerRoute(
  app: FastifyInstance,
  parts: ConsoleParts,
  route: ConsoleRoute,
  uploads: FairQueue,
): void {
  const { method, path, action, handle, bodyLimit } = route;
  app.route({
    method,
    url: path,
    ...(bodyLimit && { bodyLimit }),
    // Ahead of the body, so that nobody sends one for nothing.
    onRequest: async (request, reply) => {
      await admit(parts, request, action);
      if ((bodyLimit ?? 0) <= LARGE_BODY) return;
      const account = callers.get(request)?.account.id;
      whenOver(request.raw, reply.raw, await uploads.enter(String(account)));
    },
    async handler(request, reply) {
      const call = await callOf(parts, request, reply);
      const answer = await handle(call);
      if (answer === undefined) return reply.code(204).send();
      return answer;
    },
  });
}

/** @throws ConsoleProblem unless somebody calls who may do this. */
async function admit(parts: ConsoleParts, request: FastifyRequest, action: Action): Promise<void> {
  if (action === 'open') return;
  const caller = await parts.sessions.find(request);
  if (caller === undefined) throw problems.signedOut();
  callers.set(request, caller);
  const { client } = request.params as { readonly client?: string };
  // A brokerage of others is answered as one that there is not.
  if (client !== undefined && !knows(caller.roles, client)) throw unknownBrokerage();
  if (action !== 'account' && !may(caller.roles, action, client)) throw problems.forbidden();
}

async function callOf(
  parts: ConsoleParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<BrokerageCall> {
  const { params, query, body } = request;
  const { client } = params as { readonly client?: string };
  const tenant = client === undefined ? undefined : await parts.services.tenants.tenant(client);
  if (client !== undefined && tenant?.settings.kind !== 'client') throw unknownBrokerage();
  // Which of these a route has is said by the function that made it (`route.ts`).
  const call = { parts, request, reply, params, query, body, caller: callers.get(request), tenant };
  return call as unknown as BrokerageCall;
}

const unknownBrokerage = () => problems.notFound('There is no such brokerage.');

/** Errors of Fastify about bodies, in words for people. */
const BODY_ERRORS: Readonly<Record<string, () => ConsoleProblem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ConsoleProblem(413, 'tooLarge', 'This is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    problems.badRequest('The content type is not accepted: send application/json or a picture.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => problems.badRequest('The body broke off.'),
};

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error);
  if (problem === undefined) request.log.error({ err: error }, 'a call of the console failed');
  const { status, body, more } =
    problem ??
    new ConsoleProblem(500, 'failed', `Something went wrong. Request id: ${request.id}.`);
  return reply
    .code(status)
    .headers(more.headers ?? {})
    .send(body);
}

function problemOf(error: FastifyError): ConsoleProblem | undefined {
  if (error instanceof ConsoleProblem) return error;
  const isBusy = [QueueFull, DatabaseAway, ConnectionsTaken].some((kind) => error instanceof kind);
  if (isBusy) return problems.busy();
  if (error instanceof RecordsReadOnly) return new ConsoleProblem(503, 'busy', error.message);
  const { code, statusCode = 500 } = error;
  const ofBody = BODY_ERRORS[code]?.();
  if (ofBody !== undefined) return ofBody;
  return statusCode < 500 ? problems.badRequest('The call cannot be read.') : undefined;
}
