import { expect, it } from 'vitest';
import { Turns } from '../../src/lib/queues.js';

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
