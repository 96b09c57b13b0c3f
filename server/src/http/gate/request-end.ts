import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { finished } from 'node:stream/promises';

/**
 * How long the rest of a body is read and discarded before its answer, and how much of it. Where it is not read, a
 * caller has as long to read the answer.
 */
const LINGER_MS = 2_000;
const LINGER_BYTES = 16 * 1024 * 1024;

/** What each chunk counts at least: one of a single byte costs nearly as much as one of thousands. */
const LEAST_OF_A_CHUNK = 8 * 1024;

/** So many pieces a body may have whatever their size; from then on they have to be this long on average, in bytes. */
const FREE_PIECES = 1024;
const LEAST_AVERAGE = 64;

/** Counts the pieces of a body: the work on a chunk of one byte is that on one of thousands. */
export class Pieces {
  #count = 0;
  size = 0;

  /** @returns Whether they are too many for their size. */
  add({ length }: Buffer): boolean {
    this.size += length;
    this.#count += 1;
    return this.#count > FREE_PIECES && this.size < this.#count * LEAST_AVERAGE;
  }
}

/** The bodies whose rest is not read any more: the gate need not wait again after the error handler. */
const passedOver = new WeakSet<IncomingMessage>();

/** Leaves the rest of a body where it is. The answer then ends the connection. */
export function leaveRequestBody(request: IncomingMessage): void {
  passedOver.add(request);
  request.pause();
  // Node would close the connection as soon as the answer is written. An injected call has none.
  const { socket } = request;
  if (socket instanceof Socket) socket.destroySoon = () => endUnread(request);
}

/**
 * Ends the connection of a request whose body is not read on. Closed with bytes unread, it would be reset, and the
 * answer could be lost with it: so it is closed only when its caller has had time to read.
 */
export function endUnread({ socket }: IncomingMessage): void {
  socket.end();
  // Node begins to read what may be the next request.
  setImmediate(() => socket.pause());
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Reads and discards the rest of a body, once for each request. An answer that closes the connection
 * while a body is still coming resets it and is lost: a proxy in front then reports that there is no
 * server.
 *
 * @param isRefused Whether the caller may not enter. Then the rest of a body in tiny pieces is left where it is.
 */
export async function drainRequestBody(request: IncomingMessage, isRefused = false): Promise<void> {
  if (request.complete || request.destroyed || passedOver.has(request)) return;
  passedOver.add(request);
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), LINGER_MS);
  let left = LINGER_BYTES;
  const pieces = new Pieces();
  const read = (chunk: Buffer) => {
    left -= Math.max(chunk.length, LEAST_OF_A_CHUNK);
    const isLeft = isRefused && pieces.add(chunk);
    if (isLeft) leaveRequestBody(request);
    if (isLeft || left < 0) enough.abort();
  };
  // What it was piped to would make it wait.
  request.unpipe();
  request.on('data', read).resume();
  try {
    await finished(request, { signal: enough.signal, writable: false, cleanup: true });
  } catch {
    // A caller who hangs up or sends more is answered anyway.
  } finally {
    clearTimeout(timer);
    request.off('data', read);
  }
}

const underWay = new WeakMap<Socket, Set<() => void>>();

const kWorks = Symbol('works');

/** A response, and what runs when its call is over. */
type Watched = ServerResponse & { [kWorks]?: (() => void)[] | undefined };

/**
 * Runs `work` once, as soon as a call is over: its answer is sent, or its connection is gone. A
 * response that waits behind another one of its connection has no event when the connection is cut, so
 * the end of the connection counts too, with one listener for all its calls, as there may be many.
 */
export function whenOver(
  request: IncomingMessage,
  response: ServerResponse,
  work: () => void,
): void {
  const { socket } = request;
  const watched: Watched = response;
  if (response.closed || socket.destroyed) work();
  else if (watched[kWorks] !== undefined) watched[kWorks].push(work);
  else watch(socket, watched, work);
}

/** Listens to a response, once for all that is to run. */
function watch(socket: Socket, response: Watched, first: () => void): void {
  const works = [first];
  response[kWorks] = works;
  const calls = underWay.get(socket) ?? callsOf(socket);
  const end = (): void => {
    if (!calls.delete(end)) return;
    response[kWorks] = undefined;
    for (const work of works) work();
  };
  calls.add(end);
  response.once('finish', end);
  response.once('close', end);
}

function callsOf(socket: Socket): Set<() => void> {
  const calls = new Set<() => void>();
  underWay.set(socket, calls);
  socket.once('close', () => {
    for (const end of calls) end();
  });
  return calls;
}
