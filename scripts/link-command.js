/**
 * Links node_modules/.bin/portico to bin/portico.js, so that `npx portico` at the root of a checkout
 * runs the program of that checkout: npm links the commands of dependencies, never the root's own.
 */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const program = join(root, 'bin', 'portico.js');

// A production image may copy the sources first and the modules later: nothing to link is no error.
if (existsSync(modules) && existsSync(program)) {
  const folder = join(modules, '.bin');
  mkdirSync(folder, { recursive: true });
  // Made aside and renamed: a command that starts in between finds the old link or the new one.
  const fresh = join(folder, `.portico-${process.pid}`);
  rmSync(fresh, { force: true });
  symlinkSync(join('..', '..', 'bin', 'portico.js'), fresh);
  renameSync(fresh, join(folder, 'portico'));
  chmodSync(program, 0o755);
}
