/**
 * `npm run release`: builds the version in package.json, and makes its archive, its packages for websites and assistants,
 * the lists of what is in them, and the checksum of each in release/. With `--tag` it also tags the commit. It pushes nothing.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeArchive } from './release/archive.js';
import { lastCommit, problemsOf, tag, versionOf } from './release/checkout.js';
import { packAssistants, packSdk, writeChecksum } from './release/packages.js';
import { writeSbom } from './release/sbom.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const options = process.argv.slice(2);

const unknown = options.filter((option) => option !== '--tag');
const wantsTag = options.includes('--tag');
const problems =
  unknown.length > 0
    ? [`${unknown.join(' ')}: the only option is --tag, which also tags the commit.`]
    : problemsOf(root, { tag: wantsTag });

if (problems.length > 0) {
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stderr.write('No release was made.\n');
  process.exitCode = 1;
} else {
  const version = versionOf(root);
  execFileSync(process.execPath, [join(root, 'server/scripts/build.js')], { stdio: 'inherit' });
  const console = [
    join(root, 'node_modules/tsx/dist/cli.mjs'),
    'console/scripts/start.ts',
    '--build',
  ];
  execFileSync(process.execPath, console, { cwd: root, stdio: 'inherit' });
  const folder = join(root, 'release');
  mkdirSync(folder, { recursive: true });
  const { time } = lastCommit(root);
  const { archive, checksum } = makeArchive(root, folder, time);
  const sdk = packSdk(root, folder);
  const others = [sdk, packAssistants(root, sdk, folder)];
  for (const [name, from] of [
    ['portico', root],
    ['portico-console', join(root, 'console')],
  ] as const) {
    const file = join(folder, `${name}-${version}.cdx.json`);
    writeSbom(from, name, time, file);
    others.push(file);
  }
  for (const file of [archive, checksum, ...others.flatMap((one) => [one, writeChecksum(one)])])
    process.stdout.write(`${relative(root, file)}\n`);
  if (wantsTag) {
    tag(root, version);
    process.stdout.write(`Tagged v${version}. To publish it: git push origin v${version}\n`);
  }
}
