/** `npm run release`, and what an operator does with its archive. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeArchive } from '../../scripts/release/archive.js';
import { problemsOf, tag, versionOf } from '../../scripts/release/checkout.js';
import { withCommit } from '../../src/version.js';
import { forAnyDatabase } from '../rig/databases.js';
import { runProgram, serve } from '../rig/program.js';
import { ask } from '../rig/serving.js';
import { temporaryFolder } from '../rig/temp.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const version = versionOf(root);
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

describe('a checkout that is to be released', () => {
  const version = '9.8.7';
  let checkout: string;
  const setVersion = (path: string, version: string) => {
    const content = JSON.parse(readFileSync(join(root, path), 'utf8'));
    writeFileSync(join(checkout, path), JSON.stringify({ ...content, version }));
  };
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-C', checkout, ...parameters], { encoding: 'utf8' });
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'A commit');
  };
  const changelog = (heading: string) =>
    writeFileSync(join(checkout, 'CHANGELOG.md'), `# Changelog\n\n## ${heading}\n`);

  beforeEach(() => {
    checkout = temporaryFolder('portico-checkout-');
    for (const path of PACKAGES) {
      mkdirSync(dirname(join(checkout, path)), { recursive: true });
      setVersion(path, version);
    }
    changelog(`${version} - 2026-11-22`);
    git('init', '--quiet');
    git('config', 'user.name', 'Somebody');
    git('config', 'user.email', 'somebody@example.com');
    commit();
  });

  test('is tagged once', () => {
    expect(problemsOf(checkout, { tag: true })).toEqual([]);
    tag(checkout, version);
    expect(git('describe').trim()).toBe(`v${version}`);
    expect(problemsOf(checkout, { tag: false })).toEqual([]);
    expect(problemsOf(checkout, { tag: true })).toEqual([
      `There is a tag v${version} already: raise the version in package.json.`,
    ]);
  });

  test('names its other packages in any version, as npm would ask a registry for one that is not here', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'));
    for (const name of ['portico-demo', 'portico-importer', 'portico-media'])
      expect(devDependencies[name]).toBe('*');
  });

  test('has no change that is not committed', () => {
    writeFileSync(join(checkout, 'new.ts'), '');
    expect(problemsOf(checkout, { tag: false })).toEqual([
      'Commit your changes first, or take them back:\n?? new.ts',
    ]);
  });

  test('has the entry of its version first in CHANGELOG.md, with a date', () => {
    for (const heading of ['Unreleased', version, '0.0.1 - 2026-11-22', `${version} - soon`]) {
      changelog(heading);
      commit();
      expect(problemsOf(checkout, { tag: false })).toEqual([
        `The first entry of CHANGELOG.md is "${heading}": a release needs "${version} - <date>" there.`,
      ]);
    }
  });

  test('does not call itself a version between two releases', () => {
    for (const path of PACKAGES) setVersion(path, '9.9.0-dev');
    changelog('9.9.0-dev - 2026-11-22');
    commit();
    expect(problemsOf(checkout, { tag: false })).toEqual([
      'package.json says 9.9.0-dev, which is between two releases: give it the version of the release.',
    ]);
  });

  test('has one version', () => {
    setVersion('demo/package.json', '9');
    commit();
    expect(problemsOf(checkout, { tag: false })).toEqual([
      `package.json says ${version}, and demo/package.json another version.`,
    ]);
  });
});

describe('between two releases', () => {
  test('the version says that it is none, with the commit', () => {
    expect(withCommit('0.3.0-dev', '58965be1')).toBe('0.3.0-dev+58965be1');
    expect(withCommit('0.3.0-dev', undefined)).toBe('0.3.0-dev');
    expect(withCommit('0.3.0', '58965be1')).toBe('0.3.0');
  });

  test('the version is not one that was released', () => {
    const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    const released = [...changelog.matchAll(/^## (\d\S+) - /gm)].map(([, entry]) => entry);
    const isUnreleased = /^## Unreleased$/m.test(changelog);
    expect(released.length).toBeGreaterThan(1);
    expect([version.endsWith('-dev'), released.includes(version)]).toEqual([
      isUnreleased,
      !isUnreleased,
    ]);
  });
});

/** The folder of a release that was checked, unpacked and installed as docs/operating/install.md has it. */
let installed: string;

beforeAll(() => {
  const folder = temporaryFolder('portico-release-');
  const { archive, checksum } = makeArchive(root, folder, new Date());
  expect(run(folder, 'sha256sum', '--check', checksum)).toContain(': OK');
  run(folder, 'tar', 'xf', archive);
  installed = join(folder, `portico-${version}`);
  // What is compiled, or fetched as a binary, is taken from here: it takes a minute.
  const install = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit'];
  expect(run(installed, 'npm', ...install)).not.toContain('EBADENGINE');
  const addon = 'node_modules/better-sqlite3/build';
  cpSync(join(root, addon), join(installed, addon), { recursive: true });
}, 240_000);

function run(cwd: string, program: string, ...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, parameters, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')}: ${stdout}${stderr}`);
  return stdout + stderr;
}

forAnyDatabase('the archive of a release', (database) => {
  test('is a program that answers a search', async () => {
    const place = { ...database, program: join(installed, 'bin/portico.js') };
    const portico = async (...parameters: string[]) => {
      const { status, output, errors } = await runProgram(place, ...parameters, '--json');
      if (status !== 0) throw new Error(output + errors);
      return JSON.parse(output) as Record<string, unknown>;
    };
    await portico('client', 'add', 'acme');
    const { apiKey } = await portico('key', 'add', 'acme');
    const listings = join(database.dataFolder, 'listings.json');
    writeFileSync(listings, JSON.stringify([{ main_id: 7, main_status: 'For Sale' }]));
    await portico('import', 'acme', listings);
    const server = await serve(place);
    try {
      const { body } = await ask(server.url, `/properties?apiKey=${apiKey}&status=1`);
      expect(JSON.parse(body)).toMatchObject({ TOTAL_COUNT: 1 });
      expect((await ask(server.url, '/reference/')).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

test('the archive has the papers of an operator, and packages of developers are not installed', () => {
  for (const path of ['docs/operating.md', 'deploy/systemd/portico.service', 'LICENSE']) {
    expect(existsSync(join(installed, path)), path).toBe(true);
  }
  for (const name of ['esbuild', 'typescript', 'vitest', '@scalar']) {
    expect(existsSync(join(installed, 'node_modules', name)), name).toBe(false);
  }
});

test('the archive is the same bytes each time, and names nothing of this machine', () => {
  const [one, other] = [temporaryFolder('portico-release-'), temporaryFolder('portico-release-')];
  const time = new Date('2026-11-22T09:00:00Z');
  const archives = [one, other].map((folder) => makeArchive(root, folder, time).archive);
  const [first, second] = archives.map((path) => readFileSync(path));
  expect(first?.equals(second as Buffer)).toBe(true);
  const content = execFileSync('tar', ['xzOf', archives[0] as string], { maxBuffer: 2 ** 28 });
  for (const place of [root, one])
    expect(content.includes(place.replace(/^\/|\/$/g, ''))).toBe(false);
});
