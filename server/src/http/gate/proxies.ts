import type { FastifyRequest } from 'fastify';
import {
  type Address,
  type AddressRange,
  isWithin,
  neighbourhood,
  parseAddress,
  parseRange,
} from '../../lib/ip-address.js';
import { type Refusal, refusals } from './refusals.js';

/** Where a call comes from. */
export interface Origin {
  /** The caller's address; undefined if the entry of a trusted proxy cannot be read. */
  readonly address: Address | undefined;
  /** The nearest certain address: the caller's, or that of the last trusted proxy. */
  readonly nearest: Address | undefined;
}

const MOST_PEERS = 1_000;

/** The trusted proxies, and what they say about a call. R47. */
export class Proxies {
  readonly #trusted: readonly AddressRange[];
  /** Which peers are trusted: behind proxies, the same few make all connections. */
  readonly #trustedPeers = new Map<string, boolean>();

  /** @param trusted Addresses and CIDR ranges; empty: none is trusted. @throws RangeError when one is neither. */
  constructor(trusted: readonly string[]) {
    this.#trusted = trusted.map((text) => {
      const range = parseRange(text);
      if (range === undefined) throw new RangeError(`Not an address or CIDR range: ${text}`);
      return range;
    });
  }

  /**
   * Finds the caller: the socket's peer, or the address that trusted proxies report in X-Forwarded-For.
   *
   * Each proxy appends the address of its caller, so the list is read from the right, and only while
   * the author of an entry is trusted: the entries further left are the caller's own claims. An invalid
   * entry ends the walk with an unknown caller, who is on no allow-list.
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

  /** The source by which failed attempts of a caller count. */
  sourceOf(request: FastifyRequest): string {
    const { nearest } = this.origin(request);
    return nearest === undefined ? 'unknown' : neighbourhood(nearest);
  }

  /**
   * With proxies configured the server speaks plain HTTP, and refuses a call unless a trusted proxy
   * says that its caller used HTTPS. R1.
   *
   * If several proxies have appended a value, all must be `https`: `https, http` may be a caller's lie
   * followed by the truth.
   */
  checkHttps(request: FastifyRequest): Refusal | undefined {
    if (this.#trusted.length === 0) return undefined;
    if (!this.#isTrusted(request.raw.socket.remoteAddress)) return refusals.notThroughProxy;
    const protocol = request.raw.headers['x-forwarded-proto'];
    if (protocol === 'https') return undefined;
    const protocols = String(protocol ?? '').split(',');
    const secure = protocols.every((word) => word.trim().toLowerCase() === 'https');
    return secure ? undefined : refusals.notHttps;
  }

  /** @param peer The socket's remote address. */
  #isTrusted(peer = ''): boolean {
    const known = this.#trustedPeers.get(peer);
    if (known !== undefined) return known;
    const address = parseAddress(peer);
    const trusted = address !== undefined && isWithin(address, this.#trusted);
    if (this.#trustedPeers.size >= MOST_PEERS) this.#trustedPeers.clear();
    this.#trustedPeers.set(peer, trusted);
    return trusted;
  }
}

/** The socket's remote address; undefined on a Unix socket or after the close. */
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
