import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readReferenceScript } from './reference-script.js';

/** The packages of this repository that go into the program: they are TypeScript. */
const WORKSPACES = ['importer', 'media', 'demo'];

/**
 * The packages that each start of a server loads, and those of this repository: to find, read and compile them module by
 * module took a fourth of the start. All others stay where npm put them. Native packages and those that start a file as
 * a thread have to, and the rest is loaded when something needs it.
 */
const BUNDLED = new Set([
  '@fastify/busboy',
  '@fastify/compress',
  '@fastify/cors',
  '@fastify/fast-json-stringify-compiler',
  '@fastify/static',
  'commander',
  'fastify',
  'ipaddr.js',
  'kysely',
  'lru-cache',
  'pg',
  'request-filtering-agent',
  // Loaded by a first start only, in a hundred files.
  'selfsigned',
  'typebox',
  ...WORKSPACES.map((name) => `portico-${name}`),
]);

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies, devDependencies, engines, version } = packageIn('server');

/** The packages that stay where npm put them. */
const EXTERNAL = Object.keys({
  ...dependencies,
  ...devDependencies,
  ...Object.assign({}, ...WORKSPACES.map((folder) => packageIn(folder).dependencies)),
}).filter((name) => !BUNDLED.has(name));

/**
 * The package.json of a workspace.
 *
 * @param {string} folder
 */
function packageIn(folder) {
  return JSON.parse(readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), 'utf8'));
}

/**
 * Bundles programs of the server as `bundlePrograms` does. The script of the reference page goes there, too.
 *
 * @param {string} folder Where the files go.
 * @param {readonly string[]} programs Their paths from the server's folder.
 * @param {readonly import('esbuild').Plugin[]} [plugins]
 * @returns {Promise<string[]>} The paths of the files, from the server's folder.
 */
export async function bundle(folder, programs, plugins = []) {
  const files = await bundlePrograms(folder, programs, plugins);
  return [...files, ...(await bundleReference(folder))];
}

/**
 * Bundles programs and the files that the server's threads run, each into a file of its name and the
 * parts that it loads at their first use: a start reads a few files instead of some six hundred,
 * which takes two thirds of the time.
 *
 * @param {string} folder Where the files go.
 * @param {readonly string[]} programs Their paths, absolute or from the server's folder.
 * @param {readonly import('esbuild').Plugin[]} [plugins]
 * @returns {Promise<string[]>} The paths of the files, from the server's folder.
 */
export async function bundlePrograms(folder, programs, plugins = []) {
  const { metafile } = await build(programOptions(folder, programs, plugins));
  const licences = resolve(root, folder, 'licenses.txt');
  writeFileSync(licences, licencesOf(Object.keys(metafile.inputs)));
  return [...Object.keys(metafile.outputs), relative(root, licences)];
}

/**
 * The licence texts of the packages that a bundle holds, which each copy of them has to come with.
 *
 * @param {readonly string[]} inputs Paths of their files, from the server's folder.
 * @returns {string}
 */
function licencesOf(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const texts = [...folders].sort().map((path) => {
    const folder = resolve(root, path);
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const files = readdirSync(folder).filter((file) =>
      /^(licen[cs]e|copying|notice|copyright)/i.test(file),
    );
    const words = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...words].join('\n\n');
  });
  return `${texts.join('\n\n---\n\n')}\n`;
}

/**
 * The options of esbuild for `bundlePrograms`, with the same parameters.
 *
 * @param {string} folder
 * @param {readonly string[]} programs
 * @param {readonly import('esbuild').Plugin[]} [plugins]
 * @returns {import('esbuild').BuildOptions & { metafile: true }}
 */
export function programOptions(folder, programs, plugins = []) {
  return {
    absWorkingDir: root,
    entryPoints: [...programs, ...threads()],
    outdir: folder,
    // All files are in one folder, which src/version.ts relies on.
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: `node${engines.node.replace(/^\D+/, '')}`,
    external: EXTERNAL,
    // Packages of CommonJS call it for the modules of Node.js.
    banner: {
      js: "const require = process.getBuiltinModule('module').createRequire(import.meta.url);",
    },
    define: { PORTICO_COMMIT: JSON.stringify(commit()) },
    sourcemap: true,
    metafile: true,
    logLevel: 'warning',
    plugins: [...plugins],
  };
}

/**
 * The files of the reference page, which the program hands to browsers: the viewer's script, and what
 * reference/ adds to it.
 *
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function bundleReference(folder) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: 'reference/page.ts', out: 'reference-page' },
      { in: 'reference/page.css', out: 'reference-page' },
    ],
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    metafile: true,
    logLevel: 'warning',
  });
  const viewer = resolve(root, folder, 'reference-viewer.js');
  const page = resolve(root, folder, 'reference-page.html');
  writeFileSync(viewer, readReferenceScript());
  copyFileSync(resolve(root, 'reference/page.html'), page);
  return [...Object.keys(metafile.outputs), relative(root, viewer), relative(root, page)];
}

/**
 * The commit of a checkout between two releases, as src/version.ts tells it; else nothing, so that a release is the
 * same bytes wherever it is built.
 *
 * @returns {string}
 */
function commit() {
  if (!version.includes('-')) return '';
  // An image is built without the repository, and git may not be there.
  const parameters = ['-C', root, 'rev-parse', '--short=8', 'HEAD'];
  const { stdout } = spawnSync('git', parameters, { encoding: 'utf8' });
  return (stdout ?? '').trim();
}

/**
 * The files that threads and processes of their own run: src/lib/threads.ts looks for them next to the program.
 *
 * @returns {string[]}
 */
function threads() {
  const folders = ['src', ...WORKSPACES.map((name) => `../${name}/src`)];
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /-(thread|process)\.ts$/.test(path))
      .map((path) => join(folder, path)),
  );
}
