/** The characters of a list: 32 that end a number, and 32 that are followed by more of it. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUVWXYZ-_+*:;';
const VALUES = new Int8Array(128).fill(-1);
for (let at = 0; at < DIGITS.length; at += 1) VALUES[DIGITS.charCodeAt(at)] = at;

/**
 * Ascending whole numbers as text: the distance of each from the one before, five bits a character. Ids
 * of one import follow each other, so that most take one character. Text is what both databases, dumps
 * and moves carry alike.
 */
export function writeIds(ids: readonly number[]): string {
  let text = '';
  let before = 0;
  for (const id of ids) {
    let distance = id - before;
    before = id;
    while (distance >= 32) {
      text += DIGITS[32 + (distance % 32)];
      distance = Math.floor(distance / 32);
    }
    text += DIGITS[distance];
  }
  return text;
}

/** Reads what `writeIds` wrote. */
export function readIds(text: string): number[] {
  const ids: number[] = [];
  let before = 0;
  let distance = 0;
  let place = 1;
  for (let at = 0; at < text.length; at += 1) {
    const value = VALUES[text.charCodeAt(at)] ?? -1;
    if (value < 0) throw new Error('A list of ids in the index of words is damaged.');
    distance += (value % 32) * place;
    if (value >= 32) {
      place *= 32;
      continue;
    }
    before += distance;
    ids.push(before);
    distance = 0;
    place = 1;
  }
  return ids;
}
