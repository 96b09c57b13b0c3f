import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** A request as the receiver had it. */
export interface Received {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** How the receiver answers, by path. */
export type Answering = (
  request: IncomingMessage,
  response: ServerResponse,
) => void | Promise<void>;

/** A real receiver of webhooks on this machine. */
export class Receiver {
  readonly received: Received[] = [];
  /** Answers each request; 204 unless a test says otherwise. */
  answer: Answering = (_request, response) => void response.writeHead(204).end();
  /** How many requests of each path are under way, and the most that were. */
  readonly underWay = new Map<string, number>();
  readonly most = new Map<string, number>();
  #server: Server | undefined;

  async open(port = 0): Promise<void> {
    const server = createServer((request, response) => void this.#take(request, response));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  }

  get port(): number {
    const address = this.#server?.address() as AddressInfo | undefined;
    return address?.port ?? 0;
  }

  url(path = '/hook'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** How many connections are open. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server?.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }

  /** Waits until so many requests have come. */
  async waitFor(atLeast: number): Promise<void> {
    while (this.received.length < atLeast) await pause(20);
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const now = (this.underWay.get(path) ?? 0) + 1;
    this.underWay.set(path, now);
    this.most.set(path, Math.max(now, this.most.get(path) ?? 0));
    response.on('close', () => this.underWay.set(path, (this.underWay.get(path) ?? 1) - 1));
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part as Buffer);
    } catch {
      return;
    }
    this.received.push({
      path,
      method: request.method ?? '',
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: Buffer.concat(parts).toString('utf8'),
    });
    await this.answer(request, response);
  }
}

/** A receiver for the suite that this is called in. */
export function receiverFor(): Receiver {
  const receiver = new Receiver();
  beforeAll(() => receiver.open());
  afterAll(() => receiver.close());
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.most.clear();
    receiver.answer = (_request, response) => void response.writeHead(204).end();
  });
  return receiver;
}
