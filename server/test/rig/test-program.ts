import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { EXTERNAL } from '../../scripts/bundle.js';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** What a program looks for around its own folder. */
const AROUND = ['node_modules', 'openapi.json', 'llms.txt', 'server/package.json'];

/** What threads and processes of the server run, in a build. */
const BEGUN_BY_THE_SERVER = /-(process|thread)\.js$/;

const made = new Map<string, Promise<string>>();

/**
 * Bundles a program of the tests, once in each process. From its source each start reads, compiles and resolves some
 * hundred modules, which takes several times as long: three seconds of a processor were measured, and half a second of a
 * bundle. The server's threads and processes are those of the build.
 *
 * @param source Absolute path of the source.
 * @returns Absolute path of what Node.js runs.
 */
export function testProgram(source: string): Promise<string> {
  const there = made.get(source) ?? bundled(source);
  made.set(source, there);
  return there;
}

async function bundled(source: string): Promise<string> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'portico-test-program-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const dist = join(folder, 'server', 'dist');
  mkdirSync(dist, { recursive: true });
  const begun = readdirSync(join(checkout, 'server', 'dist'))
    .filter((name) => BEGUN_BY_THE_SERVER.test(name))
    .map((name) => join('server', 'dist', name));
  for (const path of [...AROUND, ...begun]) symlinkSync(join(checkout, path), join(folder, path));
  const outfile = join(dist, `${basename(source, '.ts')}.mjs`);
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: EXTERNAL,
    logLevel: 'warning',
  });
  return outfile;
}
