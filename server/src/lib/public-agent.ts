import type { Agent } from 'node:http';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { type AddressRange, isWithin, parseAddress } from './ip-address.js';

/** An address that the name of a host leads to. */
export interface FoundAddress {
  readonly address: string;
  readonly family: number;
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
export function publicAgent(
  { protocol }: URL,
  found: readonly FoundAddress[],
  allowed: readonly AddressRange[],
): Agent {
  const filter = { allowPrivateIPAddress: areAllowed(found, allowed), allowMetaIPAddress: false };
  return protocol === 'https:'
    ? new RequestFilteringHttpsAgent(filter)
    : new RequestFilteringHttpAgent(filter);
}

/**
 * Answers every look-up with what was found, which the agent checks: an answer of the name server that
 * changes in between (DNS rebinding) changes nothing.
 */
export function pinned(found: readonly FoundAddress[]): LookupFunction {
  return (_name, { all }, done) => {
    const [first] = found;
    if (all === true) done(null, [...found]);
    else done(null, first?.address ?? '', first?.family);
  };
}

/** Whether an agent has refused an address as not public. */
export function isRefusedAddress({ message }: Error): boolean {
  return message.includes('is not allowed. Because');
}
