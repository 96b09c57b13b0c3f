import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPicture, CORNERS, cornersOf, drawing, noise } from '../../media/making.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { asOwner } from '../../rig/owner.js';
import { serverFor } from '../../rig/server.js';
import {
  A_POST,
  addPrivateKey,
  BLOG_BODIES,
  type BlogAnswer,
  blogOf,
  rejected,
  type Told,
  write,
} from './blog-writing.js';

const MIB = 1024 * 1024;
const NOT_A_PICTURE = 'The image is not a JPG, PNG, GIF or WEBP picture.';

forAnyDatabase('images of blog writes', (database) => {
  const server = serverFor(database);
  const { held, post, change } = blogOf(server);
  const folder = join(database.dataFolder, 'media', 'acme', 'blog');
  const stored = () => (existsSync(folder) ? readdirSync(folder).sort() : []);
  const multipart = { kind: 'multipart' } as const;
  let png: Buffer;
  let jpeg: Buffer;
  const fetched = async (path: string, headers = {}) => {
    const answer = await server.app.inject({
      url: path,
      headers: { 'x-forwarded-proto': 'https', ...headers },
    });
    return { ...answer, status: answer.statusCode, type: answer.headers['content-type'] };
  };
  /** The one item of an answer that was a success. */
  const itemOf = ({ STATUS, MESSAGE, ITEM }: BlogAnswer) => {
    expect([STATUS, MESSAGE, ITEM.length]).toEqual(['Success', '', 1]);
    return ITEM[0] as BlogAnswer['ITEM'][number];
  };

  beforeAll(async () => {
    [png, jpeg] = await Promise.all([aPicture('png'), aPicture('jpeg')]);
  });

  it.each(['jpeg', 'png', 'gif', 'webp'] as const)('are stored and served: %s', async (format) => {
    const bytes = await aPicture(format);
    const extension = format === 'jpeg' ? 'jpg' : format;
    const answers = [
      await post({ image: { bytes, filename: 'a.txt', type: 'text/plain' } }, multipart),
      await post({ IMAGE: { bytes } }, multipart),
      ...(await Promise.all(
        BLOG_BODIES.map((kind) => post({ image_base64: bytes.toString('base64') }, { kind })),
      )),
      await post({ image_base64: `data:text/html;base64,${bytes.toString('base64url')}` }),
    ];
    for (const answer of answers) {
      const { id, image } = itemOf(answer);
      expect(answer).not.toHaveProperty('IMAGEERROR');
      expect(image).toMatch(new RegExp(`^[0-9a-f]{32}\\.${extension}$`));
      expect(await server.get(held.key, `/blogs/${id}`)).toMatchObject([{ image }]);
      // Browsers ask without a key.
      const served = await fetched(`/media/acme/blog/${image}`);
      expect([served.status, served.type]).toEqual([200, `image/${format}`]);
      expect(served.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': String(served.rawPayload.length),
      });
      expect(served.rawPayload.equals(readFileSync(join(folder, image)))).toBe(true);
      expect(await cornersOf(served.rawPayload)).toEqual(CORNERS);
    }
    expect(new Set(answers.map((answer) => itemOf(answer).image)).size).toBe(answers.length);
  });

  it('lose the place where they were taken', async () => {
    const GPS = { IFD3: { GPSLatitude: '40/1 46/1 36/1', GPSLatitudeRef: 'N' } };
    const bytes = await drawing().withExif(GPS).jpeg().toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const { image } = itemOf(await post({ image: { bytes, filename: 'a.jpg' } }, multipart));
    expect((await sharp(readFileSync(join(folder, image))).metadata()).exif).toBeUndefined();
  });

  describe('that cannot be taken do not stop the post', () => {
    const left = async (told: Told, error: unknown, sending: Parameters<typeof post>[1] = {}) => {
      const before = stored();
      const answer = await post({ title: 'Left out', ...told }, sending);
      expect(itemOf(answer)).toMatchObject({ image: '', title: 'Left out' });
      expect(answer.IMAGEERROR).toEqual(error);
      expect(stored()).toEqual(before);
      expect(await server.get(held.key, `/blogs/${answer.ITEM[0]?.id}`)).toMatchObject([
        { title: 'Left out', image: '' },
      ]);
    };

    it.each(BLOG_BODIES)('as text (%s)', async (kind) => {
      await left({ image_base64: 'no base 64!' }, 'image_base64 is not Base64.', { kind });
      await left({ image_base64: 'aGVsbG8=' }, NOT_A_PICTURE, { kind });
      await left({ image_base64: 'data:image/png;base64,' }, NOT_A_PICTURE, { kind });
    });

    it('as a file that is none', async () => {
      const words = expect.stringContaining('image is not a file');
      await left({ image: 'photo.jpg' }, words);
      await left({ image: 'photo.jpg' }, words, { kind: 'json' });
      await left({ image: { bytes: [1, 2] } }, words, { kind: 'json' });
      await left({ image_base64: { a: 1 } }, 'image_base64 is not Base64.', { kind: 'json' });
      await left({ image_base64: 12 }, 'image_base64 is not Base64.', { kind: 'json' });
      await left({ image: 'photo.jpg' }, NOT_A_PICTURE, multipart);
      await left(
        { image: { bytes: Buffer.alloc(0), filename: 'a.png' } },
        NOT_A_PICTURE,
        multipart,
      );
      await left(
        { image: { bytes: png.subarray(0, 70), filename: 'a.png' } },
        'The image is damaged or incomplete.',
        multipart,
      );
      const two = [
        { bytes: png, filename: 'a.png' },
        { bytes: jpeg, filename: 'b.jpg' },
      ];
      await left({ image: two }, 'There is more than one image: send one.', multipart);
    });

    it('as more than 5 MB of bytes, however they come', async () => {
      const padded = (size: number) => Buffer.concat([jpeg, noise(size - jpeg.length)]);
      const [most, over] = [padded(5 * MIB), padded(5 * MIB + 1)];
      const words = 'The image is larger than 5 MB.';
      await left({ image: { bytes: over, filename: 'a.jpg' } }, words, multipart);
      for (const kind of BLOG_BODIES) {
        await left({ image_base64: over.toString('base64') }, words, { kind });
        const taken = await post({ image_base64: most.toString('base64') }, { kind });
        expect(itemOf(taken).image).toMatch(/\.jpg$/);
      }
      const file = { bytes: most, filename: 'a.jpg' };
      expect(itemOf(await post({ image: file }, multipart)).image).toMatch(/\.jpg$/);
    });

    it('because the store cannot take them', async () => {
      await server.addTenant('full');
      const { key } = await addPrivateKey(server, 'full');
      // Where the folder should be, there is a file.
      writeFileSync(join(database.dataFolder, 'media', 'full'), '');
      const told = { ...A_POST, image_base64: png.toString('base64') };
      const answer = await write(server, key, told);
      expect(answer.IMAGEERROR).toBe('The image could not be stored.');
      expect(itemOf(answer).image).toBe('');
    });
  });

  it('are none in a form whose field for a file is empty', async () => {
    const answer = await post(
      { image: { bytes: Buffer.alloc(0), filename: '' }, image_base64: '' },
      multipart,
    );
    expect([itemOf(answer).image, answer.IMAGEERROR]).toEqual(['', undefined]);
    const text = await post({ image: '', image_base64: null }, { kind: 'json' });
    expect([itemOf(text).image, text.IMAGEERROR]).toEqual(['', undefined]);
  });

  it('come from the file, when there are a file and Base64', async () => {
    const told = { image: { bytes: png, filename: 'a' }, image_base64: jpeg.toString('base64') };
    expect(itemOf(await post(told, multipart)).image).toMatch(/\.png$/);
  });

  describe('of a post that has one', () => {
    const both = async () => {
      const { id, image } = itemOf(await post({ image_base64: png.toString('base64') }));
      return { id, image, file: join(folder, image) };
    };

    it('stay, unless another comes', async () => {
      const { id, image, file } = await both();
      expect(itemOf(await change(id, { title: 'Other' })).image).toBe(image);
      const failed = await change(id, { caption: 'Kept', image_base64: 'aGVsbG8=' });
      expect(itemOf(failed)).toMatchObject({ image, caption: 'Kept' });
      expect(failed.IMAGEERROR).toBe(NOT_A_PICTURE);
      expect(existsSync(file)).toBe(true);
    });

    it.each(['POST', 'PUT'] as const)('go when another takes its place (%s)', async (method) => {
      const { id, image, file } = await both();
      const told = { image: { bytes: jpeg, filename: 'b.jpg' } };
      const next = itemOf(await change(id, told, { ...multipart, method })).image;
      expect(next).not.toBe(image);
      expect([existsSync(file), existsSync(join(folder, next))]).toEqual([false, true]);
      expect((await fetched(`/media/acme/blog/${image}`)).status).toBe(404);
    });

    it('stay when the change is rejected', async () => {
      const { id, image, file } = await both();
      const before = stored();
      const told = { image_base64: jpeg.toString('base64'), labels: '[99]' };
      expect(await change(id, told)).toEqual(rejected(expect.any(String)));
      expect(stored()).toEqual(before);
      expect(existsSync(file)).toBe(true);
      expect(itemOf(await change(id, {})).image).toBe(image);
    });

    it('stay when another post has the same, or they are no work of this server', async () => {
      const { id, image, file } = await both();
      await server.put('acme', 'blogs', [{ id: 900_001, title: 'Shares it', image }]);
      await change(id, { image_base64: jpeg.toString('base64') });
      expect(existsSync(file)).toBe(true);
      await change(900_001, { image_base64: jpeg.toString('base64') });
      expect(existsSync(file)).toBe(false);

      writeFileSync(join(folder, 'own.jpg'), jpeg);
      await server.put('acme', 'blogs', [{ id: 900_002, title: 'Imported', image: 'own.jpg' }]);
      await change(900_002, { image_base64: png.toString('base64') });
      expect(existsSync(join(folder, 'own.jpg'))).toBe(true);
      // An imported name that leads elsewhere is nobody's to remove.
      await server.put('acme', 'blogs', [{ id: 900_002, image: '../../acme/blog/own.jpg' }]);
      await change(900_002, { image_base64: png.toString('base64') });
      expect((await fetched('/media/acme/blog/own.jpg')).status).toBe(200);
    });
  });

  describe('when the database fails', () => {
    beforeAll(() =>
      asOwner(server.services, 'acme', ({ schema }) =>
        schema
          .createIndex('one_only')
          .unique()
          .on('blog')
          .column('author')
          .where('author', '=', 'Unique')
          .execute(),
      ),
    );
    afterAll(() =>
      asOwner(server.services, 'acme', ({ schema }) => schema.dropIndex('one_only').execute()),
    );

    it('leave no file behind, and the old one where it is', async () => {
      const { id, image } = itemOf(await post({ image_base64: png.toString('base64') }));
      await post({ author: 'Unique' });
      const before = stored();
      const told = { author: 'Unique', image_base64: jpeg.toString('base64') };
      await expect(post(told)).rejects.toThrow('500');
      await expect(change(id, told)).rejects.toThrow('500');
      expect(stored()).toEqual(before);
      expect(itemOf(await change(id, {})).image).toBe(image);
    });
  });

  describe('at their address', () => {
    it('are told apart from everything else', async () => {
      const { image } = itemOf(await post({ image_base64: png.toString('base64') }));
      const name = image.slice(0, 32);
      for (const path of [
        `/media/other/blog/${image}`,
        `/media/acme/${image}`,
        `/media/acme/blog/${name}.jpg`,
        `/media/acme/blog/${name}.svg`,
        `/media/acme/blog/${name}`,
        `/media/acme/blog/.${image}`,
        `/media/acme/blog/${image}%00`,
        `/media/acme/blog/${image}%2F..%2F${image}`,
        `/media/acme%2Fblog/x/${image}`,
        `/media/..%2Facme/blog/${image}`,
        `/media/%2e%2e/media/acme/blog/${'0'.repeat(32)}.png`,
        '/media/acme/blog/',
        '/media/acme/blog',
      ]) {
        expect([path, (await fetched(path)).status]).toEqual([path, 404]);
      }
      const head = await server.app.inject({
        method: 'HEAD',
        url: `/media/acme/blog/${image}`,
        headers: { 'x-forwarded-proto': 'https' },
      });
      expect([head.statusCode, head.headers['content-type'], head.payload]).toEqual([
        200,
        'image/png',
        '',
      ]);
      const plain = await server.app.inject({ url: `/media/acme/blog/${image}` });
      expect(plain.statusCode).toBe(403);
    });
  });
});
