import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AddressRange, parseRange } from '../../src/lib/ip-address.js';

/** The network of a host that runs on this machine, for imports that may ask it. */
export const THIS_MACHINE: readonly AddressRange[] = [parseRange('127.0.0.1') as AddressRange];

/** A real host of pictures. */
export interface PictureHost {
  /** What was asked, oldest first. */
  readonly asked: string[];
  url(path: string): string;
  close(): Promise<void>;
}

/** Starts a host on this machine. */
export async function startPictureHost(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<PictureHost> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
