/**
 * Loaded into a program before it (`node --import`): writes its peak resident memory, in bytes, to
 * the file that BENCH_PEAK_FILE names when it ends.
 */
import { readFileSync, writeFileSync } from 'node:fs';

process.once('exit', () => {
  const file = process.env.BENCH_PEAK_FILE;
  if (file !== undefined) writeFileSync(file, String(peakBytes()));
});

function peakBytes(): number {
  try {
    // What the system reports of a child may be the peak of the parent that it was forked from.
    const status = readFileSync('/proc/self/status', 'utf8');
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not a Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}
