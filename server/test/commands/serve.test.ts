import { readFileSync, statSync } from 'node:fs';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { forAnyDatabase } from '../rig/databases.js';
import { temporaryFolder } from '../rig/temp.js';
import { onlyObject, type Place, porticoJson, Running } from './portico.js';

interface Started {
  readonly run: Running;
  readonly url: string;
  /** The certificate that the server made for itself. */
  readonly ca: string;
}

/** Starts a server on a free port and waits until it says that it listens. */
async function start(place: Place, ...args: string[]): Promise<Started> {
  const environment: Place['environment'] = { PORTICO_PORT: '0', ...place.environment };
  const run = new Running({ ...place, environment }, ['serve', '--json', ...args]);
  const { url } = await run.until(({ stdout }) =>
    stdout.endsWith('\n') ? (JSON.parse(stdout) as { url: string }) : undefined,
  );
  const folder = environment.PORTICO_DATA ?? 'data';
  const ca = url.startsWith('https:')
    ? readFileSync(join(place.folder, folder, 'tls', 'certificate.pem'), 'utf8')
    : '';
  return { run, url, ca };
}

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

async function read(message: IncomingMessage): Promise<Answer> {
  let body = '';
  for await (const chunk of message.setEncoding('utf8')) body += chunk;
  return { status: message.statusCode, body };
}

function get({ url, ca }: Started, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, url), { ca, agent: false }, (answer) =>
      resolve(read(answer)),
    );
    call.on('error', reject).end();
  });
}

/** A call that has begun and whose answer waits for the rest of the body. */
function begun({ url, ca }: Started): { finish(): void; answer: Promise<Answer> } {
  const options: RequestOptions = {
    method: 'POST',
    ca,
    agent: false,
    headers: { 'content-type': 'application/json', 'content-length': 2 },
  };
  const call = request(new URL('/properties/viewCounter/', url), options);
  const answer = new Promise<Answer>((resolve, reject) => {
    call.on('response', (message) => resolve(read(message))).on('error', reject);
  });
  answer.catch(() => {});
  call.write('{');
  return { finish: () => call.end('}'), answer };
}

/** Waits until the server has taken the call up: it is asked something else meanwhile. */
async function settled(started: Started): Promise<void> {
  for (let times = 0; times < 3; times += 1) await get(started, '/api-docs');
}

describe('portico serve', () => {
  test('tells on one line where it listens, and answers there by HTTPS', async () => {
    const folder = temporaryFolder();
    const started = await start({ folder });
    expect(onlyObject(await stopped(started))).toEqual({ url: started.url });
    expect(started.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    for (const file of ['tls/certificate.pem', 'tls/key.pem', 'directory.sqlite']) {
      expect(statSync(join(folder, 'data', file)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  });

  test('keeps its certificate, and its callers their trust, over a restart', async () => {
    const place = { folder: temporaryFolder() };
    const first = await start(place);
    expect((await get(first, '/neighborhoods')).status).toBe(401);
    await stopped(first);
    const second = await start(place);
    expect(second.ca).toBe(first.ca);
    expect((await get({ ...second, ca: first.ca }, '/neighborhoods')).status).toBe(401);
  });

  test('two first starts at once share one certificate', async () => {
    const place = { folder: temporaryFolder() };
    const [one, other] = await Promise.all([start(place), start(place)]);
    expect((await get({ ...one, ca: other.ca }, '/neighborhoods')).status).toBe(401);
    expect((await get({ ...other, ca: one.ca }, '/neighborhoods')).status).toBe(401);
  });

  test('listens for plain HTTP behind a proxy, and links by HTTPS', async () => {
    const place = {
      folder: temporaryFolder(),
      environment: { PORTICO_TRUST_PROXY: '127.0.0.0/8' },
    };
    const { url } = await start(place);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const statusOf = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const call = plainRequest(new URL('/neighborhoods', url), { headers, agent: false });
        call.on('response', (answer) => resolve(answer.resume().statusCode));
        call.on('error', reject).end();
      });
    expect(await statusOf({})).toBe(403);
    expect(await statusOf({ 'x-forwarded-proto': 'https' })).toBe(401);
  });

  test('is stopped while it makes demo data, and leaves nothing half made', async () => {
    const place = { folder: temporaryFolder(), environment: { PORTICO_PORT: '0' } };
    const run = new Running(place, ['serve', '--json', '--demo']);
    await run.until(({ stderr }) => stderr.includes('"msg":"listening at ') || undefined);
    run.child.kill('SIGTERM');
    expect(await run.ended).toMatchObject({ code: 0, signal: null, stdout: '' });
    expect(run.stderr).toContain('Generating a brokerage');
    const { json } = await porticoJson(place, 'client', 'list');
    expect(json.clients).toEqual([]);
  });

  test('says which setting to change when the port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const environment = { PORTICO_PORT: String(port) };
    const run = await porticoJson({ folder: temporaryFolder(), environment }, 'serve');
    await new Promise((resolve) => taken.close(resolve));
    const message =
      `Port ${port} of 127.0.0.1 is taken by another program. Set PORTICO_PORT to a free port, ` +
      'or to 0 to have one chosen.';
    expect([run.code, run.json]).toEqual([1, { error: { code: 'failed', message } }]);
    expect(run.stderr).toContain(`portico: ${message}\n`);
  });

  test('says which setting to change when the host is not of this machine', async () => {
    const environment = { PORTICO_HOST: '192.0.2.1', PORTICO_PORT: '0' };
    const run = await porticoJson({ folder: temporaryFolder(), environment }, 'serve');
    expect(run.code).toBe(1);
    expect(JSON.stringify(run.json)).toContain('no address 192.0.2.1. Set PORTICO_HOST');
  });
});

describe('asked to stop, the server', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'answers what is under way after %s',
    async (signal) => {
      const started = await start({ folder: temporaryFolder() });
      const call = begun(started);
      await settled(started);
      started.run.child.kill(signal);
      await started.run.until(({ stderr }) => stderr.includes('stopping') || undefined);
      await expect(get(started, '/neighborhoods')).rejects.toThrow(/ECONNREFUSED/);
      // npm and the terminal each pass an interrupt on: the second of a pair changes nothing.
      started.run.child.kill(signal);
      call.finish();
      expect((await call.answer).status).toBe(401);
      expect(await started.run.ended).toMatchObject({ code: 0, signal: null });
    },
  );

  test('ends though nobody reads its log any more', async () => {
    const started = await start({ folder: temporaryFolder() });
    started.run.child.stderr?.destroy();
    // So that there is a line to write.
    await expect(get(started, '/neighborhoods')).resolves.toMatchObject({ status: 401 });
    expect(await stopped(started)).toMatchObject({ code: 0, signal: null });
  });

  test('has written every line of its log', async () => {
    const started = await start({ folder: temporaryFolder() });
    for (let call = 0; call < 100; call += 1) await get(started, '/health/live');
    const { stderr } = await stopped(started);
    const lines = stderr.trimEnd().split('\n');
    expect(lines.filter((line) => JSON.parse(line).msg === 'answered')).toHaveLength(100);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'stopping' });
  });

  test('does not wait for ever for a caller who never ends', async () => {
    const started = await start({ folder: temporaryFolder() });
    const call = begun(started);
    await settled(started);
    expect(await stopped(started)).toMatchObject({ code: 0, signal: null });
    await expect(call.answer).rejects.toThrow();
  });

  test('ends at once when it is asked again', async () => {
    const started = await start({ folder: temporaryFolder() });
    const call = begun(started);
    await settled(started);
    started.run.child.kill('SIGTERM');
    await started.run.until(({ stderr }) => stderr.includes('stopping') || undefined);
    await sleep(600);
    started.run.child.kill('SIGTERM');
    expect(await started.run.ended).toMatchObject({ code: null, signal: 'SIGTERM' });
    await expect(call.answer).rejects.toThrow();
  });
});

forAnyDatabase('a running server and the commands beside it', ({ dataFolder, databaseUrl }) => {
  const place: Place = {
    folder: dataFolder,
    environment: { PORTICO_DATA: 'data', PORTICO_DATABASE_URL: databaseUrl },
  };

  test('a client and a key made beside it work, until the key is revoked', async () => {
    const started = await start(place);
    await porticoJson(place, 'client', 'add', 'acme');
    const { json } = await porticoJson(place, 'key', 'add', 'acme');
    const path = `/neighborhoods?apiKey=${json.apiKey}`;
    expect(await get(started, path)).toEqual({ status: 200, body: '[]' });

    const revoke = await porticoJson(place, 'key', 'revoke', String(json.apiKey));
    expect(revoke.code).toBe(0);
    let status = 200;
    for (let tries = 0; tries < 100 && status !== 403; tries += 1) {
      await sleep(100);
      status = (await get(started, path)).status ?? 0;
    }
    expect(status).toBe(403);

    const { stdout, stderr } = await stopped(started);
    expect(stdout + stderr).not.toContain(String(json.apiKey));
  });

  test('secrets that were sealed under another key are warned of', async () => {
    await porticoJson(place, 'client', 'add', 'brown');
    const { json } = await porticoJson(place, 'key', 'add', 'brown', '--private');
    const started = await start(place);
    expect((await stopped(started)).stderr).not.toContain('PORTICO_SECRET_KEY');
    const PORTICO_SECRET_KEY = Buffer.alloc(32, 9).toString('base64');
    const other = await start({
      ...place,
      environment: { ...place.environment, PORTICO_SECRET_KEY },
    });
    const { stderr } = await stopped(other);
    expect(stderr).toContain('sealed under another PORTICO_SECRET_KEY');
    expect(stderr).toContain(String(json.apiKey).slice(0, 11));
    expect(stderr).not.toContain(String(json.apiKey));
    expect(stderr).not.toContain(PORTICO_SECRET_KEY);
  });
});

async function stopped({ run }: Started) {
  run.child.kill('SIGTERM');
  const end = await run.ended;
  expect(end).toMatchObject({ code: 0, signal: null });
  return end;
}
