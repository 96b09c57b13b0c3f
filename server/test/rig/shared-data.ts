import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stepAside } from './step-aside.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Finds a file or folder of the sample data, which is not part of the repository: below
 * PORTICO_TEST_DATA, or below `../shared/data` beside the checkout.
 *
 * @param relative Its path below that folder, such as `renthop/renthop_listings.csv.gz`.
 * @param suite The suite that needs it, named by `npm test` when the data is not there.
 * @returns Its absolute path, or undefined when it is not there: then skip the suite.
 */
export function sharedData(relative: string, suite = ''): string | undefined {
  const folder = process.env.PORTICO_TEST_DATA || join(repository, '..', 'shared', 'data');
  const path = resolve(folder, relative);
  if (existsSync(path)) return path;
  stepAside(`the sample data ${relative}`, suite);
  return undefined;
}
