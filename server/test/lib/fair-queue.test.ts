import { expect, it } from 'vitest';
import { FairQueue, QueueFull } from '../../src/lib/queues.js';

/** Sends work that ends when it is told to, and notes the order in which it runs. */
function sender(queue: FairQueue) {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const send = (owner: string, name = owner) =>
    queue
      .run(owner, () => {
        order.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch((error) => {
        expect(error).toBeInstanceOf(QueueFull);
        refused.push(name);
      });
  /** Ends what runs, and lets what follows begin. */
  const end = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { order, refused, send, end };
}

it('serves owners in turn, one piece of work at a time', async () => {
  const { order, send, end, refused } = sender(new FairQueue(3, 20));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void send('a', name);
  void send('b', 'b1');
  void send('c', 'c1');
  void send('b', 'b2');
  for (let ended = 0; ended < 7; ended += 1) {
    expect(order).toHaveLength(ended + 1);
    await end();
  }
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  expect(refused).toEqual([]);
});

it('refuses what one owner sends beyond its places, and nothing of another', async () => {
  const { order, send, end, refused } = sender(new FairQueue(3, 20));
  for (let sent = 0; sent < 50; sent += 1) void send('flood');
  void send('other');
  await new Promise((resolve) => setImmediate(resolve));
  expect(refused).toHaveLength(46);
  await end();
  expect(order).toEqual(['flood', 'other']);
  for (let ended = 0; ended < 4; ended += 1) await end();
  void send('flood', 'later');
  expect(order).toEqual(['flood', 'other', 'flood', 'flood', 'flood', 'later']);
});

it('is bounded over all, and gives those with few waiting a place of those with many', async () => {
  const { order, send, end, refused } = sender(new FairQueue(3, 4));
  void send('runs');
  for (const name of ['a1', 'a2', 'a3']) void send('a', name);
  void send('b', 'b1');
  void send('c', 'c1');
  await end();
  expect(refused).toEqual(['a3']);
  void send('d', 'd1');
  // All have one now, and nobody gives up the last.
  void send('e', 'e1');
  for (let ended = 0; ended < 5; ended += 1) await end();
  expect(refused).toEqual(['a3', 'e1']);
  expect(order).toEqual(['runs', 'a1', 'b1', 'c1', 'd1', 'a2']);
  void send('g');
  expect(order.at(-1)).toBe('g');
});

it('goes on after work that fails', async () => {
  const queue = new FairQueue(1, 1);
  const failing = queue.run('a', () => Promise.reject(new Error('no')));
  const next = queue.run('a', () => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
  const atOnce = queue.run('b', () => {
    throw new Error('at once');
  });
  await expect(atOnce).rejects.toThrow('at once');
  expect(await queue.run('a', () => Promise.resolve('last'))).toBe('last');
});

it('runs one piece of an owner at a time next to those of others, where it is told so', async () => {
  const { order, send, end, refused } = sender(new FairQueue(1, 20, 2, 1));
  for (const name of ['a1', 'a2', 'a3']) void send('a', name);
  void send('b', 'b1');
  expect(order).toEqual(['a1', 'b1']);
  await end();
  expect(order).toEqual(['a1', 'b1', 'a2']);
  await end();
  void send('c', 'c1');
  expect(order).toEqual(['a1', 'b1', 'a2', 'c1']);
  expect(refused).toEqual(['a3']);
});

it('has turns that end elsewhere', async () => {
  const queue = new FairQueue(0, 0, 2, 1);
  const leave = await queue.enter('a');
  await expect(queue.enter('a')).rejects.toBeInstanceOf(QueueFull);
  await queue.enter('b');
  await expect(queue.enter('c')).rejects.toBeInstanceOf(QueueFull);
  leave();
  leave();
  await queue.enter('c');
  await expect(queue.enter('a')).rejects.toBeInstanceOf(QueueFull);
});
