import { expect, it } from 'vitest';
import { WaitingLine } from '../../src/gate/waiting-line.js';
import { ManualClock } from '../../src/lib/clock.js';

/** A line in a process whose turns are run by hand. */
function lineByHand() {
  const clock = new ManualClock(0);
  let next: (() => void)[] = [];
  const line = new WaitingLine(clock, {
    next: (run) => void next.push(run),
    end: (run) => run(),
  });
  /** @returns Whether there was something to do. */
  const turn = (): boolean => {
    const [run] = next;
    next = next.slice(1);
    run?.();
    return run !== undefined;
  };
  return { clock, line, turn };
}

it('works on calls in their order, for five milliseconds of each turn', () => {
  const { clock, line, turn } = lineByHand();
  const done: number[] = [];
  for (let call = 0; call < 5; call += 1) {
    line.add(() => {
      clock.advance(2);
      done.push(call);
    });
  }
  expect([done, line.length]).toEqual([[], 5]);
  expect([turn(), done, line.length]).toEqual([true, [0, 1, 2], 2]);
  // One that takes long is the only one of its turn.
  line.add(() => {
    clock.advance(100);
    done.push(5);
  });
  expect([turn(), done, line.length]).toEqual([true, [0, 1, 2, 3, 4, 5], 0]);
  // A turn in which nothing is left to do is the last one.
  expect([turn(), turn()]).toEqual([true, false]);
});

it('works for a third of the time in which calls were looked at, if that is longer, and says how much there is to do', () => {
  const { clock, line, turn } = lineByHand();
  for (let call = 0; call < 40; call += 1) line.add(() => clock.advance(2));
  expect([line.length, line.workMs]).toEqual([40, 0]);
  turn();
  expect([line.length, line.workMs]).toEqual([37, 74]);
  clock.advance(60);
  turn();
  // Twenty milliseconds.
  expect([line.length, line.workMs]).toEqual([27, 54]);
  turn();
  expect(line.length).toBe(24);
});

it('says how long each call has waited', () => {
  const { clock, line, turn } = lineByHand();
  const waited: number[] = [];
  const call = (): void => {
    line.add((ms) => {
      waited.push(ms);
      clock.advance(10);
    });
  };
  call();
  clock.advance(30);
  call();
  turn();
  expect(waited).toEqual([30]);
  turn();
  expect(waited).toEqual([30, 10]);
  turn();
  // The line begins again after it was empty.
  call();
  expect([turn(), waited]).toEqual([true, [30, 10, 0]]);
});

it('lets all that a call does at once end before the next one begins', async () => {
  const line = new WaitingLine(new ManualClock(0));
  const steps: string[] = [];
  const call = async (name: string): Promise<void> => {
    await new Promise<unknown>((begin) => line.add(begin));
    for (let step = 0; step < 3; step += 1) {
      steps.push(name);
      await Promise.resolve();
    }
  };
  await Promise.all([call('one'), call('two')]);
  expect(steps).toEqual(['one', 'one', 'one', 'two', 'two', 'two']);
});
