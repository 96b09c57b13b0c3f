import { setPriority } from 'node:os';

/**
 * How much a thread stands back, on Linux, where priority is a thread's own. A search that comes
 * while every core is at work on passwords then goes first. It is not more, as other programs at normal
 * priority would then leave such a thread nothing: at 19, a registration while twelve of them run takes
 * longer than anybody waits (docs/performance.md).
 */
const NICENESS = 5;

/** Lets the thread that calls this stand back. Where that is not allowed, its work is done all the same. */
export function standBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // The system does not allow it.
  }
}
