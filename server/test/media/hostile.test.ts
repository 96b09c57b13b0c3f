import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { formatOf } from 'portico-media/picture.js';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { A_POST, type BlogAnswer, blogOf, write } from '../resources/content/blog-writing.js';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { type HostileFile, hostileFiles, PAYLOADS } from './hostile.js';

let files: readonly HostileFile[] = [];
beforeAll(async () => {
  files = await hostileFiles();
});

forAnyDatabase('three hundred hostile images', (database) => {
  const server = serverFor(database);
  const { held } = blogOf(server);
  const folder = join(database.dataFolder, 'media', 'acme', 'blog');

  /** Sends a file as a file, or as Base64 in one of several dresses. */
  const sent = ({ bytes, filename, type }: HostileFile, index: number): Promise<BlogAnswer> => {
    const base64 = bytes.toString('base64');
    const image = { bytes, filename, ...(type === '' ? {} : { type }) };
    const dresses = [
      () => write(server, held.key, { ...A_POST, image }, { kind: 'multipart' }),
      () => write(server, held.key, { ...A_POST, image_base64: base64 }, { kind: 'json' }),
      () => write(server, held.key, { ...A_POST, image_base64: `data:${type};base64,${base64}` }),
    ];
    // What is empty as Base64 is no image at all.
    const dress = bytes.length === 0 ? 0 : index % dresses.length;
    return (dresses[dress] as () => Promise<BlogAnswer>)();
  };

  it('never stop a post, and what is stored is a picture and nothing else', async () => {
    expect(files.length).toBeGreaterThanOrEqual(300);
    let stored = 0;
    for (const [index, file] of files.entries()) {
      const { STATUS, MESSAGE, ITEM, IMAGEERROR } = await sent(file, index);
      const image = ITEM[0]?.image ?? '';
      const fate = image === '' ? 'refused' : 'taken';
      // Whatever the image, the post is written; and one of the two is told.
      expect([file.what, STATUS, MESSAGE, ITEM.length]).toEqual([file.what, 'Success', '', 1]);
      expect([file.what, IMAGEERROR === undefined]).toEqual([file.what, fate === 'taken']);
      if (file.fate !== 'either') expect([file.what, fate]).toEqual([file.what, file.fate]);
      if (fate === 'taken') {
        stored += 1;
        await expectClean(file, join(folder, image));
      }
    }
    expect(stored).toBeGreaterThan(40);
    expect(readdirSync(folder)).toHaveLength(stored);
    // Nothing was put beside it, whatever the files call themselves.
    expect(readdirSync(join(database.dataFolder, 'media'))).toEqual(['acme']);
    expect(existsSync('/etc/cron.d/a')).toBe(false);
    expect(await server.get(held.key, '/blog/search/200')).toHaveLength(200);
  });
});

/** A stored picture is a whole picture, and nothing else. */
async function expectClean({ what }: HostileFile, path: string): Promise<void> {
  const stored = readFileSync(path);
  expect([what, statSync(path).mode & 0o777]).toEqual([what, 0o600]);
  const text = stored.toString('latin1');
  for (const payload of PAYLOADS) expect([what, text.includes(payload)]).toEqual([what, false]);
  const {
    format,
    width,
    height,
    pages = 1,
    exif,
    icc,
    xmp,
  } = await sharp(stored, {
    animated: true,
  }).metadata();
  expect([what, format]).toEqual([what, formatOf(stored)]);
  expect([what, width * height <= 40_000_000, pages < 1000]).toEqual([what, true, true]);
  expect([what, exif, icc, xmp]).toEqual([what, undefined, undefined, undefined]);
  await sharp(stored, { animated: true, failOn: 'warning' }).stats();
}
