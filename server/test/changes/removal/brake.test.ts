import { expect, test } from 'vitest';
import { braking, refusalOf } from '../../../src/changes/removal/brake.js';

test.each([
  // A tenth and 20 are both needed.
  [1, 8, undefined],
  [20, 40, undefined],
  [20, 199, undefined],
  [21, 210, undefined],
  [21, 209, 'a tenth'],
  // Half, of 5 at least.
  [4, 4, undefined],
  [5, 10, undefined],
  [5, 9, 'half'],
  [1000, 1000, 'half'],
])('of %i of %i records the brake says %s', (unnamed, base, share) => {
  expect(braking({ unnamed, base })).toBe(share);
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
