import { test } from 'vitest';

/** Vitest needs a test to start; the runner does its work before this one. */
test('mutants', () => {});
