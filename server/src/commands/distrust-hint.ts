import type { AddressInfo, Server } from 'node:net';
import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';

/** The shortest time between two hints, in milliseconds: callers can cause them at will. */
const MENTION_MS = 60_000;

/** What curl and browsers say when they end a handshake for the certificate. */
const DISTRUST = ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN'];

/**
 * Says in the log how callers learn to trust the certificate that the server has made for itself, when
 * one does not. The caller's own error rarely says it: `fetch` of Node says that it failed.
 *
 * @param server It listens already.
 */
export function hintAtDistrust(
  server: Server,
  { certificateFile, clock, log }: { certificateFile: string; clock: Clock; log: Logger },
): void {
  const { address } = server.address() as AddressInfo;
  // Node hangs up without a word, but from other machines so do monitors and scanners.
  const signs = /^127\.|^::1$/.test(address) ? [...DISTRUST, 'ECONNRESET'] : DISTRUST;
  let next = 0;
  server.on('tlsClientError', ({ code }: NodeJS.ErrnoException) => {
    if (code === undefined || !signs.includes(code)) return;
    if (clock.monotonic() < next) return;
    next = clock.monotonic() + MENTION_MS;
    log.info(
      { certificate: certificateFile },
      'a caller ended the handshake, perhaps for want of trust: Node takes the certificate as NODE_EXTRA_CA_CERTS, curl as --cacert',
    );
  });
}
