import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RATE_LIMITS, sharesOf } from '../../../src/http/gate/rates.js';
import type { ApiKey } from '../../../src/store/directory/key-directory.js';
import { type GateApp, gateApp } from './gate-app.js';

const used: string[] = [];
let server: GateApp;
beforeEach(() => {
  used.length = 0;
  server = gateApp({ onKeyUse: ({ prefix }: ApiKey) => used.push(prefix) });
});
afterEach(() => server.app.close());

describe('a key with limits of its own (R185)', () => {
  it('is held to these, and told them in every answer', async () => {
    const { text } = server.issue({ perSecond: 12, inFlight: 7 });
    for (let left = 11; left >= 0; left -= 1) {
      const { headers, statusCode } = await server.app.inject(`/read?apiKey=${text}`);
      expect(statusCode).toBe(200);
      expect(headers['ratelimit-policy']).toBe(
        '"second";q=12;w=1, "simultaneous";q=7;qu="concurrent-requests"',
      );
      expect(headers.ratelimit).toBe(`"second";r=${left};t=1, "simultaneous";r=6`);
    }
    const refused = await server.app.inject(`/read?apiKey=${text}`);
    expect(refused.statusCode).toBe(420);
    expect(refused.headers['ratelimit-policy']).toBe(
      '"second";q=12;w=1, "simultaneous";q=7;qu="concurrent-requests"',
    );
    expect(refused.headers.ratelimit).toBe('"second";r=0;t=1, "simultaneous";r=7');
  });

  it('may have one limit of its own, and the other of every key', async () => {
    const { text } = server.issue({ inFlight: 1 });
    const { headers } = await server.app.inject(`/read?apiKey=${text}`);
    expect(headers.ratelimit).toBe('"second";r=9;t=1, "simultaneous";r=0');
  });

  it.each([
    [1, 'Please send at most 1 request a second.'],
    [3, 'Please send at most 2 requests a second.'],
    [50, 'Please send at most 40 requests a second.'],
  ])('of %i calls a second is advised a rate below it (R186)', async (perSecond, advice) => {
    const { text } = server.issue({ perSecond });
    for (let call = 0; call < perSecond; call += 1) {
      await server.app.inject(`/read?apiKey=${text}`);
    }
    const refused = await server.app.inject(`/read?apiKey=${text}`);
    expect([refused.statusCode, refused.json()]).toEqual([
      420,
      `Too many requests in one second. ${advice}`,
    ]);
  });
});

it.each([
  [1, 1],
  [10, 1],
  [15, 1.5],
  [50, 5],
])(
  'a key of %i calls a second has as many shares of a busy server as %d usual ones',
  (perSecond, shares) => {
    expect(sharesOf({ ...RATE_LIMITS, perSecond })).toBe(shares);
  },
);

describe('a key with an expiry (R187)', () => {
  it('is refused from that moment on, as an unknown one is', async () => {
    const { text, key } = server.issue({ expiresAt: server.clock.now() + 5_000 });
    server.clock.advance(4_999);
    expect((await server.app.inject(`/read?apiKey=${text}`)).statusCode).toBe(200);
    expect(used).toEqual([key.prefix]);
    server.clock.advance(1);
    const expired = await server.app.inject(`/read?apiKey=${text}`);
    const unknown = await server.app.inject('/read?apiKey=wrong');
    expect([expired.statusCode, expired.payload]).toEqual([403, unknown.payload]);
    expect(used).toHaveLength(1);
  });

  it('counts as an attempt with a wrong key once it has expired', async () => {
    const { text } = server.issue({ expiresAt: 0 });
    const statuses: number[] = [];
    for (let call = 0; call < 31; call += 1) {
      statuses.push((await server.app.inject(`/read?apiKey=${text}`)).statusCode);
    }
    expect([...new Set(statuses.slice(0, 30)), statuses[30]]).toEqual([403, 420]);
  });
});

describe('the use of a key', () => {
  it('is noted where the key may be used, and not where it is refused', async () => {
    const { text, key } = server.issue();
    const elsewhere = server.issue({ addresses: ['192.0.2.1'] });
    const partner = server.issue({ scopes: new Set(['marketplace']) });
    const revoked = server.issue({ active: false });
    for (const { text: other } of [elsewhere, partner, revoked]) {
      await server.app.inject(`/read?apiKey=${other}`);
    }
    await server.app.inject('/read');
    expect(used).toEqual([]);
    await server.app.inject(`/read?apiKey=${text}`);
    expect(used).toEqual([key.prefix]);
  });
});
