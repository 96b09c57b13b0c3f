import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { encodeOnce } from '../../src/http/welcome.js';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';

it('large texts that do not change are encoded and compressed once', async () => {
  const app = fastify();
  let asked = 0;
  encodeOnce(app);
  app.get('/text', async () => {
    asked += 1;
    return `text ${asked}`;
  });
  app.get('/other', async () => 'other');
  const ask = (accepted: string, url = '/text') =>
    app.inject({ url, headers: { 'accept-encoding': accepted } });
  for (const accepted of ['br', 'gzip, deflate, br;q=0.5', 'BR']) {
    const { headers, rawPayload } = await ask(accepted);
    expect(brotliDecompressSync(rawPayload).toString()).toBe('text 1');
    expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'accept-encoding']);
    expect(headers['content-length']).toBe(String(rawPayload.length));
  }
  for (const accepted of ['gzip', '*', 'br;q=0, gzip', 'identity;q=0, *;q=0.1']) {
    const { headers, rawPayload } = await ask(accepted);
    expect(gunzipSync(rawPayload).toString()).toBe('text 4');
    expect(headers['content-encoding']).toBe('gzip');
  }
  for (const accepted of ['', 'identity', 'br;q=0', 'deflate, gzip;q=0.0']) {
    const { headers, body } = await ask(accepted);
    expect([headers['content-encoding'], body]).toEqual([undefined, 'text 8']);
    expect(headers['content-length']).toBe('6');
  }
  const other = await ask('br', '/other');
  expect(brotliDecompressSync(other.rawPayload).toString()).toBe('other');
  expect((await ask('br', '/nowhere')).headers['content-encoding']).toBeUndefined();
  await app.close();
});

const FILES = [
  '/reference/',
  '/reference/page.css',
  '/reference/page.js',
  '/reference/js/scalar.js',
];

forAnyDatabase('the reference page', (database) => {
  const server = serverFor(database);
  const ask = (url: string, accepted = 'identity') =>
    server.app.inject({
      url,
      headers: { 'x-forwarded-proto': 'https', 'accept-encoding': accepted },
    });

  it('is shown in no other page, and asks this server alone', async () => {
    const { headers, body } = await ask('/reference/');
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]),
    );
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    expect(policy.get('default-src')).toEqual(["'none'"]);
    // Scripts are files: nothing that is written into the page can run.
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(body).not.toMatch(/<script(?![^>]* src=)|\son\w+=/);
  });

  it('the document names the server by its own address', async () => {
    const { servers } = (await ask('/api-docs')).json() as { servers: { url: string }[] };
    expect(servers.map(({ url }) => url)).toEqual([server.services.baseUrl()]);
  });

  it('is the same to those who take it compressed', async () => {
    for (const url of [...FILES, '/api-docs']) {
      const plain = await ask(url);
      const [br, again, gzip] = [
        await ask(url, 'br'),
        await ask(url, 'br'),
        await ask(url, 'gzip'),
      ];
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(again.rawPayload.equals(br.rawPayload)).toBe(true);
      expect(br.headers['content-type']).toBe(plain.headers['content-type']);
      expect(br.headers['content-security-policy']).toBe(plain.headers['content-security-policy']);
    }
  });
});
