import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { canvasWebp, commented, flatGif, flatPng, png, resized, withChunk } from './crafting.js';
import { aPicture, drawing, noise } from './making.js';

/** A file that somebody sends as a picture. */
export interface HostileFile {
  readonly what: string;
  readonly bytes: Buffer;
  readonly filename: string;
  readonly type: string;
  /**
   * What is to become of it: `refused`, `taken` (made anew, without what it hides), or `either` for
   * damage that may or may not have met a pixel.
   */
  readonly fate: 'refused' | 'taken' | 'either';
}

/** What files hide: none of it may ever be stored. */
export const PAYLOADS = ['<script>alert(1)</script>', 'SECRET OWNER', 'PK\u0003\u0004 hidden.zip'];
const [SCRIPT = '', , ZIP = ''] = PAYLOADS;

const TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
} as const;
const FORMATS = ['jpeg', 'png', 'gif', 'webp'] as const;
type Format = (typeof FORMATS)[number];

/** Some three hundred files that are no honest pictures, the same at every call. */
export async function hostileFiles(): Promise<readonly HostileFile[]> {
  const pictures = new Map<Format, Buffer>();
  for (const format of FORMATS) pictures.set(format, await aPicture(format, 120, 90));
  const of = (format: Format): Buffer => pictures.get(format) as Buffer;
  return [
    ...lies(of),
    ...(await noPictures()),
    ...(await polyglots(of)),
    ...(await bombs(of)),
    ...FORMATS.flatMap((format) => cutOff(format, of(format))),
    ...FORMATS.flatMap((format) => damaged(format, of(format))),
  ];
}

/** Good pictures under names and types of something else: the bytes alone have the word. */
function lies(of: (format: Format) => Buffer): HostileFile[] {
  const names = [
    ['a.php', 'application/x-php'],
    ['../../../../etc/cron.d/a', 'image/png'],
    ['a.svg', 'image/svg+xml'],
    ['a.html\u0000.png', 'text/html'],
    ['', ''],
  ] as const;
  return FORMATS.flatMap((format) =>
    names.map(([filename, type]) => ({
      what: `${format} as ${filename}`,
      bytes: of(format),
      filename,
      type,
      fate: 'taken' as const,
    })),
  );
}

/** Files of other kinds under the names and types of pictures. */
async function noPictures(): Promise<HostileFile[]> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`;
  const files: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['a zero', Buffer.alloc(1)],
    ['zeros', Buffer.alloc(100_000)],
    ['noise', noise(100_000)],
    ['text', Buffer.from('a picture of a house')],
    ['HTML', Buffer.from(`<!doctype html><html>${SCRIPT}</html>`)],
    ['SVG', Buffer.from(svg)],
    ['SVG with a declaration', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    [
      'SVG that includes a file',
      Buffer.from(svg.replace('<script>', '<image href="file:///etc/passwd"/><script>')),
    ],
    ['PHP', Buffer.from('<?php system($_GET["c"]);')],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n')],
    ['PostScript', Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) run')],
    ['an archive', Buffer.from(ZIP)],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
    ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
    ['ICO', Buffer.from([0, 0, 1, 0, 1, 0])],
    ['TIFF', await drawing().tiff().toBuffer()],
    ['AVIF', await drawing().avif({ effort: 0 }).toBuffer()],
    ['PPM', Buffer.concat([Buffer.from('P6 2 2 255\n'), Buffer.alloc(12)])],
    ['JPEG 2000', Buffer.from('\x00\x00\x00\x0cjP  \r\n\x87\n', 'latin1')],
    ['WAV', Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1')],
    ['half a signature of PNG', Buffer.from('\x89PNG\r\n', 'latin1')],
    ['the signature of PNG alone', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['the signature of JPEG alone', Buffer.from('\xff\xd8\xff', 'latin1')],
    ['the signature of GIF alone', Buffer.from('GIF89a')],
    ['the signature of WebP alone', Buffer.from('RIFF\x04\x00\x00\x00WEBP', 'latin1')],
    ['a GIF that is a script', Buffer.from(`GIF89a=1;//${SCRIPT}`)],
    ['a JPEG that is HTML', Buffer.from(`\xff\xd8\xff\xe0${SCRIPT}`, 'latin1')],
    ['a PNG that is HTML', Buffer.from(`\x89PNG\r\n\x1a\n${SCRIPT}`, 'latin1')],
    ['a WebP that is HTML', Buffer.from(`RIFF\xff\x00\x00\x00WEBP${SCRIPT}`, 'latin1')],
    ['a blank before a GIF', Buffer.concat([Buffer.from(' '), await aPicture('gif')])],
    [
      'a byte order mark before a PNG',
      Buffer.concat([Buffer.from('\ufeff'), await aPicture('png')]),
    ],
  ];
  return files.map(([what, bytes]) => ({
    what,
    bytes,
    filename: 'photo.png',
    type: 'image/png',
    fate: 'refused',
  }));
}

/** Good pictures that are something else as well. */
async function polyglots(of: (format: Format) => Buffer): Promise<HostileFile[]> {
  const behind = (bytes: Buffer, text: string) =>
    Buffer.concat([bytes, Buffer.from(text, 'latin1')]);
  const EXIF = {
    IFD0: { Copyright: 'SECRET OWNER' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 46/1 36/1' },
  };
  const files: [string, Format, Buffer][] = [
    ...FORMATS.flatMap((format): [string, Format, Buffer][] => [
      [`${format} and HTML`, format, behind(of(format), SCRIPT)],
      [`${format} and an archive`, format, behind(of(format), ZIP)],
      [`${format} and another`, format, Buffer.concat([of(format), of('png')])],
    ]),
    ['JPEG with a script as a comment', 'jpeg', commented(of('jpeg'), `*/=1;${SCRIPT}/*`)],
    ['PNG with a script as text', 'png', withChunk(of('png'), 'tEXt', Buffer.from(`a\0${SCRIPT}`))],
    [
      'PNG with a script as packed text',
      'png',
      withChunk(of('png'), 'zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(SCRIPT)])),
    ],
    ['PNG with a chunk of its own', 'png', withChunk(of('png'), 'scRp', Buffer.from(SCRIPT))],
    ['JPEG that says whose it is', 'jpeg', await drawing().withExif(EXIF).jpeg().toBuffer()],
    ['PNG that says whose it is', 'png', await drawing().withExif(EXIF).png().toBuffer()],
    ['WebP that says whose it is', 'webp', await drawing().withExif(EXIF).webp().toBuffer()],
    ['JPEG with a profile', 'jpeg', await drawing().withIccProfile('p3').jpeg().toBuffer()],
    ['JPEG in colours of print', 'jpeg', await drawing().toColourspace('cmyk').jpeg().toBuffer()],
    ['PNG of 16 bits', 'png', await drawing().toColourspace('rgb16').png().toBuffer()],
  ];
  return files.map(([what, format, bytes]) => ({
    what,
    bytes,
    filename: `photo.${format}`,
    type: TYPES[format],
    fate: 'taken',
  }));
}

/** Small files that would be large pictures. */
async function bombs(of: (format: Format) => Buffer): Promise<HostileFile[]> {
  const raw = { width: 1, height: 1, channels: 3 } as const;
  const files: [string, Buffer][] = [
    ['PNG of 900 megapixels', flatPng(30_000, 30_000)],
    ['PNG as wide as can be', flatPng(2_000_000_000, 1)],
    ['PNG that says 2^31', png(2 ** 31 - 1, 2 ** 31 - 1, deflateSync(Buffer.alloc(1000)))],
    ['PNG of no width', png(0, 5, deflateSync(Buffer.alloc(1000)))],
    ['PNG with more pixels than it says', png(9000, 9000, deflateSync(Buffer.alloc(100_000_000)))],
    ['PNG with two headers', withChunk(of('png'), 'IHDR', Buffer.alloc(13))],
    ['JPEG of 4,000 megapixels', resized(of('jpeg'), 65_500, 65_500)],
    ['JPEG of no width', resized(of('jpeg'), 0, 90)],
    ['WebP with a canvas of 268 megapixels', canvasWebp(of('webp'), 16_384, 16_384)],
    ['WebP with the largest canvas', canvasWebp(of('webp'), 2 ** 24, 2 ** 24)],
  ];
  const taken: [string, Buffer][] = [
    ['GIF whose size opens a comment', scriptGif(of('gif'))],
    ['GIF of 3,000 frames', flatGif(1000, 1000, 3000)],
    ['GIF of 100,000 frames', flatGif(10, 10, 100_000)],
    ['PNG of one pixel', await sharp(Buffer.alloc(3), { raw }).png().toBuffer()],
    [
      'PNG with a large text',
      withChunk(
        of('png'),
        'zTXt',
        Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(20_000_000))]),
      ),
    ],
  ];
  const file =
    (fate: HostileFile['fate']) =>
    ([what, bytes]: [string, Buffer]): HostileFile => ({
      what,
      bytes,
      filename: 'bomb.png',
      type: 'image/png',
      fate,
    });
  return [...files.map(file('refused')), ...taken.map(file('either'))];
}

/** A GIF whose width reads as the start of a comment, and a script behind it. */
function scriptGif(gif: Buffer): Buffer {
  const bytes = Buffer.from(gif);
  bytes.write('/*', 6, 'latin1');
  return Buffer.concat([bytes, Buffer.from(`*/=1;${SCRIPT}`)]);
}

/** A picture that breaks off, at thirty places. What is missing is more than its end mark. */
function cutOff(format: Format, whole: Buffer): HostileFile[] {
  const last = whole.length - 13;
  return Array.from({ length: 30 }, (_, index) => {
    const length = Math.floor((last * (index + 1)) / 30);
    return {
      what: `${format} of ${length} bytes out of ${whole.length}`,
      bytes: whole.subarray(0, length),
      filename: `photo.${format}`,
      type: TYPES[format],
      fate: 'refused' as const,
    };
  });
}

/** A picture with some bytes changed behind its signature. */
function damaged(format: Format, whole: Buffer): HostileFile[] {
  const chance = noise(4000);
  return Array.from({ length: 25 }, (_, index) => {
    const bytes = Buffer.from(whole);
    for (let change = 0; change <= index % 5; change += 1) {
      const at = (index * 5 + change) * 3;
      const place = 12 + (chance.readUInt16BE(at) % (bytes.length - 12));
      bytes[place] = chance[at + 2] ?? 0;
    }
    return {
      what: `${format}, damaged ${index}`,
      bytes,
      filename: `photo.${format}`,
      type: TYPES[format],
      fate: 'either' as const,
    };
  });
}
