import { expect, it } from 'vitest';
import { InBackground, Turns } from '../../src/lib/queues.js';

/** Works so long in one piece. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('rests for as many times the length of a turn as it is told', async () => {
  const turns = new Turns(2);
  work(3);
  const began = performance.now();
  await turns.next();
  // A timer may fire early by less than a millisecond.
  expect(performance.now() - began).toBeGreaterThan(5);
});

it('begins a piece of work in the background once the one before is done, and throws what that one has thrown', async () => {
  const work = new InBackground();
  const order: string[] = [];
  let finish = () => {};
  await work.begin(async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    order.push('first');
  });
  const begun = work.begin(async () => {
    order.push('second');
    throw new Error('The disk is full.');
  });
  expect(order).toEqual([]);
  finish();
  await begun;
  expect(order).toEqual(['first', 'second']);
  await expect(work.done()).rejects.toThrow('The disk is full.');
});
