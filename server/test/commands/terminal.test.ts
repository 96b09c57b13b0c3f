import { expect, test } from 'vitest';
import { PLAIN, styled, terminalOf } from '../../src/commands/terminal.js';
import { nearName } from '../../src/lib/text.js';

const TTY = { isTTY: true, columns: 100 };

test.each([
  ['a terminal', TTY, {}, { columns: 100, colour: true }],
  ['a terminal with NO_COLOR', TTY, { NO_COLOR: '1' }, { columns: 100, colour: false }],
  ['an empty NO_COLOR, which says nothing', TTY, { NO_COLOR: '' }, { columns: 100, colour: true }],
  ['a dumb terminal', TTY, { TERM: 'dumb' }, { columns: 100, colour: false }],
  ['a terminal of no size', { isTTY: true, columns: 0 }, {}, { columns: undefined, colour: true }],
  ['a pipe', {}, {}, PLAIN],
])('%s shows what it can', (_, stream, environment, terminal) => {
  expect(terminalOf(stream, environment)).toEqual(terminal);
});

test('only a terminal with colours gets them', () => {
  expect(styled({ columns: 80, colour: true }, 'red', 'no')).toBe('\u001b[31mno\u001b[39m');
  expect(styled(PLAIN, 'red', 'no')).toBe('no');
});

test.each([
  ['acmee', 'acme'],
  ['acm', 'acme'],
  ['brwon', 'brown'],
  ['b', undefined],
  ['nobody', undefined],
])('the name near %s is %s', (name, near) => {
  expect(nearName(name, ['acme', 'acme-west', 'brown'])).toBe(near);
});

test.each([
  ['minPrice', 'priceMin'],
  ['maxPrce', 'priceMax'],
  ['price_min', 'priceMin'],
  ['minSiz', 'minSize'],
  ['priceOfAll', undefined],
])('the name near %s is %s, in whatever order its words stand', (name, near) => {
  expect(nearName(name, ['priceMin', 'priceMax', 'minSize', 'maxSize', 'page'])).toBe(near);
});
