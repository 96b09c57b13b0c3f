import cors from '@fastify/cors';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enter, registerGate } from '../../../src/http/gate/gate.js';
import { refusals } from '../../../src/http/gate/refusals.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { type Counters, MemoryCounters } from '../../../src/limits/counters.js';
import { type GateApp, gateApp } from './gate-app.js';

let server: GateApp;
beforeEach(() => {
  server = gateApp();
});
afterEach(() => server.app.close());

const POLICY = '"second";q=10;w=1, "simultaneous";q=3;qu="concurrent-requests"';

describe('a refusal', () => {
  it('is its message as a JSON string, never to be stored', async () => {
    const { text } = server.issue({ addresses: ['192.0.2.1'] });
    const asked = [
      ['/read', 401, 'An API key is required: send it as the parameter apiKey.'],
      ['/read?apiKey=wrong', 403, 'The API key does not match or is not active.'],
      [`/read?apiKey=${text}`, 405, 'The API key may not be used from this address.'],
    ] as const;
    for (const [url, status, words] of asked) {
      const response = await server.app.inject(url);
      expect(response.statusCode).toBe(status);
      expect(response.payload).toBe(JSON.stringify(words));
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers.ratelimit).toBeUndefined();
      // There is no body that somebody would have to read.
      expect(response.headers.connection).not.toBe('close');
    }
  });

  it('has the same words for an unknown and an inactive key', async () => {
    const { text } = server.issue({ active: false });
    const inactive = await server.app.inject(`/read?apiKey=${text}`);
    const unknown = await server.app.inject('/read?apiKey=wrong');
    expect([inactive.statusCode, inactive.payload]).toEqual([unknown.statusCode, unknown.payload]);
  });

  it('stands for what is not there, after the key', async () => {
    const { text } = server.issue();
    for (const url of ['/nowhere', '/read/', '/READ', '/read%2F', '/passed-on', '/open/']) {
      expect([url, (await server.app.inject(url)).statusCode]).toEqual([url, 401]);
    }
    for (const url of ['/nowhere', '/passed-on']) {
      const response = await server.app.inject(`${url}?apiKey=${text}`);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toBe('There is nothing at this address.');
    }
    const wrongMethod = await server.app.inject({ method: 'PUT', url: `/key?apiKey=${text}` });
    expect(wrongMethod.statusCode).toBe(404);
    // A key that manages records has an address wrong: nothing is wrong with the key.
    const manages = server.issue({ scopes: new Set(['manage']) });
    const headers = { 'x-api-key': manages.text };
    expect((await server.app.inject({ url: '/nowhere', headers })).statusCode).toBe(404);
  });

  it('is logged with the public id of the key, and without the key', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => lines.push(line) };
    const logged = gateApp({ server: { logger: { level: 'info', stream } } });
    const { text, key } = logged.issue({ scopes: new Set(['marketplace']) });
    await logged.app.inject({ url: `/read?apiKey=${text}`, remoteAddress: '::ffff:192.0.2.9' });
    const refused = lines.filter((line) => line.includes('refused:'));
    expect(refused).toHaveLength(1);
    expect(JSON.parse(refused[0] ?? '')).toMatchObject({
      status: 403,
      key: key.prefix,
      from: '192.0.2.9',
      msg: 'refused: key lacks the scope',
    });
    expect(refused[0]).not.toContain(text);
    await logged.app.close();
  });
});

describe('rates', () => {
  it('are told on every admitted answer', async () => {
    const { text } = server.issue();
    const seen: unknown[] = [];
    for (let call = 0; call < 3; call += 1) {
      const { headers } = await server.app.inject(`/read?apiKey=${text}`);
      expect(headers['ratelimit-policy']).toBe(POLICY);
      seen.push(headers.ratelimit);
    }
    expect(seen).toEqual([
      '"second";r=9;t=1, "simultaneous";r=2',
      '"second";r=8;t=1, "simultaneous";r=2',
      '"second";r=7;t=1, "simultaneous";r=2',
    ]);
  });

  it('refuse the eleventh call of a second, and advise a slower pace', async () => {
    const { text } = server.issue();
    const other = server.issue();
    for (let call = 0; call < 10; call += 1) {
      expect((await server.app.inject(`/read?apiKey=${text}`)).statusCode).toBe(200);
    }
    server.clock.advance(999);
    const refused = await server.app.inject(`/read?apiKey=${text}`);
    expect(refused.statusCode).toBe(420);
    expect(refused.json()).toBe(
      'Too many requests in one second. Please send at most 8 requests a second.',
    );
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.headers['ratelimit-policy']).toBe(POLICY);
    expect(refused.headers.ratelimit).toBe('"second";r=0;t=1, "simultaneous";r=3');
    expect((await server.app.inject(`/read?apiKey=${other.text}`)).statusCode).toBe(200);
    server.clock.advance(1);
    expect((await server.app.inject(`/read?apiKey=${text}`)).statusCode).toBe(200);
  });

  it('do not count what other questions refuse', async () => {
    const { text } = server.issue({ scopes: new Set(['marketplace']) });
    for (let call = 0; call < 20; call += 1) {
      expect((await server.app.inject(`/read?apiKey=${text}`)).statusCode).toBe(403);
    }
  });

  it('do not count open routes', async () => {
    for (let call = 0; call < 20; call += 1) {
      expect((await server.app.inject('/open')).statusCode).toBe(200);
    }
  });
});

describe('without the means to verify', () => {
  it('nobody with a private-access key signs, and no partner enters', async () => {
    const bare = fastify();
    const { issue } = server;
    const signing = issue({ privateAccess: true });
    const plain = issue();
    const clock = new ManualClock(0);
    const keys = { findByHash: async () => signing.key };
    registerGate(bare, { keys, clock, counters: new MemoryCounters(clock), trustedProxies: [] });
    bare.post('/signed', { config: { access: 'signed' } }, async () => ({}));
    bare.post('/partner', { config: { access: 'partner' } }, async () => ({}));
    const post = (url: string) => bare.inject({ method: 'POST', url });
    expect((await post(`/signed?apiKey=${signing.text}`)).statusCode).toBe(403);
    expect((await post(`/partner?apiKey=${plain.text}`)).statusCode).toBe(401);
    await bare.close();
  });
});

describe('access', () => {
  it('hangs on the matched route: in plugins too, and closed where nothing is declared', async () => {
    const { app } = server;
    app.register(
      async (plugin) => {
        plugin.get('/open', { config: { access: 'open' } }, async () => ({}));
        plugin.get('/read', { config: { access: 'key' } }, async () => ({}));
        plugin.get('/bare', async () => ({}));
      },
      { prefix: '/plugin' },
    );
    const { text } = server.issue();
    const ask = async (url: string) => (await app.inject(url)).statusCode;
    expect(await ask('/plugin/open')).toBe(200);
    for (const url of ['/plugin/read', '/plugin/bare', '/plugin/openly']) {
      expect([url, await ask(url)]).toEqual([url, 401]);
    }
    for (const url of ['/plugin/read', '/plugin/bare']) {
      expect([url, await ask(`${url}?apiKey=${text}`)]).toEqual([url, 200]);
    }
  });

  it('may ask for other scopes than its class does', async () => {
    const { app } = server;
    const config = { access: 'key', scopes: ['marketplace'] } as const;
    app.get('/other', { config }, async () => ({}));
    const website = server.issue();
    const marketplace = server.issue({ scopes: new Set(['marketplace']) });
    const ask = async (key: string) => (await app.inject(`/other?apiKey=${key}`)).statusCode;
    expect(await ask(website.text)).toBe(403);
    expect(await ask(marketplace.text)).toBe(200);
  });
});

describe('a verification', () => {
  it('may answer in the envelope of its endpoint', async () => {
    const body = { SUCCESS: false, ERROR: 'The partner is not known.' };
    const own = gateApp({ verifyPartner: async () => ({ ...refusals.partnerUnknown, body }) });
    const { text } = own.issue();
    const refused = await own.app.inject({ method: 'POST', url: `/partner?apiKey=${text}` });
    expect([refused.statusCode, refused.json()]).toEqual([401, body]);
    expect(refused.headers['www-authenticate']).toBe('Basic realm="marketplace", charset="UTF-8"');
    expect(refused.headers['cache-control']).toBe('no-store');
    await own.app.close();
  });
});

describe('a fault', () => {
  it.each(['the directory', 'the counters'])('of %s is a 500 that tells nothing', async (what) => {
    const clock = new ManualClock(0);
    const { key } = server.issue();
    const broken = async (): Promise<never> => {
      throw new Error('secret detail');
    };
    const counters: Counters = { admit: broken, close: async () => {} };
    const app = fastify({ genReqId: () => 'request-7' });
    registerGate(app, {
      keys: { findByHash: what === 'the directory' ? broken : async () => key },
      counters,
      clock,
      trustedProxies: [],
    });
    app.setErrorHandler(async (_error, request, reply) => {
      if (await enter(request, reply)) reply.code(200).send({});
      return reply;
    });
    app.post('/key', { config: { access: 'key' } }, async () => ({}));
    const bodies = [{}, { payload: '{', headers: { 'content-type': 'application/json' } }];
    for (const body of bodies) {
      const response = await app.inject({ method: 'POST', url: '/key?apiKey=x', ...body });
      expect(response.statusCode).toBe(500);
      expect(response.json()).toBe('An internal error occurred. Request id: request-7.');
    }
    await app.close();
  });
});

describe('a CORS preflight', () => {
  it('needs no key and does not count', async () => {
    const app = fastify();
    await app.register(cors, { origin: '*' });
    const clock = new ManualClock(0);
    const { key, text } = server.issue();
    registerGate(app, {
      keys: { findByHash: async () => key },
      clock,
      counters: new MemoryCounters(clock),
      trustedProxies: [],
    });
    app.get('/read', { config: { access: 'key' } }, async () => ({}));
    const origin = 'https://example.org';
    for (let call = 0; call < 20; call += 1) {
      const preflight = await app.inject({
        method: 'OPTIONS',
        url: '/read',
        headers: { origin, 'access-control-request-method': 'GET' },
      });
      expect(preflight.statusCode).toBe(204);
    }
    const response = await app.inject({ url: `/read?apiKey=${text}`, headers: { origin } });
    expect(response.headers.ratelimit).toBe('"second";r=9;t=1, "simultaneous";r=2');
    const refused = await app.inject({ url: '/read', headers: { origin } });
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([
      401,
      '*',
    ]);
    await app.close();
  });
});

describe('a URL that the router cannot decode', () => {
  it('meets the gate through frameworkErrors', async () => {
    const app = gateApp({
      server: { frameworkErrors: (_error, request, reply) => void enter(request, reply) },
    });
    const { text } = app.issue();
    const ask = async (url: string) => (await app.app.inject(url)).statusCode;
    expect(await ask('/%zz')).toBe(401);
    expect(await ask('/%zz?apiKey=wrong')).toBe(403);
    expect(await ask(`/%zz?APIKEY=${text}`)).toBe(404);
    expect(await ask(`/%zz?apiKey=${text}&apiKey=${text}`)).toBe(404);
    expect(await ask(`/%zz?apiKey=${text}&apiKey=wrong`)).toBe(403);
    expect(await ask(`/%zz?apiKey=wrong&apiKey=${text}`)).toBe(403);
    await app.app.close();
  });
});
