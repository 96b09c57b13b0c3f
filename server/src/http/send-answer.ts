import { Readable } from 'node:stream';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyReply } from 'fastify';
import { inPortions } from 'portico-importer/bytes.js';
import { JsonText, RecordLines, StatusAnswer, TaggedJson } from '../api/endpoint.js';
import { strictStatus } from '../api/envelopes.js';
import { isUnchanged } from './conditional.js';
import { whenOver } from './gate/request-end.js';
import { isStrict } from './strict.js';

/** The pace of those who read an answer that is made while it is sent (R318). */
export const READER_PACE: ReaderPace = {
  freeMs: 10_000,
  bytesPerSecond: 64 * 1024,
  stallMs: 30_000,
};

/** Whether the caller has an answer already. A second one would cause a log line with the whole URL, key included. */
export function isOver(reply: FastifyReply): boolean {
  return reply.sent;
}

/** Sends an answer with its own status if it has one, and a text unchanged. */
export function send(reply: FastifyReply, answer: unknown, pace = READER_PACE): unknown {
  if (isOver(reply)) return reply;
  if (answer instanceof JsonText) return sendBody(reply, answer.text);
  if (answer instanceof RecordLines) return linesOf(reply, answer, pace);
  if (answer instanceof TaggedJson) {
    const { tag, text, isTagWhole } = answer;
    const isKnown = isUnchanged(tag, reply.request, reply) && isTagWhole;
    return isKnown ? reply.code(304).send() : sendBody(reply, text);
  }
  if (!(answer instanceof StatusAnswer)) {
    return isStrict(reply.request) ? sendStrictly(reply, answer) : answer;
  }
  // A caller that compares tags must meet the answer of a status of its own each time.
  if (answer.tag === undefined) reply.removeHeader('etag');
  else reply.header('etag', answer.tag);
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(answer.body);
}

export function sendBody(reply: FastifyReply, body: string | Buffer): FastifyReply {
  return isOver(reply) ? reply : reply.type('application/json; charset=utf-8').send(body);
}

/** Sends an answer as ever, but an error under its status (R331). */
function sendStrictly(reply: FastifyReply, answer: unknown): unknown {
  const status = strictStatus(answer);
  if (status === undefined) return answer;
  // Serialised first: the schema of the answer belongs to the status 200.
  const text = String(reply.serialize(answer as Record<string, unknown>));
  reply.removeHeader('etag').code(status).header('cache-control', 'no-store');
  return sendBody(reply, text);
}

/**
 * The lines as a stream that Fastify sends, once the first of them are there: a failure up to then has an answer. A
 * later one ends the connection within the answer, which HTTP tells from a whole one.
 */
async function linesOf(
  reply: FastifyReply,
  { lines }: RecordLines,
  pace: ReaderPace,
): Promise<unknown> {
  reply.type('application/x-ndjson; charset=utf-8');
  // Nobody waits for what a HEAD would read.
  if (reply.request.method === 'HEAD') return '';
  const portions = inPortions(lines);
  // Also where the first of them come too late for their call.
  whenOver(reply.request.raw, reply.raw, () => void portions.return(undefined));
  const first = await portions.next();
  const stream = Readable.from(
    paced(startingWith(first, portions), pace, (error) => stream.destroy(error)),
    { objectMode: false },
  );
  return stream;
}

async function* startingWith<Item>(
  first: IteratorResult<Item, void>,
  rest: AsyncGenerator<Item, void, void>,
): AsyncGenerator<Item, void, void> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

/** How long a reader may keep its writer waiting. */
export interface ReaderPace {
  /** Milliseconds of waiting, in all, before the average counts. */
  readonly freeMs: number;
  /** The least that a reader takes for each second that was waited for it. */
  readonly bytesPerSecond: number;
  /** Milliseconds of waiting between two portions. */
  readonly stallMs: number;
}

/** A reader took too little for too long. */
export class SlowReader extends Error {
  constructor(bytes: number, waitedMs: number) {
    super(`The reader took ${bytes} bytes in ${Math.round(waitedMs / 1000)} s.`);
    this.name = 'SlowReader';
  }
}

/**
 * The same portions, of which each has to be taken in time. Only the time counts that goes by until the reader asks
 * for the next one, and not that in which a portion is made.
 *
 * @param cut Called once when the reader is too slow. What it took before is all that it gets.
 */
export async function* paced(
  portions: AsyncIterable<Buffer>,
  { freeMs, bytesPerSecond, stallMs }: ReaderPace,
  cut: (error: SlowReader) => void,
): AsyncGenerator<Buffer, void, void> {
  let taken = 0;
  let waitedMs = 0;
  for await (const portion of portions) {
    const since = performance.now();
    const enoughForMs = Math.max(freeMs, (taken / bytesPerSecond) * 1000);
    const leftMs = Math.min(stallMs, Math.max(0, enoughForMs - waitedMs));
    const timer = setTimeout(() => cut(new SlowReader(taken, waitedMs + leftMs)), leftMs);
    try {
      yield portion;
    } finally {
      clearTimeout(timer);
    }
    taken += portion.length;
    waitedMs += performance.now() - since;
  }
}

type Factory = ReturnType<typeof SerializerSelector>;
type Serializer = ReturnType<ReturnType<Factory>>;

const serializers = new WeakMap<object, Serializer>();

/**
 * Compiles the serializer of each answer once, before the first one is sent: all of them take a fifth of the processor
 * time in which a server starts. Fastify asks for one for each route, and GET and HEAD of a path are two. No schema of
 * an answer refers to one that a server holds, so that all servers of a process can share them.
 */
export const buildSerializer: Factory = (externalSchemas, options) => {
  const compile = SerializerSelector()(externalSchemas, options);
  return (route) => {
    const schema = route.schema as object;
    return (answer) => {
      let serializer = serializers.get(schema);
      if (serializer === undefined) {
        serializer = compile(route);
        serializers.set(schema, serializer);
      }
      return serializer(answer);
    };
  };
};
