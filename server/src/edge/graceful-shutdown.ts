import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long answers under way may take once the server has been asked to stop, in milliseconds. */
const DRAIN_MS = 10_000;

/**
 * How long connections that are open and unused are kept meanwhile, in milliseconds. Whoever sends
 * on one in this time is answered and told that the connection ends; to close it at once might
 * meet a call that is on its way, and a write that was lost so is not sent again by anybody.
 */
const LINGER_MS = 1_000;

const kCloseWhenIdle = Symbol('say goodbye');

declare module 'fastify' {
  interface FastifyInstance {
    [kCloseWhenIdle]?: () => void;
  }
}

/**
 * Answers that go out while the server stops say that the connection ends with them. A caller who
 * would keep it open would keep the process from ending.
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

/** Takes no more connections, and lets the calls under way come to their end. */
export async function drain(app: FastifyInstance): Promise<void> {
  const { server } = app;
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  app[kCloseWhenIdle]?.();
  await unlistened(server);
  await app.close();
  clearTimeout(timer);
}

/** Stops listening; resolves when no connection is left, after {@link LINGER_MS} at the latest. */
async function unlistened(server: Server): Promise<void> {
  if (!server.listening) return;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LINGER_MS);
    // That of an HTTP server would also close, now, each connection that it finds unused.
    Server.prototype.close.call(server, () => resolve());
  });
  clearTimeout(timer);
}
