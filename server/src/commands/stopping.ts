import { type Clock, systemClock } from '../lib/clock.js';

/** The signals with which a person or a service manager asks a program to stop. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** These, and the signal of a terminal that is closed. For a command that a person watches. */
export const WATCHED_STOP_SIGNALS = [...STOP_SIGNALS, 'SIGHUP'] as const;

/**
 * Signals this close together count as one, because a terminal and npm each pass an interrupt on.
 */
const ONE_REQUEST_MS = 500;

/** Calls `stop` at the first request to stop; a later one ends the process at once. @returns Stops listening. */
function onStopRequest(
  clock: Clock,
  stop: (signal: NodeJS.Signals) => void,
  signals: readonly NodeJS.Signals[] = STOP_SIGNALS,
): () => void {
  let firstAt: number | undefined;
  const dispose = (): void => {
    for (const name of signals) process.off(name, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    const now = clock.monotonic();
    if (firstAt === undefined) {
      firstAt = now;
      stop(signal);
    } else if (now - firstAt >= ONE_REQUEST_MS) {
      // Without listeners, the signal has its default effect.
      dispose();
      process.kill(process.pid, signal);
    }
  };
  for (const name of signals) process.on(name, onSignal);
  return dispose;
}

/** Waits for the first request to stop a server. @returns The signal's name. */
export function untilAskedToStop(clock: Clock): Promise<NodeJS.Signals> {
  return new Promise((resolve) => void onStopRequest(clock, resolve));
}

/** Runs a command's work with a signal that the first request to stop aborts. */
export async function stopOnInterrupt<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  clock: Clock = systemClock,
  signals?: readonly NodeJS.Signals[],
): Promise<Result> {
  const controller = new AbortController();
  const dispose = onStopRequest(clock, () => controller.abort(), signals);
  try {
    return await work(controller.signal);
  } finally {
    dispose();
  }
}
