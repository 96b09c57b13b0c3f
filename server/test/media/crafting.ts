import { crc32, deflateSync } from 'node:zlib';

/** Pictures that no picture program writes, put together byte by byte. */

/** A PNG of one grey, one bit a pixel, however large: a hundred bytes a thousand rows. */
export function flatPng(width: number, height: number): Buffer {
  const row = 1 + Math.ceil(width / 8);
  return png(width, height, deflateSync(Buffer.alloc(row * height), { level: 1 }));
}

/** A PNG of these dimensions over whatever is said to be its pixels. */
export function png(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}

/** A PNG with a chunk put in behind its header. */
export function withChunk(picture: Buffer, type: string, data: Buffer): Buffer {
  const behindHeader = 8 + 25;
  return Buffer.concat([
    picture.subarray(0, behindHeader),
    chunk(type, data),
    picture.subarray(behindHeader),
  ]);
}

/** A GIF of black frames, each a few bytes, however large. */
export function flatGif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  // Two colours: black and white.
  screen[4] = 0x80;
  const frame = Buffer.alloc(10);
  frame[0] = 0x2c;
  frame.writeUInt16LE(1, 5);
  frame.writeUInt16LE(1, 7);
  // One black pixel: clear, 0, end.
  const pixel = Buffer.from([0x02, 0x02, 0x44, 0x01, 0x00]);
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    screen,
    Buffer.from([0, 0, 0, 255, 255, 255]),
    ...Array.from({ length: frames }, () => Buffer.concat([frame, pixel])),
    Buffer.from(';'),
  ]);
}

/** A JPEG whose header says other dimensions than it has. */
export function resized(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const at = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, at + 5);
  changed.writeUInt16BE(width, at + 7);
  return changed;
}

/** A JPEG with a comment put in behind its first two bytes. */
export function commented(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.from(text, 'latin1');
  const head = Buffer.from([0xff, 0xfe, (comment.length + 2) >> 8, (comment.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}

/** A WebP that says a canvas of these dimensions and holds a small picture. */
export function canvasWebp(picture: Buffer, width: number, height: number): Buffer {
  const canvas = Buffer.alloc(18);
  canvas.write('VP8X', 0, 'latin1');
  canvas.writeUInt32LE(10, 4);
  canvas.writeUIntLE(width - 1, 12, 3);
  canvas.writeUIntLE(height - 1, 15, 3);
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), canvas, picture.subarray(12)]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}
