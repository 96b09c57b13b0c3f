import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiskStore } from 'portico-media/disk-store.js';
import { OriginalFiles } from 'portico-media/original-files.js';
import { PictureProcesses } from 'portico-media/picture-processes.js';
import { contentHash, VARIANTS } from 'portico-media/picture-store.js';
import { variantName } from 'portico-media/variant.js';
import { VariantCache } from 'portico-media/variant-cache.js';
import { Interruptions, Variants } from 'portico-media/variants.js';
import { expect, it } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';
import { temporaryFolder } from '../rig/temp.js';
import { aPicture } from './making.js';

it('leaves a picture alone for an hour that is interrupted again and again, and no other', () => {
  const clock = new ManualClock(0);
  const interruptions = new Interruptions(clock);
  for (const isLeftAlone of [false, false, true]) {
    interruptions.note('acme/a.jpg');
    expect(interruptions.isLeftAlone('acme/a.jpg')).toBe(isLeftAlone);
  }
  expect(interruptions.isLeftAlone('acme/b.jpg')).toBe(false);
  clock.advance(3_600_000);
  expect(interruptions.isLeftAlone('acme/a.jpg')).toBe(false);
  interruptions.note('acme/a.jpg');
  expect(interruptions.isLeftAlone('acme/a.jpg')).toBe(true);
  clock.advance(3_600_000);
  interruptions.forget('acme/a.jpg');
  interruptions.note('acme/a.jpg');
  expect(interruptions.isLeftAlone('acme/a.jpg')).toBe(false);
});

it('remembers a bounded number of pictures', () => {
  const interruptions = new Interruptions(new ManualClock(0));
  for (let time = 0; time < 3; time += 1) interruptions.note('acme/first.jpg');
  for (let index = 0; index < 1000; index += 1) interruptions.note(`acme/${index}.jpg`);
  expect(interruptions.isLeftAlone('acme/first.jpg')).toBe(false);
});

it('leads to the original of a picture whose work takes too long', async () => {
  const folder = temporaryFolder('portico-slow-');
  const bytes = await aPicture('jpeg', 400, 300);
  mkdirSync(join(folder, 'acme'));
  writeFileSync(join(folder, 'acme', 'slow.jpg'), bytes);
  const clock = new ManualClock(0);
  // No process has begun after a millisecond.
  const processes = new PictureProcesses(1);
  const variants = new Variants({
    ...{ clock, processes },
    cache: new VariantCache({
      store: new DiskStore(folder, VARIANTS),
      mostBytes: 1e9,
      tenants: async () => ['acme'],
      isThere: async () => true,
      ...{ clock, log: { warn: () => {} } },
    }),
    originals: new OriginalFiles(folder, []),
    filesOf: async () => ['slow.jpg'],
  });
  const name = variantName({ hash: contentHash(bytes), width: 320, format: 'webp' });
  expect(await variants.read('acme', name)).toEqual({ original: 'slow.jpg' });
  await processes.close();
  await variants.close();
});
