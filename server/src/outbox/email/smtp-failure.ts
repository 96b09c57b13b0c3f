import type { NodemailerError } from 'nodemailer';
import { DeliveryError, type DeliveryFailure } from './transport.js';

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
export function smtpFailure(
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
