import { appendFileSync, existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Finds a file of the sample data, which is not part of the repository: below PORTICO_TEST_DATA, or
 * below `../shared/data` beside the checkout.
 *
 * @param suite The suite that needs it, named at the end of `npm test` when the file is not there.
 * @returns Its absolute path, or undefined when it is not there: then skip the suite.
 */
export function sampleData(path: string, suite: string): string | undefined {
  const folder = process.env.PORTICO_TEST_DATA || join(repository, '..', 'shared', 'data');
  const file = join(folder, path);
  if (existsSync(file)) return file;
  const { testPath = '' } = expect.getState();
  const name = `${relative(process.cwd(), testPath)} > ${suite}`;
  const missing = `the sample data ${path}`;
  const record = process.env.PORTICO_TEST_ASIDE;
  if (record === undefined) process.stderr.write(`not run for want of ${missing}: ${name}\n`);
  else appendFileSync(record, `${JSON.stringify({ missing, suite: name })}\n`);
  return undefined;
}
