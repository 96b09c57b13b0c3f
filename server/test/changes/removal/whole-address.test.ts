import { expect, test } from 'vitest';
import { namesAny } from '../../../src/changes/removal/erase-person.js';

const names = (text: string) => namesAny(text, ['nobody@x.com', 'ann+1@x.com']);

test.each([
  'ann+1@x.com',
  'From: Ann <Ann+1@X.com>, today',
  '{"comment":"Hello\\nann+1@x.com."}',
  'mailto:ann+1@x.com?subject=x',
  'https://example.com/?who=%20ann+1@x.com&more',
  '... ann+1@x.com - call',
  'joann+1@x.com and ann+1@x.com',
])('%j names the address', (text) => {
  expect(names(text)).toBe(true);
});

test.each([
  '',
  'joann+1@x.com',
  'jo.ann+1@x.com',
  'jo-ann+1@x.com',
  'éann+1@x.com',
  'ann+1@x.com.au',
  'ann+1@x.company',
  'ann+1@x.com-pany.org',
  'ann1@x.com',
  'ann+1@xxcom',
])('%j names another one, or none', (text) => {
  expect(names(text)).toBe(false);
});
