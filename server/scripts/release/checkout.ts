import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages of the repository, which share one version. */
const PACKAGES = [
  'package.json',
  'server/package.json',
  'importer/package.json',
  'media/package.json',
  'console/package.json',
  'demo/package.json',
  'mcp/package.json',
  'sdk/package.json',
];

/** The version of the checkout, as package.json has it. */
export function versionOf(root: string): string {
  return readVersion(root, 'package.json');
}

/**
 * What keeps a checkout from being released, a sentence each.
 *
 * @param tag Whether the commit is to be tagged, too.
 */
export function problemsOf(root: string, { tag }: { readonly tag: boolean }): string[] {
  const problems: string[] = [];
  const changes = git(root, 'status', '--porcelain').trimEnd();
  if (changes !== '') {
    problems.push(`Commit your changes first, or take them back:\n${changes}`);
  }
  const version = versionOf(root);
  if (version.includes('-')) {
    problems.push(
      `package.json says ${version}, which is between two releases: give it the version of the release.`,
    );
  }
  const others = PACKAGES.filter((path) => readVersion(root, path) !== version);
  if (others.length > 0) {
    problems.push(`package.json says ${version}, and ${others.join(' and ')} another version.`);
  }
  const first =
    /^## (.+)$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[1] ?? 'nothing';
  const [entry, date = ''] = first.split(' - ');
  if (entry !== version || !/^\d{4}-\d\d-\d\d$/.test(date)) {
    problems.push(
      `The first entry of CHANGELOG.md is "${first}": a release needs "${version} - <date>" there.`,
    );
  }
  if (tag && git(root, 'tag', '--list', `v${version}`).trim() !== '') {
    problems.push(`There is a tag v${version} already: raise the version in package.json.`);
  }
  return problems;
}

/** The files that belong to the repository, of these files and folders. */
export function filesOf(root: string, ...paths: string[]): string[] {
  return git(root, 'ls-files', '-z', '--', ...paths)
    .split('\0')
    .filter((path) => path !== '');
}

/** The commit that is checked out. */
export function lastCommit(root: string): { readonly time: Date } {
  return { time: new Date(Number(git(root, 'log', '-1', '--format=%ct')) * 1000) };
}

/** Tags the commit that is checked out. */
export function tag(root: string, version: string): void {
  git(root, 'tag', '--annotate', `v${version}`, '--message', `Portico ${version}`);
}

function readVersion(root: string, path: string): string {
  return (JSON.parse(readFileSync(join(root, path), 'utf8')) as { version: string }).version;
}

function git(root: string, ...parameters: string[]): string {
  return execFileSync('git', ['-C', root, ...parameters], { encoding: 'utf8' });
}
