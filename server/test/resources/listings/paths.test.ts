import { once } from 'node:events';
import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';

const NOTHING = 'There is nothing at this address.';

forEachDatabase('Paths', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const ask = async (method: string, path: string) => {
    server.clock.advance(1100);
    const mark = path.includes('?') ? '&' : '?';
    return server.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: `${path}${mark}apiKey=${held.key}`,
      headers: { 'x-forwarded-proto': 'https' },
    });
  };
  beforeAll(async () => {
    await server.addTenant('acme');
    await server.put('acme', 'listings', [aListing({ main_id: 12 })]);
    held.key = await server.addKey('acme');
  });

  it.each([
    '/',
    '/property',
    '/properties/0',
    '/properties/00',
    '/properties/abc',
    '/properties/12a',
    '/properties/-1',
    '/properties/1.5',
    '/properties/1e3',
    '/properties/9007199254740992',
    '/properties/99999999999999999999999',
    `/properties/${'1'.repeat(300)}`,
    '/properties/12/photos',
    '/properties/photos',
    '/properties/photos/0',
    '/properties/photos/abc',
    '/properties/amenities/0',
    '/properties/amenities/12/1',
    '/properties/random',
    '/properties/random/-1',
    '/properties/random/x',
    '/properties/random/9007199254740992',
    '/properties%2F12',
    '/properties/12%2F',
    '/properties/photos%2F12',
    '/properties/%31%32x',
    '/properties/12%00',
    '/properties/%D9%A1',
    '/properties//12',
    '//properties',
    '/./properties/x/../12x',
    '/properties/%zz',
    '/%E0%A4%A',
    '/neighborhoods/0',
    '/neighborhoods/soho',
    '/neighborhoods/9007199254740992',
    '/properties/viewCounter',
    '/admin',
    '/__proto__',
    '/properties/__proto__',
  ])('lead nowhere at %s', async (path) => {
    const answer = await ask('GET', path);
    expect([answer.statusCode, answer.json()]).toEqual([404, NOTHING]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('lead nowhere with another method', async () => {
    const wrong = [
      ['POST', '/properties'],
      ['POST', '/properties/12'],
      ['PUT', '/properties/viewCounter'],
      ['GET', '/properties/viewCounter/'],
      ['DELETE', '/properties/12'],
      ['PATCH', '/properties/12'],
      ['POST', '/neighborhoods'],
      ['TRACE', '/properties'],
      ['PROPFIND', '/properties'],
    ] as const;
    for (const [method, path] of wrong) {
      const answer = await ask(method, path);
      expect([method, path, answer.statusCode, answer.json()]).toEqual([
        method,
        path,
        404,
        NOTHING,
      ]);
    }
  });

  it('need a key before they are told to lead nowhere', async () => {
    for (const url of ['/nowhere', '/properties/0', '/properties/%zz', '/properties/abc?x=%zz']) {
      const headers = { 'x-forwarded-proto': 'https' };
      expect((await server.app.inject({ url, headers })).statusCode).toBe(401);
      const plain = await server.app.inject({ url: `${url.split('?')[0]}?apiKey=${held.key}` });
      expect(plain.statusCode).toBe(403);
    }
  });

  it('match in any letter case, with one slash at the end, and decoded', async () => {
    const listing = (await ask('GET', '/properties/12')).json();
    expect(listing).toMatchObject([{ main_id: 12 }]);
    for (const path of [
      '/Properties/12',
      '/PROPERTIES/12/',
      '/properties/012',
      '/properties/%31%32',
      '/propertie%73/12',
    ]) {
      expect([path, (await ask('GET', path)).json()]).toEqual([path, listing]);
    }
    for (const path of ['/properties/', '/PROPERTIES', '/Properties/?status=2']) {
      expect((await ask('GET', path)).json()).toMatchObject({ TOTAL_COUNT: 1 });
    }
    expect((await ask('GET', '/properties/PHOTOS/12/')).json()).toEqual([]);
    expect((await ask('GET', '/properties/Random/5/')).json()).toHaveLength(1);
    expect((await ask('GET', '/Neighborhoods/')).json()).toHaveLength(1);
  });

  it('answer HEAD as GET, without a body', async () => {
    for (const path of ['/properties', '/properties/12', '/neighborhoods']) {
      const whole = await ask('GET', path);
      const head = await ask('HEAD', path);
      expect(head.statusCode).toBe(200);
      expect(head.body).toBe('');
      expect(head.headers['content-type']).toBe(whole.headers['content-type']);
      expect(head.headers['content-length']).toBe(String(Buffer.byteLength(whole.body)));
    }
    expect((await ask('HEAD', '/properties/0')).statusCode).toBe(404);
    const headers = { 'x-forwarded-proto': 'https' };
    const stranger = await server.app.inject({ method: 'HEAD', url: '/properties', headers });
    expect(stranger.statusCode).toBe(401);
  });

  it('and what is no path at all get a clear answer over a socket', () =>
    server.inThisProcess(async (app) => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = app.server.address() as { port: number };
      const send = async (text: string): Promise<readonly [status: number, body: unknown]> => {
        server.clock.advance(1100);
        const socket = connect(port, '127.0.0.1');
        let answer = '';
        socket.setEncoding('utf8').on('data', (data) => {
          answer += data;
        });
        socket.write(text);
        await once(socket, 'close');
        const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
        return [Number(answer.split(' ')[1]), JSON.parse(body)];
      };
      const call = (line: string, proto = 'X-Forwarded-Proto: https\r\n') =>
        send(`${line} HTTP/1.1\r\nHost: x\r\n${proto}Connection: close\r\n\r\n`);
      const key = `apiKey=${held.key}`;
      const stillUp = async () => {
        expect(await call(`GET /properties/12?${key}`)).toMatchObject([200, [{ main_id: 12 }]]);
      };

      await stillUp();
      const length = 2 * 1024 * 1024;
      expect(await call(`GET /properties?${key}&address=${'a'.repeat(length)}`)).toEqual([
        431,
        'The address and headers of the request are too long: 16 KiB at most.',
      ]);
      await stillUp();
      expect(await call(`GET /properties?${key}&address=${'a'.repeat(10_000)}`)).toMatchObject([
        200,
        { STATUS_CODE: '256' },
      ]);
      expect(await call(`GET /properties/%zz?${key}`)).toEqual([404, NOTHING]);
      expect(await call('GET /properties/%zz')).toMatchObject([401, expect.any(String)]);
      const none = [200, { TOTAL_COUNT: 0 }];
      expect(await call(`GET /properties?${key}&address=%zz`)).toMatchObject(none);
      const one = [200, { TOTAL_COUNT: 1 }];
      expect(await call(`GET /properties?${key}&%zz=%E0%A4%A`)).toMatchObject(one);
      const noHttp = [400, 'This is not an HTTP request.'];
      expect(await send('NONSENSE\r\n\r\n')).toEqual(noHttp);
      expect(await call(`GET /properties\0?${key}`)).toEqual(noHttp);
      expect(await call(`POST /properties/viewCounter/?${key}&listingID=12`)).toMatchObject([
        200,
        { STATUS: 'Success', MESSAGE: 'Listing 12 has 1 views.' },
      ]);
      expect(await call(`GET /properties/12?${key}`, '')).toEqual([
        403,
        'Plain HTTP is not supported: use HTTPS.',
      ]);
      await stillUp();
    }));
});
