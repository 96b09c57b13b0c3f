import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DiskStore } from 'portico-media/disk-store.js';
import {
  type ListedPicture,
  type PictureStore,
  pictureName,
  picturePath,
  VARIANTS,
} from 'portico-media/picture-store.js';
import { S3Store } from 'portico-media/s3-store.js';
import { parseS3Url } from 'portico-media/s3-url.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/lib/clock.js';
import { temporaryFolder } from '../rig/temp.js';
import { type Bucket, startBucket } from './bucket.js';
import { noise } from './making.js';

let counter = 0;
/** A name like those of pictures, another at each call. */
function aName(extension = 'png'): string {
  counter += 1;
  return pictureName((size) => Buffer.alloc(size, counter), extension);
}

/** What a store has under a name. */
async function content(store: PictureStore, tenant: string, name: string) {
  const picture = await store.read(tenant, name);
  return picture === undefined ? undefined : buffer(picture.content);
}

/** What every store does, wherever it keeps its pictures. */
function contract(store: () => PictureStore): void {
  it('gives out what was put in, byte by byte', async () => {
    for (const size of [1, 100_000, 5 * 1024 * 1024]) {
      const [name, bytes] = [aName(), noise(size)];
      await store().put('acme', name, bytes);
      const picture = await store().read('acme', name);
      expect(picture?.length).toBe(size);
      expect((await content(store(), 'acme', name))?.equals(bytes)).toBe(true);
      picture?.content.destroy();
    }
  });

  it('keeps each client’s pictures apart', async () => {
    const name = aName('jpg');
    await store().put('acme', name, Buffer.from('one'));
    expect(await store().read('other', name)).toBeUndefined();
    await store().put('other', name, Buffer.from('another'));
    expect(String(await content(store(), 'acme', name))).toBe('one');
    await store().remove('other', name);
    expect(String(await content(store(), 'acme', name))).toBe('one');
  });

  it('has none that was removed, or never was', async () => {
    const name = aName('webp');
    expect(await store().read('acme', name)).toBeUndefined();
    expect(await store().has('acme', name)).toBe(false);
    await store().put('acme', name, Buffer.from('x'));
    expect(await store().has('acme', name)).toBe(true);
    await store().remove('acme', name);
    expect(await store().read('acme', name)).toBeUndefined();
    expect(await store().has('acme', name)).toBe(false);
    await store().remove('acme', name);
    await store().remove('nobody', name);
  });

  it('lists the pictures of a client, and when each was stored', async () => {
    const listed = async (tenant: string) => {
      const pictures: ListedPicture[] = [];
      for await (const picture of store().list(tenant)) pictures.push(picture);
      return pictures.sort((one, other) => (one.name < other.name ? -1 : 1));
    };
    expect(await listed('listed')).toEqual([]);
    const names = [aName(), aName('jpg'), aName('gif')].sort();
    for (const name of names) await store().put('listed', name, Buffer.from('x'));
    await store().put('listed-2', aName(), Buffer.from('x'));
    const pictures = await listed('listed');
    expect(pictures.map(({ name }) => name)).toEqual(names);
    // Clocks of stores have whole seconds.
    const now = Date.now();
    for (const { storedAt } of pictures) expect(Math.abs(now - storedAt)).toBeLessThan(60_000);
    await expect(listed('../acme')).rejects.toThrow(RangeError);
  });

  it('notes sizes and uses', async () => {
    const name = aName();
    await store().put('used', name, noise(1234));
    const listed = async () => {
      for await (const picture of store().list('used')) return picture;
      return undefined;
    };
    expect((await listed())?.size).toBe(1234);
    await store().touch('used', name);
    await store().touch('used', aName());
    const touched = (await listed())?.storedAt ?? 0;
    expect(Math.abs(Date.now() - touched)).toBeLessThan(60_000);
    const read = await store().read('used', name);
    expect(Math.abs((read?.storedAt ?? 0) - touched)).toBeLessThan(1000);
    expect((await content(store(), 'used', name))?.equals(noise(1234))).toBe(true);
    read?.content.destroy();
  });

  it.each([
    ['..', aName()],
    ['../acme', aName()],
    ['ACME', aName()],
    ['', aName()],
    ['a/b', aName()],
    ['acme', '../../../etc/passwd'],
    ['acme', 'a.png'],
    ['acme', `${aName()}/..`],
    ['acme', aName('svg')],
    ['acme', aName('png\n')],
    ['acme', ''],
  ])('takes no other names: %j %j', async (tenant, name) => {
    await expect(store().put(tenant, name, Buffer.from('x'))).rejects.toThrow(RangeError);
    await expect(store().remove(tenant, name)).rejects.toThrow(RangeError);
    await expect(store().read(tenant, name)).rejects.toThrow(RangeError);
    await expect(store().has(tenant, name)).rejects.toThrow(RangeError);
  });
}

describe('pictures on disk', () => {
  const folder = temporaryFolder();
  const store = new DiskStore(join(folder, 'media'));

  contract(() => store);

  it('of another section are elsewhere, under names of their own', async () => {
    const variants = new DiskStore(join(folder, 'media'), VARIANTS);
    const name = `${'0'.repeat(32)}-640.avif`;
    await variants.put('acme', name, Buffer.from('x'));
    expect(existsSync(join(folder, 'media', '.variants', 'acme', name))).toBe(true);
    for (const wrong of [aName(), `${'0'.repeat(32)}-641.avif`, `${'0'.repeat(32)}-640.png`]) {
      await expect(variants.put('acme', wrong, Buffer.from('x'))).rejects.toThrow(RangeError);
    }
  });

  it('are files that nobody else reads, and nothing else is left', async () => {
    const name = aName();
    await store.put('private', name, Buffer.from('x'));
    const file = join(folder, 'media', picturePath('private', name));
    expect(file).toBe(join(folder, 'media', 'private', 'blog', name));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'media', 'private')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, 'media', 'private', 'blog'))).toEqual([name]);
  });

  it('are there whole or not at all', async () => {
    const name = aName();
    const place = join(folder, 'media', picturePath('broken', name));
    // Where the picture should go, something cannot be replaced.
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'file'), '');
    await expect(store.put('broken', name, Buffer.from('x'))).rejects.toThrow();
    expect(readdirSync(join(place, '..'))).toEqual([name]);
  });
});

describe('pictures in a bucket', () => {
  const held: { bucket?: Bucket; store?: PictureStore } = {};
  const bucket = () => held.bucket as Bucket;
  const store = () => held.store as PictureStore;

  beforeAll(async () => {
    held.bucket = await startBucket('pictures/live');
    held.store = new S3Store(parseS3Url(held.bucket.url), systemClock);
  });
  afterAll(() => bucket().close());

  contract(store);

  it('are of a section of theirs where they can be made again', async () => {
    const variants = new S3Store(parseS3Url(bucket().url), systemClock, VARIANTS);
    const name = `${'0'.repeat(32)}-640.avif`;
    await variants.put('acme', name, Buffer.from('x'));
    expect(bucket().asked.at(-1)).toBe(`PUT /pictures/live/.variants/acme/${name}`);
    await variants.touch('acme', name);
    expect(String(await content(variants, 'acme', name))).toBe('x');
    const names: string[] = [];
    for await (const listed of variants.list('acme')) names.push(listed.name);
    expect(names).toEqual([name]);
  });

  it('are kept in its folder', async () => {
    const name = aName();
    await store().put('acme', name, Buffer.from('x'));
    expect(bucket().asked.at(-1)).toBe(`PUT /pictures/live/acme/blog/${name}`);
    // The signature is of what was sent, and of nothing else.
    expect(bucket().said.hash).toBe(createHash('sha256').update('x').digest('hex'));
  });

  it('are asked for again when the store could not just now', async () => {
    const name = aName();
    bucket().failing(503);
    await store().put('acme', name, Buffer.from('kept'));
    bucket().failing(500, 429);
    expect(String(await content(store(), 'acme', name))).toBe('kept');
  });

  it('are a failure, and not missing, when the store does not do it', async () => {
    const name = aName();
    await store().put('acme', name, Buffer.from('kept'));
    bucket().failing(500, 500, 500);
    await expect(store().read('acme', name)).rejects.toThrow(
      'The picture store answered 500 to GET.',
    );
    for (const code of [400, 403, 409]) {
      bucket().failing(code);
      await expect(store().read('acme', name)).rejects.toThrow(`${code} to GET`);
      bucket().failing(code);
      await expect(store().put('acme', name, Buffer.from('x'))).rejects.toThrow(`${code} to PUT`);
      bucket().failing(code);
      await expect(store().remove('acme', name)).rejects.toThrow(`${code} to DELETE`);
    }
    // Sent elsewhere, nobody goes.
    bucket().failing(307);
    await expect(store().read('acme', name)).rejects.toThrow();
    expect(String(await content(store(), 'acme', name))).toBe('kept');
  });

  it('are refused to a wrong secret, and to a wrong clock', async () => {
    const wrong = new S3Store({ ...parseS3Url(bucket().url), secretKey: 'wrong' }, systemClock);
    await expect(wrong.put('acme', aName(), Buffer.from('x'))).rejects.toThrow('403');
    const early = { now: () => Date.now() - 3_600_000, monotonic: () => 0 };
    const late = new S3Store(parseS3Url(bucket().url), early);
    await expect(late.read('acme', aName())).rejects.toThrow('403');
  });

  it('are a failure when nobody is there', async () => {
    const gone = await startBucket();
    await gone.close();
    const lost = new S3Store(parseS3Url(gone.url), systemClock);
    await expect(lost.put('acme', aName(), Buffer.from('x'))).rejects.toThrow();
  });
});

describe('a store', () => {
  it('is made when it is needed, and not before', () => {
    const folder = join(temporaryFolder(), 'media');
    new DiskStore(folder);
    expect(existsSync(folder)).toBe(false);
  });
});
