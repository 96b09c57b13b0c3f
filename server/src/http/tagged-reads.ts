import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Call, type Endpoint, JsonText, StatusAnswer } from '../api/endpoint.js';
import type { Services } from '../services.js';
import type { Tenant } from '../store/tenant-databases.js';
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

/** The bytes of answers that one process caches. */
const MOST_BYTES = 32 * 1024 * 1024;

/** What an entry takes besides the bytes of its answer. */
const ENTRY_BYTES = 250;

/** The questions that one process remembers: some three megabytes. */
const MOST_QUESTIONS = 20_000;

/** Larger answers are rarely requested twice, and would push out many others. */
const LARGEST_SHARE = 1 / 32;

/**
 * The bodies of recent answers to questions that come again, by their entity tags. A tag names everything that an answer is made
 * from: the tenant and its settings, the revision of the data, the minute where the answer turns with
 * it, and the request. So an answer under a tag is never stale, and nothing has to be cleared.
 */
export class AnswerCache {
  readonly #bodies: LRUCache<string, Buffer>;
  readonly #questions: LRUCache<string, true>;

  constructor(mostBytes = MOST_BYTES, mostQuestions = MOST_QUESTIONS) {
    this.#bodies = new LRUCache({
      maxSize: mostBytes,
      maxEntrySize: Math.floor(mostBytes * LARGEST_SHARE) + ENTRY_BYTES,
      sizeCalculation: (body) => body.length + ENTRY_BYTES,
    });
    this.#questions = new LRUCache({ max: mostQuestions });
  }

  get bytes(): number {
    return this.#bodies.calculatedSize;
  }

  get(tag: string): Buffer | undefined {
    return this.#bodies.get(tag);
  }

  /**
   * Notes a question. Most questions come once, and a copy of their answers takes up to a quarter of the time of a
   * search.
   *
   * @param question Names it whatever its answer, in a few characters.
   * @returns Whether it has come before, as far as is remembered.
   */
  noteQuestion(question: string): boolean {
    const hasCome = this.#questions.get(question) === true;
    if (!hasCome) this.#questions.set(question, true);
    return hasCome;
  }

  keep(tag: string, body: Buffer): void {
    this.#bodies.set(tag, body);
  }
}
