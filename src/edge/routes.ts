import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call, Endpoint } from '../api/endpoint.js';
import { answerContext } from '../api/request-context.js';
import type { Client } from '../data/client-databases.js';
import { refusals, sendRefusal } from '../gate/refusals.js';
import type { Services } from '../services.js';
import { mergedParameters, UPLOAD_LIMIT } from './bodies.js';
import { isUnchanged } from './conditional.js';

/** Puts each endpoint of the list behind its path. */
export function registerEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  services: Services,
): void {
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: routePath(endpoint.path),
      exposeHeadRoute: endpoint.method === 'GET' && endpoint.changes !== true,
      ...bodyOptions(endpoint),
      // Parameters are checked by the endpoint, which words its errors as this interface does.
      schema: { response: { 200: endpoint.answer } },
      handler: (request, reply) => answer(endpoint, services, request, reply),
    });
  }
}

/** The route's data, and how large its body may be where it takes files. */
function bodyOptions({ access, uploads }: Endpoint): {
  config: FastifyContextConfig;
  bodyLimit?: number;
} {
  if (uploads === undefined) return { config: { access } };
  const names = new Set(uploads.map((name) => name.toLowerCase()));
  return { config: { access, uploads: names }, bodyLimit: UPLOAD_LIMIT };
}

/** `/properties/{id}` as the router writes it. A segment that is not numeric does not match. */
function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':segment(^\\d+$)');
}

async function answer(
  endpoint: Endpoint,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const id = segmentOf(endpoint, request);
  if (id === undefined) {
    sendRefusal(reply, refusals.notFound);
    return reply;
  }
  const { key } = request.caller;
  const client = await clientOf(services, key.client);
  const now = services.clock.now();
  const baseUrl = services.baseUrl();
  const query = request.query as Record<string, unknown>;
  if (
    endpoint.freshness !== undefined &&
    (await isUnchanged(endpoint, client, { now, baseUrl }, request, reply))
  ) {
    return reply.code(304).send();
  }
  const call: Call = {
    client,
    raw: endpoint.method === 'GET' ? query : mergedParameters(query, request.body),
    id,
    caller: { keyId: key.id, privateAccess: key.privateAccess, partner: request.partner },
    tools: services.tools,
    context: answerContext(client.settings, now, baseUrl),
    feedContext: (kind) =>
      answerContext(client.feedSettings[kind] ?? client.settings, now, baseUrl),
  };
  return endpoint.handle(call);
}

/** The number in the path; undefined where it is none that an id or count can be (decision 4). */
function segmentOf(endpoint: Endpoint, request: FastifyRequest): number | undefined {
  if (endpoint.segment === undefined) return 0;
  const { segment = '' } = request.params as { segment?: string };
  const number = Number(segment);
  const least = endpoint.path.endsWith('{count}') ? 0 : 1;
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
}

async function clientOf(services: Services, name: string): Promise<Client> {
  const client = services.clients.recentClient(name) ?? (await services.clients.client(name));
  if (client === undefined) throw new Error(`A key is bound to the client ${name}, which is gone.`);
  return client;
}
