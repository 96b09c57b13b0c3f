import { isIP } from 'node:net';

/** The parts of PORTICO_SMTP_URL. */
export interface SmtpServer {
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

function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host.toLowerCase() === 'localhost';
}
