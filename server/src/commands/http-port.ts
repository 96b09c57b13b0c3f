import { createServer } from 'node:net';
import type { Config } from '../config/config.js';
import { LOOPBACK } from '../http/loopback-http.js';

/** The ports that the demo tries for plain HTTP, in this order, before it takes any free one. */
const DEMO_PORTS = Array.from({ length: 10 }, (_, index) => 8080 + index);

/**
 * Chooses the port for plain HTTP, once for all processes of a server: each for itself could find
 * another one free.
 *
 * @returns undefined if there is none: without `--demo` it needs PORTICO_HTTP_PORT.
 */
export async function chooseHttpPort(
  { httpPort, port, trustedProxies }: Pick<Config, 'httpPort' | 'port' | 'trustedProxies'>,
  demo: boolean,
): Promise<number | undefined> {
  if (httpPort === 'off') return undefined;
  if (httpPort === undefined && (!demo || trustedProxies.length > 0)) return undefined;
  if (httpPort !== undefined && httpPort !== 0) return httpPort;
  // With a free port for HTTPS, a familiar one for HTTP is not expected either.
  const tried = httpPort === 0 || port === 0 ? [] : DEMO_PORTS;
  for (const candidate of [...tried, 0]) {
    const free = await freePort(candidate);
    if (free !== undefined) return free;
  }
  return undefined;
}

/** The port if nobody listens on it, or a free one for 0; undefined if it is taken. */
function freePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ host: LOOPBACK, port }, () => {
      const address = server.address();
      const taken = typeof address === 'object' ? address?.port : undefined;
      server.close(() => resolve(taken));
    });
  });
}
