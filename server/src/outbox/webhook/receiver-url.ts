import { type AddressRange, isWithin, parseAddress } from '../../lib/ip-address.js';

/** The most characters of a URL. */
const LONGEST_URL = 2000;

/** Below it are the ports of well-known services, which a request must not be able to speak to. */
const FIRST_FREE_PORT = 1024;

/** A URL that webhooks are not sent to. The message says why, and follows on "The URL". */
export class UrlProblem extends Error {}

/**
 * Checks the URL of a receiver as far as its text goes. Whether its address may be connected to is seen
 * at each attempt, after the name was looked up. R215.
 *
 * @param allowed The networks in which receivers may take plain HTTP (PORTICO_WEBHOOK_ALLOW).
 * @throws UrlProblem
 */
export function checkReceiverUrl(text: string, allowed: readonly AddressRange[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || text.length > LONGEST_URL) {
    throw new UrlProblem(
      `is none. An https:// URL of at most ${LONGEST_URL} characters is accepted.`,
    );
  }
  const plain = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !(plain && allowed.length > 0)) {
    throw new UrlProblem(
      'does not begin with https://. Plain HTTP is accepted only for receivers in the networks of PORTICO_WEBHOOK_ALLOW.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new UrlProblem('holds a user name or password. Leave it out: messages are signed.');
  }
  if (url.hash !== '')
    throw new UrlProblem('has a part after #, which is never sent. Leave it out.');
  const port = Number(url.port || (plain ? '80' : '443'));
  if (port < FIRST_FREE_PORT && port !== (plain ? 80 : 443)) {
    throw new UrlProblem(`names the port ${port}. 443 and the ports from 1024 are accepted.`);
  }
  const address = parseAddress(hostOf(url));
  if (address === undefined || isWithin(address, allowed)) return url;
  if (plain || address.range() !== 'unicast') throw new UrlProblem(NOT_PUBLIC);
  return url;
}

/** Why an address is refused. */
export const NOT_PUBLIC =
  'leads to an address that is not public, or takes plain HTTP outside of the networks of PORTICO_WEBHOOK_ALLOW.';

/** The host of a URL, without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
