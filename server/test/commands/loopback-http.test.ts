import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { describeWithRedis } from '../rig/redis.js';
import { ask, servingForAll, startServing, workerPids } from '../rig/serving.js';
import { temporaryFolder } from '../rig/temp.js';
import { porticoJson, type Running } from './portico.js';

/** The URL of plain HTTP that a server has reported. */
function httpOf(run: Running): string {
  return (JSON.parse(run.stdout) as { http: string }).http;
}

async function stop(run: Running): Promise<void> {
  run.child.kill('SIGTERM');
  expect(await run.ended).toMatchObject({ code: 0, signal: null });
}

const place = () => ({
  folder: temporaryFolder(),
  environment: { PORTICO_HTTP_PORT: '0' },
});

describe('plain HTTP on this machine', () => {
  const shared = servingForAll(place);

  test('is answered where a setting says so, and nowhere else', async () => {
    const without = await startServing({ folder: temporaryFolder() });
    expect(JSON.parse(without.run.stdout)).toEqual({ url: without.url });
    await stop(without.run);
    const http = httpOf(shared().run);
    expect(http).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await ask(http, '/health/live')).status).toBe(200);
    expect((await ask(http, '/neighborhoods')).status).toBe(401);
    // Another address, even of the same interface, has nobody behind it.
    const elsewhere = http.replace('127.0.0.1', '127.0.0.2');
    await expect(ask(elsewhere, '/health/live')).rejects.toThrow('ECONNREFUSED');
  });

  test('is refused under a name that leads elsewhere, and from a proxy', async () => {
    const http = httpOf(shared().run);
    const statusFor = async (host: string) =>
      (await ask(http, '/neighborhoods', { headers: { host } })).status;
    for (const host of ['localhost', 'localhost:3000', 'shop.localhost', '127.0.0.1', '[::1]:1']) {
      expect([host, await statusFor(host)]).toEqual([host, 401]);
    }
    for (const host of ['api.example.com', 'localhost.example.com', '127.0.0.1.example.com']) {
      expect([host, await statusFor(host)]).toEqual([host, 403]);
    }
    for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip']) {
      const { status } = await ask(http, '/neighborhoods', { headers: { [name]: '192.0.2.1' } });
      expect([name, status]).toEqual([name, 403]);
    }
    const { body } = await ask(http, '/health/live', { headers: { host: 'example.com' } });
    expect(body).toContain('use HTTPS');
  });

  test('is what browsers are told to forget, under a name of another machine', async () => {
    const { run, url } = shared();
    const told = async (base: string, headers: Readonly<Record<string, string>>, path: string) =>
      (await ask(base, path, { headers })).headers['strict-transport-security'];
    for (const path of ['/health/live', '/neighborhoods', '/nothing', '/']) {
      const name = { host: 'api.example.com:8443' };
      expect([path, await told(url, name, path)]).toEqual([path, 'max-age=31536000']);
    }
    for (const host of ['localhost', 'localhost:8443', 'shop.localhost', '127.0.0.1', '[::1]:1']) {
      expect([host, await told(url, { host }, '/health/live')]).toEqual([host, undefined]);
    }
    // A proxy says it for its own names.
    const passedOn = { host: 'api.example.com', 'x-forwarded-for': '192.0.2.1' };
    expect(await told(url, passedOn, '/health/live')).toBeUndefined();
    expect(await told(httpOf(run), { host: 'api.example.com' }, '/health/live')).toBeUndefined();
  });

  test('finishes the calls under way when the server is asked to stop', async () => {
    const { run } = await startServing(place());
    const http = httpOf(run);
    const call = request(new URL('/properties/viewCounter/', http), {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': 2 },
    });
    const status = new Promise<number | undefined>((resolve, reject) => {
      call.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    });
    call.write('{');
    for (let times = 0; times < 3; times += 1) await ask(http, '/health/live');
    run.child.kill('SIGTERM');
    await run.until(({ stderr }) => stderr.includes('stopping') || undefined);
    await expect(ask(http, '/health/live')).rejects.toThrow('ECONNREFUSED');
    call.end('}');
    expect(await status).toBe(401);
    expect(await run.ended).toMatchObject({ code: 0, signal: null });
  });

  test('says which setting to change when its port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const environment = { PORTICO_PORT: '0', PORTICO_HTTP_PORT: String(port) };
    const run = await porticoJson({ folder: temporaryFolder(), environment }, 'serve');
    await new Promise((resolve) => taken.close(resolve));
    expect(run.code).toBe(1);
    expect(JSON.stringify(run.json)).toContain(
      `Port ${port} of 127.0.0.1 is taken by another program. Set PORTICO_HTTP_PORT to`,
    );
  });

  test('is not there for a demo that is told to go without, or stands behind proxies', async () => {
    for (const other of [{ PORTICO_HTTP_PORT: 'off' }, { PORTICO_TRUST_PROXY: '10.0.0.0/8' }]) {
      const folder = temporaryFolder();
      const environment = { PORTICO_PORT: '0', ...other };
      await porticoJson({ folder, environment }, 'client', 'add', 'acme');
      const { run } = await startServing({ folder, environment }, '--demo');
      expect(Object.keys(JSON.parse(run.stdout))).toEqual(['url']);
      await stop(run);
    }
  });

  test('that comes to the port of HTTPS is answered in words', async () => {
    const { url } = shared();
    const plain = url.replace('https:', 'http:');
    const form = { text: 'x'.repeat(200_000) };
    for (const asking of [{}, { method: 'POST', form: { a: '1' } }, { method: 'POST', form }]) {
      const { status, body, headers } = await ask(plain, '/neighborhoods?apiKey=x', asking);
      expect([status, headers.connection]).toEqual([400, 'close']);
      expect(JSON.parse(body)).toContain('https://');
    }
    // It has taken nothing from those who speak TLS.
    expect((await ask(url, '/health/live')).status).toBe(200);
  });
});

describeWithRedis('plain HTTP on this machine, with workers', (redis) => {
  test('is answered on one port by all of them, also after they were replaced', async () => {
    const { folder, environment } = place();
    const serving = await startServing(
      { folder, environment: { ...environment, PORTICO_REDIS_URL: redis } },
      '--workers',
      '2',
    );
    const http = httpOf(serving.run);
    const before = workerPids(serving.run);
    for (let call = 0; call < 4; call += 1) {
      expect((await ask(http, '/health/live')).status).toBe(200);
    }
    for (const worker of before.keys()) {
      await serving.run.until(
        (run) =>
          new RegExp(`"worker":${worker},.*"route":"/health/live"`).test(run.stderr) || undefined,
      );
    }
    serving.run.child.kill('SIGHUP');
    await serving.run.until((run) => run.stderr.includes('the workers were replaced') || undefined);
    expect(workerPids(serving.run)).not.toEqual(before);
    expect((await ask(http, '/health/live')).status).toBe(200);
    await stop(serving.run);
  });
});
