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
    /** Reads a call, which is worked on for so long, and whose caller waits until `isOver`. */
    call(name: string, ms = 1, isOver = () => false): void {
      turns.noteCall();
      turns.take((inTime) => {
        began.push(inTime ? name : `${name} too late`);
        if (inTime) clock.advance(ms);
      }, isOver);
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
  expect(turn()).toBe(false);
  expect(began).toEqual(['a', 'b', 'c']);
  // Nothing waits any more.
  call('d');
  expect(began).toHaveLength(3);
  turn();
  expect(began.at(-1)).toBe('d');
});

it('begins with more where it has read for long: it works for as long again', () => {
  const { clock, began, call, turn } = loop();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) call(name, 2);
  turn();
  expect(began).toEqual(['a']);
  // Refusals, after what it had worked.
  clock.advance(5);
  turn();
  expect(began).toEqual(['a', 'b', 'c', 'd']);
});

it('knows how long the next call has waited', () => {
  const { clock, turns, call, turn } = loop();
  expect(turns.waitedMs).toBe(0);
  call('a', 5);
  call('b', 5);
  turn();
  expect(turns.waitedMs).toBe(5);
  clock.advance(2);
  expect(turns.waitedMs).toBe(7);
  turn();
  expect(turns.waitedMs).toBe(0);
});

it('reads on while calls come, for as long as it has worked', () => {
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
  turn();
  expect(began).toEqual(['a', 'b']);
});

it('does not wait for calls after a time without any', () => {
  const { clock, began, call, turn } = loop();
  call('a', 4);
  expect(turn()).toBe(false);
  clock.advance(1_000);
  call('b', 4);
  turn();
  expect(began).toEqual(['a', 'b']);
});

it('passes calls that are over, and those that have waited for too long, at once', () => {
  const { clock, began, call, turn } = loop();
  let isOver = false;
  call('a');
  call('b');
  clock.advance(2_999);
  for (let name = 0; name < 1_000; name += 1) call(`over ${name}`, 1, () => isOver);
  call('c');
  isOver = true;
  turn();
  expect(began).toEqual(['a']);
  clock.advance(1);
  turn();
  expect(began.slice(0, 4)).toEqual(['a', 'b too late', 'over 0 too late', 'over 1 too late']);
  expect([began.length, began.at(-1)]).toEqual([1_003, 'c']);
});
