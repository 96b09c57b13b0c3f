import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * One connection to a server, for one call at a time, written by hand: Node.js' own tenant, or
 * `fetch`, would take its time for a call from the server on the same cores, and would delay the
 * clock that times the call.
 */
export class BareCaller {
  readonly #socket: Socket;
  readonly #common: string;
  #text = '';
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#common = ` HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-proto: https\r\n`;
    socket.on('data', (part: string) => this.#read(part));
    socket.on('error', (error) => this.#failed(error));
    socket.on('close', () =>
      this.#failed(new Error(`The server closed a connection: ${this.#text}`)),
    );
  }

  /** @param url The server's URL, of plain HTTP. */
  static async to(url: string): Promise<BareCaller> {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
    await once(socket, 'connect');
    return new BareCaller(socket, host);
  }

  /**
   * Calls like a proxy that received the call over HTTPS.
   *
   * @param body The JSON body of a POST; without it the call is a GET.
   * @throws Error when the connection ends before the answer is complete.
   */
  call(path: string, body?: string): Promise<Answer> {
    const request =
      body === undefined
        ? `GET ${path}${this.#common}\r\n`
        : `POST ${path}${this.#common}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    return new Promise((resolve, reject) => {
      this.#text = '';
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #read(part: string): void {
    this.#text += part;
    const answer = wholeAnswer(this.#text);
    if (answer === undefined) return;
    this.#waiting?.resolve(answer);
    this.#waiting = undefined;
  }

  #failed(error: Error): void {
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}

/** A server's answer. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

const LENGTH = '\r\ncontent-length: ';

/** The answer, when all of it has arrived. */
function wholeAnswer(text: string): Answer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const at = text.indexOf(LENGTH);
  if (at === -1 || at > end) throw new Error(`An answer does not tell its length: ${text}`);
  const length = Number.parseInt(text.slice(at + LENGTH.length), 10);
  if (text.length - end - 4 < length) return undefined;
  return {
    status: Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)),
    body: text.slice(end + 4),
  };
}
