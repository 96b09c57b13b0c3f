import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ask, startServing } from '../rig/serving.js';
import { temporaryFolder } from '../rig/temp.js';
import { portico, porticoJson } from './portico.js';

describe('portico health', () => {
  test.each([
    ['that speaks HTTPS itself', {}, 'https://127.0.0.1'],
    ['behind a proxy elsewhere', { PORTICO_TRUST_PROXY: '10.0.0.0/8' }, 'http://127.0.0.1'],
    ['on all addresses', { PORTICO_HOST: '0.0.0.0' }, 'https://localhost'],
  ])('finds a server %s ready, and then gone', async (_, environment, base) => {
    const folder = temporaryFolder();
    const serving = await startServing({ folder, environment });
    const { port } = new URL(serving.url);
    const place = { folder, environment: { ...environment, PORTICO_PORT: port } };
    const url = `${base}:${port}/health/ready`;
    const ready = await porticoJson(place, 'health');
    expect([ready.code, ready.json]).toEqual([0, { ready: true, url }]);

    serving.run.child.kill('SIGTERM');
    await serving.run.ended;
    const gone = await porticoJson(place, 'health');
    expect(gone.code).toBe(1);
    expect(JSON.stringify(gone.json)).toContain(`${url} does not answer (ECONNREFUSED).`);
  });

  test('tells what a server says that is not ready', async () => {
    const reason = 'The database does not answer.';
    const server = createServer((_, response) => {
      response.writeHead(503).end(JSON.stringify({ status: 'not ready', reason }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const environment = { PORTICO_TRUST_PROXY: '10.0.0.0/8', PORTICO_PORT: String(port) };
    const { code, stderr } = await portico({ folder: temporaryFolder(), environment }, 'health');
    server.close();
    expect([code, stderr]).toEqual([
      1,
      `portico: http://127.0.0.1:${port}/health/ready answers 503: ${reason}\n`,
    ]);
  });

  test('cannot know which port was taken', async () => {
    const place = { folder: temporaryFolder(), environment: { PORTICO_PORT: '0' } };
    const { code, stderr } = await portico(place, 'health');
    expect(code).toBe(1);
    expect(stderr).toContain('PORTICO_PORT is 0');
  });
});

test('behind proxies health alone is answered to those who come past them', async () => {
  const environment = { PORTICO_TRUST_PROXY: '10.0.0.0/8' };
  const serving = await startServing({ folder: temporaryFolder(), environment });
  const statuses: Record<string, number> = {};
  for (const path of [
    '/health/live',
    '/health/ready',
    '/neighborhoods',
    '/api-docs',
    '/health/',
    '/',
  ]) {
    statuses[path] = (await ask(serving.url, path)).status;
  }
  expect(statuses).toEqual({
    '/health/live': 200,
    '/health/ready': 200,
    '/neighborhoods': 403,
    '/api-docs': 403,
    '/health/': 403,
    '/': 403,
  });
  expect((await ask(serving.url, '/health/ready', { method: 'POST', form: {} })).status).toBe(403);
  await serving.run.kill();
});
