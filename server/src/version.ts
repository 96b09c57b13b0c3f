import { readPackageFile } from './package-files.js';

/** The version of this program, as its package says. */
export const PROGRAM_VERSION = (JSON.parse(readPackageFile('package.json')) as { version: string })
  .version;
