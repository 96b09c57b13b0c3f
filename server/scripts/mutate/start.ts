import { test } from 'vitest';

/** What vitest is started for: the runner does its work before this test. */
test('mutants', () => {});
