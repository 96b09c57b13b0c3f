import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
