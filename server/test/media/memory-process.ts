/**
 * Takes pictures in a process of its own, all at once, as many callers would have it: for a test
 * that measures its memory. Arguments: a folder of files. Prints what came of each, and the peak.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePicture } from '../../src/media/picture.js';
import { peakMemoryBytes } from '../rig/peak-memory.js';

const [folder = ''] = process.argv.slice(2);
const names = readdirSync(folder).sort();
const fates = await Promise.all(
  names.map(async (name) => {
    try {
      return [name, (await makePicture(name, readFileSync(join(folder, name)))).extension];
    } catch (error) {
      return [name, (error as Error).message];
    }
  }),
);
const megabytes = peakMemoryBytes() / 1024 ** 2;
process.stdout.write(`${JSON.stringify({ fates: Object.fromEntries(fates), megabytes })}\n`);
