import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../website/scripts/processes';

const CONSOLE = fileURLToPath(new URL('..', import.meta.url));
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Installs the packages of the console where its lock file says others than those that are there, and builds it. */
export async function buildConsole(): Promise<void> {
  const lock = readFileSync(join(CONSOLE, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const note = join(CONSOLE, 'node_modules/.installed');
  if (!existsSync(note) || readFileSync(note, 'utf8') !== wanted) {
    await run(NPM, ['ci', '--no-audit', '--no-fund'], { cwd: CONSOLE });
    writeFileSync(note, wanted);
  }
  const vite = join(CONSOLE, 'node_modules/vite/bin/vite.js');
  await run(process.execPath, [vite, 'build'], { cwd: CONSOLE });
}
