import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * How much a thread stands back, on Linux, where priority is a thread's own. It is not more, as other programs at
 * normal priority would then leave such a thread nothing, and with it the calls that wait for a lock which it holds:
 * work that takes processors for long has a process of its own (docs/performance.md).
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

/**
 * How much a process stands back whose work nobody waits for at a keyboard: pictures. More than the one that hashes
 * passwords.
 */
const NICENESS_OF_PROCESS = 10;

/** Lets a process stand back that was just started, before it has threads: its start is work, too. */
export function letStandBack(child: { readonly pid?: number | undefined }): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, NICENESS_OF_PROCESS);
  } catch {
    // The system does not allow it, or the process has ended.
  }
}

/** Lets all threads of this process stand back, and those that they start. @param niceness How much. */
export function standBackAltogether(niceness = NICENESS_OF_PROCESS): void {
  try {
    // Priority is a thread's own on Linux, and some threads run before a program begins.
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : ['0'];
    for (const thread of threads.map(Number)) {
      // A program that was started with more stays where it is.
      if (getPriority(thread) < niceness) setPriority(thread, niceness);
    }
  } catch {
    // The system does not allow it.
  }
}
