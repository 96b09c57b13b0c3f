import { lookup } from 'node:dns/promises';
import http, { type Agent, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { type AddressRange, isWithin, parseAddress, parseRange } from './ip-address.js';

/** Services of clouds for their own machines at addresses that look public: that of Azure. */
const OF_CLOUDS = ['168.63.129.16'];

/** An address that the name of a host leads to. */
export interface FoundAddress {
  readonly address: string;
  readonly family: number;
}

/** The host of a URL, without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** The addresses of a URL's host. One look-up serves the check and the connection. */
export function addressesOf(url: URL): Promise<FoundAddress[]> {
  return lookup(hostOf(url), { all: true });
}

/** The networks of only these addresses: those of the operator, which need not be public. */
export function rangesOf(found: readonly FoundAddress[]): readonly AddressRange[] {
  return found.map(({ address }) => parseRange(address)).filter((range) => range !== undefined);
}

/** Sends a request to addresses that were found, if they are public or the operator allows them. Nothing is followed. */
export function requestTo(
  found: readonly FoundAddress[],
  url: URL,
  allowed: readonly AddressRange[],
  { body, ...options }: RequestOptions & { readonly body?: string | undefined },
): Promise<IncomingMessage> {
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    ...options,
    agent: publicAgent(url, found, allowed),
    lookup: pinned(found),
  });
  return new Promise((resolve, reject) => {
    request.on('error', reject).on('response', resolve).end(body);
  });
}

/**
 * Reads an answer of at most so many bytes.
 *
 * @param arrived Gets the number of bytes of each part.
 * @throws The error of `tooLarge`.
 */
export async function bodyWithin(
  response: IncomingMessage,
  most: number,
  tooLarge: () => Error,
  arrived: (bytes: number) => void = () => {},
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    bytes += (part as Buffer).length;
    arrived((part as Buffer).length);
    if (bytes > most) throw tooLarge();
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

/** Waits for work until a signal ends the wait: a look-up of a name cannot be ended, and is left behind. */
export function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  ended: () => Error,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = () => reject(ended());
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/** Whether all addresses of a host are in networks that the operator allows. */
export function areAllowed(
  found: readonly FoundAddress[],
  allowed: readonly AddressRange[],
): boolean {
  return (
    found.length > 0 &&
    found.every(({ address }) => {
      const parsed = parseAddress(address);
      return parsed !== undefined && isWithin(parsed, allowed);
    })
  );
}

/** An agent that connects to public addresses, or to those that the operator allows. */
function publicAgent(
  { protocol }: URL,
  found: readonly FoundAddress[],
  allowed: readonly AddressRange[],
): Agent {
  const isAllowed = areAllowed(found, allowed);
  const filter = {
    allowPrivateIPAddress: isAllowed,
    allowMetaIPAddress: false,
    denyIPAddressList: isAllowed ? [] : OF_CLOUDS,
  };
  return protocol === 'https:'
    ? new RequestFilteringHttpsAgent(filter)
    : new RequestFilteringHttpAgent(filter);
}

/**
 * Answers every look-up with what was found, which the agent checks: an answer of the name server that
 * changes in between (DNS rebinding) changes nothing.
 */
function pinned(found: readonly FoundAddress[]): LookupFunction {
  return (_name, { all }, done) => {
    const [first] = found;
    if (all === true) done(null, [...found]);
    else done(null, first?.address ?? '', first?.family);
  };
}

export function isRefusedAddress({ message }: Error): boolean {
  return message.includes('is not allowed. Because');
}

/** The longest pause that is read, in milliseconds. */
const LONGEST_ASKED_MS = 24 * 3_600_000;

/** Reads `Retry-After`, seconds or a date, as milliseconds from now; undefined when it says nothing. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_ASKED_MS);
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  return Math.min(Math.max(date - now, 0), LONGEST_ASKED_MS);
}
