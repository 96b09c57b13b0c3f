import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** One connection through the proxy, from both of its ends. */
interface Passage {
  readonly near: Socket;
  readonly far: Socket;
}

/**
 * A TCP proxy of the tests, to put before PostgreSQL, Redis or a mail server and make the network
 * between them fail. It passes everything on until it is told otherwise.
 */
export class TcpProxy {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #passages = new Set<Passage>();
  readonly #abandoned = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #latencyMs = 0;
  #swallows = false;

  private constructor(host: string, port: number) {
    this.#target = { host, port };
  }

  /** A proxy before the server of a URL. */
  static async before(url: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    const proxy = new TcpProxy(hostname, Number(port));
    await proxy.#listen();
    return proxy;
  }

  /** The URL of the server behind it, by way of the proxy. */
  urlOf(url: string): string {
    const by = new URL(url);
    by.hostname = '127.0.0.1';
    by.port = String(this.#port);
    return by.href;
  }

  /** How many connections go through it. */
  get connections(): number {
    return this.#passages.size;
  }

  /** Ends every fault. What a black hole held back goes on its way. */
  async heal(): Promise<void> {
    this.#latencyMs = 0;
    this.#swallows = false;
    for (const { near, far } of this.#passages) {
      near.resume();
      far.resume();
    }
    if (this.#server === undefined) await this.#listen();
  }

  /** From now on every answer comes so much later. */
  delay(ms: number): void {
    this.#latencyMs = ms;
  }

  /** Nothing more comes through, in either direction, and nobody is told. */
  swallow(): void {
    this.#swallows = true;
    for (const { near, far } of this.#passages) {
      near.pause();
      far.pause();
    }
  }

  /**
   * The connections there are lose their far end, and their near end is not told, not even when
   * healed, as when a server is replaced by another; new ones are taken.
   */
  abandon(): void {
    for (const { near, far } of this.#passages) {
      near.pause();
      this.#abandoned.add(near);
      far.destroy();
    }
    this.#passages.clear();
  }

  /** Ends every connection with a reset; new ones are taken. */
  reset(): void {
    for (const { near, far } of this.#passages) {
      near.resetAndDestroy();
      far.destroy();
    }
    this.#passages.clear();
  }

  /** Ends every connection with a reset, and refuses new ones. */
  refuse(): void {
    // Not waited for: that would be for the end of abandoned connections too.
    this.#server?.close();
    this.#server = undefined;
    this.reset();
  }

  close(): void {
    this.refuse();
    for (const near of this.#abandoned) near.destroy();
  }

  async #listen(): Promise<void> {
    const server = createServer((near) => this.#accept(near));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#server = server;
    // Once refused, it has to come back where it was.
    this.#port = (server.address() as AddressInfo).port;
  }

  #accept(near: Socket): void {
    const far = connect(this.#target);
    const passage = { near, far };
    this.#passages.add(passage);
    near.on('data', (data) => far.write(data));
    const held: Buffer[] = [];
    far.on('data', (data) => this.#answer(near, data, held));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => {});
      from.on('end', () => setTimeout(() => to.end(), this.#latencyMs));
      from.on('close', () => {
        this.#passages.delete(passage);
        if (!this.#abandoned.has(near)) to.destroySoon();
      });
    }
    if (!this.#swallows) return;
    near.pause();
    far.pause();
  }

  /**
   * @param held What is still to come of the answers before. It comes first, also where the delay has
   * ended since: a connection whose bytes change places is no fault of a network.
   */
  #answer(near: Socket, data: Buffer, held: Buffer[]): void {
    if (this.#latencyMs === 0 && held.length === 0) {
      near.write(data);
      return;
    }
    held.push(data);
    setTimeout(() => {
      const first = held.shift();
      if (near.writable && first !== undefined) near.write(first);
    }, this.#latencyMs);
  }
}
