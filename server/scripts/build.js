/** `npm run build`: src/ becomes dist/. Types are another command's work: `npm run types`. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist');
const made = new Set((await bundle(target, ['src/main.ts'])).map((path) => join(root, path)));

// What an earlier build made goes last, so that there is a whole program at each moment.
for (const name of readdirSync(target)) {
  const path = join(target, name);
  if (!made.has(path)) rmSync(path, { recursive: true });
}
