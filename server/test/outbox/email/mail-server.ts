import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach } from 'vitest';

/** An email as a mail server took it. */
export interface Arrived {
  readonly from: string;
  readonly to: readonly string[];
  /** The message as it came over the wire. */
  readonly raw: string;
}

/** What a mail server under test does to one recipient's email instead of taking it. */
export type Whim =
  /** Answers RCPT TO with this. */
  | { readonly recipient: number; readonly words: string }
  /** Takes the message, and answers it with this. */
  | { readonly message: number; readonly words: string }
  /** Takes the message and says nothing. */
  | 'stall'
  /** Takes the message, keeps it, and hangs up. */
  | 'hang up'
  /** Takes it. */
  | undefined;

/** A real mail server on this machine, which can be told to misbehave. */
export class MailServer {
  /** Every message that came in whole, those that were answered otherwise too. */
  readonly arrived: Arrived[] = [];
  /** How many connections were made. */
  connections = 0;
  /** How many messages are under way, and how many were at once, at most. */
  busy = 0;
  busiest = 0;
  /** Asked at each email what to do. */
  whim: (recipient: string) => Whim = () => undefined;
  /** Waited for before each message of a sender is answered, and counted as arrived. */
  pace: (from: string, raw: string) => Promise<unknown> = async () => {};
  readonly #options: SMTPServerOptions;
  #server: SMTPServer | undefined;
  #port = 0;

  constructor(options: SMTPServerOptions = {}) {
    this.#options = options;
  }

  /** `smtp://…`, with a user name and password where given. */
  url(login = ''): string {
    return `smtp://${login === '' ? '' : `${login}@`}127.0.0.1:${this.#port}`;
  }

  /** Listens on a free port, or on the one it had before. */
  async open(): Promise<this> {
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 10,
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
      onConnect: (_session, done) => {
        this.connections += 1;
        done();
      },
      onRcptTo: ({ address }, _session, done) => {
        const whim = this.whim(address);
        done(
          typeof whim === 'object' && 'recipient' in whim
            ? refusal(whim.recipient, whim.words)
            : null,
        );
      },
      onData: (stream, session, done) => {
        this.busy += 1;
        this.busiest = Math.max(this.busiest, this.busy);
        let raw = '';
        stream.setEncoding('utf8').on('data', (text: string) => {
          raw += text;
        });
        stream.on('end', async () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
          await this.pace(from, raw);
          this.busy -= 1;
          this.arrived.push({ from, to, raw });
          const whim = this.whim(to[0] ?? '');
          if (whim === 'stall') return;
          if (whim === 'hang up') return this.#hangUp(session.id);
          done(
            typeof whim === 'object' && 'message' in whim
              ? refusal(whim.message, whim.words)
              : null,
          );
        });
      },
      ...this.#options,
    });
    // Whoever hangs up on it is no concern of the test.
    server.on('error', () => {});
    const listener = server.listen(this.#port, '127.0.0.1');
    await once(listener, 'listening');
    this.#port = (listener.address() as AddressInfo).port;
    this.#server = server;
    return this;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  #hangUp(id: string): void {
    for (const connection of this.#server?.connections ?? []) {
      if (connection.id === id) connection._socket?.destroy();
    }
  }
}

function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}

/** A mail server for the suite that this is called in: well-behaved and empty at each test. */
export function mailServerFor(): MailServer {
  const mail = new MailServer();
  beforeEach(async () => {
    mail.arrived.length = 0;
    mail.connections = 0;
    mail.busiest = 0;
    mail.whim = () => undefined;
    mail.pace = async () => {};
    await mail.open();
  });
  afterEach(() => mail.close());
  return mail;
}
