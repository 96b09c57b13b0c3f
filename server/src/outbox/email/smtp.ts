import type { Readable } from 'node:stream';
import type { NodemailerError, Transporter } from 'nodemailer';
import { isLoopback } from '../../lib/ip-address.js';
import {
  DeliveryError,
  type DeliveryFailure,
  messageOf,
  type OutgoingEmail,
  type Transport,
} from './transport.js';

const NO_TLS = 'There is no safe connection (TLS) to the mail server';

/** Node's error codes for a bad certificate, or for a connection that is not TLS. */
const TLS_TROUBLE = /^(ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Errors before the email was sent, from a server that is there, by code. */
const BEFORE_THE_EMAIL: Readonly<Record<string, string>> = {
  ETLS: NO_TLS,
  EREQUIRETLS: NO_TLS,
  ENOAUTH: 'The mail server asks for a user name and password',
};

/** Errors on the way to the server, by code. */
const ON_THE_WAY: Readonly<Record<string, string>> = {
  EDNS: 'The name of the mail server is not found',
  EPROXY: 'The proxy does not lead to the mail server',
};

/** The codes of errors that end a connection, at any moment. */
const CONNECTION_LOST = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EPROTOCOL']);

/** The codes of errors of the email itself: it cannot be written out. '' is an error without code. */
const OF_THE_EMAIL = new Set(['EENVELOPE', 'EMESSAGE', 'EMAXRECIPIENTS', 'ESTREAM', '']);

/**
 * What an error of nodemailer means for the email and for those after it.
 *
 * @param hide Removes secrets from a mail server's answer.
 * @param begun Whether any of the email itself has been sent: before, it cannot have arrived.
 */
function smtpFailure(
  error: unknown,
  hide: (text: string) => string,
  begun: boolean,
): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const failure = error as NodemailerError;
  const code = failure.code ?? '';
  if (code === 'EAUTH') {
    // The server's answer is left out, as some repeat the password.
    const status = failure.responseCode === undefined ? '' : ` (${failure.responseCode})`;
    return new DeliveryError(
      'unwelcome',
      `The mail server does not take the user name and password${status}.`,
    );
  }
  const words = hide(failure.message);
  if (typeof failure.responseCode === 'number') {
    return new DeliveryError(meaningOf(failure), words);
  }
  const before = BEFORE_THE_EMAIL[code];
  if (before !== undefined) return new DeliveryError('unwelcome', `${before}: ${words}`);
  const way = ON_THE_WAY[code];
  if (way !== undefined) return new DeliveryError('unreachable', `${way}: ${words}`);
  const origin = failure.originalCode ?? '';
  if (TLS_TROUBLE.test(origin)) {
    // The messages of OpenSSL are for its authors.
    const trouble = origin.startsWith('ERR_SSL_') ? origin : words;
    return new DeliveryError('unwelcome', `${NO_TLS}: ${trouble}`);
  }
  if (failure.syscall === 'connect' || /^(CONNECT|GREETING)/.test(failure.timeoutType ?? '')) {
    return new DeliveryError('unreachable', `The mail server is not reached: ${words}`);
  }
  const lost = begun ? 'uncertain' : 'unreachable';
  if (code === 'EABORT') return new DeliveryError(lost, 'The mail server took too long.');
  if (CONNECTION_LOST.has(code)) {
    return new DeliveryError(lost, `The mail server was lost on the way: ${words}`);
  }
  return new DeliveryError(
    OF_THE_EMAIL.has(code) ? 'refused' : 'unreachable',
    `The email cannot be handed over: ${words}`,
  );
}

/** What an answer of the mail server means. */
function meaningOf({ command, responseCode, permanent }: NodemailerError): DeliveryFailure {
  // 421: the server closes. What it refuses before it has seen a recipient, such as the sender's
  // address, it refuses for every email.
  if (responseCode === 421) return 'unwelcome';
  if (command !== 'RCPT TO' && command !== 'DATA') return 'unwelcome';
  return permanent === true ? 'refused' : 'postponed';
}

/** The parts of PORTICO_SMTP_URL. */
interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps://`). */
  readonly secure: boolean;
  /** Refuse a server that does not switch to TLS. */
  readonly requireTLS: boolean;
  /** Do not switch to TLS even if the server offers it. */
  readonly ignoreTLS: boolean;
  /** Whether the server's certificate has to be valid. */
  readonly verify: boolean;
  readonly login: { readonly user: string; readonly password: string } | undefined;
}

/** Submission, and submission over TLS (RFC 8314). */
const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

const OPTIONS = ['requireTLS', 'tls.rejectUnauthorized'] as const;

/**
 * Parses the URL of a mail server.
 *
 * A user name and password are sent over TLS only, unless the URL says `requireTLS=false` or the server
 * is on this machine: an attacker in between could strip the offer of TLS and read them.
 *
 * @param text `smtp(s)://[user:password@]host[:port][?requireTLS=…&tls.rejectUnauthorized=…]`.
 * @throws Error that names what is wrong and repeats nothing of the URL but an option's name.
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = new URL(text);
  const protocol = url.protocol === 'smtps:' ? 'smtps:' : 'smtp:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const login =
    url.username === '' && url.password === ''
      ? undefined
      : { user: decoded(url.username), password: decoded(url.password) };
  const options = readOptions(url.searchParams);
  const secure = protocol === 'smtps:';
  const local = isLoopback(host);
  return {
    host,
    port: url.port === '' ? PORTS[protocol] : Number(url.port),
    secure,
    requireTLS: !secure && (options.requireTLS ?? (login !== undefined && !local)),
    // A server on this machine mostly has a certificate for another name, and no network lies between.
    ignoreTLS: !secure && local && options.requireTLS !== true,
    verify: options['tls.rejectUnauthorized'] ?? true,
    login,
  };
}

function readOptions(
  parameters: URLSearchParams,
): Partial<Record<(typeof OPTIONS)[number], boolean>> {
  const options: Partial<Record<(typeof OPTIONS)[number], boolean>> = {};
  for (const [name, value] of parameters) {
    const option = OPTIONS.find((each) => each === name);
    if (option === undefined) {
      throw new Error(
        `PORTICO_SMTP_URL has the option ${name.slice(0, 40)}, which is not known. ` +
          `It accepts ${OPTIONS.join(' and ')}.`,
      );
    }
    if (value !== 'true' && value !== 'false') {
      throw new Error(`PORTICO_SMTP_URL: the option ${option} accepts true or false.`);
    }
    options[option] = value === 'true';
  }
  return options;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

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
const SMTP_TIMEOUTS: SmtpTimeouts = {
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
interface SmtpOptions {
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
