import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * One connection to a server, for one call at a time, by hand: what Node.js' own client, or `fetch`,
 * takes for a call would be taken from the server on the same cores, and would delay the clock that
 * the call is timed by.
 */
export class BareCaller {
  readonly #socket: Socket;
  readonly #host: string;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
  }

  /** @param url The server's, of plain HTTP. */
  static async to(url: string): Promise<BareCaller> {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
    await once(socket, 'connect');
    return new BareCaller(socket, host);
  }

  /**
   * Calls as a proxy does that took the call over HTTPS.
   *
   * @param body Of a POST, in JSON; without it the call is a GET.
   * @throws Error when the connection ends before the answer is whole.
   */
  call(path: string, body?: string): Promise<Answer> {
    const posted =
      body === undefined
        ? []
        : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`];
    const head = [
      `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
      `host: ${this.#host}`,
      'x-forwarded-proto: https',
      ...posted,
    ];
    return this.#exchange(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`);
  }

  close(): void {
    this.#socket.destroy();
  }

  #exchange(request: string): Promise<Answer> {
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      let text = '';
      const read = (part: string): void => {
        text += part;
        const answer = wholeAnswer(text);
        if (answer === undefined) return;
        forget();
        resolve(answer);
      };
      const ended = (error?: Error): void => {
        forget();
        reject(error ?? new Error(`The server closed a connection: ${text}`));
      };
      const forget = (): void => {
        socket.off('data', read).off('error', ended).off('close', ended);
      };
      socket.on('data', read).on('error', ended).on('close', ended);
      socket.write(request);
    });
  }
}

/** What a server answered. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The answer, once all of it is there. */
function wholeAnswer(text: string): Answer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = text.slice(0, end + 2);
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer does not tell its length: ${head}`);
  const body = text.slice(end + 4);
  if (body.length < Number(length)) return undefined;
  return { status: Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)), body };
}
