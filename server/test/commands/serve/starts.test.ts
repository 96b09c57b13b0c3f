import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/lib/clock.js';
import { tlsIdentity } from '../../../src/tls/tls.js';
import { describeWithRedis } from '../../rig/redis.js';
import { ask, startServing, workerPids } from '../../rig/serving.js';
import { temporaryFolder } from '../../rig/temp.js';
import { portico, porticoJson, Running } from '../portico.js';

/** Calls after which one that was sent before them has been taken up. */
const TAKEN_UP_AFTER = 3;

/** Sends half a call, which keeps the worker that has taken it up. */
async function callUnderWay(url: string) {
  const call = request(new URL('/properties/viewCounter/', url), {
    method: 'POST',
    rejectUnauthorized: false,
    agent: false,
    headers: { 'content-type': 'application/json', 'content-length': 2 },
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    call.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
  call.write('{');
  for (let times = 0; times < TAKEN_UP_AFTER; times += 1) await ask(url, '/api-docs');
  /** Sends the rest; resolves with the status of the answer. */
  const finished = () => {
    call.end('}');
    return status;
  };
  return { finished };
}

/** A folder with a certificate of Portico's own making, named as an operator's. */
async function withCertificate() {
  const folder = temporaryFolder();
  const pair = { tls: undefined, dataFolder: join(folder, 'pair'), host: '127.0.0.1' };
  const made = await tlsIdentity({ ...pair, baseUrl: undefined }, systemClock);
  const certificate = made.certificateFile;
  const environment = {
    PORTICO_TLS_CERT: certificate,
    PORTICO_TLS_KEY: join(dirname(certificate), 'key.pem'),
  };
  return { folder, certificate, environment };
}

describe('portico serve --workers', () => {
  test.each(['0', '-1', '1.5', 'many', '129'])('%s is wrong usage', async (number) => {
    const { code, stderr } = await portico(
      { folder: temporaryFolder() },
      'serve',
      `--workers=${number}`,
    );
    expect(code).toBe(2);
    expect(stderr).toContain('A whole number from 1 to 128, or auto, is accepted.');
  });

  test('more than one is wrong usage without a Redis', async () => {
    const run = await porticoJson({ folder: temporaryFolder() }, 'serve', '--workers', '2');
    expect(run.code).toBe(2);
    expect(run.json).toMatchObject({ error: { code: 'usage', option: '--workers' } });
    expect(JSON.stringify(run.json)).toContain('--workers: 2 processes need PORTICO_REDIS_URL');
  });

  test('one needs no Redis, can be replaced, and is among the metrics as long as it is there', async () => {
    const place = { folder: temporaryFolder(), environment: { PORTICO_METRICS_PORT: '0' } };
    const serving = await startServing(place, '--workers', '1');
    const first = workerPids(serving.run).get(1);
    for (let times = 0; times < 3; times += 1) await ask(serving.url, '/api-docs');
    const counted = async () => {
      const { body } = await ask(serving.metrics ?? '', '/metrics');
      return /^portico_http_requests_total\{[^}]*api-docs[^}]*\} (\d+)$/m.exec(body)?.[1];
    };
    expect(await counted()).toBe('3');
    const call = await callUnderWay(serving.url);
    serving.run.child.kill('SIGHUP');
    await serving.run.until(({ stderr }) => stderr.includes('a worker listens') || undefined);
    const asked = 3 + TAKEN_UP_AFTER;
    expect(await counted()).toBe(String(asked));
    expect(serving.run.stderr).not.toContain('the workers were replaced');
    expect(await call.finished()).toBe(401);
    await serving.run.until(
      ({ stderr }) => stderr.includes('the workers were replaced') || undefined,
    );
    expect(await counted()).toBe(String(asked));
    await serving.run.until((run) => workerPids(run).get(1) !== first || undefined);
    expect((await ask(serving.url, '/health/ready')).status).toBe(200);
    serving.run.child.kill('SIGINT');
    expect(await serving.run.ended).toMatchObject({ code: 0, signal: null });
  });

  test('one that dies while a new one is tried is replaced, though that one cannot start', async () => {
    const { folder, certificate, environment } = await withCertificate();
    const serving = await startServing({ folder, environment }, '--workers', '1');
    writeFileSync(certificate, 'no certificate');
    serving.run.child.kill('SIGHUP');
    await serving.run.until(
      ({ stderr }) => stderr.includes('replacing the workers one by one') || undefined,
    );
    for (const pid of workerPids(serving.run).values()) process.kill(pid, 'SIGKILL');
    const { code, stderr } = await serving.run.ended;
    expect(code).toBe(1);
    expect(stderr).toContain('the others stay as they are');
    expect(stderr).toContain('The workers end at their start again and again: PORTICO_TLS_CERT');
  }, 180_000);

  test('is stopped, and waits with a reload, while it starts', async () => {
    const environment = { PORTICO_PORT: '0' };
    const run = new Running({ folder: temporaryFolder(), environment }, [
      'serve',
      '--json',
      '--demo',
      '--workers',
      '1',
    ]);
    // The first worker listens by then, and demo data are being made.
    await run.until(({ stderr }) => stderr.includes('"msg":"listening at ') || undefined);
    run.child.kill('SIGHUP');
    run.child.kill('SIGTERM');
    expect(await run.ended).toMatchObject({ code: 0, signal: null, stdout: '' });
    expect(run.stderr).not.toContain('replacing the workers');
  }, 180_000);

  test('a port that is taken is said once', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const environment = { PORTICO_PORT: String(port) };
    const place = { folder: temporaryFolder(), environment };
    const run = await porticoJson(place, 'serve', '--workers', '1');
    await new Promise((resolve) => taken.close(resolve));
    expect(run.code).toBe(1);
    expect(JSON.stringify(run.json)).toContain(`Port ${port} of 127.0.0.1 is taken`);
    expect(run.stderr.split('is taken by another program').length - 1).toBe(1);
  });

  test('what is under way is answered before the end', async () => {
    const serving = await startServing({ folder: temporaryFolder() }, '--workers', '1');
    const call = await callUnderWay(serving.url);
    serving.run.child.kill('SIGTERM');
    await serving.run.until(({ stderr }) => stderr.includes('stopping') || undefined);
    expect(await call.finished()).toBe(401);
    expect(await serving.run.ended).toMatchObject({ code: 0, signal: null });
  });
});

test('a call is answered that came before its idle connection was closed', async () => {
  const { run, url } = await startServing({ folder: temporaryFolder() });
  const agent = new Agent({ keepAlive: true });
  await ask(url, '/api-docs', { agent });
  run.child.kill('SIGTERM');
  await run.until(({ stderr }) => stderr.includes('stopping') || undefined);
  // As on a machine that gives the process no time: the call arrives, and only then the connection has been idle long enough.
  run.child.kill('SIGSTOP');
  const answer = ask(url, '/api-docs', { agent });
  await setTimeout(1_500);
  run.child.kill('SIGCONT');
  expect((await answer).status).toBe(200);
  agent.destroy();
  expect(await run.ended).toMatchObject({ code: 0, signal: null });
});

describeWithRedis('workers that cannot start', (redis) => {
  test('leave those alone that can, and end the server when none is left', async () => {
    const { folder, certificate, environment } = await withCertificate();
    const settings = join(folder, '.env');
    writeFileSync(settings, `PORTICO_REDIS_URL=${redis}\n`);
    const serving = await startServing({ folder, environment }, '--workers', '2');
    const refused = () => serving.run.stderr.split('the others stay as they are').length - 1;
    const reload = async (times: number) => {
      serving.run.child.kill('SIGHUP');
      await serving.run.until(() => refused() === times || undefined);
      expect((await ask(serving.url, '/health/ready')).status).toBe(200);
    };
    writeFileSync(settings, '');
    await reload(1);
    expect(serving.run.stderr).toContain('--workers: 2 processes need PORTICO_REDIS_URL');

    writeFileSync(settings, `PORTICO_REDIS_URL=${redis}\n`);
    writeFileSync(certificate, 'no certificate');
    await reload(2);
    for (const pid of workerPids(serving.run).values()) process.kill(pid, 'SIGKILL');
    const { code, stdout, stderr } = await serving.run.ended;
    expect(code).toBe(1);
    expect(stderr).toContain('The workers end at their start again and again: PORTICO_TLS_CERT');
    expect(JSON.parse(stdout.split('\n')[1] ?? '')).toMatchObject({ error: { code: 'failed' } });
  }, 180_000);
});
