import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TimeoutError, withTimeout } from '../../src/lib/timeout.js';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const never = () => {};

it('Work that is done within the turn has no timer, and its result', async () => {
  const before = timers();
  const work = withTimeout(Promise.resolve('done'), 60_000, never);
  expect(timers()).toBe(before);
  expect(await work).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('no')), 60_000, never)).rejects.toThrow('no');
  await pause(1);
  expect(timers()).toBe(before);
});

it('Work that goes on has a timer until it ends', async () => {
  const before = timers();
  let end: (value: string) => void = never;
  const work = withTimeout(
    new Promise<string>((resolve) => {
      end = resolve;
    }),
    60_000,
    never,
  );
  await pause(1);
  expect(timers()).toBe(before + 1);
  end('late');
  expect(await work).toBe('late');
  expect(timers()).toBe(before);
});

it('Work that takes too long is not waited for, and its later failure is told', async () => {
  const failures: unknown[] = [];
  const failed = new Error('too late');
  let fail: (error: Error) => void = never;
  const work = new Promise((_, reject) => {
    fail = reject;
  });
  await expect(withTimeout(work, 1, (error) => failures.push(error))).rejects.toThrow(TimeoutError);
  fail(failed);
  await pause(1);
  expect(failures).toEqual([failed]);
});
