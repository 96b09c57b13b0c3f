import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify';
import { RecordBody } from 'portico-importer/record-body.js';
import {
  type Call,
  type EmptyPage,
  type Endpoint,
  fileNames,
  takesIdempotencyKey,
} from '../api/endpoint.js';
import { ParamProblem } from '../api/params.js';
import { valuesGiven } from '../api/read-params.js';
import { tenantContexts } from '../api/request-context.js';
import { IdempotentWrites } from '../changes/idempotency/idempotent-writes.js';
import { withTimeout } from '../lib/timeout.js';
import type { Services } from '../services.js';
import type { Tenant } from '../store/tenant-databases.js';
import { mergedParameters, RECORD_BODY, registerRecordBodies, UPLOAD_LIMIT } from './bodies.js';
import { freshnessOf, type Moment } from './conditional.js';
import { refuse, timeLeft } from './gate/passage.js';
import { limitsOf } from './gate/rates.js';
import { refusals, sendRefusal } from './gate/refusals.js';
import { kindInPath, segmentOf } from './path-values.js';
import { isOver, send } from './send-answer.js';
import { beginStrict, exposeHeader, isStrict } from './strict.js';
import {
  AnswerCache,
  answerOnce,
  hasTag,
  momentOf,
  type Start,
  sendKnown,
  startNow,
} from './tagged-reads.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers an unreadable body, within the timeout, if the route does so in its own way. */
    unreadable?: (
      request: FastifyRequest,
      reply: FastifyReply,
      words: string,
      status: 400 | 413,
    ) => Promise<unknown>;
    /** The fields next to the envelope that answers a malformed call. */
    emptyPage?: EmptyPage;
  }
}

/** What routes need besides the services. */
interface RouteParts extends Services {
  readonly idempotentWrites: IdempotentWrites;
  readonly answers: AnswerCache;
}

export function registerEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  { services: shared, secretKey }: { readonly services: Services; readonly secretKey: Buffer },
): void {
  const services = {
    ...shared,
    idempotentWrites: new IdempotentWrites(secretKey, shared.tools.random),
    answers: new AnswerCache(),
  };
  for (const endpoint of endpoints.filter(({ body }) => body !== 'records')) {
    app.route(routeOf(endpoint, services));
  }
  // Bodies that are records are read by a separate parser.
  app.register(async (scope) => {
    registerRecordBodies(scope);
    for (const endpoint of endpoints.filter(({ body }) => body === 'records')) {
      scope.route({ ...routeOf(endpoint, services), bodyLimit: RECORD_BODY.bytes });
    }
  });
}

function routeOf(endpoint: Endpoint, services: RouteParts): RouteOptions {
  return {
    method: endpoint.method,
    url: routePath(endpoint.path),
    exposeHeadRoute: endpoint.method === 'GET' && endpoint.changes !== true,
    ...bodyOptions(endpoint, services),
    // The endpoint checks its parameters, so that errors have this interface's words.
    schema: { response: { 200: endpoint.answer } },
    handler: (request, reply) => answerInTime(endpoint, services, request, reply),
  };
}

/** The route's config, and its body limit if it takes files. */
function bodyOptions(
  endpoint: Endpoint,
  services: Services,
): { config: FastifyContextConfig; bodyLimit?: number } {
  const { access, unreadable, emptyPage } = endpoint;
  const config: FastifyContextConfig = { access };
  if (emptyPage !== undefined) config.emptyPage = emptyPage;
  if (unreadable !== undefined) {
    const refuseBody = async (
      request: FastifyRequest,
      reply: FastifyReply,
      words: string,
      status: 400 | 413,
    ) => {
      const tenant = await tenantOf(services, request.caller.key.tenant);
      const moment = momentOf(services, request);
      const grounds = { segment: undefined, tenant, moment, settingsId: undefined };
      const call = callOf(endpoint, services, request, grounds);
      return send(reply, await unreadable(call, words, status));
    };
    config.unreadable = (request, reply, words, status) =>
      whileAwaited(request, refuseBody(request, reply, words, status));
  }
  const uploads = new Set(fileNames(endpoint, 'upload'));
  if (uploads.size === 0) return { config };
  config.uploads = uploads;
  config.base64Uploads = new Set(fileNames(endpoint, 'base64'));
  return { config, bodyLimit: UPLOAD_LIMIT };
}

/** `/properties/{id}` in the router's syntax. A segment that is not numeric does not match. */
function routePath(path: string): string {
  return path.replace('{kind}', ':kind').replace(/\{(\w+)\}/g, ':segment(^\\d+$)');
}

/** A call with a file or with records takes as long as these need; every other call has a timeout. */
function answerInTime(
  endpoint: Endpoint,
  services: RouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> | undefined {
  if (isStrict(request)) beginStrict(endpoint, parametersOf(endpoint, request), reply);
  const start = startNow(endpoint, services, request);
  if (start !== undefined && sendKnown(start.freshness, services.answers, request, reply)) {
    return undefined;
  }
  const work = answer(endpoint, services, request, reply, start);
  if (endpoint.body === 'records') return work;
  const { uploads, base64Uploads } = request.routeOptions.config;
  if (uploads === undefined && base64Uploads === undefined) return whileAwaited(request, work);
  const raw = parametersOf(endpoint, request);
  const files = [...(uploads ?? []), ...(base64Uploads ?? [])];
  const file = files.some((name) => valuesGiven(raw, name).length > 0);
  return file ? work : whileAwaited(request, work);
}

/** Limits work on an answer to the time that its caller waits. @throws TimeoutError */
function whileAwaited<Answer>(request: FastifyRequest, work: Promise<Answer>): Promise<Answer> {
  return withTimeout(work, timeLeft(request), (error) =>
    request.log.warn({ err: error }, 'a request failed after its answer was due'),
  );
}

async function answer(
  endpoint: Endpoint,
  services: RouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  start: Start | undefined,
): Promise<unknown> {
  const segment = segmentOf(endpoint, request);
  if (segment === undefined && endpoint.segment !== undefined) {
    sendRefusal(reply, refusals.notFound);
    return reply;
  }
  const tenant = start?.tenant ?? (await tenantOf(services, request.caller.key.tenant));
  const moment = start?.moment ?? momentOf(services, request);
  if (endpoint.freshness !== undefined && hasTag(endpoint, request)) {
    const { answers } = services;
    const freshness = start?.freshness ?? (await freshnessOf(endpoint, tenant, moment, request));
    if (start === undefined && sendKnown(freshness, answers, request, reply)) return reply;
    const { settingsId, revisions } = freshness;
    const grounds = { segment, tenant, moment, settingsId, revisions };
    const call = callOf(endpoint, services, request, grounds);
    return answerOnce(endpoint, call, answers, { ...freshness, reply });
  }
  const grounds = { segment, tenant, moment, settingsId: undefined };
  const call = callOf(endpoint, services, request, grounds);
  if (endpoint.body === 'json' && !isJson(request)) {
    return send(reply, await endpoint.unreadable?.(call, 'The body must be a JSON object.', 400));
  }
  if (endpoint.method !== 'GET' || endpoint.changes === true) {
    // Here nothing has been written yet, and the call can be sent again.
    await tenant.database.reach?.();
    request.mayHaveWritten = true;
  }
  const idempotencyKey = takesIdempotencyKey(endpoint) ? idempotencyKeyOf(request) : undefined;
  if (idempotencyKey === undefined) return send(reply, await endpoint.handle(call));
  const outcome = await services.idempotentWrites.answer(endpoint, call, idempotencyKey);
  if (outcome.is !== 'answered') {
    refuse(request, reply, outcome.is === 'other' ? refusals.otherWrite : refusals.writeUnderWay);
    return reply;
  }
  if (outcome.replayed && !isOver(reply)) markReplayed(reply);
  return send(reply, outcome.answer);
}

/** What an answer is made from besides the request. */
interface Grounds {
  readonly segment: number | undefined;
  readonly tenant: Tenant;
  readonly moment: Moment;
  readonly settingsId: string | undefined;
  readonly revisions?: Call['revisions'];
}

function callOf(
  endpoint: Endpoint,
  services: Services,
  request: FastifyRequest,
  { segment, tenant, moment: { now, baseUrl }, settingsId, revisions }: Grounds,
): Call {
  const { key } = request.caller;
  return {
    tenant,
    raw: parametersOf(endpoint, request),
    segment,
    kind: kindInPath(request),
    strict: isStrict(request),
    ifMatch: request.headers['if-match'],
    records: request.body instanceof RecordBody ? request.body : undefined,
    caller: {
      keyId: key.id,
      keyPrefix: key.prefix,
      privateAccess: key.privateAccess,
      scopes: key.scopes,
      limits: limitsOf(key),
      partner: request.partner,
    },
    settingsId,
    revisions,
    tools: services.tools,
    afterCommit: (work) => work(),
    ...tenantContexts(tenant, now, baseUrl),
  };
}

/** The parameters of a call (R6). */
function parametersOf(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const query = request.query as Record<string, unknown>;
  if (endpoint.method === 'GET' || endpoint.body === 'records') return query;
  return mergedParameters(endpoint.body === 'json' ? {} : query, request.body);
}

function isJson(request: FastifyRequest): boolean {
  return (
    /^application\/json\b/i.test(request.headers['content-type'] ?? '') &&
    typeof request.body === 'object' &&
    request.body !== null
  );
}

async function tenantOf(services: Services, name: string): Promise<Tenant> {
  const tenant = services.tenants.recentTenant(name) ?? (await services.tenants.tenant(name));
  if (tenant === undefined) throw new Error(`A key is bound to the client ${name}, which is gone.`);
  return tenant;
}

const REPLAYED_HEADER = 'Idempotent-Replayed';

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** The `Idempotency-Key` of a write, 1 to 255 printable characters of ASCII. R225. @throws ParamProblem */
function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  const text = String(key);
  if (PRINTABLE.test(text)) return text;
  throw new ParamProblem('Idempotency-Key', text, '1 to 255 printable characters of ASCII');
}

/** Says that an answer was given before, to scripts of other origins, too. R225. */
function markReplayed(reply: FastifyReply): void {
  reply.header(REPLAYED_HEADER, 'true');
  exposeHeader(reply, REPLAYED_HEADER);
}
