import type { FastifyRequest } from 'fastify';
import {
  type Address,
  type AddressRange,
  isWithin,
  parseAddress,
  parseRange,
} from '../lib/ip-address.js';
import { type Refusal, refusals } from './refusals.js';

/** Where a call comes from. */
export interface Origin {
  /** The caller's address, or undefined when a trusted proxy gave one that cannot be read. */
  readonly address: Address | undefined;
  /** The nearest address that is certain: the caller's, else that of the last trusted proxy. */
  readonly nearest: Address | undefined;
}

/** The proxies that are believed, and what they say of a call. R47. */
export class Proxies {
  readonly #trusted: readonly AddressRange[];

  /**
   * @param trusted Addresses and CIDR ranges; empty: nobody is believed.
   * @throws RangeError when an entry is neither.
   */
  constructor(trusted: readonly string[]) {
    this.#trusted = trusted.map((text) => {
      const range = parseRange(text);
      if (range === undefined) throw new RangeError(`Not an address or CIDR range: ${text}`);
      return range;
    });
  }

  /**
   * Finds the caller: the socket's peer, or what trusted proxies say of it in X-Forwarded-For.
   *
   * Each proxy appends the address that it was called from, so the list is read from the right
   * and only for as long as the one who wrote an entry is trusted: what stands further left is
   * whatever the caller cared to send. An entry that is no address ends the walk with the caller
   * unknown, and an unknown caller is on nobody's allow-list.
   */
  origin(request: FastifyRequest): Origin {
    let nearest = peerOf(request);
    const forwarded = request.raw.headers['x-forwarded-for'];
    if (nearest === undefined || forwarded === undefined) return { address: nearest, nearest };
    const entries = String(forwarded).split(',');
    for (let at = entries.length - 1; at >= 0 && isWithin(nearest, this.#trusted); at -= 1) {
      const address = parseForwarded(entries[at] ?? '');
      if (address === undefined) return { address: undefined, nearest };
      nearest = address;
    }
    return { address: nearest, nearest };
  }

  /**
   * Where proxies are configured the server itself speaks plain HTTP, and refuses a call unless
   * one of them vouches that its caller used HTTPS. R1.
   *
   * Where several proxies have appended their word, all must say so: `https, http` may as well be
   * a caller's lie followed by the truth.
   */
  checkHttps(request: FastifyRequest): Refusal | undefined {
    if (this.#trusted.length === 0) return undefined;
    const peer = peerOf(request);
    if (peer === undefined || !isWithin(peer, this.#trusted)) return refusals.notThroughProxy;
    const said = String(request.raw.headers['x-forwarded-proto'] ?? '').split(',');
    const secure = said.every((word) => word.trim().toLowerCase() === 'https');
    return secure ? undefined : refusals.notHttps;
  }
}

/** The socket's other end; undefined when it has none, as on a Unix socket or once it is closed. */
function peerOf(request: FastifyRequest): Address | undefined {
  const text = request.raw.socket.remoteAddress;
  return text === undefined ? undefined : parseAddress(text);
}

/** An X-Forwarded-For entry; some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function parseForwarded(entry: string): Address | undefined {
  const text = entry.trim();
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  const withPort = /^([\d.]+):\d{1,5}$/.exec(text)?.[1];
  return parseAddress(bracketed ?? withPort ?? text);
}
