import type http from 'node:http';
import { LARGEST_ORIGINAL } from 'portico-media/picture.js';
import { type Clock, systemClock } from '../../lib/clock.js';
import type { AddressRange } from '../../lib/ip-address.js';
import {
  addressesOf,
  bodyWithin,
  isRefusedAddress,
  rangesOf,
  requestTo,
  retryAfter,
  unlessAborted,
} from '../../lib/outgoing.js';

/** How long fetching a picture may take, redirects included, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** The most redirects that are followed, each to a public address again. */
const MOST_REDIRECTS = 5;

const LONGEST_URL = 4000;

const USER_AGENT = 'Portico';

/** Below it are the ports of well-known services, which a request must not be able to speak to. */
const FIRST_FREE_PORT = 1024;

/** A picture could not be fetched. The message says why, and names no address. */
export class FetchProblem extends Error {
  /**
   * @param ofHost Whether its host could not be reached, and so none of its other pictures.
   * @param busy Whether the host wants no request for now: for so many milliseconds, where it says how long.
   */
  constructor(
    message: string,
    readonly ofHost = false,
    readonly busy?: { readonly afterMs: number | undefined },
  ) {
    super(message);
    this.name = 'FetchProblem';
  }
}

export interface FetchOptions {
  /** Networks that are not on the public internet and asked nevertheless. */
  readonly allowed?: readonly AddressRange[];
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** What requests say of the program that sends them. */
  readonly userAgent?: string;
  /** What is particular to an address, also one that a redirect leads to. */
  readonly at?: (url: URL) => {
    /** Whether it is the operator's own, and may be in a network that is not public. */
    readonly isOwn: boolean;
    readonly userAgent?: string | undefined;
  };
  /** Tells how far off a date in `Retry-After` is. */
  readonly clock?: Pick<Clock, 'now'>;
}

/**
 * Takes a file from a URL: only from public addresses, as a URL in a file is somebody else's word, and at
 * most as many bytes as a picture may have. Whether they are a picture is not looked at. R292.
 *
 * @throws FetchProblem
 */
export async function fetchPicture(text: string, options: FetchOptions = {}): Promise<Buffer> {
  const { timeoutMs = TIMEOUT_MS, signal } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const both = AbortSignal.any([timeout, ...(signal === undefined ? [] : [signal])]);
  try {
    const ended = () => new FetchProblem('It was ended.');
    return await unlessAborted(follow(text, options, both), both, ended);
  } catch (error) {
    if (timeout.aborted) {
      throw new FetchProblem(`It took longer than ${timeoutMs / 1000} seconds.`, true);
    }
    if (error instanceof FetchProblem) throw error;
    throw problemOf(error as NodeJS.ErrnoException);
  }
}

async function follow(first: string, options: FetchOptions, signal: AbortSignal): Promise<Buffer> {
  const { clock = systemClock } = options;
  let url = checkedUrl(first);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await ask(url, options, signal);
    const { statusCode = 0, headers } = response;
    try {
      if (statusCode === 200) return await bodyOf(response);
      if (statusCode === 429 || statusCode === 503) {
        const afterMs = retryAfter(headers['retry-after'], clock.now());
        throw new FetchProblem(`The host answered ${statusCode}.`, false, { afterMs });
      }
      const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
      if (!isRedirect || headers.location === undefined) {
        throw new FetchProblem(`The host answered ${statusCode}.`);
      }
      url = checkedUrl(headers.location, url);
    } finally {
      response.destroy();
    }
  }
  throw new FetchProblem(`There were more than ${MOST_REDIRECTS} redirects.`);
}

function checkedUrl(text: string, base?: URL): URL {
  if (text.length > LONGEST_URL || !URL.canParse(text, base?.href)) throw new FetchProblem(NO_URL);
  const url = new URL(text, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new FetchProblem(NO_URL);
  const usual = url.protocol === 'https:' ? 443 : 80;
  const port = Number(url.port || usual);
  if (port < FIRST_FREE_PORT && port !== usual) {
    throw new FetchProblem('The port is not 80, not 443 and below 1024.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchProblem('The URL holds a user name or password.');
  }
  return url;
}

async function ask(
  url: URL,
  { allowed = [], at, userAgent: usual = USER_AGENT }: FetchOptions,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const found = await addressesOf(url);
  signal.throwIfAborted();
  const { isOwn = false, userAgent = usual } = at?.(url) ?? {};
  return requestTo(found, url, isOwn ? rangesOf(found) : allowed, {
    signal,
    headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': userAgent },
  });
}

async function bodyOf(response: http.IncomingMessage): Promise<Buffer> {
  const tooLarge = () => new FetchProblem('The file is larger than 20 MB.');
  if (Number(response.headers['content-length'] ?? 0) > LARGEST_ORIGINAL) throw tooLarge();
  return bodyWithin(response, LARGEST_ORIGINAL, tooLarge);
}

const NO_URL = 'It is not a URL of http or https.';

function problemOf(error: NodeJS.ErrnoException): FetchProblem {
  const { code = '' } = error;
  if (isRefusedAddress(error)) return new FetchProblem('The address is not public.');
  if (code === 'ENOTFOUND') return new FetchProblem('The host is not found.', true);
  if (['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EAI_AGAIN'].includes(code)) {
    return new FetchProblem('The host is not reached.', true);
  }
  return new FetchProblem(`The connection failed${code === '' ? '' : ` (${code})`}.`);
}
