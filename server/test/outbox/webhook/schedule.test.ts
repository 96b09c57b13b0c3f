import { describe, expect, it } from 'vitest';
import { retryAfter } from '../../../src/lib/outgoing.js';
import { webhookPause } from '../../../src/outbox/retry.js';

/** Older than every message is tried for. */
const AGE = 76 * 3_600_000;
const NOW = Date.UTC(2026, 10, 20, 17, 0, 0);

describe('the schedule of webhooks', () => {
  it('tries ten times in 75 hours and 35 minutes, and then no more', () => {
    const pauses = Array.from({ length: 10 }, (_, at) => webhookPause(at + 1, AGE, undefined, 0.5));
    expect(pauses.at(-1)).toBeUndefined();
    const all = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0);
    expect(all).toBe((75 * 3600 + 35 * 60 + 5) * 1000);
  });

  it('strays by ten percent at most', () => {
    expect(webhookPause(2, AGE, undefined, 0)).toBe(270_000);
    expect(webhookPause(2, AGE, undefined, 0.999_999)).toBe(330_000);
  });

  it('waits as long as a receiver asks for, a day at most', () => {
    expect(webhookPause(1, AGE, 60_000, 0.5)).toBe(60_000);
    expect(webhookPause(3, AGE, 60_000, 0.5)).toBe(1_800_000);
    expect(webhookPause(1, AGE, retryAfter('999999999', NOW), 0.5)).toBe(86_400_000);
  });

  it.each([
    ['120', 120_000],
    ['Fri, 20 Nov 2026 17:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 16:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['1e9', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads Retry-After %j', (header, expected) => {
    expect(retryAfter(header, NOW)).toBe(expected);
  });
});
