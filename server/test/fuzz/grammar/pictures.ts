import type { Random } from 'portico-demo';
import { amount } from './values.js';

const small = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFElEQVQYlWNYZBKGBzGMSptgCRYAFx91MbUQoTsAAAAASUVORK5CYII=',
  jpeg: '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAeACgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAIG/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AiwEt2AAAAAAAAAA//9k=',
  gif: 'R0lGODlhCAAIAIAAAExpcaI0ViH5BAUAAAAALAAAAAAIAAgAAAIHjI+py+1dAAA7',
};

/** A picture as Latin-1 bytes: whole, damaged, or larger than it looks. */
export function picture(random: Random): string {
  const whole = Buffer.from(random.pick(Object.values(small)), 'base64').toString('latin1');
  const kind = random.int(0, 6);
  if (kind <= 2) return whole;
  if (kind === 3) return whole.slice(0, random.int(0, whole.length));
  if (kind === 4) return oneColour(amount(random, 16_383), amount(random, 16_383));
  if (kind === 5) {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="9999" height="9999">${'<g>'.repeat(amount(random, 9999))}</svg>`;
  }
  const at = random.int(0, whole.length - 1);
  return `${whole.slice(0, at)}${String.fromCharCode(random.int(0, 255))}${whole.slice(at + 1)}`;
}

/** A lossless WebP in one colour: 36 bytes, however many pixels it has. */
export function oneColour(width: number, height: number): string {
  let bits = 0n;
  let length = 0n;
  const put = (value: number, count: number): void => {
    bits |= BigInt(value) << length;
    length += BigInt(count);
  };
  put(width - 1, 14);
  put(height - 1, 14);
  // No alpha, version 0, no transform, no cache of colours, no other codes.
  put(0, 1 + 3 + 3);
  // Five codes of one symbol each: no bit for any pixel.
  for (let code = 0; code < 5; code += 1) put(1, 4);
  const content = Buffer.alloc(12);
  content[0] = 0x2f;
  for (let at = 1; bits > 0n; at += 1, bits >>= 8n) content[at] = Number(bits & 255n);
  const head = Buffer.alloc(20);
  head.write('RIFF', 0);
  head.writeUInt32LE(4 + 8 + content.length, 4);
  head.write('WEBPVP8L', 8);
  head.writeUInt32LE(content.length, 16);
  return Buffer.concat([head, content]).toString('latin1');
}
