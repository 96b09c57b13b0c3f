import type { Clock } from '../lib/clock.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Signals this close together count as one, because a terminal and npm each pass an interrupt on.
 */
const ONE_REQUEST_MS = 500;

/**
 * Waits for the first request to stop. A later one ends the process at once.
 *
 * @returns The signal's name.
 */
export function untilAskedToStop(clock: Clock): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      firstAt ??= clock.monotonic();
      resolve(signal);
      if (clock.monotonic() - firstAt < ONE_REQUEST_MS) return;
      // Without listeners, the signal has its default effect.
      for (const name of SIGNALS) process.off(name, onSignal);
      process.kill(process.pid, signal);
    };
    for (const name of SIGNALS) process.on(name, onSignal);
  });
}
