import { describe, expect, it } from 'vitest';
import {
  bitCount,
  folded,
  forgivenLetters,
  isNear,
  letterBits,
  wordsOf,
} from '../../src/lib/words.js';

describe('the words of a text', () => {
  it('have neither accents nor capitals', () => {
    expect(folded('ÉLYSÉE Straße Łódź Ærø İstanbul')).toBe('elysee strasse lodz aero istanbul');
    expect(wordsOf("St. Mark's Pl., #4B — O’Brien/12")).toEqual(
      'st marks pl 4b obrien 12'.split(' '),
    );
    expect(wordsOf('東京タワー 100')).toEqual(['東京タワー', '100']);
    expect(wordsOf(' .,; ')).toEqual([]);
  });

  it('are cut off between characters', () => {
    expect(wordsOf('a'.repeat(100))).toEqual(['a'.repeat(40)]);
    expect(wordsOf(`a${'𠀀'.repeat(40)}`)[0]).toBe(`a${'𠀀'.repeat(19)}`);
  });
});

describe('a word', () => {
  it('is forgiven by its length', () => {
    const lengths = ['loft', 'lofts', 'terraced', 'penthouse', 'penthouse2'];
    expect(lengths.map(forgivenLetters)).toEqual([0, 1, 1, 2, 0]);
  });

  /** All texts that are one edit away, made letter by letter. */
  const edits = (word: string, withSwaps = true) => {
    const texts = new Set<string>();
    for (let at = 0; at <= word.length; at += 1) {
      for (const letter of 'ez') texts.add(word.slice(0, at) + letter + word.slice(at));
      for (const letter of 'ez') texts.add(word.slice(0, at) + letter + word.slice(at + 1));
      texts.add(word.slice(0, at) + word.slice(at + 1));
      if (!withSwaps) continue;
      const swapped = (word[at + 1] ?? '') + (word[at] ?? '');
      texts.add(word.slice(0, at) + swapped + word.slice(at + 2));
    }
    return texts;
  };

  it('is near all texts that are one edit away', () => {
    for (const one of edits('terrace')) {
      expect([one, isNear(one, 'terrace', 1)]).toEqual([one, true]);
      expect([one, isNear(one, 'terraced garden', 1)]).toEqual([one, true]);
      // The letters alone never say that it is far.
      expect(bitCount(letterBits(one) & ~letterBits('terrace'))).toBeLessThanOrEqual(1);
    }
  });

  it('is near all that two such edits make, when they swap no letters', () => {
    for (const one of edits('terrace', false)) {
      for (const two of edits(one, false)) {
        expect([two, isNear(two, 'terrace', 2)]).toEqual([two, true]);
      }
    }
  });

  it('is near no other', () => {
    for (const far of ['teraec', 'erraces', 'garden', 'terxxce']) {
      expect([far, isNear(far, 'terrace', 1)]).toEqual([far, false]);
    }
    expect(bitCount(-1)).toBe(32);
  });
});
