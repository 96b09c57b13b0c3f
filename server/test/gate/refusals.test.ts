import { expect, it } from 'vitest';
import { refusals } from '../../src/gate/refusals.js';

it('each refusal tells the log a reason of its own, and the caller a sentence', () => {
  const all = Object.entries(refusals);
  for (const [name, { status, words, reason }] of all) {
    expect([name, status >= 400 && status < 500]).toEqual([name, true]);
    expect([name, words]).toEqual([name, expect.stringMatching(/^[A-Z].{10,}\.$/)]);
    expect([name, reason]).toEqual([name, expect.stringMatching(/^\S.{4,}$/)]);
  }
  expect(new Set(all.map(([, { reason }]) => reason)).size).toBe(all.length);
});
