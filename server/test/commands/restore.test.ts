import { expect, test } from 'vitest';
import { temporaryFolder } from '../rig/temp.js';
import { portico } from './portico.js';

test('a restore says what is next', async () => {
  const from = { folder: temporaryFolder() };
  await portico(from, 'client', 'add', 'acme');
  const backup = `${temporaryFolder()}/backup`;
  expect((await portico(from, 'backup', backup)).code).toBe(0);
  const whole = await portico({ folder: temporaryFolder() }, 'restore', backup);
  expect(whole.stdout).toContain('\nNext: start the server with `portico serve`.\n');
  const one = await portico(from, 'restore', backup, '--client', 'acme', '--as', 'before');
  expect(one.stdout).toContain('\nNext: `portico key list before` shows its keys.');
});
