import type http from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type AddressRange, parseRange } from '../lib/ip-address.js';
import {
  addressesOf,
  areAllowed,
  bodyWithin,
  isRefusedAddress,
  rangesOf,
  requestTo,
} from '../lib/outgoing.js';

/**
 * Something that a source did not answer as it should. The message says why, and holds neither a token nor what stands
 * behind the path of an address.
 */
export class SourceProblem extends Error {
  /** @param status The HTTP status; 0 where there was no whole answer. */
  constructor(
    message: string,
    readonly status = 0,
  ) {
    super(message);
    this.name = 'SourceProblem';
  }
}

/** An address that is not asked, whatever it would answer. */
export class RefusedAddress extends SourceProblem {}

/** An address to print: what stands behind its path may be a secret. */
export function shownUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

const unpack = promisify(gunzip);

/** The most that one answer may have, packed or not: a page of 1,000 listings with all their media has about 20 MB. */
const LARGEST_ANSWER = 128 * 1024 * 1024;

/** This machine: the only one that is asked without TLS. */
const THIS_MACHINE = ['127.0.0.0/8', '::1/128'].map((text) => parseRange(text) as AddressRange);

export interface SourceAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What is asked. */
export interface SourceRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the address is that of the operator, and may be in a network that is not public. */
  readonly isOwn: boolean;
  readonly signal: AbortSignal;
  /** Gets the bytes of each part that goes over the wire, also of an answer that breaks off. */
  readonly arrived: (bytes: number) => void;
}

/**
 * Asks once, and follows nothing. The name is looked up once and the connection goes to what was found, so that an answer
 * of the name server that changes in between changes nothing.
 *
 * @throws SourceProblem
 */
export async function ask(url: URL, request: SourceRequest): Promise<SourceAnswer> {
  try {
    return await send(url, request);
  } catch (error) {
    if (error instanceof SourceProblem) throw error;
    if (isRefusedAddress(error as Error)) throw refused(url);
    const { code = '' } = error as NodeJS.ErrnoException;
    const why = request.signal.aborted ? 'took too long or was ended' : 'failed';
    throw new SourceProblem(
      `The request to ${shownUrl(url)} ${why}${code === '' ? '' : ` (${code})`}.`,
    );
  }
}

async function send(url: URL, request: SourceRequest) {
  const { method, headers, body, isOwn, signal, arrived } = request;
  const found = await addressesOf(url);
  if (url.protocol !== 'https:' && !(isOwn && areAllowed(found, THIS_MACHINE))) {
    throw new RefusedAddress(
      `${shownUrl(url)} is not HTTPS: only this machine is asked without, where url itself is there.`,
    );
  }
  const response = await requestTo(found, url, isOwn ? rangesOf(found) : [], {
    ...{ method, signal, body },
    headers: { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
  });
  return answerOf(url, response, arrived);
}

async function answerOf(
  url: URL,
  response: http.IncomingMessage,
  arrived: SourceRequest['arrived'],
): Promise<SourceAnswer> {
  const packed = await bodyWithin(response, LARGEST_ANSWER, () => tooLarge(url), arrived);
  const { statusCode: status = 0, headers } = response;
  if (headers['content-encoding'] !== 'gzip') return { status, headers, body: packed };
  const body = await unpack(packed, { maxOutputLength: LARGEST_ANSWER }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(url)
      : new SourceProblem(`What ${shownUrl(url)} answered cannot be unpacked.`);
  });
  return { status, headers, body };
}

function tooLarge(url: URL): SourceProblem {
  return new SourceProblem(`What ${shownUrl(url)} answered is larger than 128 MB.`);
}

function refused(url: URL): RefusedAddress {
  return new RefusedAddress(`${shownUrl(url)} leads to an address that is not public.`);
}
