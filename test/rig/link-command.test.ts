/** scripts/link-command.js, in a checkout made for the test. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from './temp.js';

const script = fileURLToPath(new URL('../../scripts/link-command.js', import.meta.url));

function checkout(): string {
  const folder = temporaryFolder('portico-checkout-');
  for (const name of ['scripts', 'bin']) mkdirSync(join(folder, name));
  copyFileSync(script, join(folder, 'scripts', 'link-command.js'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'bin', 'portico.js'),
    "#!/usr/bin/env node\nprocess.stdout.write('at the door');\n",
    { mode: 0o644 },
  );
  return folder;
}

function link(folder: string): void {
  execFileSync(process.execPath, [join(folder, 'scripts', 'link-command.js')]);
}

it('links the command of the checkout, and may be run again', () => {
  const folder = checkout();
  mkdirSync(join(folder, 'node_modules'));
  link(folder);
  link(folder);
  const command = join(folder, 'node_modules', '.bin', 'portico');
  expect(readlinkSync(command)).toBe('../../bin/portico.js');
  expect(statSync(command).mode & 0o777).toBe(0o755);
  expect(execFileSync(command, { encoding: 'utf8' })).toBe('at the door');
});

it('replaces whatever has the name of the command', () => {
  const folder = checkout();
  const bin = join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'portico'), 'an older program');
  link(folder);
  expect(readlinkSync(join(bin, 'portico'))).toBe('../../bin/portico.js');
});

it('does nothing where modules are not installed', () => {
  const folder = checkout();
  link(folder);
  expect(existsSync(join(folder, 'node_modules'))).toBe(false);
});
