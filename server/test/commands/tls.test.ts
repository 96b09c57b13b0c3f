import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';
import { secretKeyFor } from '../../src/store/secrets/secret-key.js';
import { type TlsIdentity, tlsIdentity } from '../../src/tls/tls.js';
import { temporaryFolder } from '../rig/temp.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;

interface Home {
  readonly dataFolder: string;
  readonly host: string;
  readonly baseUrl: string | undefined;
  readonly tls: undefined;
}

function home(settings: Partial<Home> = {}): Home {
  const dataFolder = settings.dataFolder ?? temporaryFolder();
  return { host: '127.0.0.1', baseUrl: undefined, tls: undefined, ...settings, dataFolder };
}

function modeOf(...path: string[]): string {
  return (statSync(join(...path)).mode & 0o777).toString(8);
}

/** The status of a call to a server of this identity, by a caller who trusts its certificate. */
function callWith({ cert, key }: TlsIdentity, name: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer({ cert, key }, (_request, reply) => reply.end());
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const options = { host: '127.0.0.1', port, servername: name, ca: cert, agent: false };
      get(options, (answer) => {
        answer.resume();
        server.close(() => resolve(answer.statusCode));
      }).on('error', (error) => server.close(() => reject(error)));
    });
  });
}

describe('the certificate of a first start', () => {
  test('is a fresh ECDSA one for this machine, for 396 days, in private files', async () => {
    const at = home({ host: 'portico.example.com', baseUrl: 'https://api.example.com/v1' });
    const { cert, key, certificateFile } = await tlsIdentity(at, new ManualClock(NOW));
    const certificate = new X509Certificate(cert);
    expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(certificate.subjectAltName?.split(', ')).toEqual([
      'DNS:localhost',
      'IP Address:127.0.0.1',
      'IP Address:0:0:0:0:0:0:0:1',
      'DNS:portico.example.com',
      'DNS:api.example.com',
    ]);
    expect(Date.parse(certificate.validFrom)).toBe(NOW - DAY);
    expect(Date.parse(certificate.validTo)).toBe(NOW + 396 * DAY);
    expect(certificate.ca).toBe(false);
    expect(certificateFile).toBe(join(at.dataFolder, 'tls', 'certificate.pem'));
    expect(readFileSync(certificateFile, 'utf8')).toBe(cert);
    expect(readFileSync(join(at.dataFolder, 'tls', 'key.pem'), 'utf8')).toBe(key);
    expect(modeOf(certificateFile)).toBe('600');
    expect(modeOf(at.dataFolder, 'tls', 'key.pem')).toBe('600');
    expect(modeOf(at.dataFolder, 'tls')).toBe('700');
  });

  test('is accepted by a caller who is told to trust it', async () => {
    const identity = await tlsIdentity(home(), new ManualClock(Date.now()));
    expect(await callWith(identity, 'localhost')).toBe(200);
    await expect(callWith(identity, 'elsewhere.example.com')).rejects.toThrow(/altnames/);
  });

  test('is one and the same for starts that happen at once', async () => {
    const at = home();
    const clock = new ManualClock(NOW);
    const starts = await Promise.all(Array.from({ length: 8 }, () => tlsIdentity(at, clock)));
    expect(new Set(starts.map(({ cert }) => cert)).size).toBe(1);
    expect(new Set(starts.map(({ key }) => key)).size).toBe(1);
    expect(readdirSync(join(at.dataFolder, 'tls')).sort()).toEqual(['certificate.pem', 'key.pem']);
  });
});

describe('a certificate of our own', () => {
  test('stays until 30 days before its end, and its key for ever', async () => {
    const at = home();
    const clock = new ManualClock(NOW);
    const first = await tlsIdentity(at, clock);
    clock.advance(366 * DAY);
    expect((await tlsIdentity(at, clock)).cert).toBe(first.cert);
    clock.advance(1);
    const second = await tlsIdentity(at, clock);
    expect(second.cert).not.toBe(first.cert);
    expect(second.key).toBe(first.key);
    expect(Date.parse(new X509Certificate(second.cert).validTo)).toBeGreaterThan(
      NOW + 2 * 365 * DAY,
    );
    expect(modeOf(second.certificateFile)).toBe('600');
  });

  test('is replaced when the server is to answer under another name', async () => {
    const clock = new ManualClock(NOW);
    const at = home();
    const first = await tlsIdentity(at, clock);
    expect((await tlsIdentity({ ...at, host: '0.0.0.0' }, clock)).cert).toBe(first.cert);
    const named = { ...at, baseUrl: 'https://API.example.com' };
    const second = await tlsIdentity(named, clock);
    expect(new X509Certificate(second.cert).checkHost('api.example.com')).toBe('api.example.com');
    expect((await tlsIdentity(named, clock)).cert).toBe(second.cert);
  });

  test('is made anew for a key that was lost', async () => {
    const at = home();
    const clock = new ManualClock(NOW);
    const first = await tlsIdentity(at, clock);
    rmSync(join(at.dataFolder, 'tls', 'key.pem'));
    const second = await tlsIdentity(at, clock);
    expect(second.key).not.toBe(first.key);
    expect(
      new X509Certificate(second.cert).verify(new X509Certificate(second.cert).publicKey),
    ).toBe(true);
    expect(second.cert).not.toBe(first.cert);
  });
});

describe('a certificate that somebody put in the place of ours', () => {
  async function foreign(): Promise<{ at: Home; cert: string; key: string }> {
    const at = home();
    const clock = new ManualClock(NOW);
    await tlsIdentity(at, clock);
    const own = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const key = own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { cert } = await generate([{ name: 'commonName', value: 'api.example.com' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      keyPair: {
        privateKey: key,
        publicKey: own.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      },
      notBeforeDate: new Date(NOW - DAY),
      notAfterDate: new Date(NOW + DAY),
    });
    writeFileSync(join(at.dataFolder, 'tls', 'certificate.pem'), cert);
    return { at, cert, key };
  }

  test('is used as it is, however near its end', async () => {
    const { at, cert, key } = await foreign();
    writeFileSync(join(at.dataFolder, 'tls', 'key.pem'), key);
    expect(await tlsIdentity(at, new ManualClock(NOW))).toMatchObject({ cert, key });
    expect(readFileSync(join(at.dataFolder, 'tls', 'certificate.pem'), 'utf8')).toBe(cert);
  });

  test('is an error, and stays, without its key', async () => {
    const { at, cert } = await foreign();
    await expect(tlsIdentity(at, new ManualClock(NOW))).rejects.toThrow(/PORTICO_TLS_CERT/);
    expect(readFileSync(join(at.dataFolder, 'tls', 'certificate.pem'), 'utf8')).toBe(cert);
  });
});

describe('the secret key', () => {
  test('is made once, in a private file, by whoever comes first', async () => {
    const dataFolder = join(temporaryFolder(), 'data');
    const settings = { dataFolder, secretKey: undefined };
    const keys = await Promise.all(
      Array.from({ length: 8 }, () => secretKeyFor(settings, randomBytes)),
    );
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    const file = join(dataFolder, 'secret-key');
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toEqual(keys[0]);
    expect(modeOf(file)).toBe('600');
    expect(modeOf(dataFolder)).toBe('700');
    expect(readdirSync(dataFolder)).toEqual(['secret-key']);
  });

  test('is the configured one where there is one, and makes no file', async () => {
    const dataFolder = temporaryFolder();
    const secretKey = randomBytes(32);
    expect(await secretKeyFor({ dataFolder, secretKey }, randomBytes)).toBe(secretKey);
    expect(readdirSync(dataFolder)).toEqual([]);
  });

  test('is never replaced when its file is damaged', async () => {
    const dataFolder = temporaryFolder();
    writeFileSync(join(dataFolder, 'secret-key'), 'AAAA\n');
    const settings = { dataFolder, secretKey: undefined };
    await expect(secretKeyFor(settings, randomBytes)).rejects.toThrow(/32 bytes in Base64/);
    expect(readFileSync(join(dataFolder, 'secret-key'), 'utf8')).toBe('AAAA\n');
  });
});
