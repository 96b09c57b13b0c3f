import { readPackageFile } from './package-files.js';

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
