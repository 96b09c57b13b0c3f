import { expect, it } from 'vitest';
import { refusals, retryAfter } from '../../../src/http/gate/refusals.js';

it('each refusal tells the log a reason of its own, and the caller a sentence', () => {
  const all = Object.entries(refusals);
  for (const [name, { status, words, reason }] of all) {
    expect([name, status >= 400 && status < 500]).toEqual([name, true]);
    expect([name, words]).toEqual([name, expect.stringMatching(/^[A-Z].{10,}\.$/)]);
    expect([name, reason]).toEqual([name, expect.stringMatching(/^\S.{4,}$/)]);
  }
  expect(new Set(all.map(([, { reason }]) => reason)).size).toBe(all.length);
});

it('a write that is still running can be asked for again after a second', () => {
  expect(refusals.writeUnderWay.headers).toEqual({ 'retry-after': '1' });
});

it('what a refusal advises to wait is whole seconds that are long enough, and at least one', () => {
  const seconds = (ms: number) => retryAfter(refusals.busyCalls, ms).headers?.['retry-after'];
  expect([0, 1, 1000, 1001, 2000].map(seconds)).toEqual(['1', '1', '1', '2', '2']);
});
