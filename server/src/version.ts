import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PLACES = {
  'package.json': '../package.json',
  'openapi.json': '../../openapi.json',
  'llms.txt': '../../llms.txt',
  'reso/office.yaml': '../../importer/reso/office.yaml',
  'reso/member.yaml': '../../importer/reso/member.yaml',
  'reso/property.yaml': '../../importer/reso/property.yaml',
  'reso/open-house.yaml': '../../importer/reso/open-house.yaml',
  // A build takes these there.
  'reference-page.html': '../dist/reference-page.html',
  'reference-page.css': '../dist/reference-page.css',
  'reference-page.js': '../dist/reference-page.js',
  'reference-viewer.js': '../dist/reference-viewer.js',
} as const;

const texts = new Map<keyof typeof PLACES, string>();

/**
 * The text of a file that belongs to the program and lies outside of its code.
 *
 * This module stands directly in src/, and all of dist/ is flat, so the way there is the same from both.
 * Each file is read once in a process: they change only with the program, and the largest has megabytes.
 */
export function readPackageFile(name: keyof typeof PLACES): string {
  const text = texts.get(name) ?? readFileSync(new URL(PLACES[name], import.meta.url), 'utf8');
  texts.set(name, text);
  return text;
}

/** The folder of the built console, as `npm run console` leaves it. */
export const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist/', import.meta.url));

/** The commit that a build was made from; a build sets it, and source that runs as it is has none. */
declare const PORTICO_COMMIT: string | undefined;

/** The version of this program, as its package says; between two releases with the commit, such as `0.3.0-dev+58965be1`. */
export const PROGRAM_VERSION = withCommit(
  (JSON.parse(readPackageFile('package.json')) as { version: string }).version,
  typeof PORTICO_COMMIT === 'undefined' ? undefined : PORTICO_COMMIT,
);

/** The version with the commit where it is no release. @param commit Undefined where a build knew none. */
export function withCommit(version: string, commit: string | undefined): string {
  return version.includes('-') && commit ? `${version}+${commit}` : version;
}
