import { expect, it } from 'vitest';
import { TextCache } from '../../src/api/text-cache.js';

const NOW = 202611201200;

it('gives a text back at its version and until its minute', () => {
  const texts = new TextCache();
  texts.keep('acme 1', 'v1', NOW, 'one');
  expect(texts.get('acme 1', 'v1', NOW)).toBe('one');
  expect(texts.get('acme 1', 'v1', NOW + 1)).toBeUndefined();
  expect(texts.get('acme 1', 'v2', NOW)).toBeUndefined();
  expect(texts.get('acme 2', 'v1', NOW)).toBeUndefined();
});

it('keeps no more characters than it may, and those that were made last', () => {
  const texts = new TextCache(10);
  for (const name of ['a', 'b', 'c']) texts.keep(name, 'v1', NOW, name.repeat(4));
  expect(texts.get('a', 'v1', NOW)).toBeUndefined();
  expect(texts.get('b', 'v1', NOW)).toBe('bbbb');
  expect(texts.get('c', 'v1', NOW)).toBe('cccc');
  expect(texts.characters).toBe(8);
});

it('counts a text that is kept anew once', () => {
  const texts = new TextCache(10);
  texts.keep('a', 'v1', NOW, 'aaaa');
  texts.keep('a', 'v2', NOW, 'AA');
  texts.keep('b', 'v2', NOW, 'bbbb');
  expect(texts.characters).toBe(6);
  expect(texts.get('a', 'v2', NOW)).toBe('AA');
});

it('keeps nothing that is larger than all it may', () => {
  const texts = new TextCache(3);
  texts.keep('a', 'v1', NOW, 'aaaa');
  expect(texts.get('a', 'v1', NOW)).toBeUndefined();
  expect(texts.characters).toBe(0);
});
