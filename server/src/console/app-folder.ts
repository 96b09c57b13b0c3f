import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CONSOLE_FOLDER } from '../version.js';

/** Whether the app of the console is built. */
export function isAppBuilt(folder = CONSOLE_FOLDER): boolean {
  return existsSync(join(folder, 'index.html'));
}

/** Whether its files have changed since it was built: only a checkout has them. */
export function isAppOld(folder = CONSOLE_FOLDER): boolean {
  const source = join(folder, '../src');
  if (!existsSync(source)) return false;
  const builtAt = statSync(join(folder, 'index.html')).mtimeMs;
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' });
  return names.some((name) => statSync(join(source, name)).mtimeMs > builtAt);
}
