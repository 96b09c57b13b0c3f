import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CONSOLE_FOLDER } from '../version.js';

/** Whether the app of the console is built. */
export function isAppBuilt(folder = CONSOLE_FOLDER): boolean {
  return existsSync(join(folder, 'index.html'));
}
