import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/test-rig/free-port.js';
import { ask, eventually } from '../rig/serving.js';
import { stepAside } from '../rig/step-aside.js';

const CONFIGURATION = new URL('../../../deploy/caddy/Caddyfile', import.meta.url);
const CADDY = spawnSync('caddy', ['version']).status === 0;
if (!CADDY) stepAside('Caddy', 'the shipped Caddyfile');

describe.skipIf(!CADDY)('the shipped Caddyfile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-caddy-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('says what Caddy has to say as Portico does, and passes on what Portico says', async () => {
    const upstream = createServer((request, response) => {
      request.resume();
      request.on('error', () => {});
      request.on('end', () => {
        const ready = request.url === '/health/ready';
        response.writeHead(ready ? 200 : 420, { 'retry-after': '3' }).end('"slower"');
      });
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const port = await freePort();
    const offline =
      '\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tlocal_certs\n';
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, readFileSync(CONFIGURATION, 'utf8').replace('{\n', `{\n${offline}`));
    const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      stdio: 'ignore',
      env: {
        ...process.env,
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        PORTICO_SITE: `https://localhost:${port}`,
        PORTICO_UPSTREAMS: `127.0.0.1:${(upstream.address() as AddressInfo).port}`,
      },
    });
    const url = `https://localhost:${port}`;
    try {
      await eventually(() => ask(url, '/health/live').catch(() => undefined));
      await eventually(async () => ((await ask(url, '/x')).status === 420 ? true : undefined));
      const passed = await ask(url, '/properties');
      expect([passed.status, passed.headers['retry-after']]).toEqual([420, '3']);
      // It would hold for the other sites of this machine, too.
      expect(passed.headers).not.toHaveProperty('strict-transport-security');
      expect((await ask(url, '/HEALTH/ready')).status).toBe(404);

      upstream.closeAllConnections();
      await new Promise((resolve) => upstream.close(resolve));
      const gone = await ask(url, '/properties');
      expect([gone.status, JSON.parse(gone.body)]).toEqual([
        500,
        'The server cannot be reached at the moment. Try again in some seconds.',
      ]);
      expect(gone.headers['content-type']).toBe('application/json; charset=utf-8');
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });
});
