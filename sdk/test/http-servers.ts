import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** HTTP servers of a test, which end with it. */
export function httpServers(): {
  /** Starts a server, and gives its address. */
  readonly listening: (server: Server) => Promise<string>;
  /** Ends those that run, before the test ends. */
  readonly close: () => Promise<void>;
} {
  const servers: Server[] = [];
  const close = async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
  afterEach(close);
  return {
    async listening(server) {
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    close,
  };
}
