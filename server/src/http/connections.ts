import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { Server, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { neighbourhood, parseAddress } from '../lib/ip-address.js';
import { hasSmallBody } from './gate/body-admission.js';
import { announcedBody } from './gate/credentials.js';
import { endUnread } from './gate/request-end.js';

export interface ConnectionLimits {
  /** The most open connections of this process. */
  readonly most: number;
  /** The most from one address; undefined if the addresses are those of proxies. */
  readonly mostOfAddress: number | undefined;
  readonly bodyStallsMs: number;
}

/** Limits far above the use of websites. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  most: 4096,
  // So that one caller cannot take all of them.
  mostOfAddress: 1024,
  bodyStallsMs: 10_000,
};

/** The limits of a server, behind proxies or not. There, all callers have the addresses of the proxies. */
export function connectionLimits(trustedProxies: readonly unknown[]): ConnectionLimits {
  if (trustedProxies.length === 0) return CONNECTION_LIMITS;
  return { ...CONNECTION_LIMITS, mostOfAddress: undefined };
}

/** The shortest time between two warnings about refused connections, in milliseconds. */
const MENTION_MS = 60_000;

/** Limits what a caller gains by holding connections open. Registered before the gate. */
export function registerConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  const { most, mostOfAddress, bodyStallsMs } = limits;
  const { server } = app;
  server.maxConnections = most;
  const mention = mentioning(app);
  server.on('drop', () => mention('connections are refused: too many are open'));
  // Node refuses an unknown `Expect` by itself, before any hook runs, and would keep the connection.
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    response.writeHead(417, { connection: 'close', 'content-length': 0 }).end();
  });
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    continueInTurn(response);
    server.emit('request', request, response);
  });
  if (mostOfAddress !== undefined) boundAddresses(server, mostOfAddress, mention);
  app.addHook('onRequest', (request, reply, done) => {
    // After such a request Node's parser waits for another protocol, which no one speaks here.
    if (request.headers.upgrade !== undefined) reply.header('connection', 'close');
    const { raw } = request;
    // An injected call has no socket.
    if (announcedBody(request) !== 0 && raw.socket instanceof Socket) {
      raw.socket.setTimeout(bodyStallsMs);
      raw.once('end', () => {
        // After the answer the timeout is that of an idle connection, and already set.
        if (!reply.raw.writableFinished) raw.socket.setTimeout(0);
      });
      reply.raw.once('finish', () => {
        // Node would read on: to reuse the connection, or for as long as its own closing takes.
        if (!raw.complete && !hasSmallBody(request)) endUnread(raw);
      });
    }
    done();
  });
}

/**
 * Says that a body may come, when it is the turn of the response. Node writes `100 Continue` earlier too: where another
 * response is still due on the connection, it would then stand between the head and the body of this one.
 */
function continueInTurn(response: ServerResponse): void {
  if (response.socket !== null) {
    response.writeContinue();
    return;
  }
  response.once('socket', () => {
    if (!response.headersSent) response.writeContinue();
  });
}

function boundAddresses(server: Server, most: number, mention: (words: string) => void): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = parseAddress(socket.remoteAddress ?? '');
    if (address === undefined) return;
    const source = neighbourhood(address);
    const count = open.get(source) ?? 0;
    if (count >= most) {
      mention('connections are refused: too many are open from one address');
      socket.destroy();
      return;
    }
    open.set(source, count + 1);
    socket.once('close', () => {
      const left = (open.get(source) ?? 1) - 1;
      if (left === 0) open.delete(source);
      else open.set(source, left);
    });
  });
}

/** Logs warnings that callers can cause at will, at most once in a while. */
function mentioning(app: FastifyInstance): (words: string) => void {
  let next = 0;
  return (words) => {
    if (performance.now() < next) return;
    next = performance.now() + MENTION_MS;
    app.log.warn(words);
  };
}

/** How long calls under way may take after the request to stop, in milliseconds. */
const DRAIN_MS = 10_000;

/**
 * How long idle connections stay open during the stop, in milliseconds. A call in this time is answered, and
 * the connection then ends. An immediate close could meet a call on its way, and nobody repeats a write
 * that is lost like that.
 */
const LINGER_MS = 1_000;

const kCloseWhenIdle = Symbol('close when idle');

declare module 'fastify' {
  interface FastifyInstance {
    [kCloseWhenIdle]?: () => void;
  }
}

/** Ends the connection with each answer while the server stops: one that is kept open keeps the process running. */
export function registerGracefulShutdown(app: FastifyInstance): void {
  let closing = false;
  const closeWhenIdle = (): void => {
    closing = true;
  };
  app.decorate(kCloseWhenIdle, closeWhenIdle);
  app.addHook('preClose', (done) => {
    closeWhenIdle();
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}

/** Takes no more connections, and finishes the calls under way. @param others Servers of the same app. */
export async function drain(
  app: FastifyInstance,
  others: readonly HttpServer[] = [],
): Promise<void> {
  const servers = [app.server, ...others];
  const timer = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, DRAIN_MS);
  app[kCloseWhenIdle]?.();
  await Promise.all(servers.map(stopListening));
  // On a busy machine a call may have arrived and not been read yet. Its connection still counts as idle, and must not be closed.
  await nextTurn();
  // The app knows only its own server, and would close what calls of the others still use.
  await Promise.all(others.map(closed));
  await app.close();
  clearTimeout(timer);
}

/** Stops listening; resolves when no connection is left, after {@link LINGER_MS} at the latest. */
async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LINGER_MS);
    // The `close` of an HTTP server would also close each idle connection at once.
    Server.prototype.close.call(server, () => resolve());
  });
  clearTimeout(timer);
}

/** Ends idle connections of a server; resolves when the calls under way are answered. */
function closed(server: HttpServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
