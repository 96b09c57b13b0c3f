import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

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

/**
 * Ends the connection with each answer while the server stops. A caller who kept it open would keep the
 * process running.
 */
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

/**
 * Takes no more connections, and finishes the calls under way.
 *
 * @param others Servers that pass their calls to the same app.
 */
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
