import { LARGEST_PICTURE, PictureProblem } from 'portico-media/picture.js';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { QueueFull } from '../../src/lib/queues.js';
import { temporaryFolder } from '../rig/temp.js';
import { commented, flatGif, flatPng, withChunk } from './crafting.js';
import { aPicture, CORNERS, cornersOf, drawing } from './making.js';
import { uploads } from './uploads.js';

const FORMATS = ['jpeg', 'png', 'gif', 'webp'] as const;
const BROKEN = 'The image is damaged or incomplete.';
const TOO_MANY_PIXELS = 'The image has more than 40 megapixels.';

const { pictures, processes } = uploads(temporaryFolder('portico-uploads-'));
const make = (tenant: string, bytes: Buffer) => pictures.remake(tenant, bytes);
afterAll(() => processes.close());

const makePicture = (bytes: Buffer) => make('acme', bytes);

/** A place, as cameras write it. */
const PLACE = {
  IFD0: { Copyright: 'SECRET OWNER', Model: 'SECRET CAMERA' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 46/1 36/1', GPSLongitude: '73/1 58/1 46/1' },
};

describe('a picture that is made anew', () => {
  it.each(FORMATS)('shows the same, in the same format: %s', async (format) => {
    const { bytes, extension } = await makePicture(await aPicture(format));
    expect(extension).toBe(format === 'jpeg' ? 'jpg' : format);
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 48, height: 32 });
    expect(await cornersOf(bytes)).toEqual(CORNERS);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('tells nothing of itself: %s', async (format) => {
    const told = await drawing()
      .withExif(PLACE)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET</x:xmpmeta>')
      .toFormat(format)
      .toBuffer();
    const before = await sharp(told).metadata();
    expect(before.exif?.toString('latin1')).toContain('SECRET OWNER');
    expect(before.xmp?.toString()).toContain('SECRET');
    const { bytes } = await makePicture(told);
    const after = await sharp(bytes).metadata();
    expect([after.exif, after.xmp, after.iptc, after.icc, after.comments]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    for (const word of ['SECRET', 'Exif', 'xmpmeta']) {
      expect(bytes.toString('latin1'), word).not.toContain(word);
    }
  });

  it.each([
    [1, ['red', 'lime', 'blue', 'yellow'], 48],
    [2, ['lime', 'red', 'yellow', 'blue'], 48],
    [3, ['yellow', 'blue', 'lime', 'red'], 48],
    [6, ['blue', 'red', 'yellow', 'lime'], 32],
    [8, ['lime', 'yellow', 'red', 'blue'], 32],
  ])('is turned the way its camera was held: %i', async (orientation, corners, width) => {
    const { bytes } = await makePicture(
      await drawing().withMetadata({ orientation }).jpeg().toBuffer(),
    );
    const { width: seen, orientation: left } = await sharp(bytes).metadata();
    expect([seen, left]).toEqual([width, undefined]);
    expect(await cornersOf(bytes)).toEqual(corners);
  });

  it('keeps what is transparent so', async () => {
    for (const format of ['png', 'gif', 'webp'] as const) {
      const clear = sharp({
        create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
      });
      const { bytes } = await makePicture(await clear.toFormat(format).toBuffer());
      const { channels } = await sharp(bytes).stats();
      expect([format, channels[3]?.max]).toEqual([format, 0]);
    }
  });

  it('moves as before, as long as it is not too large', async () => {
    const frames = Buffer.concat(
      await Promise.all(
        ['red', 'lime', 'blue'].map((background) =>
          sharp({ create: { width: 30, height: 20, channels: 3, background } })
            .raw()
            .toBuffer(),
        ),
      ),
    );
    const raw = { width: 30, height: 60, channels: 3, pageHeight: 20 } as const;
    for (const format of ['gif', 'webp'] as const) {
      const moving = await sharp(frames, { raw })
        .toFormat(format, { delay: [100, 200, 300], loop: 2 })
        .toBuffer();
      const { bytes } = await makePicture(moving);
      expect(await sharp(bytes).metadata()).toMatchObject({
        format,
        pages: 3,
        delay: [100, 200, 300],
        loop: 2,
      });
    }
  });

  it('is its first frame when an animation is large, and then no GIF', async () => {
    for (const moving of [flatGif(1000, 1000, 11), flatGif(2000, 2000, 3000)]) {
      const { bytes, extension } = await makePicture(moving);
      expect(extension).toBe('png');
      expect((await sharp(bytes).metadata()).pages).toBeUndefined();
    }
    expect((await makePicture(flatGif(1000, 1000, 10))).extension).toBe('gif');
  });

  it('is a PNG when it was a large GIF that stands still', async () => {
    const large = await drawing(3300, 3100).gif({ effort: 1, colours: 4 }).toBuffer();
    const { bytes, extension } = await makePicture(large);
    expect([extension, await cornersOf(bytes)]).toEqual(['png', CORNERS]);
  });
});

describe('a file', () => {
  it('of 5 MB is taken, and of a byte more is not', async () => {
    const picture = await aPicture('jpeg');
    const padded = (size: number) => Buffer.concat([picture], size);
    expect(LARGEST_PICTURE).toBe(5_242_880);
    expect((await makePicture(padded(LARGEST_PICTURE))).bytes.length).toBeLessThan(5000);
    await expect(makePicture(padded(LARGEST_PICTURE + 1))).rejects.toThrow(
      'The image is larger than 5 MB.',
    );
  });

  it('of 40 megapixels is taken, and of a row more is not', async () => {
    const { bytes } = await makePicture(flatPng(8000, 5000));
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 8000, height: 5000 });
    await expect(makePicture(flatPng(8000, 5001))).rejects.toThrow(TOO_MANY_PIXELS);
    await expect(makePicture(flatPng(30_000, 30_000))).rejects.toThrow(TOO_MANY_PIXELS);
  });

  it('of another kind is not taken', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    const tiff = await drawing().tiff().toBuffer();
    const avif = await drawing().avif({ effort: 0 }).toBuffer();
    for (const bytes of [Buffer.alloc(0), Buffer.from(svg), tiff, avif, Buffer.from('GIF')]) {
      await expect(makePicture(bytes)).rejects.toThrow(
        'The image is not a JPG, PNG, GIF or WEBP picture.',
      );
    }
  });

  // What is missing of the last two is their end mark: every pixel is there.
  it.each([
    ['jpeg', 0],
    ['webp', 0],
    ['png', 12],
    ['gif', 1],
  ] as const)('that is cut off anywhere is not taken: %s', async (format, dispensable) => {
    const whole = await aPicture(format, 120, 90);
    const last = whole.length - dispensable;
    for (let length = 1; length < last; length += 1 + Math.floor(length / 40)) {
      await expect(makePicture(whole.subarray(0, length)), `${length}`).rejects.toThrow(
        /^The image/,
      );
    }
    await expect(makePicture(whole.subarray(0, last - 1))).rejects.toThrow(BROKEN);
    expect(await cornersOf((await makePicture(whole.subarray(0, last))).bytes)).toEqual(CORNERS);
  });

  it('loses what it hides', async () => {
    const script = '/*<script>alert(1)</script>*/';
    const [jpeg, png, gif] = await Promise.all(
      (['jpeg', 'png', 'gif'] as const).map((format) => aPicture(format)),
    );
    const hiding = [
      commented(jpeg as Buffer, script),
      Buffer.concat([jpeg as Buffer, Buffer.from(script)]),
      withChunk(png as Buffer, 'tEXt', Buffer.from(`Comment\0${script}`)),
      withChunk(png as Buffer, 'juNk', Buffer.from(script)),
      Buffer.concat([gif as Buffer, Buffer.from(script)]),
    ];
    for (const file of hiding) {
      expect(file.toString('latin1')).toContain(script);
      const { bytes } = await makePicture(file);
      expect(bytes.toString('latin1')).not.toContain('script');
      expect(await cornersOf(bytes)).toEqual(CORNERS);
    }
  });

  it('of which too many of one client wait are refused, and taken when it is quiet again', async () => {
    const picture = await aPicture('png');
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => makePicture(picture)),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    // One is worked on, and three wait.
    expect(refused).toHaveLength(30 - 4);
    for (const one of refused) {
      expect(one).toMatchObject({
        reason: new PictureProblem('Too many images are being worked on: send it again later.'),
      });
    }
    expect((await makePicture(picture)).extension).toBe('png');
  });

  it('waits for one picture of another client, however many that one sends', async () => {
    const small = await aPicture('png');
    const large = flatPng(1000, 1000);
    const order: string[] = [];
    const flood = Array.from({ length: 24 }, () =>
      make('flood', large).then(
        () => order.push('flood'),
        () => order.push('refused'),
      ),
    );
    await Promise.all(
      ['acme', 'other'].map((tenant) => make(tenant, small).then(() => order.push(tenant))),
    );
    expect(order.filter((what) => what === 'refused')).toHaveLength(20);
    expect(order.filter((what) => what !== 'refused')).toEqual(['flood', 'acme', 'other']);
    await Promise.all(flood);
    expect(order).toHaveLength(24 + 2);
  });

  it('of all clients, no more than twenty wait', async () => {
    const small = await aPicture('png');
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, number) => make(`client ${number}`, small)),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(30 - 21);
  });

  it('with too many pixels for its bytes is not taken, whatever it looks like', async () => {
    const webp = (width: number) =>
      sharp({ create: { width, height: width, channels: 3, background: 'teal' } })
        .webp({ lossless: true, effort: 6 })
        .toBuffer();
    const [largest, large, usual] = await Promise.all([webp(6300), webp(3300), webp(1200)]);
    for (const dense of [largest, large]) {
      await expect(makePicture(dense)).rejects.toThrow(
        'The image has too many pixels for so small a file.',
      );
    }
    expect(usual.length).toBeLessThan(200);
    expect((await makePicture(usual)).extension).toBe('webp');
  });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'of one colour, or a logo on it, is taken: %s',
    async (format) => {
      const flat = sharp({
        create: { width: 3840, height: 2160, channels: 3, background: 'teal' },
      });
      const square = await drawing(100, 100).png().toBuffer();
      for (const one of [flat, flat.clone().composite([{ input: square }])]) {
        const palette = format === 'png' ? { palette: true } : {};
        const bytes = await one
          .toFormat(format, { lossless: true, effort: 1, ...palette })
          .toBuffer();
        expect((await makePicture(bytes)).bytes.length).toBeGreaterThan(0);
      }
    },
  );

  it('that breaks its decoder ends a process and not the server, and the next one is taken', async () => {
    const { pictures: mine, processes: own } = uploads(temporaryFolder('portico-uploads-'));
    const large = flatPng(8000, 5000);
    const sent = mine.remake('acme', large);
    sent.catch(() => {});
    await expect.poll(() => own.pids.length, { interval: 1 }).toBe(1);
    process.kill(own.pids[0] ?? 0, 'SIGSEGV');
    const problem = await sent.catch((error: unknown) => error);
    expect(problem).toEqual(new PictureProblem(BROKEN));
    expect((problem as Error).cause).toBeUndefined();
    expect((await mine.remake('acme', large)).extension).toBe('png');
    await own.close();
  });

  it('whose process is ended from outside, twice, is to be sent again', async () => {
    const { pictures: mine, processes: own } = uploads(temporaryFolder('portico-uploads-'));
    const sent = mine.remake('acme', flatPng(8000, 5000));
    sent.catch(() => {});
    let ended = 0;
    for (let times = 1; times <= 2; times += 1) {
      const next = () => own.pids.find((pid) => pid !== ended) ?? 0;
      await expect.poll(next, { interval: 1 }).toBeGreaterThan(0);
      ended = next();
      process.kill(ended, 'SIGKILL');
    }
    await expect(sent).rejects.toMatchObject({
      message:
        'The work on the image was ended from outside, as happens where memory is short: try again later.',
      cause: new QueueFull(),
    });
    await own.close();
  });

  it('that no process ends with in time is refused', async () => {
    const { pictures: hurried, processes: own } = uploads(temporaryFolder('portico-uploads-'), 1);
    await expect(hurried.remake('acme', flatPng(4000, 2500))).rejects.toThrow(BROKEN);
    await own.close();
  });

  it('that cannot be taken does not stop the next one', async () => {
    const picture = await aPicture('png');
    const results = await Promise.allSettled(
      [picture, picture.subarray(0, 60), picture, flatPng(20_000, 20_000), picture].map(
        (file, number) => make(`client ${number}`, file),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });
});
