import { type Clock, systemClock } from '../lib/clock.js';

/** The signals with which a person or a service manager asks a command to stop. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Signals this close together count as one, because a terminal and npm each pass an interrupt on.
 */
const ONE_REQUEST_MS = 500;

/**
 * Turns the first interrupt into a graceful stop, by aborting `signal`. A later interrupt ends the
 * process at once, as it would without this. `dispose` stops listening.
 */
export function stopOnInterrupt(clock: Clock = systemClock): {
  readonly signal: AbortSignal;
  dispose(): void;
} {
  const controller = new AbortController();
  let askedAt: number | undefined;
  const dispose = () => {
    for (const name of SIGNALS) process.off(name, stop);
  };
  const stop = (name: NodeJS.Signals) => {
    const now = clock.monotonic();
    if (askedAt === undefined) {
      askedAt = now;
      controller.abort();
    } else if (now - askedAt >= ONE_REQUEST_MS) {
      dispose();
      process.kill(process.pid, name);
    }
  };
  for (const name of SIGNALS) process.on(name, stop);
  return { signal: controller.signal, dispose };
}
