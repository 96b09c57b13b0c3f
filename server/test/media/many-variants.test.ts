import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { repeats } from '../rig/part.js';
import { temporaryFolder } from '../rig/temp.js';
import { testProgram } from '../rig/test-program.js';
import { drawing } from './making.js';

const PROGRAM = fileURLToPath(new URL('./variants-process.ts', import.meta.url));

/** How many variants are made; `PORTICO_TEST_VARIANTS=20000` for the whole. */
const VARIANTS_MADE = Number(process.env.PORTICO_TEST_VARIANTS ?? repeats(60, 150));

/** A program without pictures takes 110 MB: those are decoded elsewhere. */
const MOST_MEGABYTES = 400;

/** A folder of media with pictures of which each has fifteen variants, low enough to be made quickly. */
async function mediaFolder(pictures: number): Promise<string> {
  const folder = temporaryFolder('portico-variants-');
  mkdirSync(join(folder, 'acme'));
  const bytes = await drawing(1400, 30).png({ compressionLevel: 1 }).toBuffer();
  for (let index = 0; index < pictures; index += 1) {
    // A comment behind its end makes it another file.
    const file = Buffer.concat([bytes, Buffer.from(String(index))]);
    writeFileSync(join(folder, 'acme', `${index}.png`), file);
  }
  return folder;
}

it('makes each of many variants once for fifty callers, within bounded memory', async () => {
  const pictures = Math.ceil(VARIANTS_MADE / 15);
  const folder = await mediaFolder(pictures);
  const args = [await testProgram(PROGRAM), folder, '50'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { megabytes, ...counts } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  const made = pictures * 15;
  expect(counts).toEqual({ asked: made, made, twice: 0, missing: 0, refused: 0 });
  expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  expect(readdirSync(join(folder, '.variants', 'acme'))).toHaveLength(made);
}, 1_800_000);

it('leaves no half variant where it is killed', async () => {
  const pictures = repeats(8, 20);
  const folder = await mediaFolder(pictures);
  const child = spawn(process.execPath, [await testProgram(PROGRAM), folder, '50'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  const made = join(folder, '.variants', 'acme');
  const names = readdirSync(made).filter((name) => !name.startsWith('.'));
  expect(names.length).toBeGreaterThanOrEqual(20);
  for (const name of names) {
    const { channels } = await sharp(readFileSync(join(made, name)), { failOn: 'warning' }).stats();
    expect([name, channels.length >= 3]).toEqual([name, true]);
  }
  // Another process goes on with what is missing.
  const args = [await testProgram(PROGRAM), folder, '50'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    made: 15 * pictures - names.length,
    missing: 0,
  });
});
