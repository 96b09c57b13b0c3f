import { expect, it } from 'vitest';
import { TextCache } from '../../../src/resources/listings/text-cache.js';

const NOW = 202611201200;

/** A text that was made at revision 5, and is valid for this minute. */
const made = (text: string, revision = 5) => ({ madeFrom: 's1', revision, until: NOW, text });

it('gives a text back until its record changes, and until its minute', () => {
  const texts = new TextCache();
  texts.keep('acme 1', made('one'));
  expect(texts.get('acme 1', 's1', 5, NOW)).toBe('one');
  expect(texts.get('acme 1', 's1', 4, NOW)).toBe('one');
  expect(texts.get('acme 1', 's1', 6, NOW)).toBeUndefined();
  expect(texts.get('acme 1', 's1', 5, NOW + 1)).toBeUndefined();
  expect(texts.get('acme 1', 's2', 5, NOW)).toBeUndefined();
  expect(texts.get('acme 2', 's1', 5, NOW)).toBeUndefined();
});

it('keeps no more bytes than it may, and those that were made last', () => {
  const texts = new TextCache(10);
  for (const name of ['a', 'b', 'c']) texts.keep(name, made(name.repeat(4)));
  expect(texts.get('a', 's1', 5, NOW)).toBeUndefined();
  expect(texts.get('b', 's1', 5, NOW)).toBe('bbbb');
  expect(texts.get('c', 's1', 5, NOW)).toBe('cccc');
  expect(texts.bytes).toBe(8);
});

it('counts a text that is made again once', () => {
  const texts = new TextCache(10);
  texts.keep('a', made('aaaa'));
  texts.keep('a', made('AA', 6));
  texts.keep('b', made('bbbb'));
  expect(texts.bytes).toBe(6);
  expect(texts.get('a', 's1', 6, NOW)).toBe('AA');
});

it('keeps nothing that is larger than all it may', () => {
  const texts = new TextCache(3);
  texts.keep('a', made('aaaa'));
  expect(texts.get('a', 's1', 5, NOW)).toBeUndefined();
  expect(texts.bytes).toBe(0);
});

it('counts two bytes for each character of a text that is not Latin-1', () => {
  const texts = new TextCache(10);
  texts.keep('a', made('café'));
  expect(texts.bytes).toBe(4);
  texts.keep('a', made('it’s'));
  expect(texts.bytes).toBe(8);
  texts.keep('b', made('b'));
  texts.keep('a', made('it’', 6));
  expect(texts.bytes).toBe(7);
});
