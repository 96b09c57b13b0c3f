import type { NodemailerError } from 'nodemailer';
import { DeliveryError, type DeliveryFailure } from './transport.js';

const NO_TLS = 'There is no safe connection (TLS) to the mail server';

/** How the system names what is wrong with a certificate, or with what should have been TLS. */
const TLS_TROUBLE = /^(ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Codes of errors that end an attempt before a letter was handed over, at a server that is there. */
const BEFORE_THE_LETTER: Readonly<Record<string, string>> = {
  ETLS: NO_TLS,
  EREQUIRETLS: NO_TLS,
  ENOAUTH: 'The mail server asks for a user name and password',
};

/** The same of errors on the way to it. */
const ON_THE_WAY: Readonly<Record<string, string>> = {
  EDNS: 'The name of the mail server is not found',
  EPROXY: 'The proxy does not lead to the mail server',
};

/** Codes of errors that end a connection, at any moment. */
const CONNECTION_LOST = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EPROTOCOL']);

/** Codes of errors that lie in the letter: it cannot be written out. No code at all is one. */
const OF_THE_LETTER = new Set(['EENVELOPE', 'EMESSAGE', 'EMAXRECIPIENTS', 'ESTREAM', '']);

/**
 * What an error of the mail library means for the letter and for those after it.
 *
 * @param hide Takes secrets out of what a mail server said.
 * @param begun Whether any of the letter itself has left: before, it cannot have arrived.
 */
export function smtpFailure(
  error: unknown,
  hide: (text: string) => string,
  begun: boolean,
): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const told = error as NodemailerError;
  const code = told.code ?? '';
  if (code === 'EAUTH') {
    // What the server said is left out here: some repeat what they were given.
    const status = told.responseCode === undefined ? '' : ` (${told.responseCode})`;
    return new DeliveryError(
      'unwelcome',
      `The mail server does not take the user name and password${status}.`,
    );
  }
  const words = hide(told.message);
  if (typeof told.responseCode === 'number') {
    return new DeliveryError(meaningOf(told), words);
  }
  const before = BEFORE_THE_LETTER[code];
  if (before !== undefined) return new DeliveryError('unwelcome', `${before}: ${words}`);
  const way = ON_THE_WAY[code];
  if (way !== undefined) return new DeliveryError('unreachable', `${way}: ${words}`);
  const origin = told.originalCode ?? '';
  if (TLS_TROUBLE.test(origin)) {
    // What the library of TLS says is for those who wrote it.
    const trouble = origin.startsWith('ERR_SSL_') ? origin : words;
    return new DeliveryError('unwelcome', `${NO_TLS}: ${trouble}`);
  }
  if (told.syscall === 'connect' || /^(CONNECT|GREETING)/.test(told.timeoutType ?? '')) {
    return new DeliveryError('unreachable', `The mail server is not reached: ${words}`);
  }
  const lost = begun ? 'uncertain' : 'unreachable';
  if (code === 'EABORT') return new DeliveryError(lost, 'The mail server took too long.');
  if (CONNECTION_LOST.has(code)) {
    return new DeliveryError(lost, `The mail server was lost on the way: ${words}`);
  }
  return new DeliveryError(
    OF_THE_LETTER.has(code) ? 'refused' : 'unreachable',
    `The letter cannot be handed over: ${words}`,
  );
}

/** What an answer of the mail server means. */
function meaningOf({ command, responseCode, permanent }: NodemailerError): DeliveryFailure {
  // 421: the server closes. And what it refuses before it has heard of a recipient, the sender's
  // address included, it refuses to every letter.
  if (responseCode === 421) return 'unwelcome';
  if (command !== 'RCPT TO' && command !== 'DATA') return 'unwelcome';
  return permanent === true ? 'refused' : 'postponed';
}
