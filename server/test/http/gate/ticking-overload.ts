import { Overload, type OverloadOptions } from '../../../src/http/gate/overload.js';
import { ManualClock } from '../../../src/lib/clock.js';

/** An overload whose time is moved by hand. */
export interface TickingOverload {
  readonly clock: ManualClock;
  readonly overload: Overload;
  /** Lets the time until the next look pass, or longer. */
  tick(ms?: number): void;
}

/** Makes one of which a single caller is refused, if enough is asked. */
export function tickingOverload(
  options: Partial<Pick<OverloadOptions, 'waiting' | 'utilization'>>,
  clock = new ManualClock(0),
): TickingOverload {
  const due: (() => void)[] = [];
  const overload = new Overload({
    clock,
    after: (_ms, run) => void due.push(run),
    utilization: () => 0,
    waiting: () => 0,
    fewCallers: 1,
    ...options,
  });
  const tick = (ms = 20): void => {
    clock.advance(ms);
    due.shift()?.();
  };
  return { clock, overload, tick };
}
