/**
 * Loaded into a program before its own code (`node --import`): writes the program's peak resident
 * memory, in bytes, to the file in BENCH_PEAK_FILE at its end.
 */
import { writeFileSync } from 'node:fs';
import { peakMemoryBytes } from '../test/rig/peak-memory.js';

process.once('exit', () => {
  const file = process.env.BENCH_PEAK_FILE;
  if (file !== undefined) writeFileSync(file, String(peakMemoryBytes()));
});
