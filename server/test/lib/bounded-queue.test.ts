import { expect, it } from 'vitest';
import { BoundedQueue, QueueFull } from '../../src/lib/queues.js';

/** Work that ends when it is told to. */
function work(): { run: () => Promise<string>; end: (text: string) => void; begun: () => boolean } {
  let begun = false;
  let end: (text: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  const run = () => {
    begun = true;
    return ended;
  };
  return { run, end, begun: () => begun };
}

/** Lets everything that can happen without further ado happen. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('runs so much at a time, and the rest in the order in which it came', async () => {
  const queue = new BoundedQueue(2, 10);
  const works = Array.from({ length: 5 }, work);
  const results = works.map(({ run }) => queue.run(run));
  await settle();
  const begun = () => works.map((one) => one.begun());
  expect(begun()).toEqual([true, true, false, false, false]);
  works[1]?.end('second');
  expect(await results[1]).toBe('second');
  await settle();
  expect(begun()).toEqual([true, true, true, false, false]);
  works[2]?.end('third');
  works[0]?.end('first');
  await settle();
  expect(begun()).toEqual([true, true, true, true, true]);
  works[3]?.end('fourth');
  works[4]?.end('fifth');
  expect(await Promise.all(results)).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
});

it('refuses at once what would wait behind too much else, and takes it later', async () => {
  const queue = new BoundedQueue(1, 1);
  const [first, second, third] = [work(), work(), work()];
  const one = queue.run(first.run);
  const two = queue.run(second.run);
  await expect(queue.run(third.run)).rejects.toThrow(QueueFull);
  expect(third.begun()).toBe(false);
  first.end('first');
  expect(await one).toBe('first');
  const three = queue.run(third.run);
  await settle();
  expect([second.begun(), third.begun()]).toEqual([true, false]);
  second.end('second');
  third.end('third');
  expect(await Promise.all([two, three])).toEqual(['second', 'third']);
});

it('goes on after work that fails', async () => {
  const queue = new BoundedQueue(1, 1);
  const failing = queue.run(() => Promise.reject(new Error('no')));
  const next = queue.run(() => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
  await expect(
    queue.run(() => {
      throw new Error('at once');
    }),
  ).rejects.toThrow('at once');
  expect(await queue.run(() => Promise.resolve('last'))).toBe('last');
});

it('lets nobody who comes later pass those who wait', async () => {
  const queue = new BoundedQueue(1, 5);
  const order: string[] = [];
  const first = work();
  const one = queue.run(first.run);
  const two = queue.run(async () => void order.push('waited'));
  first.end('');
  // Comes in the very moment in which the place is free.
  const three = one.then(() => queue.run(async () => void order.push('came later')));
  await Promise.all([two, three]);
  expect(order).toEqual(['waited', 'came later']);
});
