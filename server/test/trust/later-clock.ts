import { type Clock, systemClock } from '../../src/lib/clock.js';

/** The system's clock, ahead by the time that a part lets pass. */
export class LaterClock implements Clock {
  #aheadMs = 0;

  now(): number {
    return systemClock.now() + this.#aheadMs;
  }

  monotonic(): number {
    return systemClock.monotonic();
  }

  pass(minutes: number): void {
    this.#aheadMs += minutes * 60_000;
  }
}
