import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect } from 'vitest';

/**
 * Records that a suite does not run for want of something outside of the repository. `npm test` names
 * it at its end; without that, in a plain vitest run, it is said at once.
 *
 * @param missing What was not there, in the words a person reads: `PostgreSQL`.
 * @param suite The suite's name; the test file's path is put before it.
 */
export function stepAside(missing: string, suite: string): void {
  const { testPath } = expect.getState();
  const file = testPath === undefined ? '' : relative(process.cwd(), testPath);
  const name = [file, suite].filter((part) => part !== '').join(' > ');
  const record = process.env.PORTICO_TEST_ASIDE;
  if (record === undefined) {
    process.stderr.write(`not run for want of ${missing}: ${name}\n`);
  } else {
    appendFileSync(record, `${JSON.stringify({ missing, suite: name })}\n`);
  }
}
