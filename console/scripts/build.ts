import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, run } from '../../website/scripts/processes';

const CONSOLE = fileURLToPath(new URL('..', import.meta.url));

/** Installs the packages of the console where its lock file says others than those that are there, and builds it. */
export async function buildConsole(): Promise<void> {
  await install(CONSOLE);
  const vite = join(CONSOLE, 'node_modules/vite/bin/vite.js');
  await run(process.execPath, [vite, 'build'], { cwd: CONSOLE });
}
