/**
 * `npm run console`: installs and builds the console, and starts Portico with its demo and the console, whose first
 * start prints a link to make an account. `npm run console -- --build` only builds it.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, Service } from '../../website/scripts/processes';
import { buildConsole } from './build';

const { build } = parseArgs({ options: { build: { type: 'boolean' } } }).values;

try {
  await buildConsole();
  if (build !== true) await serve();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function serve(): Promise<void> {
  const portico = new Service(
    process.execPath,
    [join(ROOT, 'server/bin/portico.js'), 'serve', '--demo'],
    {
      cwd: ROOT,
      env: { PORTICO_CONSOLE: '127.0.0.1:8444', ...process.env },
      stdio: 'inherit',
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void portico.stop());
  }
  await portico.ended;
}
