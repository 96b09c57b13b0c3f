import { createServer, request, type Server } from 'node:http';

/**
 * Stands between the website and Portico, and counts the calls. Browsers load pictures through it as a proxy, which are not counted.
 */
export interface Counter {
  readonly url: string;
  /** The address of Portico itself, which pictures have. */
  readonly target: string;
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
    if (incoming.url?.startsWith('/')) calls.push(`${incoming.method} ${incoming.url}`);
    if (counter.refuse?.test(`${incoming.method} ${incoming.url}`)) {
      outgoing.writeHead(420).end();
      return;
    }
    // A visitor's browser sends no such header: it says to the website where they are. Portico refuses what a proxy has passed on.
    const { 'x-forwarded-for': _, ...headers } = incoming.headers;
    const forwarded = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers },
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
    target,
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
