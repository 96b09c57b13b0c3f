import { cpSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeWithRedis } from '../../rig/redis.js';
import { ask, startServing, workerPids } from '../../rig/serving.js';
import { temporaryFolder } from '../../rig/temp.js';
import { portico, porticoJson } from '../commands/portico.js';

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
    expect(run.json).toMatchObject({ error: { code: 'usage' } });
    expect(JSON.stringify(run.json)).toContain('--workers 2 needs PORTICO_REDIS_URL');
  });

  test('one needs no Redis, and can be replaced', async () => {
    const serving = await startServing({ folder: temporaryFolder() }, '--workers', '1');
    const first = workerPids(serving.run).get(1);
    serving.run.child.kill('SIGHUP');
    await serving.run.until(
      ({ stderr }) => stderr.includes('the workers were replaced') || undefined,
    );
    expect(workerPids(serving.run).get(1)).not.toBe(first);
    expect((await ask(serving.url, '/health/ready')).status).toBe(200);
    serving.run.child.kill('SIGINT');
    expect(await serving.run.ended).toMatchObject({ code: 0, signal: null });
  });

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
    const call = request(new URL('/properties/viewCounter/', serving.url), {
      method: 'POST',
      rejectUnauthorized: false,
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': 2 },
    });
    const status = new Promise<number | undefined>((resolve, reject) => {
      call.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    });
    call.write('{');
    // Taken up by the time that others, who came later, have their answers.
    for (let times = 0; times < 3; times += 1) await ask(serving.url, '/api-docs');
    serving.run.child.kill('SIGTERM');
    await serving.run.until(({ stderr }) => stderr.includes('stopping') || undefined);
    call.end('}');
    expect(await status).toBe(401);
    expect(await serving.run.ended).toMatchObject({ code: 0, signal: null });
  });
});

describeWithRedis('workers that cannot start', (redis) => {
  test('leave those alone that can, and end the server when none is left', async () => {
    // A certificate of Portico's own making, named as an operator's.
    const folder = temporaryFolder();
    const maker = await startServing({ folder });
    maker.run.child.kill('SIGTERM');
    await maker.run.ended;
    cpSync(join(folder, 'data', 'tls'), join(folder, 'pair'), { recursive: true });
    const certificate = join(folder, 'pair', 'certificate.pem');
    const environment = {
      PORTICO_TLS_CERT: certificate,
      PORTICO_TLS_KEY: join(folder, 'pair', 'key.pem'),
      PORTICO_REDIS_URL: redis,
    };
    const serving = await startServing({ folder, environment }, '--workers', '2');
    writeFileSync(certificate, 'no certificate');

    serving.run.child.kill('SIGHUP');
    await serving.run.until(
      ({ stderr }) => stderr.includes('the others stay as they are') || undefined,
    );
    expect((await ask(serving.url, '/health/ready')).status).toBe(200);

    for (const pid of workerPids(serving.run).values()) process.kill(pid, 'SIGKILL');
    const { code, stdout, stderr } = await serving.run.ended;
    expect(code).toBe(1);
    expect(stderr).toContain('The workers end at their start again and again: PORTICO_TLS_CERT');
    expect(JSON.parse(stdout.split('\n')[1] ?? '')).toMatchObject({ error: { code: 'failed' } });
  }, 180_000);
});
