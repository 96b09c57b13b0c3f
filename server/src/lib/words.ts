/** The longest word that is compared; the rest of a longer one is cut off. */
const LONGEST_WORD = 40;

/** Letters that no decomposition takes apart. */
export const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const SPECIAL = /[ßæœøđðþłħıς]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the range of ASCII.
const ASCII = /^[\x00-\x7f]*$/;
const ACCENTS = /\p{M}+/gu;
const APOSTROPHES = /['\u2018\u2019\u02bc]/g;
const ASCII_WORDS = /[a-z0-9]+/g;
const WORDS = /[\p{L}\p{N}]+/gu;

/** A text in lower case and without accents, so that "Élysée" and "elysee" are the same. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
}

/**
 * The words of a text in their order, folded: runs of letters and digits. An apostrophe is no end of a
 * word, so that "St. Mark's" is found by "marks".
 */
export function wordsOf(text: string): string[] {
  const bare = folded(text).replace(APOSTROPHES, '');
  const words = bare.match(ASCII.test(bare) ? ASCII_WORDS : WORDS) ?? [];
  return words.map((word) => (word.length > LONGEST_WORD ? shortened(word) : word));
}

/** Cuts between characters: half of one is no text that PostgreSQL takes. */
function shortened(word: string): string {
  const cut = word.slice(0, LONGEST_WORD);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/**
 * How many wrong letters a word may have: 0 up to four letters, 1 up to eight, 2 in longer ones. A word
 * with a digit has to be right, as the next number is another house.
 */
export function forgivenLetters(word: string): number {
  if (word.length <= 4 || /\p{N}/u.test(word)) return 0;
  return word.length <= 8 ? 1 : 2;
}

/** More edits than any word may have. */
const FAR = 100;

/** The rows of `isNear`: it is asked for thousands of words in a search, and keeps nothing between two. */
const ROWS = [0, 1, 2].map(() => new Uint8Array(LONGEST_WORD + 8));

/**
 * Whether a word, or the beginning of one, is `wanted` with at most `most` letters wrong, missing, too
 * many, or swapped with the next one.
 *
 * @param most At most 4.
 */
export function isNear(wanted: string, word: string, most: number): boolean {
  const columns = Math.min(word.length, wanted.length + most);
  let [beforeLast, last, current] = ROWS as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= most; column += 1) last[column] = column;
  last[most + 1] = FAR;
  let least = 0;
  for (let row = 1; row <= wanted.length && least <= most; row += 1) {
    // Further from the diagonal there are more edits than `most`.
    const from = Math.max(0, row - most);
    const to = Math.min(columns, row + most);
    least = FAR;
    if (from > 0) current[from - 1] = FAR;
    for (let column = from; column <= to; column += 1) {
      let edits = row;
      if (column > 0) {
        const same = wanted[row - 1] === word[column - 1];
        edits = Math.min(
          (last[column - 1] ?? FAR) + (same ? 0 : 1),
          (last[column] ?? FAR) + 1,
          (current[column - 1] ?? FAR) + 1,
        );
        const swapped =
          row > 1 &&
          column > 1 &&
          wanted[row - 1] === word[column - 2] &&
          wanted[row - 2] === word[column - 1];
        if (swapped) edits = Math.min(edits, (beforeLast[column - 2] ?? FAR) + 1);
      }
      current[column] = edits;
      least = Math.min(least, edits);
    }
    current[to + 1] = FAR;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return least <= most;
}

/** The letters of a word as bits; letters 32 places apart share one. */
export function letterBits(text: string, from = 0, to = text.length): number {
  let bits = 0;
  for (let at = from; at < to; at += 1) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

export function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
