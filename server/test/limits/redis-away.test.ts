import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock, systemClock } from '../../src/lib/clock.js';
import { RedisAttemptLimit } from '../../src/limits/attempt-limit.js';
import type { Admission } from '../../src/limits/counters.js';
import { RedisLoginAttempts } from '../../src/limits/login-attempts.js';
import { RedisCounters } from '../../src/limits/redis-counters.js';
import { RedisLink } from '../../src/limits/redis-link.js';
import { canStartRedis, OwnRedis } from '../rig/own-redis.js';
import { linkTo } from '../rig/redis-link.js';
import { TcpProxy } from '../rig/tcp-proxy.js';

const LIMITS = { perSecond: 10, inFlight: 3 };
const SUITE = 'counters whose Redis goes away';

describe.skipIf(!canStartRedis(SUITE))(SUITE, () => {
  const server = new OwnRedis();
  let proxy: TcpProxy;
  let link: RedisLink;
  let counters: RedisCounters;
  let redis: Redis;
  let lines: { level: number; msg: string }[];

  beforeAll(() => server.start());
  afterAll(() => server.stop());
  beforeEach(async () => {
    proxy = await TcpProxy.before(server.url);
    lines = [];
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
    link = await linkTo(proxy.urlOf(server.url), { log });
    expect(link.there).toBe(true);
    counters = new RedisCounters(link, systemClock);
    redis = new Redis(server.url);
    redis.on('error', () => {});
  });
  afterEach(async () => {
    await link.close();
    redis.disconnect();
    proxy.close();
  });

  async function hold(subject: string): Promise<() => void> {
    const admission = await counters.admit(subject, LIMITS);
    if (!admission.admitted) throw new Error(`refused: ${admission.reason}`);
    return admission.release;
  }

  const slots = () => redis.zcard(link.key('slots:a'));

  async function back(): Promise<void> {
    while (!link.there) await sleep(10);
  }

  const faults: Record<string, () => unknown> = {
    'resets connections': () => proxy.reset(),
    'refuses connections': () => proxy.refuse(),
    'answers a second late': () => proxy.delay(1000),
    'is silent': () => proxy.swallow(),
  };

  describe.each(Object.entries(faults))('when it %s', (name, fault) => {
    it('keeps the limits in this process, and knows what it has admitted before', async () => {
      const releases = [await hold('a'), await hold('a')];
      await fault();
      expect((await counters.admit('a', LIMITS)).remaining).toEqual({ perSecond: 7, inFlight: 0 });
      if (name !== 'resets connections') expect(link.there).toBe(false);
      expect(await counters.admit('a', LIMITS)).toMatchObject({ reason: 'simultaneous' });
      for (const release of releases) release();
      expect((await counters.admit('a', LIMITS)).admitted).toBe(true);
    });

    it('tells Redis afterwards what is under way and what has ended', async () => {
      const [first] = [await hold('a'), await hold('a')];
      await fault();
      await counters.admit('b', LIMITS);
      await hold('a');
      first();
      await proxy.heal();
      await back();
      expect(await counters.admit('b', LIMITS)).toMatchObject({
        remaining: { inFlight: 1 },
      });
      expect(await slots()).toBe(2);
      await hold('a');
      expect(await counters.admit('a', LIMITS)).toMatchObject({ reason: 'simultaneous' });
    });

    it('says so once, and once that Redis is back', async () => {
      await fault();
      for (let call = 0; call < 20; call += 1) await counters.admit(`${call}`, LIMITS);
      if (name === 'resets connections') await sleep(50);
      await proxy.heal();
      await back();
      await counters.admit('a', LIMITS);
      const told = lines.map(({ level, msg }) => [level, msg]);
      expect(told).toEqual([
        [40, 'Redis is away: each process keeps limits by itself'],
        [30, 'Redis is back: limits are shared again'],
      ]);
      expect(JSON.stringify(lines)).not.toContain(new URL(server.url).password);
    });
  });

  it('tells a Redis that was started anew, and is empty, of what counts', async () => {
    const releases: (() => void)[] = [];
    for (let call = 0; call < 3; call += 1) releases.push(await hold('a'));
    await server.stop();
    await server.start();
    await back();
    expect(await counters.admit('a', LIMITS)).toMatchObject({ reason: 'simultaneous' });
    expect(await slots()).toBe(3);
    for (const release of releases) release();
    expect((await counters.admit('a', LIMITS)).remaining.inFlight).toBe(2);
    expect(await slots()).toBe(1);
  });

  it('goes on when Redis forgets its scripts', async () => {
    await hold('a');
    await redis.script('FLUSH');
    await hold('a');
    expect(link.there).toBe(true);
    expect(await slots()).toBe(2);
  });

  it('is away while Redis takes no writes', async () => {
    await redis.config('SET', 'maxmemory', '1');
    expect((await counters.admit('a', LIMITS)).admitted).toBe(true);
    expect(link.there).toBe(false);
    await sleep(1500);
    expect(link.there).toBe(false);
    expect(lines).toHaveLength(1);
    await redis.config('SET', 'maxmemory', '0');
    await back();
  });

  it('leaves nothing in Redis of a call whose answer came too late', async () => {
    for (let call = 0; call < 3; call += 1) await hold('a');
    proxy.delay(400);
    const asked = Array.from({ length: 5 }, () => counters.admit('a', LIMITS));
    const verdicts = (await Promise.all(asked)).map((one: Admission) => one.admitted);
    expect(verdicts).toEqual([false, false, false, false, false]);
    await proxy.heal();
    await back();
    expect(await slots()).toBe(3);
    expect(await redis.zcard(link.key('calls:a'))).toBeLessThanOrEqual(3);
  });

  it('takes a call out of Redis that Redis has admitted and nobody was told of', async () => {
    for (let call = 0; call < 3; call += 1) await hold('a');
    await redis.del(link.key('slots:a'), link.key('calls:a'));
    proxy.delay(400);
    expect(await counters.admit('a', LIMITS)).toMatchObject({ reason: 'simultaneous' });
    await proxy.heal();
    await back();
    const ids = [1, 2, 3].map((call) => `${link.process}:${call}`);
    const inRedis = async () => [
      await redis.zrange(link.key('slots:a'), '0', '-1'),
      await redis.zrange(link.key('calls:a'), '0', '-1'),
    ];
    await expect.poll(async () => (await inRedis()).map((all) => all.sort())).toEqual([ids, ids]);
  });

  it('decides here where a command was overtaken by a later connection', async () => {
    await redis.set(link.key(`process:${link.process}`), link.connection + 1);
    expect((await counters.admit('a', LIMITS)).admitted).toBe(true);
    expect(await redis.exists(link.key('slots:a'))).toBe(0);
  });

  it('numbers its connections upwards', async () => {
    const before = link.connection;
    expect(before).toBeGreaterThan(0);
    await proxy.reset();
    await counters.admit('a', LIMITS);
    await proxy.heal();
    await expect
      .poll(() => link.there && link.connection, { timeout: 20_000 })
      .toBeGreaterThan(before);
  });

  it('tells Redis afterwards how long ago each call was', async () => {
    const clock = new ManualClock(0);
    const timed = new RedisCounters(link, clock, clock);
    proxy.refuse();
    for (let call = 0; call < 10; call += 1) {
      const admission = await timed.admit('a', LIMITS);
      if (admission.admitted) admission.release();
      clock.advance(10);
    }
    expect(link.there).toBe(false);
    clock.advance(500);
    await proxy.heal();
    await back();
    // The first of the ten was 600 milliseconds ago.
    expect(await timed.admit('a', LIMITS)).toMatchObject({ reason: 'rate', retryAfterMs: 400 });
  });

  it('stays closed when Redis answers a connection that was being tried', async () => {
    const options = { url: proxy.urlOf(server.url), installation: 'x', random: randomBytes };
    const own: string[] = [];
    const log = pino({}, { write: (line: string) => own.push(line) });
    const fresh = new RedisLink({ ...options, log });
    let returned = 0;
    fresh.onReturn(() => {
      returned += 1;
    });
    proxy.delay(50);
    void fresh.start();
    // The first command is under way.
    while (fresh.connection === 0) await sleep(1);
    await fresh.close();
    await sleep(200);
    expect([fresh.there, returned, own]).toEqual([false, 0, []]);
  });

  it('runs nothing before it has started, and starts once', async () => {
    const own: string[] = [];
    const log = pino({}, { write: (line: string) => own.push(line) });
    const options = { url: server.url, installation: 'x', log, random: randomBytes };
    const fresh = new RedisLink(options);
    expect(await fresh.run((connection) => connection.ping())).toBeUndefined();
    await Promise.all([fresh.start(), fresh.start()]);
    expect([fresh.there, own]).toEqual([true, []]);
    expect(await fresh.run((connection) => connection.ping())).toBe('PONG');
    await fresh.close();
    expect(await fresh.run((connection) => connection.ping())).toBeUndefined();
  });

  it('lets keys of subjects at rest expire', async () => {
    (await hold('a'))();
    while ((await slots()) > 0) await sleep(5);
    const keys = await redis.keys(link.key('*'));
    expect(keys.toSorted()).toEqual([link.key('calls:a'), link.key(`process:${link.process}`)]);
    for (const key of keys) {
      const ttl = await redis.pttl(key);
      expect(ttl).toBeGreaterThan(0);
      expect(ttl).toBeLessThanOrEqual(65_000);
    }
    // What a call counts for lies in it, so it lasts longer than the longest call.
    expect(await redis.pttl(link.key('calls:a'))).toBeGreaterThan(60_000);
  });

  it('gives its slots back at once when it closes', async () => {
    for (let call = 0; call < 3; call += 1) await hold('a');
    const other = await linkTo(server.url, { installation: installationOf(link) });
    const others = new RedisCounters(other, systemClock);
    expect(await others.admit('a', LIMITS)).toMatchObject({ reason: 'simultaneous' });
    await link.close();
    expect((await others.admit('a', LIMITS)).remaining).toEqual({ perSecond: 6, inFlight: 2 });
    await other.close();
  });

  it('leaves no connection open when it closes', async () => {
    const connected = async () => /connected_clients:(\d+)/.exec(await redis.info('clients'))?.[1];
    expect(await connected()).toBe('2');
    await link.close();
    await expect.poll(connected).toBe('1');
  });

  it('keeps guesses and failed logins in this process too', async () => {
    const attemptLimit = new RedisAttemptLimit(link, 'test', 3, systemClock);
    const logins = new RedisLoginAttempts(link, systemClock);
    for (let guess = 0; guess < 2; guess += 1) expect(await attemptLimit.take('x')).toBe(0);
    for (let login = 0; login < 4; login += 1) {
      expect(await logins.begin('acme', 'mia@example.com')).toBeDefined();
    }
    proxy.refuse();
    expect(await attemptLimit.take('x')).toBe(0);
    expect(await attemptLimit.take('x')).toBeGreaterThan(50_000);
    expect(await attemptLimit.waitMs('y')).toBe(0);
    expect(await logins.begin('acme', 'mia@example.com')).toBeDefined();
    expect(await logins.begin('acme', 'mia@example.com')).toBeUndefined();
  });

  describe.each([
    ['no Redis', () => proxy.urlOf(server.url)],
    ['a wrong password', () => server.url.replace(/:[0-9a-f]{32}@/, ':hunter2@')],
    ['a name that is no host', () => 'redis://:hunter2@absent.invalid:6379'],
  ])('with %s', (fault, url) => {
    it('starts nevertheless, and says so once', async () => {
      if (fault === 'no Redis') proxy.refuse();
      const told: string[] = [];
      const log = pino({}, { write: (line: string) => told.push(line) });
      const late = await linkTo(url(), { log });
      expect(late.there).toBe(false);
      await sleep(1200);
      expect(told).toHaveLength(1);
      expect(told[0]).toContain('Redis is away: each process keeps limits by itself');
      expect(told[0]).not.toContain('hunter2');
      if (fault === 'no Redis') {
        await proxy.heal();
        while (!late.there) await sleep(10);
      }
      await late.close();
    });
  });
});

function installationOf(link: RedisLink): string {
  return link.key('').split(':')[1] ?? '';
}
