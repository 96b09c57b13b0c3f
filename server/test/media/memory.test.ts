import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../rig/temp.js';
import { testProgram } from '../rig/test-program.js';
import { canvasWebp, flatGif, flatPng, png, resized } from './crafting.js';
import { aPicture, drawing } from './making.js';

const PROGRAM = fileURLToPath(new URL('./memory-process.ts', import.meta.url));
const TOO_MANY_PIXELS = 'The image has more than 40 megapixels.';

/**
 * One picture of 40 megapixels after the other was measured to take 550 to 650 MB at the peak in the process that works
 * on them; four of them side by side 1,480, and the larger bomb would take 3,600.
 */
const MOST_MEGABYTES = 900;

/** The server itself holds what was sent, and no pixel of it. */
const MOST_OF_SERVER = 300;

it('takes the largest pictures and the worst bombs, all at once, within bounded memory', async () => {
  const folder = temporaryFolder('portico-pictures-');
  const put = (name: string, bytes: Buffer) => writeFileSync(join(folder, name), bytes);
  // Turned is what takes most: the whole of it has to be there at once.
  const turned = await drawing(5000, 8000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  for (const number of [1, 2, 3, 4]) put(`turned-${number}`, turned);
  put('flat', flatPng(8000, 5000));
  put('frames', flatGif(2000, 2000, 3000));
  put('bomb-png', flatPng(30_000, 30_000));
  put('bomb-data', png(9000, 9000, deflateSync(Buffer.alloc(200_000_000))));
  put('bomb-jpeg', resized(await aPicture('jpeg'), 65_500, 65_500));
  put('bomb-webp', canvasWebp(await aPicture('webp'), 16_384, 16_384));

  const args = [await testProgram(PROGRAM), folder];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { fates, megabytes, workMegabytes } = JSON.parse(stdout) as {
    fates: object;
    megabytes: number;
    workMegabytes: number;
  };
  expect(fates).toEqual({
    flat: 'png',
    frames: 'png',
    'turned-1': 'jpg',
    'turned-2': 'jpg',
    'turned-3': 'jpg',
    'turned-4': 'jpg',
    'bomb-png': TOO_MANY_PIXELS,
    'bomb-data': TOO_MANY_PIXELS,
    'bomb-jpeg': TOO_MANY_PIXELS,
    'bomb-webp': 'The image is damaged or incomplete.',
  });
  expect(workMegabytes).toBeGreaterThan(0);
  expect(workMegabytes).toBeLessThan(MOST_MEGABYTES);
  expect(megabytes).toBeLessThan(MOST_OF_SERVER);
});
