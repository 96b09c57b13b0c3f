import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesOf, versionOf } from './checkout.js';
import { writeChecksum } from './packages.js';

/**
 * The files and folders that an operator needs besides the built program: `npm ci --omit=dev` installs the packages that the lock
 * file names, of which some hold binaries for the machine, and nothing is compiled of our own.
 */
const FILES = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'bin',
  'demo/package.json',
  'deploy',
  'docs',
  'importer/package.json',
  'importer/reso',
  'openapi.json',
  'llms.txt',
  'media/package.json',
  'package-lock.json',
  'server/bin',
  'server/package.json',
];

/**
 * Packs the program as it was built last: `portico-<version>.tar.gz` and `portico-<version>.tar.gz.sha256`, which
 * `sha256sum --check` reads.
 *
 * The same files and the same time give the same bytes on one version of Node.js. Needs GNU tar.
 *
 * @param root The checkout.
 * @param folder Where the two files go; it exists.
 * @param time The time of every file in the archive.
 */
export function makeArchive(
  root: string,
  folder: string,
  time: Date,
): { readonly archive: string; readonly checksum: string } {
  const name = `portico-${versionOf(root)}`;
  const scratch = mkdtempSync(join(tmpdir(), 'portico-release-'));
  try {
    const content = join(scratch, name);
    for (const path of filesOf(root, ...FILES)) cpSync(join(root, path), join(content, path));
    writeFileSync(join(content, 'package.json'), operatorsPackage(root));
    // All of it belongs to the last build, which removes what earlier ones have left.
    cpSync(join(root, 'server', 'dist'), join(content, 'server', 'dist'), { recursive: true });
    const app = join(root, 'console', 'dist');
    // Tests make an archive without it.
    if (existsSync(app)) cpSync(app, join(content, 'console', 'dist'), { recursive: true });
    chmodSync(join(content, 'bin', 'portico.js'), 0o755);

    const bytes = gzipSync(pack(scratch, name, time), { level: 9 });
    const archive = join(folder, `${name}.tar.gz`);
    writeFileSync(archive, bytes);
    return { archive, checksum: writeChecksum(archive) };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The package.json of an archive: no command but `npm start`, as those others are for a checkout. */
function operatorsPackage(root: string): string {
  const { scripts, ...rest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return `${JSON.stringify({ ...rest, scripts: { start: scripts.start } }, null, 2)}\n`;
}

/** The folder as a tar file in which nothing is left of this machine: no owner, no time, no umask. */
function pack(parent: string, name: string, time: Date): Buffer {
  const seconds = Math.floor(time.getTime() / 1000);
  const always = [
    '--sort=name',
    '--format=ustar',
    '--owner=root:0',
    '--group=root:0',
    '--mode=u=rwX,go=rX',
  ];
  return execFileSync('tar', ['-cf', '-', ...always, `--mtime=@${seconds}`, '-C', parent, name], {
    maxBuffer: 2 ** 28,
  });
}
