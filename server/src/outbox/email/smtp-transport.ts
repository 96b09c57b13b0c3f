import type { Readable } from 'node:stream';
import type { Transporter } from 'nodemailer';
import { messageOf } from './message.js';
import { smtpFailure } from './smtp-failure.js';
import { parseSmtpUrl, type SmtpServer } from './smtp-url.js';
import type { OutgoingEmail, Transport } from './transport.js';

/** The timeouts of a mail server, in milliseconds. */
export interface SmtpTimeouts {
  readonly connect: number;
  readonly greeting: number;
  /** Without an answer, at any point: some scan an email before they take it. */
  readonly silence: number;
  /** One email as a whole, whatever the server does in that time. */
  readonly email: number;
}

/** The timeouts outside of tests. */
export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connect: 10_000,
  greeting: 10_000,
  silence: 90_000,
  email: 120_000,
};

/** How many emails are sent at once, as a mail server waits most of its time. */
export const SMTP_CONNECTIONS = 4;

/** How long a connection is kept for the next email, in milliseconds. */
const IDLE_MS = 20_000;

/** What the transport needs. */
export interface SmtpOptions {
  /** PORTICO_SMTP_URL; it holds a password and is never printed. */
  readonly url: string;
  /** The address that emails are sent from. */
  readonly sender: string;
  /** How many emails are sent at once, each over its own connection. */
  readonly connections: number;
  readonly timeouts?: SmtpTimeouts;
}

/** Sends email to a mail server over pooled connections. */
export class SmtpTransport implements Transport {
  readonly atOnce: number;
  readonly #options: SmtpOptions;
  readonly #server: SmtpServer;
  readonly #timeouts: SmtpTimeouts;
  /** The bodies that each attempt sends, by its signal: one for every connection that it tried. */
  readonly #bodies = new WeakMap<AbortSignal, Readable[]>();
  #mailer: Promise<Transporter> | undefined;

  /** @throws Error when the URL is invalid, without repeating it. */
  constructor(options: SmtpOptions) {
    this.#options = options;
    this.atOnce = options.connections;
    this.#server = parseSmtpUrl(options.url);
    this.#timeouts = options.timeouts ?? SMTP_TIMEOUTS;
  }

  async send(email: OutgoingEmail, signal: AbortSignal): Promise<void> {
    const message = messageOf(email, this.#options.sender);
    this.#mailer ??= this.#connect();
    const mailer = await this.#mailer;
    const attempt = new AbortController();
    const bodies: Readable[] = [];
    this.#bodies.set(attempt.signal, bodies);
    const end = () => attempt.abort();
    const timeout = setTimeout(end, this.#timeouts.email);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    try {
      await mailer.sendMail({ ...message, signal: attempt.signal });
    } catch (error) {
      // Nodemailer reads an email after the server has said that it may come.
      const begun = bodies.some(({ readableDidRead }) => readableDidRead);
      throw smtpFailure(error, (text) => this.#hide(text), begun);
    } finally {
      clearTimeout(timeout);
      signal.removeEventListener('abort', end);
    }
  }

  async close(): Promise<void> {
    const mailer = await this.#mailer;
    this.#mailer = undefined;
    mailer?.close({ force: true });
  }

  async #connect(): Promise<Transporter> {
    // Loaded here, as a process that sends nothing does not need it.
    const { createTransport } = await import('nodemailer');
    const { host, port, secure, requireTLS, ignoreTLS, verify, login } = this.#server;
    const mailer = createTransport({
      pool: true,
      host,
      port,
      secure,
      requireTLS,
      ignoreTLS,
      tls: { rejectUnauthorized: verify },
      ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password } }),
      maxConnections: this.#options.connections,
      // Once, for a pooled connection that the server has closed. The sender decides on further attempts.
      maxRequeues: 1,
      idleTimeout: IDLE_MS,
      connectionTimeout: this.#timeouts.connect,
      greetingTimeout: this.#timeouts.greeting,
      dnsTimeout: this.#timeouts.connect,
      socketTimeout: this.#timeouts.silence,
      // Its log holds the whole dialogue, passwords included.
      logger: false,
    });
    return mailer.use('stream', ({ data, message }, done) => {
      const bodies = data.signal && this.#bodies.get(data.signal);
      message?.processFunc((body) => {
        bodies?.push(body);
        return body;
      });
      done();
    });
  }

  /** Removes the password from a text, in every form in which the mail server has received it. */
  #hide(text: string): string {
    const { login } = this.#server;
    if (login === undefined || login.password === '') return text;
    const { user, password } = login;
    const forms = [
      password,
      encodeURIComponent(password),
      Buffer.from(password).toString('base64'),
      Buffer.from(`\0${user}\0${password}`).toString('base64'),
    ];
    return forms.reduce((hidden, form) => hidden.replaceAll(form, '***'), text);
  }
}
