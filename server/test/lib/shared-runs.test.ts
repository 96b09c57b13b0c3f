import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SharedRuns } from '../../src/lib/queues.js';

const key = {};

/** Counts its runs, each of which lasts until it is ended. */
function work() {
  const ends: ((error?: Error) => void)[] = [];
  const begin = () =>
    new Promise<number>((resolve, reject) => {
      const run = ends.length + 1;
      ends.push((error) => (error === undefined ? resolve(run) : reject(error)));
    });
  return { begin, ends };
}

it('lets all that want the same work wait for one run of it', async () => {
  const runs = new SharedRuns<object, number>();
  const { begin, ends } = work();
  const both = [runs.join(key, begin), runs.join(key, begin)];
  const other = runs.join({}, begin);
  expect(ends).toHaveLength(2);
  for (const end of ends) end();
  expect(await Promise.all([...both, other])).toEqual([1, 1, 2]);
  const next = runs.join(key, begin);
  ends[2]?.();
  expect(await next).toBe(3);
});

it('begins another run after one that was under way, for all that came during it', async () => {
  const runs = new SharedRuns<object, number>();
  const { begin, ends } = work();
  const first = runs.joinNext(key, begin);
  await wait(0);
  const later = [runs.joinNext(key, begin), runs.joinNext(key, begin)];
  await wait(0);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await wait(0);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  expect(await Promise.all(later)).toEqual([2, 2]);
});

it('keeps no run that failed, and its failure from those that come after it', async () => {
  const runs = new SharedRuns<object, number>();
  const { begin, ends } = work();
  const failed = runs.join(key, begin);
  const later = runs.joinNext(key, begin);
  ends[0]?.(new Error('broken'));
  await expect(failed).rejects.toThrow('broken');
  await wait(0);
  ends[1]?.();
  expect(await later).toBe(2);
});
