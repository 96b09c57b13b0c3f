import { expect, test } from 'vitest';
import { isBraked, refusalOf } from '../../../src/changes/removal/brake.js';

test.each([
  // A tenth and 20 are both needed.
  [1, 8, false],
  [20, 40, false],
  [20, 199, false],
  [21, 210, false],
  [21, 209, true],
  // Half, of 5 at least.
  [4, 4, false],
  [5, 10, false],
  [5, 9, true],
  [1000, 1000, true],
])('of %i of %i records the brake says %s', (unnamed, base, braked) => {
  expect(isBraked({ unnamed, base })).toBe(braked);
});

test('force opens the brake, and nothing else', () => {
  const state = { named: 1, unidentified: 0, there: 100, base: 100, unnamed: 99 };
  expect(refusalOf('agents', state, false)).toContain('--force=agents');
  expect(refusalOf('agents', state, true)).toBeUndefined();
  expect(refusalOf('agents', { ...state, named: 0 }, true)).toMatch(
    /names none of 100\b.*portico remove/,
  );
  expect(refusalOf('agents', { ...state, unidentified: 2 }, true)).toMatch(
    /^2 records were .* 99 of 100 /,
  );
  const none = { named: 0, unidentified: 2, there: 100, base: 100, unnamed: 0 };
  expect(refusalOf('agents', none, false)).toBeUndefined();
});

test('records that a refused import has added make no removal smaller', () => {
  const state = { named: 20, unidentified: 0, there: 40, base: 20, unnamed: 20 };
  expect(refusalOf('agents', state, false)).toBe(
    '20 are not in the file, more than half of the 20 that were there when the last complete import went well. If that is right, import again with --force=agents.',
  );
});
