import { bitCount, isNear, letterBits } from '../../lib/words.js';

/**
 * Words in one text, each behind a line break, which takes a fifth of the memory of as many strings. Their
 * ids are the numbers from 1 on, in this order.
 */
export class Vocabulary {
  /** Where each word begins in the text. */
  #starts: Int32Array<ArrayBufferLike> = new Int32Array(0);
  #text = '\n';
  /** The letters of each word, as `letterBits` has them. */
  #bits: Int32Array<ArrayBufferLike> = new Int32Array(0);

  /** How many words there are. */
  get count(): number {
    return this.#starts.length;
  }

  /** Bytes of memory, about. */
  get bytes(): number {
    return 8 * this.#starts.length + this.#text.length;
  }

  /** Adds the words that follow. */
  add(words: readonly string[]): void {
    const starts = new Int32Array(this.#starts.length + words.length);
    starts.set(this.#starts);
    const bits = new Int32Array(starts.length);
    bits.set(this.#bits);
    let at = this.#text.length;
    for (const [index, word] of words.entries()) {
      starts[this.#starts.length + index] = at;
      bits[this.#starts.length + index] = letterBits(word);
      at += word.length + 1;
    }
    this.#starts = starts;
    this.#bits = bits;
    this.#text += words.map((word) => `${word}\n`).join('');
  }

  /** The ids of the words that begin so. */
  beginningWith(beginning: string): number[] {
    return this.#found(`\n${beginning}`);
  }

  /** The id of a word; none where it is not there. */
  equalTo(word: string): number[] {
    return this.#found(`\n${word}\n`);
  }

  /** The ids of the words that are this one, or begin with it, but for a few letters (`isNear`). */
  near(wanted: string, most: number): number[] {
    const bits = letterBits(wanted);
    const ids: number[] = [];
    for (let index = 0; index < this.#starts.length; index += 1) {
      // Each letter that is nowhere in the word is a wrong one: that tells for most of them.
      if (bitCount(bits & ~(this.#bits[index] ?? 0)) > most) continue;
      const start = this.#starts[index] ?? 0;
      const end = (this.#starts[index + 1] ?? this.#text.length) - 1;
      if (end - start < wanted.length - most) continue;
      if (isNear(wanted, this.#text.slice(start, end), most)) ids.push(index + 1);
    }
    return ids;
  }

  #found(text: string): number[] {
    const ids: number[] = [];
    for (let at = this.#text.indexOf(text); at >= 0; at = this.#text.indexOf(text, at + 1)) {
      ids.push(this.#indexOf(at + 1) + 1);
    }
    return ids;
  }

  #indexOf(start: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
