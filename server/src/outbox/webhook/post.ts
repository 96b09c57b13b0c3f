import { createHmac } from 'node:crypto';
import type http from 'node:http';
import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.js';
import type { AddressRange } from '../../lib/ip-address.js';
import {
  addressesOf,
  areAllowed,
  isRefusedAddress,
  requestTo,
  retryAfter,
  unlessAborted,
} from '../../lib/outgoing.js';
import { seal, UnsealError, unseal } from '../../store/secrets/seal.js';
import { checkReceiverUrl, NOT_PUBLIC, type StoredEndpoint, UrlProblem } from './endpoint-store.js';
import type { StoredAttempt, StoredMessage } from './message-store.js';

/** How long a receiver may take, from the look-up of its name to the end of its answer. */
export const TIMEOUT_MS = 15_000;

/** How much of an answer is read, in bytes; the rest does not matter. */
const ANSWER_BYTES = 65_536;

/** How much of an answer is kept for the log, in characters. */
const ANSWER_KEPT = 1000;

interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
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

interface PostOptions {
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
    const ended = () => new NoAnswer('The attempt was ended.');
    return await unlessAborted(send(request, { ...options, signal }), signal, ended);
  } catch (error) {
    if (error instanceof NoAnswer && !signal.aborted) throw error;
    const status = error instanceof NoAnswer ? error.status : 0;
    if (timeout.aborted) {
      throw new NoAnswer(`It took longer than ${options.timeoutMs / 1000} seconds.`, status);
    }
    if (error instanceof UrlProblem) throw new NoAnswer(`The URL ${error.message}`);
    throw new NoAnswer(wordsOfError(error), status);
  }
}

async function send({ url: text, headers, body }: Request, options: PostOptions): Promise<Answer> {
  const { allowed, signal } = options;
  const url = checkReceiverUrl(text, allowed);
  const found = await addressesOf(url);
  options.onAddresses?.(found.map(({ address }) => address));
  // Plain HTTP goes to the networks that the operator allows, and to no others.
  if (url.protocol !== 'https:' && !areAllowed(found, allowed)) throw new UrlProblem(NOT_PUBLIC);
  const response = await requestTo(found, url, allowed, {
    ...{ method: 'POST', signal, body },
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  });
  return readAnswer(response).finally(() => response.destroy());
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

function wordsOfError(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (isRefusedAddress(error as Error)) return `The URL ${NOT_PUBLIC}`;
  if (/^(ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO)/.test(code)) {
    return `The receiver's certificate or TLS is not accepted (${code}).`;
  }
  return `The request failed${code === '' ? '' : ` (${code})`}.`;
}

/** The prefix of secrets, by Standard Webhooks 1.0.0. */
const PREFIX = 'whsec_';

/** Random bytes of a new secret: the standard asks for 24 to 64. */
const SECRET_BYTES = 32;

/** Makes a secret: `whsec_` and Base64. @param random Returns that many random bytes, fit for secrets. */
export function newSecret(random: (size: number) => Uint8Array): string {
  return `${PREFIX}${Buffer.from(random(SECRET_BYTES)).toString('base64')}`;
}

/**
 * The headers of an attempt at a message, by Standard Webhooks 1.0.0. R213.
 *
 * @param secrets Each signs, so that a receiver may have any of them: the current one first.
 * @param now Milliseconds since the epoch: the time of this attempt, not of the message.
 */
export function signedHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const timestamp = Math.floor(now / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(PREFIX, ''), 'base64');
    // HMAC takes an empty key, which anybody has.
    if (key.length === 0) throw new Error('A secret of webhooks is empty.');
    const signature = createHmac('sha256', key)
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
    return `v1,${signature}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signatures.join(' '),
  };
}

/** Seals the secrets of receivers, as those of API keys are sealed. R46. */
export class EndpointSecrets {
  readonly #key: () => Promise<Buffer>;
  readonly #random: (size: number) => Buffer;

  /** @param key The key that seals (`secretKeyFor`), asked for when it is needed. */
  constructor(key: () => Promise<Buffer>, random: (size: number) => Buffer) {
    this.#key = key;
    this.#random = random;
  }

  /** Seals a secret for its receiver: a copy in the row of another one does not open. */
  async seal(secret: string, publicId: string): Promise<string> {
    return seal(secret, await this.#key(), placeOfSecret(publicId), this.#random);
  }

  /** Whether the current secret of a receiver opens: it may have been sealed under another key. */
  async opens(endpoint: StoredEndpoint): Promise<boolean> {
    try {
      await this.of(endpoint, Number.POSITIVE_INFINITY);
      return true;
    } catch (error) {
      if (error instanceof UnsealError) return false;
      throw error;
    }
  }

  /**
   * The secrets that sign for a receiver, the current one first.
   *
   * @param now Milliseconds since the epoch: the secret before a rotation signs until its end.
   * @throws UnsealError when they were sealed under another key.
   */
  async of(
    { public_id, sealed_secret, old_sealed_secret, old_until }: StoredEndpoint,
    now: number,
  ): Promise<string[]> {
    const sealed = [sealed_secret, ...(old_until > now ? [old_sealed_secret] : [])];
    const key = await this.#key();
    return sealed.map((text) => unseal(text, key, placeOfSecret(public_id)));
  }
}

/** What a receiver's secret is sealed for (`seal`). */
export function placeOfSecret(publicId: string): string {
  return `webhook ${publicId}`;
}

/** What a request to a receiver needs. */
export interface RequestParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** The networks of receivers that are not on the public internet. */
  readonly allowed: readonly AddressRange[];
  /** The secrets that sign for a receiver now, the current one first. */
  readonly secretsOf: (endpoint: StoredEndpoint, now: number) => Promise<readonly string[]>;
  readonly timeoutMs?: number;
}

export type Outcome = Omit<StoredAttempt, 'id' | 'message_id' | 'at'>;

/** Signs a message, posts it to its receiver, and says what came of it. @param signal Ends it. */
export async function request(
  { clock, allowed, secretsOf, log, timeoutMs = TIMEOUT_MS }: RequestParts,
  endpoint: StoredEndpoint,
  { message_id, body }: StoredMessage,
  signal: AbortSignal,
): Promise<Omit<Outcome, 'ms'> & { readonly wishedPause?: number | undefined }> {
  const now = clock.now();
  try {
    const secrets = await secretsOf(endpoint, now);
    const answer = await post(
      {
        url: endpoint.url,
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Portico-Webhooks',
          ...signedHeaders({ id: message_id, body }, secrets, now),
        },
      },
      {
        ...{ allowed, timeoutMs, signal },
        onAddresses: (addresses) =>
          log.debug({ endpoint: endpoint.public_id, addresses }, 'a webhook leaves'),
      },
    );
    const { status } = answer;
    const good = status >= 200 && status < 300;
    return {
      status,
      reason: good ? '' : `The receiver answers ${status}.`,
      answer: answer.body,
      wishedPause: good ? undefined : retryAfter(answer.retryAfter, now),
    };
  } catch (error) {
    const status = error instanceof NoAnswer ? error.status : 0;
    return { status, reason: (error as Error).message, answer: '' };
  }
}
