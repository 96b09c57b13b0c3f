import { isIP } from 'node:net';

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
