import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { describeWithRedis, redisUrl } from './redis.js';

describeWithRedis('two suites that share a Redis', (url) => {
  it('do not share its keys', async () => {
    const other = redisUrl('the second of two suites');
    expect(other).toBeDefined();
    const [first, second] = [new Redis(url), new Redis(other ?? '')];
    await second.flushdb();
    await first.set('rate', '80');
    expect([await first.get('rate'), await second.get('rate')]).toEqual(['80', null]);
    await Promise.all([first.quit(), second.quit()]);
  });
});
