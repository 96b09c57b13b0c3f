import { lookup as lookupName } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { AddressRange } from '../../lib/ip-address.js';
import {
  areAllowed,
  type FoundAddress,
  isRefusedAddress,
  pinned,
  publicAgent,
} from '../../lib/outgoing.js';
import { checkReceiverUrl, hostOf, NOT_PUBLIC, UrlProblem } from './receiver-url.js';

/** How long a receiver may take, from the look-up of its name to the end of its answer. */
export const TIMEOUT_MS = 15_000;

/** How much of an answer is read, in bytes; the rest does not matter. */
const ANSWER_BYTES = 65_536;

/** How much of an answer is kept for the log, in characters. */
const ANSWER_KEPT = 1000;

/** A request to a receiver. */
export interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a receiver answered. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The beginning of the body. */
  readonly body: string;
}

/** There was no whole answer. The message says why, and names no address of a network. */
export class NoAnswer extends Error {
  /** @param status The HTTP status, where an answer had begun. */
  constructor(
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }
}

/** How requests are made. */
export interface PostOptions {
  /** Networks of receivers that are not on the public internet (PORTICO_WEBHOOK_ALLOW). */
  readonly allowed: readonly AddressRange[];
  readonly timeoutMs: number;
  /** Ends the request at once. */
  readonly signal: AbortSignal;
  /** Gets the addresses that the name led to, for the server's own log. */
  readonly onAddresses?: (addresses: readonly string[]) => void;
}

/**
 * Posts to a receiver and reads its answer. Redirects are not followed.
 *
 * The name is looked up once, and the connection goes to what was found: an answer of the name server that
 * changes in between (DNS rebinding) changes nothing. R215.
 *
 * @throws NoAnswer
 */
export async function post(request: Request, options: PostOptions): Promise<Answer> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([timeout, options.signal]);
  try {
    return await within(send(request, { ...options, signal }), signal);
  } catch (error) {
    if (error instanceof NoAnswer && !signal.aborted) throw error;
    const status = error instanceof NoAnswer ? error.status : 0;
    if (timeout.aborted) {
      throw new NoAnswer(`It took longer than ${options.timeoutMs / 1000} seconds.`, status);
    }
    if (error instanceof UrlProblem) throw new NoAnswer(`The URL ${error.message}`);
    throw new NoAnswer(wordsOf(error), status);
  }
}

async function send({ url: text, headers, body }: Request, options: PostOptions): Promise<Answer> {
  const url = checkReceiverUrl(text, options.allowed);
  const found = await lookupName(hostOf(url), { all: true });
  options.onAddresses?.(found.map(({ address }) => address));
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    agent: agentFor(url, found, options.allowed),
    lookup: pinned(found),
    signal: options.signal,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  });
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      readAnswer(response)
        .then(resolve, reject)
        .finally(() => request.destroy());
    });
    request.end(body);
  });
}

/** Plain HTTP goes to the networks that the operator allows, and to no others. */
function agentFor(
  url: URL,
  found: readonly FoundAddress[],
  allowed: readonly AddressRange[],
): http.Agent {
  if (url.protocol !== 'https:' && !areAllowed(found, allowed)) throw new UrlProblem(NOT_PUBLIC);
  return publicAgent(url, found, allowed);
}

async function readAnswer(response: http.IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = response;
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of response) {
      parts.push(part as Buffer);
      bytes += (part as Buffer).length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch {
    throw new NoAnswer('The connection closed in the middle of the answer.', status);
  }
  const body = Buffer.concat(parts).toString('utf8').slice(0, ANSWER_KEPT).replaceAll('\0', '');
  return { status, retryAfter: headers['retry-after'], body };
}

/** Rejects when the signal says so: a look-up of a name cannot be ended. */
function within<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new NoAnswer('The attempt was ended.'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/** Words for errors of connections, by code. They repeat no address, which would tell of the network. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refuses connections.',
  ECONNRESET: 'The receiver closed the connection.',
  ENOTFOUND: 'The name of the receiver is not found.',
  EAI_AGAIN: 'The name of the receiver is not found at present.',
  EHOSTUNREACH: 'The receiver is not reached.',
  ENETUNREACH: 'The receiver is not reached.',
  ETIMEDOUT: 'The receiver is not reached.',
};

function wordsOf(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (isRefusedAddress(error as Error)) return `The URL ${NOT_PUBLIC}`;
  if (/^(ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO)/.test(code)) {
    return `The receiver's certificate or TLS is not accepted (${code}).`;
  }
  return `The request failed${code === '' ? '' : ` (${code})`}.`;
}
