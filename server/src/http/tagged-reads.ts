import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Call, type Endpoint, JsonText, StatusAnswer } from '../api/endpoint.js';
import type { Services } from '../services.js';
import type { Tenant } from '../store/tenant-databases.js';
import type { AnswerCache } from './answer-cache.js';
import { type Freshness, freshnessNow, isUnchanged, type Moment } from './conditional.js';
import { baseUrlOf } from './loopback-http.js';
import { kindInPath, segmentOf } from './path-values.js';
import { isOver, send, sendBody } from './send-answer.js';

/** What the answer to a read begins with. */
export interface Start {
  readonly tenant: Tenant;
  readonly moment: Moment;
  readonly freshness: Freshness;
}

/**
 * Begins a read that may be answered with 304 or from the cache. These are most of the calls, and promises and timers would
 * be much of their time.
 *
 * @returns undefined where something has to be waited for, or where there is nothing to begin with.
 */
export function startNow(
  endpoint: Endpoint,
  services: Services,
  request: FastifyRequest,
): Start | undefined {
  if (endpoint.freshness === undefined || !hasTag(endpoint, request)) return undefined;
  if (endpoint.segment !== undefined && segmentOf(endpoint, request) === undefined)
    return undefined;
  const tenant = services.tenants.recentTenant(request.caller.key.tenant);
  if (tenant === undefined) return undefined;
  const moment = momentOf(services, request);
  const freshness = freshnessNow(endpoint, tenant, moment, request);
  return freshness && { tenant, moment, freshness };
}

/**
 * Sets the tag, and sends the answer where its caller has it already, or the cache has it.
 *
 * @returns Whether it was sent.
 */
export function sendKnown(
  { tag }: Freshness,
  answers: AnswerCache,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (isUnchanged(tag, request, reply)) {
    if (!isOver(reply)) reply.code(304).send();
    return true;
  }
  const cached = answers.get(tag);
  if (cached === undefined) return false;
  sendBody(reply, cached);
  return true;
}

export function momentOf(services: Services, request: FastifyRequest): Moment {
  return { now: services.clock.now(), baseUrl: baseUrlOf(request, services) };
}

/** Whether the answer to a call has a tag. */
export function hasTag({ taggedKinds }: Endpoint, request: FastifyRequest): boolean {
  return taggedKinds === undefined || taggedKinds.has(kindInPath(request) ?? '');
}

/** Answers a read that has a tag and whose answer is not in the cache. */
export async function answerOnce(
  endpoint: Endpoint,
  call: Call,
  answers: AnswerCache,
  { tag, question, reply }: Pick<Freshness, 'tag' | 'question'> & { readonly reply: FastifyReply },
): Promise<unknown> {
  if (endpoint.uncached) return send(reply, await endpoint.handle(call));
  const answer = await endpoint.handle(call);
  if (answer instanceof StatusAnswer) return send(reply, answer);
  const text = answer instanceof JsonText ? answer.text : String(reply.serialize(answer));
  if (!answers.noteQuestion(question())) return sendBody(reply, text);
  // Of its own: a small part of Node's pool would keep all of the pool.
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  body.write(text);
  answers.keep(tag, body);
  return sendBody(reply, body);
}
