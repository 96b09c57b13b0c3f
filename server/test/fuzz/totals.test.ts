import { expect, it } from 'vitest';
import { type Stage, tableOf } from './totals.js';

const stage = (requests: number, heapUsed: number): Stage => ({
  requests,
  memory: { heapUsed, external: 1e6, rss: 150e6 },
});

it('says what a run comes to, each with its goal', () => {
  const table = tableOf({
    requests: 200_000,
    withKey: 40_000,
    serverErrors: 2,
    tooExpensive: 1,
    warm: stage(100_000, 40e6),
    last: stage(200_000, 43e6),
    seen: {
      alone: { took: [2, 3, 4], refused: 0, failed: 0 },
      beside: { took: Array.from({ length: 97 }, () => 10), refused: 2, failed: 1 },
      others: { '420 Too many requests in one second': 2 },
      longestSilence: 120.4,
    },
  });
  const lines = table.split('\n').map((line) => line.trim().split(/ {2,}/));
  expect(lines).toEqual([
    ['seen', 'goal'],
    ['hostile requests', '200000, 40000 of them with a good key'],
    ['answers of status 500 and more', '2', '0'],
    ['requests over their bound', '1', '0'],
    ['memory after 100000 requests', 'heap 41 MB, RSS 150 MB'],
    ['memory at the end', 'heap 44 MB, RSS 150 MB', 'heap 32 MB more at most, RSS 128 MB'],
    ['keys that ask as they should, alone: p99', '4.0 ms, 3 answers'],
    ['beside: p99', '10.0 ms, 97 answers; ratio 2.5', 'ratio 3'],
    ['beside: refused', '2 of 100, 2.00 %', '1 %'],
    ['beside: other answers, or none', '1', '0'],
    ['longest time without a sign of life', '120 ms'],
  ]);
});
