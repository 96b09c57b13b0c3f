import { readFileSync } from 'node:fs';

/**
 * The text of a file that is part of the program and lies beside its package.json.
 *
 * This module stands directly in src/, and all of dist/ is flat, so that the way there is the same.
 */
export function readPackageFile(name: 'package.json' | 'openapi.json'): string {
  return readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
}
