/**
 * `npm run build`: src/ becomes dist/main.js and the parts that it loads when they are asked for.
 * Each start, of the command line as of every worker, reads a few files instead of some six hundred,
 * which takes two thirds of the time. Types are another command's work: `npm run types`.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Packages of many small modules that hold no program of their own. All others stay where npm put
 * them: native ones have to, and those of CommonJS gain nothing.
 */
const TAKEN_IN = new Set(['kysely', 'typebox']);

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist');
const { dependencies, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/main.ts'],
  outdir: target,
  bundle: true,
  splitting: true,
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: `node${engines.node.replace(/^\D+/, '')}`,
  external: Object.keys(dependencies).filter((name) => !TAKEN_IN.has(name)),
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
});

// What an earlier build made goes last, so that there is a whole program at each moment.
const made = new Set(Object.keys(metafile.outputs).map((path) => join(root, path)));
for (const name of readdirSync(target)) {
  const path = join(target, name);
  if (!made.has(path)) rmSync(path, { recursive: true });
}
