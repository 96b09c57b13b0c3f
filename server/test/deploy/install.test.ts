/** What somebody meets who installs Portico: the version of Node.js, the packages, the build. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../rig/temp.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

function node(...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the version of Node.js', () => {
  const floor = '20.19.0';

  /** Runs a program on this Node.js, which says that it is another. */
  function runOn(version: string, ...parameters: string[]) {
    const script = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
    const preloaded = join(temporaryFolder('portico-node-'), 'version.cjs');
    writeFileSync(preloaded, script);
    return node('--require', preloaded, ...parameters);
  }

  const programs = {
    portico: [join(root, 'server/bin/portico.js'), '--version'],
    'bin/portico.js': [join(root, 'bin/portico.js'), '--version'],
    'npm test': [
      join(root, 'server/scripts/run-typescript.js'),
      join(root, 'server/scripts/test-rig/command.ts'),
      '--help',
    ],
  };

  test.each(Object.entries(programs))('%s says in one line that it is too old', (_, program) => {
    for (const version of ['18.20.8', '20.18.3', '12.22.12']) {
      const { status, stdout, stderr } = runOn(version, ...program);
      const sentence = `Portico needs Node.js 20.19 or newer; this is ${version}, ${process.execPath}.\n`;
      expect([status, stdout, stderr]).toEqual([1, '', sentence]);
    }
    for (const version of [floor, '22.1.0']) {
      expect(runOn(version, ...program)).toMatchObject({ status: 0, stderr: '' });
    }
  });

  test('is the same in the packages, in the sentence and in README.md', () => {
    for (const path of ['.', 'server', 'importer', 'demo']) {
      expect(readJson(`${path}/package.json`).engines.node, path).toBe('>=20.19');
    }
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('Node 20.19 or newer');
  });

  test('is one that all packages run on, so that npm warns of none', () => {
    const fastifys = createRequire(import.meta.resolve('fastify'));
    const { satisfies } = fastifys('semver') as {
      satisfies(version: string, range: string): boolean;
    };
    const packages: [string, { version: string; engines?: { node?: string } }][] = Object.entries(
      readJson('package-lock.json').packages,
    );
    expect(packages.length).toBeGreaterThan(100);
    const refusing = packages.filter(([, { engines }]) => !satisfies(floor, engines?.node ?? '*'));
    expect(refusing.map(([path, { version }]) => `${path} ${version}`)).toEqual([]);
  });
});

describe('a build without the packages for it, as of `npm ci --omit=dev`', () => {
  function checkout(): string {
    const folder = temporaryFolder('portico-checkout-');
    for (const path of ['server/scripts/build.js', 'server/bin/node-version.js', 'package.json']) {
      cpSync(join(root, path), join(folder, path));
    }
    return folder;
  }

  test('says what to do', () => {
    const { status, stderr } = node(join(checkout(), 'server/scripts/build.js'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Portico is not built, .* run "npm ci" without "--omit=dev"\.\n/);
  });

  test('leaves a program that is built already as it is', () => {
    const folder = checkout();
    mkdirSync(join(folder, 'server/dist'));
    writeFileSync(join(folder, 'server/dist/main.js'), 'built');
    const { status, stdout } = node(join(folder, 'server/scripts/build.js'));
    expect([status, stdout]).toEqual([
      0,
      'Portico is not built again: the packages for that are not installed.\n',
    ]);
    expect(readFileSync(join(folder, 'server/dist/main.js'), 'utf8')).toBe('built');
  });
});
