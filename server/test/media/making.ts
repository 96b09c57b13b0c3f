import type { PictureFormat } from 'portico-media/picture.js';
import sharp, { type Sharp } from 'sharp';

/** Where in the test pictures each corner's colour is. */
export const CORNERS = ['red', 'lime', 'blue', 'yellow'] as const;

/** A small picture: four squares, red and lime above, blue and yellow below; 48 by 32. */
export function aPicture(format: PictureFormat, width = 48, height = 32): Promise<Buffer> {
  return drawing(width, height).toFormat(format).toBuffer();
}

/** The same, to be written in any way. */
export function drawing(width = 48, height = 32): Sharp {
  const square = (input: string, left: number, top: number) => ({
    input: {
      create: {
        width: Math.ceil(width / 2),
        height: Math.ceil(height / 2),
        channels: 3 as const,
        background: input,
      },
    },
    left,
    top,
  });
  const right = Math.floor(width / 2);
  const below = Math.floor(height / 2);
  return sharp({ create: { width, height, channels: 3, background: 'white' } }).composite([
    square(CORNERS[0], 0, 0),
    square(CORNERS[1], right, 0),
    square(CORNERS[2], 0, below),
    square(CORNERS[3], right, below),
  ]);
}

/** The colours of a picture's corners, by name, clockwise from the top left ... row by row. */
export async function cornersOf(picture: Buffer): Promise<readonly string[]> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels;
    return nameOf(data.subarray(start, start + 3));
  };
  const [right, bottom] = [info.width - 3, info.height - 3];
  return [at(2, 2), at(right, 2), at(2, bottom), at(right, bottom)];
}

const NAMES = new Map([
  ['100', 'red'],
  ['010', 'lime'],
  ['001', 'blue'],
  ['110', 'yellow'],
]);

/** Lossy formats shift colours a little. */
function nameOf(pixel: Buffer): string {
  const bits = [...pixel].map((value) => Number(value > 127)).join('');
  return NAMES.get(bits) ?? `${[...pixel]}`;
}

/** Bytes that no compression makes smaller, the same at every call. */
export function noise(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let state = 0x9e3779b9;
  for (let index = 0; index < size; index += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}
