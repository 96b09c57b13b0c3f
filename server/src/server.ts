import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { endpoints } from './endpoints.js';
import { registerBodies } from './http/bodies.js';
import {
  connectionLimits,
  registerConnections,
  registerGracefulShutdown,
} from './http/connections.js';
import { answerUndecodable, registerErrorHandlers } from './http/errors.js';
import { registerGate, registerPlainOptions } from './http/gate/gate.js';
import type { Overload } from './http/gate/overload.js';
import { partnerCheck } from './http/gate/partner-login.js';
import { answerNotFound } from './http/gate/refusals.js';
import { signatureCheck } from './http/gate/signature.js';
import { registerHealth } from './http/health.js';
import { registerHttpsOnly, registerLoopbackHttp } from './http/loopback-http.js';
import { answerMalformedHttp, answerPlainHttp } from './http/malformed-http.js';
import { registerMedia } from './http/media.js';
import type { ProcessMetrics } from './http/metrics/metrics-server.js';
import { withRefusedLoginNotices } from './http/refused-login-notice.js';
import { registerRequestLog } from './http/request-log.js';
import { registerEndpoints } from './http/routes.js';
import { buildSerializer } from './http/send-answer.js';
import { registerUnsubscribe } from './http/unsubscribe.js';
import { registerReference, registerWelcome } from './http/welcome.js';
import { marketplaceFailure } from './resources/leads/marketplace.endpoints.js';
import type { Services } from './services.js';
import { CachedKeys } from './store/directory/keys.js';
import { secretKeyFor } from './store/secrets/secret-key.js';
import { beginTurnOfCalls } from './store/tenant/write.js';

/** The certificate and key that the server itself speaks HTTPS with, PEM. */
interface TlsMaterial {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

/** How long a request may take to arrive whole. */
const REQUEST_TIMEOUT_MS = 60_000;

/** How long a TLS handshake, and how long address and headers of a request may take to arrive. */
const HEADERS_TIMEOUT_MS = 20_000;

/** How often connections are looked through for those that take too long. */
const CHECKING_MS = 5_000;

/** How long a connection may stay unused. nginx, as it comes, keeps those to a server for 60 s. */
const KEEP_ALIVE_MS = 72_000;

/**
 * The server, in the order in which a call passes through it. It does not listen yet.
 *
 * @param options.tls Without it the server speaks plain HTTP, which the gate accepts from trusted
 * proxies alone.
 * @param options.metrics Counts what happens; without it nothing is counted.
 * @param options.overload Refuses calls that this process cannot answer in time.
 */
export async function buildServer(
  services: Services,
  options: {
    readonly tls?: TlsMaterial;
    readonly metrics?: ProcessMetrics | undefined;
    readonly overload?: Overload;
  } = {},
): Promise<FastifyInstance> {
  const { config, clock, directory, limits } = services;
  const timeouts = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: CHECKING_MS,
  };
  const app: FastifyInstance = Fastify({
    ...(options.tls === undefined
      ? { http: timeouts }
      : { https: { ...timeouts, handshakeTimeout: HEADERS_TIMEOUT_MS, ...options.tls } as never }),
    loggerInstance: services.log as FastifyBaseLogger,
    // The request log names the route; Fastify's own would print the query, keys and all.
    logController: new LogController({ disableRequestLogging: true }),
    // In any letter case, with a slash at the end or without (R3).
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    schemaController: { compilersFactory: { buildSerializer } },
    // A 500 names the request: one name, for ever.
    genReqId: () => randomUUID(),
    requestTimeout: REQUEST_TIMEOUT_MS,
    frameworkErrors: answerUndecodable,
    clientErrorHandler: answerMalformedHttp,
    // Closing waits for the answers under way, and not for browsers that keep a connection open.
    forceCloseConnections: 'idle',
    // What still arrives on a connection that is about to end is answered like everything before it.
    return503OnClosing: false,
    // Longer than proxies keep unused connections: the one who sends has to be the one who closes.
    keepAliveTimeout: KEEP_ALIVE_MS,
  });

  await limits.start();

  // Ahead of all hooks that may wait.
  app.addHook('onRequest', (_request, _reply, done) => {
    beginTurnOfCalls();
    done();
  });
  const { metrics } = options;
  metrics?.countRequests(app);
  registerRequestLog(app);
  registerConnections(app, connectionLimits(config.trustedProxies));
  answerPlainHttp(app.server);
  registerLoopbackHttp(app);
  registerHttpsOnly(app);
  registerPlainOptions(app);
  await app.register(cors, {
    // The key is no cookie, so that any origin may read answers (R17).
    origin: config.corsOrigins === undefined ? '*' : [...config.corsOrigins],
    methods: ['GET', 'POST', 'PUT'],
    exposedHeaders: ['ETag', 'Preference-Applied', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
    maxAge: 600,
  });
  await app.register(compress, {
    global: true,
    // Request bodies are never unpacked: a few bytes may become any number of them.
    globalDecompression: false,
    // Below this the headers weigh more than what is saved.
    threshold: 1024,
    encodings: ['br', 'gzip', 'identity'],
    // The highest settings take a hundred times as long for a tenth less.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 5 },
  });
  registerBodies(app);
  const secretKey = await secretKeyFor(config, services.tools.random);
  registerGate(app, {
    keys: new CachedKeys(directory, clock, secretKey, services.changes),
    counters: limits.counters,
    clock,
    attemptLimit: limits.attemptLimit,
    trustedProxies: config.trustedProxies,
    overload: options.overload,
    onKeyUse: ({ id }) => services.keyUses.note(id),
    onRefusal: metrics && ((refusal) => metrics.refused(refusal)),
    verifySignature: signatureCheck(directory.spentStamps, clock),
    verifyPartner: withRefusedLoginNotices(
      partnerCheck({
        partners: directory.partners,
        clock,
        attemptLimit: limits.attemptLimit,
        trustedProxies: config.trustedProxies,
        envelope: (key, words) => marketplaceFailure(words, { DATABASE: key.tenant }),
      }),
      services,
    ),
  });
  registerErrorHandlers(app, directory);
  registerGracefulShutdown(app);

  registerHealth(app, services);
  registerWelcome(app);
  await registerReference(app, services);
  await registerMedia(app, services);
  await registerUnsubscribe(app, services);
  registerEndpoints(app, endpoints, { services, secretKey });
  app.setNotFoundHandler(answerNotFound);
  return app;
}
