import { X509Certificate } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';
import { keepCertificate, tlsIdentity } from '../../src/tls/tls.js';
import { ManualTimer } from '../outbox/email/manual-timer.js';
import { NOON } from '../rig/server.js';
import { eventually } from '../rig/serving.js';
import { temporaryFolder } from '../rig/temp.js';

const DAY = 86_400_000;

let server: Server | undefined;
afterEach(() => server?.close());

/** What a caller is shown who connects now. */
function shown(): Promise<X509Certificate> {
  if (server === undefined) throw new Error('Nobody listens.');
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      const { raw } = socket.getPeerCertificate();
      socket.end();
      resolve(new X509Certificate(raw));
    });
    socket.on('error', reject);
  });
}

async function serving(tls: { certificateFile: string; keyFile: string } | undefined) {
  const clock = new ManualClock(NOON);
  const timer = new ManualTimer(clock);
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const config = { dataFolder: temporaryFolder(), host: '127.0.0.1', baseUrl: undefined, tls };
  const identity = await tlsIdentity(config, clock);
  const started = createServer({ cert: identity.cert, key: identity.key });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const kept = keepCertificate(started, identity, { config, clock, timer, log });
  /** Goes to the next hour, and waits until the certificate has been looked at. */
  const nextHour = () =>
    new Promise<void>((resolve) => {
      const after = timer.after.bind(timer);
      timer.after = (ms, run) => {
        timer.after = after;
        resolve();
        return after(ms, run);
      };
      timer.next();
    });
  return { clock, config, kept, lines, nextHour, timer };
}

test('a running server replaces its own certificate 30 days before it ends', async () => {
  const { clock, kept, lines, nextHour } = await serving(undefined);
  const first = await shown();
  await nextHour();
  expect((await shown()).fingerprint256).toBe(first.fingerprint256);
  expect(lines).toEqual([]);

  clock.advance(367 * DAY);
  await nextHour();
  const second = await shown();
  expect(second.fingerprint256).not.toBe(first.fingerprint256);
  // 397 days of which one lies in the past, for callers whose clocks are behind.
  expect(Date.parse(second.validTo)).toBe(clock.now() + 396 * DAY);
  expect(second.publicKey.equals(first.publicKey)).toBe(true);
  expect(new X509Certificate(kept.current()).fingerprint256).toBe(second.fingerprint256);
  expect(lines.join()).toContain('the certificate was renewed');
});

test("shows an operator's renewed certificate, and keeps the old one while the two files do not fit", async () => {
  const clock = new ManualClock(NOON);
  const made = async (host: string) => {
    const dataFolder = temporaryFolder();
    const config = { dataFolder, host, baseUrl: undefined, tls: undefined };
    await tlsIdentity(config, clock);
    return join(dataFolder, 'tls');
  };
  const [first, second] = [await made('127.0.0.1'), await made('renewed.example')];
  const folder = temporaryFolder();
  cpSync(first, folder, { recursive: true });
  const certificateFile = join(folder, 'certificate.pem');
  const keyFile = join(folder, 'key.pem');
  const { lines, nextHour } = await serving({ certificateFile, keyFile });
  const before = await shown();

  writeFileSync(certificateFile, readFileSync(join(second, 'certificate.pem')));
  await nextHour();
  expect((await shown()).fingerprint256).toBe(before.fingerprint256);
  expect(lines.join()).toContain('the certificate cannot be renewed at present');

  writeFileSync(keyFile, readFileSync(join(second, 'key.pem')));
  await nextHour();
  const after = await eventually(shown);
  expect(after.subjectAltName).toContain('renewed.example');
});

test('is not looked at any more when the server stops', async () => {
  const { kept, timer } = await serving(undefined);
  kept.stop();
  expect(() => timer.next()).toThrow('Nothing waits');
});
