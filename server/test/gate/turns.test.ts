import { expect, it } from 'vitest';
import { Turns } from '../../src/gate/turns.js';
import { ManualClock } from '../../src/lib/clock.js';

/** An event loop whose turns are taken by hand. */
function loop() {
  const clock = new ManualClock(0);
  let next: (() => void)[] = [];
  const turns = new Turns({ clock, afterReading: (run) => void next.push(run) });
  const began: string[] = [];
  return {
    clock,
    turns,
    began,
    call(name: string, ms = 0): void {
      turns.noteCall();
      turns.take(() => {
        began.push(name);
        clock.advance(ms);
      });
    },
    /** @returns Whether there is another turn. */
    turn(): boolean {
      const now = next;
      next = [];
      for (const run of now) run();
      return next.length > 0;
    },
  };
}

it('begins with one call in each turn, in their order, and never with one that has just come', () => {
  const { began, call, turn } = loop();
  for (const name of ['a', 'b', 'c']) call(name);
  expect(began).toEqual([]);
  expect([turn(), turn()]).toEqual([true, true]);
  expect(began).toEqual(['a', 'b']);
  call('d');
  expect([turn(), turn(), turn()]).toEqual([true, true, false]);
  expect(began).toEqual(['a', 'b', 'c', 'd']);
  // Nothing waits any more.
  call('e');
  expect(began).toHaveLength(4);
  turn();
  expect(began.at(-1)).toBe('e');
});

it('knows how long the next call has waited', () => {
  const { clock, turns, call, turn } = loop();
  expect(turns.waitedMs).toBe(0);
  call('a', 5);
  clock.advance(2);
  call('b', 5);
  clock.advance(1);
  expect(turns.waitedMs).toBe(3);
  turn();
  expect(turns.waitedMs).toBe(6);
  turn();
  expect(turns.waitedMs).toBe(0);
});

it('reads on while calls come, for as long as the last one took', () => {
  const { clock, turns, began, call, turn } = loop();
  call('a', 4);
  call('b', 4);
  turn();
  for (let more = 0; more < 4; more += 1) {
    // Refused, which takes a millisecond.
    turns.noteCall();
    expect(turn()).toBe(true);
    expect(began).toEqual(['a']);
    clock.advance(1);
  }
  turns.noteCall();
  expect(turn()).toBe(true);
  expect(began).toEqual(['a', 'b']);
});

it('does not wait for calls after a time without any', () => {
  const { clock, began, call, turn } = loop();
  call('a', 4);
  expect([turn(), turn()]).toEqual([true, false]);
  clock.advance(1_000);
  call('b', 4);
  turn();
  expect(began).toEqual(['a', 'b']);
});
