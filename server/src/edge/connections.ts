import { type Server, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { announcedBody } from '../gate/credentials.js';
import { neighbourhood, parseAddress } from '../lib/ip-address.js';

/** What connections may take. */
export interface ConnectionLimits {
  /** How many may be open to this process. */
  readonly most: number;
  /** How many of these from one address; undefined where addresses are those of proxies. */
  readonly mostOfAddress: number | undefined;
  /** How long a body may stand still on its way, in milliseconds. */
  readonly bodyStallsMs: number;
}

/** Limits far beyond what websites use. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  most: 4096,
  // So that nobody takes all of them alone.
  mostOfAddress: 1024,
  bodyStallsMs: 10_000,
};

/** How often refused connections are mentioned in the log at the most, in milliseconds. */
const MENTION_MS = 60_000;

/** Bounds what can be had by holding connections open. Registered before the gate. */
export function registerConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  const { most, mostOfAddress, bodyStallsMs } = limits;
  const { server } = app;
  server.maxConnections = most;
  const mention = mentioning(app);
  server.on('drop', () => mention('connections are refused: too many are open'));
  if (mostOfAddress !== undefined) boundAddresses(server, mostOfAddress, mention);
  app.addHook('onRequest', (request, reply, done) => {
    // Node's parser waits behind such a request for what nobody speaks here.
    if (request.headers.upgrade !== undefined) reply.header('connection', 'close');
    const { raw } = request;
    // A call that is injected has no socket.
    if (announcedBody(request) !== 0 && raw.socket instanceof Socket) {
      raw.socket.setTimeout(bodyStallsMs);
      raw.once('end', () => {
        // Once it is answered, the time is that of an unused connection, and set already.
        if (!reply.raw.writableFinished) raw.socket.setTimeout(0);
      });
    }
    done();
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

/** Warnings that come as often as callers like, and are written once in a while. */
function mentioning(app: FastifyInstance): (words: string) => void {
  let next = 0;
  return (words) => {
    if (performance.now() < next) return;
    next = performance.now() + MENTION_MS;
    app.log.warn(words);
  };
}
