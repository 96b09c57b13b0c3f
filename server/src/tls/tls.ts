import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server as PlainServer } from 'node:http';
import { Server } from 'node:https';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import type { Clock, Timer } from '../lib/clock.js';
import { createOnce, readIfThere, replaceFile } from '../lib/create-once.js';

const DAY = 86_400_000;

/** Browsers accept no certificate that is valid for longer than 398 days. */
const VALID_DAYS = 397;

/** A start replaces a certificate of our own that has fewer days left than this. */
const RENEW_DAYS = 30;

/** The organisation in certificates made here, which distinguishes them from an operator's own. */
const MADE_HERE = 'Portico self-signed';

/** The certificate and key of a TLS server, and the certificate's path. */
export interface TlsIdentity {
  /** PEM: the certificate, with its chain if it has one. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  /** The path of the certificate, for callers that must be configured to trust it. */
  readonly certificateFile: string;
}

/**
 * The server's certificate: the configured one, or one of its own under `PORTICO_DATA/tls`. The
 * first start makes that one. It is replaced 30 days before its end, or when it does not cover a
 * name that the server answers under.
 *
 * The private key of its own is made once and never changes. So a certificate always fits the key
 * next to it, however many starts happen at once and wherever one is killed.
 */
export async function tlsIdentity(
  config: Pick<Config, 'tls' | 'dataFolder' | 'host' | 'baseUrl'>,
  clock: Clock,
): Promise<TlsIdentity> {
  if (config.tls !== undefined) {
    const { certificateFile, keyFile } = config.tls;
    const [cert, key] = await Promise.all([
      readFile(certificateFile, 'utf8'),
      readFile(keyFile, 'utf8'),
    ]);
    return { cert, key, certificateFile };
  }
  const folder = join(config.dataFolder, 'tls');
  const certificateFile = certificatePath(config);
  const key = await createOnce(join(folder, 'key.pem'), newPrivateKey);
  const names = namesOf(config);
  const found = await readIfThere(certificateFile);
  if (found === undefined) {
    const cert = await createOnce(certificateFile, () => newCertificate(key, names, clock));
    return { cert, key, certificateFile };
  }
  if (!isOurs(found)) {
    if (matches(found, key)) return { cert: found, key, certificateFile };
    throw new Error(
      `${certificateFile} is not a certificate of the key in ${join(folder, 'key.pem')}. Name your ` +
        'own pair in PORTICO_TLS_CERT and PORTICO_TLS_KEY, or remove both files to have a new pair made.',
    );
  }
  if (!matches(found, key) || isDue(found, names, clock)) {
    await replaceFile(certificateFile, await newCertificate(key, names, clock));
  }
  return { cert: await readFile(certificateFile, 'utf8'), key, certificateFile };
}

/** The file of the certificate that the server shows: the configured one, or one of its own. */
export function certificatePath({ tls, dataFolder }: Pick<Config, 'tls' | 'dataFolder'>): string {
  return tls?.certificateFile ?? join(dataFolder, 'tls', 'certificate.pem');
}

/** The host names and addresses under which callers reach the server. */
function namesOf({ host, baseUrl }: Pick<Config, 'host' | 'baseUrl'>): readonly string[] {
  const names = new Set(['localhost', '127.0.0.1', '::1']);
  // A server listens on a wildcard address, but no caller uses it as a name.
  if (host !== '0.0.0.0' && host !== '::') names.add(host.toLowerCase());
  if (baseUrl !== undefined) names.add(new URL(baseUrl).hostname.replace(/^\[|\]$/g, ''));
  return [...names];
}

function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function newCertificate(
  key: string,
  names: readonly string[],
  clock: Clock,
): Promise<string> {
  const publicKey = createPublicKey(key);
  const keyType = publicKey.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec';
  // Loaded only here, because it is needed once a year. In the build it has no other export than this one.
  const { default: selfsigned } = await import('selfsigned');
  const attributes = [
    { name: 'commonName', value: 'localhost' },
    { name: 'organizationName', value: MADE_HERE },
  ];
  const { cert } = await selfsigned.generate(attributes, {
    keyType,
    algorithm: 'sha256',
    keyPair: {
      privateKey: key,
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
    // The earlier date lets a caller whose clock is behind accept the certificate.
    notBeforeDate: new Date(clock.now() - DAY),
    notAfterDate: new Date(clock.now() + (VALID_DAYS - 1) * DAY),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) =>
          isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name },
        ),
      },
    ],
  });
  return `${cert.trimEnd()}\n`;
}

/** Whether this program made the certificate; an operator's own is never replaced. */
function isOurs(pem: string): boolean {
  const { subject, issuer } = new X509Certificate(pem);
  return subject === issuer && subject.split('\n').includes(`O=${MADE_HERE}`);
}

function matches(pem: string, key: string): boolean {
  return new X509Certificate(pem).checkPrivateKey(createPrivateKey(key));
}

function isDue(pem: string, names: readonly string[], clock: Clock): boolean {
  const certificate = new X509Certificate(pem);
  if (Date.parse(certificate.validTo) - clock.now() < RENEW_DAYS * DAY) return true;
  return names.some((name) =>
    isIP(name) === 0
      ? certificate.checkHost(name) === undefined
      : certificate.checkIP(name) === undefined,
  );
}

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
