import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { EXTERNAL } from '../../scripts/bundle.js';

const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const made = new Map<string, Promise<string>>();

/**
 * Bundles a program of the tests, once in each process. From its source each start reads, compiles and resolves some
 * hundred modules, which takes several times as long. For programs that start no threads and read no files of the
 * package: those look for them next to their source.
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
  symlinkSync(packages, join(folder, 'node_modules'));
  const outfile = join(folder, `${basename(source, '.ts')}.mjs`);
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
