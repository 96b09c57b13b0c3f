import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../rig/temp.js';
import { canvasWebp, flatGif, flatPng, png, resized } from './crafting.js';
import { aPicture, drawing } from './making.js';

const PROGRAM = fileURLToPath(new URL('./memory-process.ts', import.meta.url));
const TOO_MANY_PIXELS = 'The image has more than 40 megapixels.';

/**
 * One picture of 40 megapixels takes some 350 MB at its peak, the program itself included. Four of
 * them side by side would take more than a gigabyte, and a bomb several.
 */
const MOST_MEGABYTES = 750;

it('takes the largest pictures and the worst bombs, all at once, within bounded memory', async () => {
  const folder = temporaryFolder('portico-pictures-');
  const put = (name: string, bytes: Buffer) => writeFileSync(join(folder, name), bytes);
  const large = await drawing(8000, 5000).jpeg().toBuffer();
  for (const number of [1, 2, 3, 4]) put(`large-${number}`, large);
  put('turned', await drawing(5000, 8000).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  put('flat', flatPng(8000, 5000));
  put('frames', flatGif(2000, 2000, 3000));
  put('bomb-png', flatPng(30_000, 30_000));
  put('bomb-data', png(9000, 9000, deflateSync(Buffer.alloc(200_000_000))));
  put('bomb-jpeg', resized(await aPicture('jpeg'), 65_500, 65_500));
  put('bomb-webp', canvasWebp(await aPicture('webp'), 16_384, 16_384));

  const args = ['--import', 'tsx', PROGRAM, folder];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { fates, megabytes } = JSON.parse(stdout) as { fates: object; megabytes: number };
  expect(fates).toEqual({
    'large-1': 'jpg',
    'large-2': 'jpg',
    'large-3': 'jpg',
    'large-4': 'jpg',
    turned: 'jpg',
    flat: 'png',
    frames: 'png',
    'bomb-png': TOO_MANY_PIXELS,
    'bomb-data': TOO_MANY_PIXELS,
    'bomb-jpeg': TOO_MANY_PIXELS,
    'bomb-webp': TOO_MANY_PIXELS,
  });
  expect(megabytes).toBeLessThan(MOST_MEGABYTES);
});
