import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type GateApp, gateApp } from './gate-app.js';

const opened: GateApp[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.app.close();
});

function behind(...trustedProxies: string[]): GateApp {
  const server = gateApp({ trustedProxies });
  opened.push(server);
  return server;
}

/** Asks with a key that only 192.0.2.7 may use. */
async function asCaller(
  server: GateApp,
  remoteAddress: string,
  headers: Record<string, string>,
  addresses = ['192.0.2.7'],
): Promise<number> {
  const { text } = server.issue({ addresses });
  const request = { url: `/read?apiKey=${text}`, remoteAddress, headers };
  return (await server.app.inject(request)).statusCode;
}

const HTTPS = { 'x-forwarded-proto': 'https' };

describe('without trusted proxies', () => {
  it('the caller is the other end of the socket, whatever the headers say', async () => {
    const server = behind();
    const forged = { 'x-forwarded-for': '192.0.2.7', forwarded: 'for=192.0.2.7' };
    expect(await asCaller(server, '192.0.2.7', {})).toBe(200);
    expect(await asCaller(server, '::ffff:192.0.2.7', {})).toBe(200);
    expect(await asCaller(server, '192.0.2.8', {})).toBe(405);
    expect(await asCaller(server, '192.0.2.8', forged)).toBe(405);
    expect(await asCaller(server, '192.0.2.7', { 'x-forwarded-for': '203.0.113.1' })).toBe(200);
  });

  it('the lists take ranges of both families', async () => {
    const server = behind();
    const list = ['not an address', '198.51.100.0/24', '2001:db8:7::/48'];
    expect(await asCaller(server, '198.51.100.200', {}, list)).toBe(200);
    expect(await asCaller(server, '2001:db8:7:1::1', {}, list)).toBe(200);
    expect(await asCaller(server, '2001:db8:8::1', {}, list)).toBe(405);
    expect(await asCaller(server, '198.51.101.1', {}, list)).toBe(405);
    expect(await asCaller(server, '198.51.100.1', {}, ['not an address'])).toBe(405);
  });
});

describe('behind trusted proxies', () => {
  const cases: [string, string, number][] = [
    ['10.0.0.1', '192.0.2.7', 200],
    ['10.0.0.1', '192.0.2.7, 10.9.9.9', 200],
    ['10.0.0.1', '192.0.2.7, 10.9.9.9, 10.0.0.2', 200],
    ['10.0.0.1', '203.0.113.1, 192.0.2.7', 200],
    ['10.0.0.1', '192.0.2.7:5123', 200],
    ['10.0.0.1', '[::ffff:192.0.2.7]:5123', 200],
    ['10.0.0.1', '::ffff:192.0.2.7', 200],
    ['::ffff:10.0.0.1', '192.0.2.7', 200],
    // What stands left of an address that nobody trusts is the caller's own invention.
    ['10.0.0.1', '192.0.2.7, 203.0.113.1', 405],
    ['10.0.0.1', '192.0.2.7, 203.0.113.1, 10.9.9.9', 405],
    // No address at all is nobody's address.
    ['10.0.0.1', '192.0.2.7, unknown', 405],
    ['10.0.0.1', '192.0.2.7,', 405],
    ['10.0.0.1', '', 405],
    ['10.0.0.1', '192.0.2.07', 405],
    ['10.0.0.1', '192.0.2.7:', 405],
    ['10.0.0.1', 'x192.0.2.7:5123', 405],
    ['10.0.0.1', '192.0.2.7:5123x', 405],
    ['10.0.0.1', 'x[::ffff:192.0.2.7]:5123', 405],
    ['10.0.0.1', '[::ffff:192.0.2.7]:5123x', 405],
    ['10.0.0.1', '192.0.2.7 10.9.9.9', 405],
  ];

  it.each(cases)('from %s with X-Forwarded-For %j: %i', async (peer, forwarded, expected) => {
    const headers = { ...HTTPS, 'x-forwarded-for': forwarded };
    expect(await asCaller(behind('10.0.0.0/8'), peer, headers)).toBe(expected);
  });

  it('an entry that cannot be read is not taken for the proxy', async () => {
    const server = behind('10.0.0.0/8');
    const odd = { ...HTTPS, 'x-forwarded-for': 'unknown' };
    expect(await asCaller(server, '10.0.0.1', odd, ['10.0.0.0/8'])).toBe(405);
    expect(await asCaller(server, '10.0.0.1', HTTPS, ['10.0.0.0/8'])).toBe(200);
  });

  it.each([
    ['https', 200],
    ['HTTPS', 200],
    ['https, https', 200],
    ['http', 403],
    ['', 403],
    ['https, http', 403],
    ['http, https', 403],
    ['httpsx', 403],
  ])('X-Forwarded-Proto %j: %i', async (said, expected) => {
    const server = behind('10.0.0.0/8');
    const headers = { 'x-forwarded-proto': said, 'x-forwarded-for': '192.0.2.7' };
    expect(await asCaller(server, '10.0.0.1', headers)).toBe(expected);
  });

  it('a route that answers plain HTTP too is open, or it does not', async () => {
    const server = behind('10.0.0.0/8');
    const { text } = server.issue();
    const plainHttp = true;
    server.app.get('/alive', { config: { access: 'open', plainHttp } }, async () => 'yes');
    server.app.get('/known', { config: { access: 'key', plainHttp } }, async () => 'yes');
    const ask = async (url: string) =>
      (await server.app.inject({ url, remoteAddress: '192.0.2.7' })).statusCode;
    expect(await ask('/alive')).toBe(200);
    expect(await ask(`/known?apiKey=${text}`)).toBe(403);
    expect(await ask('/open')).toBe(403);
  });

  it('a body to an open route needs no key', async () => {
    const server = behind();
    server.app.post('/tell', { config: { access: 'open' } }, async (request) => request.body);
    const payload = { filler: 'x'.repeat(70_000) };
    const answer = await server.app.inject({ method: 'POST', url: '/tell', payload });
    expect([answer.statusCode, answer.json()]).toEqual([200, payload]);
  });

  it('a large body over plain HTTP is refused before it is read', async () => {
    const server = behind('127.0.0.1/32');
    const { text } = server.issue();
    let parsed = 0;
    server.app.addHook('preParsing', async () => {
      parsed += 1;
    });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const call = httpRequest({
        ...{ host: '127.0.0.1', port, method: 'POST', path: `/key?apiKey=${text}` },
        headers: { 'content-type': 'application/json', 'content-length': 1_000_000 },
      });
      call.on('error', reject).on('response', (response) => {
        resolve(response.statusCode);
        call.destroy();
      });
      // Its headers go out, and nothing of the body.
      call.flushHeaders();
    });
    expect([answer, parsed]).toEqual([403, 0]);
  });

  it('nothing is answered over plain HTTP, nor past the proxy, open routes included', async () => {
    const server = behind('10.0.0.0/8', '2001:db8::/32');
    const { text } = server.issue();
    const ask = async (url: string, remoteAddress: string, headers = {}) =>
      (await server.app.inject({ url, remoteAddress, headers })).statusCode;
    for (const url of ['/open', '/read', `/read?apiKey=${text}`, '/nowhere']) {
      expect(await ask(url, '10.0.0.1')).toBe(403);
      expect(await ask(url, '192.0.2.7', HTTPS)).toBe(403);
      expect(await ask(url, '2001:db9::1', HTTPS)).toBe(403);
    }
    expect(await ask('/open', '10.0.0.1', HTTPS)).toBe(200);
    expect(await ask('/read', '2001:db8::1', HTTPS)).toBe(401);
    const refused = await server.app.inject({ method: 'POST', url: '/key', payload: { a: 1 } });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      'Plain HTTP is not supported: use HTTPS.',
    ]);
  });

  it('hold over a real connection', async () => {
    const server = behind('127.0.0.1');
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const { text } = server.issue({ addresses: ['192.0.2.7'] });
    const ask = (headers: Record<string, string | string[]>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const path = `/read?apiKey=${text}`;
        httpRequest({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await ask({})).toBe(403);
    expect(await ask(HTTPS)).toBe(405);
    expect(await ask({ ...HTTPS, 'X-Forwarded-For': '192.0.2.7' })).toBe(200);
    expect(await ask({ ...HTTPS, 'X-Forwarded-For': ['203.0.113.1', '192.0.2.7'] })).toBe(200);
    expect(await ask({ ...HTTPS, 'X-Forwarded-For': ['192.0.2.7', '203.0.113.1'] })).toBe(405);
  });

  it('are refused at start when they are no addresses', () => {
    expect(() => gateApp({ trustedProxies: ['10.0.0.0/8', 'proxy.example'] })).toThrow(
      'Not an address or CIDR range: proxy.example',
    );
  });
});
