import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { sharedData } from './shared-data.js';
import { temporaryFolder } from './temp.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('a temporary folder is empty, and another one each time', () => {
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  expect(statSync(first).isDirectory()).toBe(true);
  expect(first).not.toBe(second);
});

it('sample data is found below PORTICO_TEST_DATA', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'renthop'));
  writeFileSync(join(folder, 'renthop', 'rows.csv'), 'id\n1\n');
  vi.stubEnv('PORTICO_TEST_DATA', folder);
  expect(sharedData('renthop/rows.csv')).toBe(join(folder, 'renthop', 'rows.csv'));
});

it('sample data that is not there is recorded with the suite that needed it', () => {
  const folder = temporaryFolder();
  vi.stubEnv('PORTICO_TEST_DATA', folder);
  vi.stubEnv('PORTICO_TEST_ASIDE', join(folder, 'aside.ndjson'));
  expect(sharedData('renthop/rows.csv', 'import of rents')).toBeUndefined();
  expect(JSON.parse(readFileSync(join(folder, 'aside.ndjson'), 'utf8'))).toEqual({
    missing: 'the sample data renthop/rows.csv',
    suite: 'test/rig/folders.test.ts > import of rents',
  });
});
