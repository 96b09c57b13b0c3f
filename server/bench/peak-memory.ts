/**
 * Loaded into a program before it (`node --import`): writes its peak resident memory, in bytes, to
 * the file that BENCH_PEAK_FILE names when it ends.
 */
import { writeFileSync } from 'node:fs';
import { peakMemoryBytes } from '../test/rig/peak-memory.js';

process.once('exit', () => {
  const file = process.env.BENCH_PEAK_FILE;
  if (file !== undefined) writeFileSync(file, String(peakMemoryBytes()));
});
