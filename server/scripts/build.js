/**
 * `npm run build`: compiles src/ to dist/. It does not check types, which `npm run types` does.
 */
import '../bin/node-version.js';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist');
const compiler = join(root, '../node_modules/esbuild');

// `npm ci --omit=dev` runs this too, as a build belongs to every installation from a checkout.
if (existsSync(compiler)) {
  await build();
} else if (existsSync(join(target, 'main.js'))) {
  process.stdout.write('Portico is not built again: the packages for that are not installed.\n');
} else {
  process.stderr.write(
    'Portico is not built, and the packages for that are not installed: run "npm ci" without "--omit=dev".\n' +
      'An archive made by "npm run release" needs no build.\n',
  );
  process.exitCode = 1;
}

async function build() {
  const { bundle } = await import('./bundle.js');
  const made = new Set((await bundle(target, ['src/main.ts'])).map((path) => join(root, path)));
  // Files of an earlier build are removed last, so that a complete program exists at each moment.
  for (const name of readdirSync(target)) {
    const path = join(target, name);
    if (!made.has(path)) rmSync(path, { recursive: true });
  }
}
