import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address, never an IPv4-mapped IPv6 one. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network address and its prefix length in bits. */
export type AddressRange = readonly [Address, number];

/**
 * Reads an address as a socket or a proxy writes it. `::ffff:192.0.2.1`, which a dual-stack socket
 * reports for an IPv4 caller, becomes 192.0.2.1, so that lists need one spelling only. `isIP` comes
 * before the parser, which would also take `010.1`, `0x7f.1` and the like.
 *
 * @returns undefined if the text is no address.
 */
export function parseAddress(text: string): Address | undefined {
  if (isIP(text) === 0) return undefined;
  const zone = text.indexOf('%');
  return ipaddr.process(zone === -1 ? text : text.slice(0, zone));
}

/** Whether only this machine can reach a host. @param host An address or a name. */
export function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host.toLowerCase() === 'localhost';
}

/** Reads an address or a CIDR range; undefined for neither. A range of IPv4-mapped addresses becomes the IPv4 range. */
export function parseRange(text: string): AddressRange | undefined {
  const [host = '', length, ...rest] = text.trim().split('/');
  if (isIP(host) === 0 || host.includes('%') || rest.length > 0) return undefined;
  const address = ipaddr.parse(host);
  const width = address.kind() === 'ipv4' ? 32 : 128;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const bits = length === undefined ? width : Number(length);
  if (bits > width) return undefined;
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96];
  }
  return [address, bits];
}

export function isWithin(address: Address, ranges: readonly AddressRange[]): boolean {
  const kind = address.kind();
  return ranges.some(([base, bits]) => base.kind() === kind && address.match(base, bits));
}

/**
 * The source that an address counts as: an IPv4 address, or the /64 of an IPv6 one, as a caller with
 * one address of a /64 can use all of them.
 */
export function neighbourhood(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * The URL of a server, from the address that it listens on.
 *
 * @param host An address or a host name; a wildcard address becomes `localhost`, as nobody can connect
 *   to it by that name and no certificate covers it.
 */
export function urlOf(scheme: 'http' | 'https', host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `${scheme}://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}

/** An address or a CIDR range in one spelling; undefined where a text is neither. */
export function spelledRange(text: string): string | undefined {
  const range = parseRange(text);
  if (range === undefined) return undefined;
  const [address, bits] = range;
  const whole = address.kind() === 'ipv4' ? 32 : 128;
  return bits === whole ? address.toString() : `${address}/${bits}`;
}
