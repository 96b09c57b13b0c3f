import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CommandError } from '../../../src/commands/command-error.js';
import { withDiskWords } from '../../../src/commands/serve/start-checks.js';
import { stepAside } from '../../rig/step-aside.js';
import { temporaryFolder } from '../../rig/temp.js';
import { program } from '../portico.js';

const failure = (code: string, path?: string) => Object.assign(new Error('x'), { code, path });

test('says what is wrong with the data folder, and leaves other errors as they are', async () => {
  const folder = temporaryFolder();
  const words = async (error: Error) => {
    const told = await withDiskWords(error, folder);
    return told instanceof CommandError ? told.message.split(', and')[0] : told;
  };
  const denied = `This account cannot write to ${folder}`;
  expect(await words(failure('ENOSPC'))).toBe(`The disk of ${folder} is full`);
  expect(await words(failure('SQLITE_READONLY'))).toBe(denied);
  expect(await words(failure('SQLITE_READONLY_DIRECTORY'))).toBe(denied);
  expect(await words(failure('EACCES', join(folder, 'tls', 'key.pem')))).toBe(denied);
  expect(await words(failure('EACCES', join(folder, '..')))).toBe(denied);
  const mounted = `The disk of ${folder} is mounted read-only`;
  expect(await words(failure('EROFS', folder))).toBe(mounted);

  for (const error of [
    failure('SQLITE_CORRUPT'),
    // A folder that can be written, with room.
    failure('SQLITE_CANTOPEN'),
    failure('EACCES', '/etc/portico/tls/key.pem'),
    failure('EACCES', `${folder}-2`),
  ]) {
    expect(await words(error)).toBe(error);
  }
});

// Root may write everywhere, so that the program runs as another account then.
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const runs = spawnSync(process.execPath, [program, '--version'], account).status === 0;
if (!runs) stepAside('a program that other accounts can run', 'a folder that cannot be written');

test.skipIf(!runs)('a server says that it cannot write to its data folder', () => {
  const folder = temporaryFolder();
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder);
  chmodSync(folder, 0o755);
  chmodSync(dataFolder, 0o555);
  for (const [place, workers] of [
    [dataFolder, '0'],
    [join(dataFolder, 'new'), '1'],
  ] as const) {
    const options = workers === '0' ? [] : ['--workers', workers];
    const { status, stderr } = spawnSync(process.execPath, [program, 'serve', ...options], {
      ...account,
      cwd: '/',
      env: { PATH: process.env.PATH, PORTICO_DATA: place, PORTICO_PORT: '0' },
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`This account cannot write to ${place}, and a server cannot start`),
    ]);
  }
});
