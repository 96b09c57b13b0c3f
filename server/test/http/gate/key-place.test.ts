import type { InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiKey } from '../../../src/store/directory/key-directory.js';
import { type GateApp, GOOD_BASIC, gateApp } from './gate-app.js';

/* Where a key may stand, and which one counts when there are several (R6, R7, R44). */

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let server: GateApp;
let a: { text: string; key: ApiKey };
let b: { text: string; key: ApiKey };

beforeEach(() => {
  server = gateApp();
  a = server.issue();
  b = server.issue();
});
afterEach(() => server.app.close());

async function answer(request: string | InjectOptions): Promise<string> {
  const response = await server.app.inject(request);
  return response.statusCode === 200 ? response.json().client : String(response.statusCode);
}

describe('on a read', () => {
  it.each(['apiKey', 'apikey', 'APIKEY', 'ApiKey'])('is named %s', async (name) => {
    expect(await answer(`/read?${name}=${a.text}`)).toBe(a.key.tenant);
  });

  // The fifth has a Kelvin sign, which Unicode folds into a k.
  it.each(['api_key', 'key', 'apiKey2', 'apiKey[]', 'api%E2%84%AAey'])(
    'is not named %s',
    async (name) => {
      expect(await answer(`/read?${name}=${a.text}`)).toBe('401');
    },
  );

  it('is missing when it is empty', async () => {
    expect(await answer('/read?apiKey=')).toBe('401');
    expect(await answer('/read?apiKey')).toBe('401');
    expect(await answer(`/read?apiKey=&APIKEY=${a.text}`)).toBe(a.key.tenant);
  });

  it('may be given twice, when it is the same', async () => {
    expect(await answer(`/read?apiKey=${a.text}&apiKey=${a.text}`)).toBe(a.key.tenant);
    expect(await answer(`/read?apiKey=${a.text}&APIKEY=${a.text}`)).toBe(a.key.tenant);
  });

  it('is refused when it is two, in whichever order and spelling', async () => {
    expect(await answer(`/read?apiKey=${a.text}&apiKey=${b.text}`)).toBe('403');
    expect(await answer(`/read?apiKey=${b.text}&apikey=${a.text}`)).toBe('403');
    expect(await answer(`/read?apiKey=${a.text}&apikey=wrong`)).toBe('403');
  });

  it('is compared exactly', async () => {
    expect(await answer(`/read?apiKey=${a.text.toUpperCase()}`)).toBe('403');
    expect(await answer(`/read?apiKey=${a.text}%20`)).toBe('403');
    expect(await answer(`/read?apiKey=${a.key.prefix}`)).toBe('403');
    expect(await answer(`/read?apiKey=${'x'.repeat(10_000)}`)).toBe('403');
  });

  it('is not even looked up when it is longer than any key', async () => {
    const lenient = gateApp({ keys: { findByHash: async () => a.key } });
    const ask = async (length: number) =>
      (await lenient.app.inject(`/read?apiKey=${'x'.repeat(length)}`)).statusCode;
    expect(await ask(256)).toBe(200);
    expect(await ask(257)).toBe(403);
    await lenient.app.close();
  });

  it('does not stand in a body', async () => {
    const body = { apiKey: a.text };
    expect(await answer({ method: 'GET', url: '/read', payload: body })).toBe('401');
    expect(await answer({ method: 'GET', url: `/read?apiKey=${b.text}`, payload: body })).toBe(
      b.key.tenant,
    );
  });
});

describe('on a write', () => {
  it('stands in the query, a form or a JSON body', async () => {
    const post = { method: 'POST', url: '/key' } as const;
    expect(await answer({ method: 'POST', url: `/key?apiKey=${a.text}` })).toBe(a.key.tenant);
    expect(await answer({ ...post, headers: FORM, payload: `APIKEY=${a.text}` })).toBe(
      a.key.tenant,
    );
    expect(await answer({ ...post, payload: { apikey: a.text } })).toBe(a.key.tenant);
    expect(await answer({ ...post, payload: { other: 1 } })).toBe('401');
    expect(await answer(post)).toBe('401');
  });

  it('is the one in the body, when both are given', async () => {
    const post = { method: 'POST', url: `/key?apiKey=${a.text}` } as const;
    expect(await answer({ ...post, payload: { apiKey: b.text } })).toBe(b.key.tenant);
    expect(await answer({ ...post, payload: { apiKey: 'wrong' } })).toBe('403');
    expect(await answer({ ...post, payload: { apiKey: '' } })).toBe(a.key.tenant);
    expect(await answer({ ...post, payload: { apiKey: null } })).toBe(a.key.tenant);
    expect(await answer({ ...post, headers: FORM, payload: `apiKey=${b.text}` })).toBe(
      b.key.tenant,
    );
    const wrong = { method: 'POST', url: '/key?apiKey=wrong' } as const;
    expect(await answer({ ...wrong, payload: { apiKey: b.text } })).toBe(b.key.tenant);
  });

  it('is refused when the body names two, or something that is no text', async () => {
    const post = { method: 'POST', url: `/key?apiKey=${a.text}` } as const;
    expect(await answer({ ...post, payload: { apiKey: a.text, APIKEY: b.text } })).toBe('403');
    const twice = `apiKey=${a.text}&apiKey=${b.text}`;
    expect(await answer({ ...post, headers: FORM, payload: twice })).toBe('403');
    for (const odd of [17, true, { toString: a.text }, [a.text, b.text], [[a.text]]]) {
      expect(await answer({ ...post, payload: { apiKey: odd } })).toBe('403');
    }
  });

  it('is the one in the query, when the body has no parameters', async () => {
    const post = { method: 'POST', url: `/key?apiKey=${a.text}` } as const;
    const json = { 'content-type': 'application/json' };
    for (const payload of ['[1,2]', '"text"', 'null', '17']) {
      expect(await answer({ ...post, headers: json, payload })).toBe(a.key.tenant);
    }
    const text = { 'content-type': 'text/plain' };
    expect(await answer({ ...post, headers: text, payload: `apiKey=${b.text}` })).toBe(
      a.key.tenant,
    );
  });
});

describe('in the header X-API-Key', () => {
  const header = (text: string) => ({ 'x-api-key': text });
  const post = (url: string, key: string, payload?: object) =>
    answer({ method: 'POST', url, headers: header(key), ...(payload && { payload }) });

  it('stands on reads and writes, in any letter case of its name', async () => {
    expect(await answer({ url: '/read', headers: header(a.text) })).toBe(a.key.tenant);
    expect(await answer({ url: '/read', headers: { 'X-API-KEY': a.text } })).toBe(a.key.tenant);
    expect(await post('/key', a.text)).toBe(a.key.tenant);
    expect(await post('/key', a.text, { other: 1 })).toBe(a.key.tenant);
    expect(await post('/key', 'wrong', { other: 1 })).toBe('403');
    const partner = { ...header(a.text), authorization: GOOD_BASIC };
    expect(await answer({ method: 'POST', url: '/partner', headers: partner })).toBe(a.key.tenant);
  });

  it('is missing when it is empty', async () => {
    expect(await answer({ url: '/read', headers: header('') })).toBe('401');
    expect(await answer({ url: `/read?apiKey=${a.text}`, headers: header('') })).toBe(a.key.tenant);
  });

  it('may stand elsewhere, too, when it is the same', async () => {
    expect(await answer({ url: `/read?apiKey=${a.text}`, headers: header(a.text) })).toBe(
      a.key.tenant,
    );
    expect(await post(`/key?apiKey=${a.text}`, a.text, { apiKey: a.text })).toBe(a.key.tenant);
  });

  it('is refused when another one stands anywhere else', async () => {
    expect(await answer({ url: `/read?apiKey=${b.text}`, headers: header(a.text) })).toBe('403');
    expect(await post('/key', a.text, { apiKey: b.text })).toBe('403');
    expect(await post(`/key?apiKey=${b.text}`, a.text)).toBe('403');
    expect(await post(`/key?apiKey=${b.text}`, a.text, { apiKey: a.text })).toBe('403');
    expect(await post(`/key?apiKey=${a.text}`, a.text, { apiKey: b.text })).toBe('403');
    const partner = { ...header(a.text), authorization: GOOD_BASIC };
    const url = `/partner?apiKey=${b.text}`;
    expect(await answer({ method: 'POST', url, headers: partner })).toBe('403');
    // A read has nothing in its body.
    const payload = { apiKey: b.text };
    expect(await answer({ url: '/read', headers: header(a.text), payload })).toBe(a.key.tenant);
  });
});

describe('on a partner route', () => {
  it('stands in the query only', async () => {
    const headers = { authorization: GOOD_BASIC };
    const post = { method: 'POST', headers } as const;
    const payload = { apiKey: b.text };
    expect(await answer({ ...post, url: '/partner', payload })).toBe('401');
    expect(await answer({ ...post, url: `/partner?apiKey=${a.text}`, payload })).toBe(a.key.tenant);
  });
});

describe('with a body that cannot be read', () => {
  const broken = { 'content-type': 'application/json' };
  const odd = { 'content-type': 'application/xml' };

  it.each([
    ['malformed', broken, '{"apiKey":'],
    ['empty', broken, ''],
    ['of an unknown type', odd, '<key/>'],
    ['over its limit', broken, `{"filler":"${'x'.repeat(1_100_000)}"}`],
  ])('%s: the gate answers first', async (_what, headers, payload) => {
    const post = { method: 'POST', headers, payload } as const;
    const without = await server.app.inject({ ...post, url: '/key' });
    expect([without.statusCode, without.json()]).toEqual([
      401,
      payload.length > 64 * 1024
        ? 'An API key is required: with a body of more than 64 KiB, send it in the query string or in the header X-API-Key.'
        : 'An API key is required: send it as the parameter apiKey.',
    ]);
    // The rest of a large body is not read, so that nothing can follow it.
    if (payload.length > 64 * 1024) expect(without.headers.connection).toBe('close');
    const unknown = await server.app.inject({ ...post, url: '/key?apiKey=wrong' });
    expect([unknown.statusCode, unknown.json()]).toEqual([
      403,
      'The API key does not match or is not active.',
    ]);
    const admitted = await server.app.inject({ ...post, url: `/key?apiKey=${a.text}` });
    expect([admitted.statusCode, admitted.json()]).toEqual([
      200,
      { STATUS: 'Error', STATUS_CODE: '256' },
    ]);
    expect(admitted.headers.ratelimit).toBe('"second";r=9;t=1, "simultaneous";r=2');
    const nowhere = await server.app.inject({ ...post, url: `/nowhere?apiKey=${a.text}` });
    expect(nowhere.statusCode).toBe(404);
  });
});
