/**
 * Takes pictures in a process of its own, all at once, as many callers would have it: for a test
 * that measures its memory. Arguments: a folder of files. Prints what came of each, its own peak of memory and that of the processes that work on them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { peakMemoryBytes } from '../rig/peak-memory.js';
import { uploads } from './uploads.js';

const [folder = ''] = process.argv.slice(2);
const names = readdirSync(folder).sort();
const { pictures, processes } = uploads(folder);
/** The most memory of a process that works on the pictures. */
let workMegabytes = 0;
const watch = setInterval(() => {
  for (const pid of processes.pids) {
    const bytes = peakMemoryBytes(pid);
    workMegabytes = Math.max(workMegabytes, bytes / 1024 ** 2);
  }
}, 20);
const fates = await Promise.all(
  names.map(async (name) => {
    try {
      return [name, (await pictures.remake(name, readFileSync(join(folder, name)))).extension];
    } catch (error) {
      return [name, (error as Error).message];
    }
  }),
);
clearInterval(watch);
await processes.close();
const megabytes = peakMemoryBytes() / 1024 ** 2;
process.stdout.write(
  `${JSON.stringify({ fates: Object.fromEntries(fates), megabytes, workMegabytes })}\n`,
);
