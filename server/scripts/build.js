/** `npm run build`: compiles src/ to dist/. It does not check types, which `npm run types` does. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist');
const made = new Set((await bundle(target, ['src/main.ts'])).map((path) => join(root, path)));

// Files of an earlier build are removed last, so that a complete program exists at each moment.
for (const name of readdirSync(target)) {
  const path = join(target, name);
  if (!made.has(path)) rmSync(path, { recursive: true });
}
