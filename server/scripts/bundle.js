import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readReferenceScript } from './reference-script.js';

/**
 * Packages of many small modules without a program of their own, and the demo, whose package is
 * TypeScript. All others stay where npm put them: native packages have to, and packages of CommonJS
 * gain nothing.
 */
const BUNDLED = new Set(['kysely', 'typebox', 'portico-demo']);

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies, devDependencies, engines } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/**
 * Bundles programs of the server and the files that its threads run, each into a file of its name and the
 * parts that it loads when they are asked for: a start reads a few files instead of some six hundred,
 * which takes two thirds of the time. The script of the reference page goes there, too.
 *
 * @param {string} folder Where the files go.
 * @param {readonly string[]} programs Their paths from the server's folder.
 * @param {readonly import('esbuild').Plugin[]} [plugins]
 * @returns {Promise<string[]>} The paths of the files, from the server's folder.
 */
export async function bundle(folder, programs, plugins = []) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...programs, ...threads()],
    outdir: folder,
    // All files are in one folder, which src/package-files.ts relies on.
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: `node${engines.node.replace(/^\D+/, '')}`,
    external: Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) => !BUNDLED.has(name),
    ),
    sourcemap: true,
    metafile: true,
    logLevel: 'warning',
    plugins: [...plugins],
  });
  const script = resolve(root, folder, 'reference.js');
  writeFileSync(script, readReferenceScript());
  return [...Object.keys(metafile.outputs), relative(root, script)];
}

/**
 * The files that threads run: src/lib/thread-file.ts looks for them next to the program.
 *
 * @returns {string[]}
 */
function threads() {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('-thread.ts'))
    .map((path) => join('src', path));
}
