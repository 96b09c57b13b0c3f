import { createServer, request, type Server } from 'node:http';

/** Stands between the website and Portico, and counts the calls. */
export interface Counter {
  readonly url: string;
  /** The calls since it was last asked, as method and path with its query. */
  take(): string[];
  /** Calls whose method and path match are answered as Portico does where there are too many. */
  refuse: RegExp | undefined;
  /** Portico is away from then on. */
  close(): Promise<void>;
}

export async function startCounter(target: string): Promise<Counter> {
  let calls: string[] = [];
  const server = createServer((incoming, outgoing) => {
    calls.push(`${incoming.method} ${incoming.url}`);
    if (counter.refuse?.test(`${incoming.method} ${incoming.url}`)) {
      outgoing.writeHead(420).end();
      return;
    }
    const { method, headers } = incoming;
    const forwarded = request(
      new URL(incoming.url ?? '/', target),
      { method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  const counter: Counter = {
    refuse: undefined,
    url: await listening(server),
    take: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return counter;
}

export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return `http://127.0.0.1:${address.port}`;
}
