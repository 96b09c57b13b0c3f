import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, testConfig } from '../../rig/server.js';
import {
  digest,
  type GateServer,
  gateServerFor,
  openGateServer,
  signed,
  spentStamps,
} from './signing.js';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

function post(parameters: Record<string, unknown>): InjectOptions {
  return { method: 'POST', url: '/test/signed', payload: parameters };
}

/** Asks in a tenth of a second of its own, so that no test meets the rates unless it means to. */
function paced(server: () => GateServer): (call: InjectOptions) => Promise<number> {
  return (call) => {
    server().clock.advance(101);
    return server().ask(call);
  };
}

forEachDatabase('a stamp that was used', (database) => {
  const server = gateServerFor(database);

  const ask = paced(server);

  it('is refused in every other spelling and on every other endpoint', async () => {
    const holder = await server().issue();
    const stamp = server().clock.now();
    const made = signed(holder, stamp);
    const bytes = digest(holder.secret, stamp, holder.clientID);
    expect(await ask(post(made))).toBe(200);
    const tokens = [
      made.token,
      made.token.toUpperCase(),
      bytes.toString('base64'),
      bytes.toString('base64').replace('=', ''),
      bytes.toString('base64url'),
      `${bytes.toString('base64url')}=`,
    ];
    for (const token of tokens) {
      const again = { ...made, token };
      const url = `/test/signed?${new URLSearchParams(again)}`;
      for (const call of [
        post(again),
        post({ ...again, stamp }),
        { url },
        { method: 'HEAD' as const, url },
        { method: 'PUT' as const, url },
        { method: 'POST' as const, url: url.toUpperCase().replace(/\?.*/, '') + url.slice(12) },
      ]) {
        expect([call, await ask(call)]).toEqual([call, 403]);
      }
    }
    server().clock.advance(101);
    const answer = await server().app.inject({
      ...post(made),
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(answer.json()).toBe(
      'The stamp has been used before: every request needs a stamp and token of its own.',
    );
    for (const spelling of [`0${stamp}`, `${stamp}.0`, `+${stamp}`, stamp.toExponential()]) {
      expect(await ask(post({ ...made, stamp: spelling }))).toBe(403);
    }
    expect(await spentStamps(database, holder.clientID)).toEqual([stamp]);
  });

  it('is used up for its key alone', async () => {
    const one = await server().issue();
    const other = await server().issue();
    const stamp = server().clock.now();
    expect(await ask(post(signed(one, stamp)))).toBe(200);
    expect(await ask(post(signed(other, stamp)))).toBe(200);
    expect(await ask(post(signed(one, stamp)))).toBe(403);
    expect(await ask(post(signed(one, stamp + 1)))).toBe(200);
    expect(await ask(post(signed(one, stamp - 1)))).toBe(200);
  });

  it('is refused for as long as it could be accepted, and for its age after that', async () => {
    const holder = await server().issue();
    const made = signed(holder, server().clock.now());
    expect(await ask(post(made))).toBe(200);
    for (const later of [HOUR, HOUR, HOUR - 1000, 5000, HOUR]) {
      server().clock.advance(later);
      expect(await ask(post(made))).toBe(403);
    }
  });

  it('has one winner among fifty simultaneous calls of this process', async () => {
    for (let round = 0; round < 10; round += 1) {
      const holder = await server().issue();
      const made = signed(holder, server().clock.now());
      const statuses = await Promise.all(
        Array.from({ length: 50 }, () => server().ask(post(made))),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(new Set(statuses)).toEqual(new Set([200, 403, 420]));
    }
  });
});

forEachDatabase('a stamp that was refused', (database) => {
  const server = gateServerFor(database);
  const ask = paced(server);

  it('by the rates has not been used', async () => {
    const holder = await server().issue();
    const stamp = server().clock.now();
    for (let call = 0; call < 10; call += 1) {
      expect(await server().ask(post(signed(holder, stamp + call)))).toBe(200);
    }
    const refused = signed(holder, stamp + 10);
    expect(await server().ask(post(refused))).toBe(420);
    server().clock.advance(1000);
    expect(await server().ask(post(refused))).toBe(200);
    expect(await server().ask(post(refused))).toBe(403);
  });

  it('for its key, address, token or for want of one has not been used', async () => {
    const holder = await server().issue({ addresses: ['192.0.2.7'] });
    const made = signed(holder, server().clock.now());
    const from = (address: string, parameters: object): InjectOptions => ({
      ...post(parameters as Record<string, unknown>),
      headers: { 'x-forwarded-for': address },
    });
    expect(await server().ask(from('192.0.2.8', made))).toBe(405);
    expect(await server().ask(from('192.0.2.7', { ...made, apiKey: 'nobody' }))).toBe(403);
    expect(await server().ask(from('192.0.2.7', { ...made, token: undefined }))).toBe(401);
    expect(await server().ask(from('192.0.2.7', { ...made, token: '0'.repeat(64) }))).toBe(403);
    expect(await server().ask(from('192.0.2.7', made))).toBe(200);
    expect(await server().ask(from('192.0.2.7', made))).toBe(403);
  });

  it('for any wrong bit of its token leaves nothing behind', async () => {
    const holder = await server().issue();
    const stamp = server().clock.now();
    const { apiKey, token } = signed(holder, stamp);
    for (let bit = 0; bit < 256; bit += 1) {
      const bytes = Buffer.from(token, 'hex');
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      for (const spelling of ['hex', 'base64', 'base64url'] as const) {
        const tampered = { apiKey, stamp, token: bytes.toString(spelling) };
        expect([bit, spelling, await ask(post(tampered))]).toEqual([bit, spelling, 403]);
      }
    }
    expect(await spentStamps(database, holder.clientID)).toEqual([]);
    expect(await ask(post({ apiKey, stamp, token }))).toBe(200);
    expect(await spentStamps(database, holder.clientID)).toEqual([stamp]);
  });

  it('for another stamp, number or key than its token was made for leaves nothing behind', async () => {
    const holder = await server().issue();
    const other = await server().issue();
    const { apiKey, secret, clientID } = holder;
    const changed = fc.integer({ min: -5 * MINUTE, max: 3 * HOUR }).filter((by) => by !== 0);
    const property = fc.asyncProperty(changed, changed, async (by, number) => {
      const now = server().clock.now();
      const token = digest(secret, now, clientID).toString('hex');
      expect(await ask(post({ apiKey, stamp: now - by, token }))).toBe(403);
      expect(await ask(post({ apiKey: other.apiKey, stamp: now, token }))).toBe(403);
      const misnumbered = digest(secret, now, clientID + number).toString('base64');
      expect(await ask(post({ apiKey, stamp: now, token: misnumbered }))).toBe(403);
    });
    await fc.assert(property, { numRuns: 100 });
    expect(await spentStamps(database, clientID)).toEqual([]);
    expect(await spentStamps(database, other.clientID)).toEqual([]);
  });
});

forEachDatabase('a key whose secret does not open', (database) => {
  it('is a fault of the server, told in the log and not as a wrong signature', async () => {
    const server = await openGateServer(testConfig(database));
    const holder = await server.issue({ sealedUnder: randomBytes(32) });
    const made = signed(holder, NOON);
    const answer = await server.app.inject({
      ...post(made),
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatch(/^An internal error occurred\. Request id: [\w-]+\.$/);
    const told = server.log.filter((line) => line.includes('PORTICO_SECRET_KEY'));
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0] ?? '')).toMatchObject({ level: 50, key: holder.prefix });
    for (const secret of [holder.apiKey, holder.secret, made.token, made.stamp]) {
      expect(server.log.join('\n')).not.toContain(secret);
    }
    // Unsigned calls need no secret, and what is not even fresh is the caller's fault.
    expect(await server.ask({ url: `/test/read?apiKey=${holder.apiKey}` })).toBe(200);
    expect(await server.ask(post({ apiKey: holder.apiKey }))).toBe(401);
    expect(await server.ask(post(signed(holder, NOON - 4 * HOUR)))).toBe(403);
    await server.close();
  });

  it('has used nothing up when the right secret key is back', async () => {
    const config = testConfig(database);
    const server = await openGateServer(config);
    const holder = await server.issue();
    const made = signed(holder, NOON);
    await server.close();
    const other = await openGateServer({ ...config, secretKey: randomBytes(32) });
    expect(await other.ask(post(made))).toBe(500);
    await other.close();
    const again = await openGateServer(config);
    expect(await again.ask(post(made))).toBe(200);
    await again.close();
  });
});

forEachDatabase('the log of signed calls', (database) => {
  const server = gateServerFor(database);

  it('names the reason and the public id, and no secret, token or stamp', async () => {
    const holder = await server().issue();
    const stamp = server().clock.now();
    const made = signed(holder, stamp);
    const bad = signed(holder, stamp - 1);
    for (const call of [post(made), post(made), post({ ...bad, token: 'f'.repeat(64) })]) {
      await server().ask(call);
    }
    await server().ask({ url: `/test/signed?${new URLSearchParams(bad)}` });
    const log = server().log.join('\n');
    expect(log).toContain('refused: stamp used before');
    expect(log).toContain('refused: token does not match');
    expect(log).toContain(holder.prefix);
    const secrets = [holder.apiKey, holder.secret, made.token, bad.token, made.stamp];
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});
