import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '../../scripts/bundle.js';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** What a program looks for around its own folder. */
const AROUND = ['node_modules', 'openapi.json', 'llms.txt', 'server/package.json'];

const made = new Map<string, Promise<string>>();

/**
 * Bundles a program of the tests with the threads of the server, once in each process. To start one takes half a second
 * of a processor, and three from its source, of which some hundred modules are read, compiled and resolved.
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
  for (const path of AROUND) symlinkSync(join(checkout, path), join(folder, path));
  await bundlePrograms(dist, [source]);
  return join(dist, `${basename(source, '.ts')}.js`);
}
