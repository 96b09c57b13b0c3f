import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../src/lib/clock.js';
import { MemoryAttemptLimit } from '../../../src/limits/attempt-limit.js';
import { temporaryFolder } from '../../rig/temp.js';
import { type GateApp, gateApp } from './gate-app.js';

let server: GateApp;
beforeEach(() => {
  server = gateApp({ failedAttemptsLimit: 3 });
});
afterEach(() => server.app.close());

async function ask(url: string, remoteAddress = '192.0.2.1'): Promise<number> {
  return (await server.app.inject({ url, remoteAddress })).statusCode;
}

describe('attempts with unknown keys', () => {
  it('are limited per address and sliding minute', async () => {
    expect(await ask('/read?apiKey=one')).toBe(403);
    server.clock.advance(20_000);
    expect(await ask('/read?apiKey=two')).toBe(403);
    expect(await ask('/nowhere?apiKey=three')).toBe(403);
    expect(await ask('/read?apiKey=four')).toBe(420);
    server.clock.advance(39_999);
    const refused = await server.app.inject({
      url: '/read?apiKey=five',
      remoteAddress: '192.0.2.1',
    });
    expect(refused.statusCode).toBe(420);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.headers['ratelimit-policy']).toBe('"unknown-keys";q=3;w=60');
    expect(refused.headers.ratelimit).toBe('"unknown-keys";r=0;t=1');
    server.clock.advance(1);
    expect(await ask('/read?apiKey=six')).toBe(403);
    expect(await ask('/read?apiKey=seven')).toBe(420);
    const later = await server.app.inject({ url: '/read?apiKey=x', remoteAddress: '192.0.2.1' });
    expect(later.headers['retry-after']).toBe('20');
  });

  it('are heard again however long after', async () => {
    for (const later of [61_000, 3_600_000]) {
      for (const name of ['one', 'two', 'three']) {
        expect(await ask(`/read?apiKey=${name}`)).toBe(403);
      }
      expect(await ask('/read?apiKey=four')).toBe(420);
      server.clock.advance(later);
    }
    expect(await ask('/read?apiKey=five')).toBe(403);
  });

  it('count inactive and ambiguous keys too, and nothing else', async () => {
    const inactive = server.issue({ active: false });
    const elsewhere = server.issue({ addresses: ['198.51.100.1'] });
    for (let call = 0; call < 5; call += 1) {
      expect(await ask('/read')).toBe(401);
      expect(await ask(`/read?apiKey=${elsewhere.text}`)).toBe(405);
    }
    expect(await ask(`/read?apiKey=${inactive.text}`)).toBe(403);
    expect(await ask('/read?apiKey=a&apiKey=b')).toBe(403);
    expect(await ask('/read?apiKey=wrong')).toBe(403);
    expect(await ask(`/read?apiKey=${inactive.text}`)).toBe(420);
    expect(await ask('/read?apiKey=a&apiKey=b')).toBe(420);
    expect(await ask('/read')).toBe(401);
  });

  it('never keep a good key out', async () => {
    const { text } = server.issue();
    for (let call = 0; call < 5; call += 1) await ask('/read?apiKey=wrong');
    expect(await ask('/read?apiKey=wrong')).toBe(420);
    expect(await ask(`/read?apiKey=${text}`)).toBe(200);
  });

  it('are counted by what the caller cannot choose', async () => {
    for (let call = 0; call < 3; call += 1) {
      const forged = { 'x-forwarded-for': `203.0.113.${call}` };
      const request = { url: `/read?apiKey=${call}`, remoteAddress: '192.0.2.1', headers: forged };
      expect((await server.app.inject(request)).statusCode).toBe(403);
    }
    expect(await ask('/read?apiKey=wrong', '192.0.2.1')).toBe(420);
    expect(await ask('/read?apiKey=wrong', '::ffff:192.0.2.1')).toBe(420);
    expect(await ask('/read?apiKey=wrong', '192.0.2.2')).toBe(403);
    for (const host of ['1', '2', '3']) {
      expect(await ask('/read?apiKey=wrong', `2001:db8::${host}`)).toBe(403);
    }
    expect(await ask('/read?apiKey=wrong', '2001:db8::ffff:4')).toBe(420);
    expect(await ask('/read?apiKey=wrong', '2001:db8:0:1::1')).toBe(403);
  });

  it('are counted by the proxy where what it says of the caller cannot be read', async () => {
    await server.app.close();
    server = gateApp({ failedAttemptsLimit: 3, trustedProxies: ['10.0.0.0/8'] });
    const tried = async (remoteAddress: string, forwarded: string) => {
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': forwarded };
      const url = '/read?apiKey=wrong';
      return (await server.app.inject({ url, remoteAddress, headers })).statusCode;
    };
    for (const odd of ['unknown', '', '203.0.113.1, ?']) {
      expect(await tried('10.0.0.1', odd)).toBe(403);
    }
    expect(await tried('10.0.0.1', 'unknown too')).toBe(420);
    // Another proxy, and what this one says of others, are counted by themselves.
    expect(await tried('10.0.0.2', 'unknown')).toBe(403);
    expect(await tried('10.0.0.1', '203.0.113.1')).toBe(403);
  });

  it('are counted together where the server listens on a Unix socket and knows no addresses', async () => {
    await server.app.listen({ path: join(temporaryFolder(), 'gate.sock') });
    const socketPath = String(server.app.server.address());
    const tried = async () => {
      const call = get({ socketPath, path: '/read?apiKey=wrong', agent: false });
      const [response] = await once(call, 'response');
      response.resume();
      return response.statusCode;
    };
    expect([await tried(), await tried(), await tried(), await tried()]).toEqual([
      403, 403, 403, 420,
    ]);
  });

  it('have large bodies of strangers left unread once they are too many', async () => {
    const good = server.issue();
    const post = (payload: object) =>
      server.app.inject({ method: 'POST', url: '/key', payload, remoteAddress: '192.0.2.1' });
    const large = { apiKey: good.text, filler: 'x'.repeat(70_000) };
    expect((await post(large)).statusCode).toBe(401);
    for (let call = 0; call < 3; call += 1) await ask('/read?apiKey=wrong');
    expect((await post(large)).statusCode).toBe(420);
    expect((await post({ apiKey: good.text })).statusCode).toBe(200);
  });
});

describe('the memory of attempts', () => {
  it('holds ten thousand addresses, where nothing else is set', () => {
    const attemptLimit = new MemoryAttemptLimit(1, new ManualClock(0));
    for (let source = 0; source < 10_010; source += 1) attemptLimit.add(`source ${source}`);
    expect(attemptLimit.size).toBe(10_000);
  });

  it('is bounded, and forgets who has tried nothing for longest', () => {
    const attemptLimit = new MemoryAttemptLimit(2, new ManualClock(0), 100);
    for (let source = 0; source < 100; source += 1) attemptLimit.add(`source ${source}`);
    attemptLimit.add('source 0');
    expect(attemptLimit.waitMs('source 0')).toBe(60_000);
    for (let source = 100; source < 199; source += 1) attemptLimit.add(`source ${source}`);
    expect(attemptLimit.size).toBe(100);
    expect(attemptLimit.waitMs('source 0')).toBe(60_000);
    attemptLimit.add('source 199');
    expect(attemptLimit.waitMs('source 0')).toBe(0);
  });
});
