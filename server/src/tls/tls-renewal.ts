import type { Server as PlainServer } from 'node:http';
import { Server } from 'node:https';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import type { Clock, Timer } from '../lib/clock.js';
import { type TlsIdentity, tlsIdentity } from './tls.js';

/** The time between two checks of the certificate, in milliseconds. */
const LOOK_MS = 3_600_000;

/**
 * Keeps the certificate of a running server fresh. Once an hour it replaces a certificate of
 * Portico's own that is near its end, and shows new connections what the files then hold, which may
 * be an operator's renewed certificate. Open connections keep theirs.
 *
 * @param shown The certificate that the server shows now.
 * @returns `current` returns the shown certificate, as PEM; `stop` ends the checks.
 */
export function keepCertificate(
  server: PlainServer | Server,
  shown: TlsIdentity,
  parts: {
    readonly config: Pick<Config, 'tls' | 'dataFolder' | 'host' | 'baseUrl'>;
    readonly clock: Clock;
    readonly timer: Timer;
    readonly log: Logger;
  },
): { readonly current: () => string; readonly stop: () => void } {
  const { config, clock, timer, log } = parts;
  let identity = shown;
  let stopped = false;

  const look = async (): Promise<void> => {
    try {
      const { cert, key, certificateFile } = await tlsIdentity(config, clock);
      if (cert !== identity.cert || key !== identity.key) {
        // Throws when certificate and key do not fit, as between the writes of the two files.
        if (server instanceof Server) server.setSecureContext({ cert, key });
        identity = { cert, key, certificateFile };
        log.info('the certificate was renewed');
      }
    } catch (error) {
      log.warn(
        { reason: (error as Error).message },
        'the certificate cannot be renewed at present',
      );
    }
    if (!stopped) cancel = timer.after(LOOK_MS, look);
  };

  let cancel = timer.after(LOOK_MS, look);
  return {
    current: () => identity.cert,
    stop() {
      stopped = true;
      cancel();
    },
  };
}
