import { expect, test } from 'vitest';
import { isBraked, refusalOf } from '../../../src/changes/removal/complete-import.js';

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
])('of %i of %i records the brake says %s', (unnamed, stored, braked) => {
  expect(isBraked({ unnamed, stored })).toBe(braked);
});

test('force opens the brake, and nothing else', () => {
  const state = { named: 1, unidentified: 0, stored: 100, unnamed: 99 };
  expect(refusalOf('agents', state, false)).toContain('--force=agents');
  expect(refusalOf('agents', state, true)).toBeUndefined();
  expect(refusalOf('agents', { ...state, named: 0 }, true)).toContain('names none');
  expect(refusalOf('agents', { ...state, unidentified: 2 }, true)).toContain('2 records were');
  const none = { named: 0, unidentified: 2, stored: 100, unnamed: 0 };
  expect(refusalOf('agents', none, false)).toBeUndefined();
});
