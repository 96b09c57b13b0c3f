import { readFileSync } from 'node:fs';

/**
 * Peak resident memory of a process, in bytes; of this one, if not said otherwise. 0 for one that is gone.
 *
 * Linux carries the peak of the process that spawned this one over into `maxRSS`, so a small program
 * that a large test process starts would be as large as that. `VmHWM` begins at the program's own start.
 */
export function peakMemoryBytes(pid: number | 'self' = 'self'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not a Linux.
  }
  if (pid !== 'self') return 0;
  return process.resourceUsage().maxRSS * 1024;
}
