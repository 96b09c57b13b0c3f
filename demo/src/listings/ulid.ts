import type { Random } from '../random.js';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A lexically sortable id of 26 characters: 48 bits of time, then 80 random ones. */
export function ulid(at: number, random: Random): string {
  let time = '';
  let rest = Math.floor(at);
  for (let i = 0; i < 10; i += 1) {
    time = `${ALPHABET[rest % 32]}${time}`;
    rest = Math.floor(rest / 32);
  }
  let tail = '';
  for (let i = 0; i < 16; i += 1) tail += ALPHABET[random.bits() & 31];
  return time + tail;
}
