import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runProgram } from '../children.js';

/** The exact version of each package; what these depend on is the newest that they accept. */
export const PEERS = { directus: '12.4.0', platformatic: '3.67.0' } as const;

/**
 * The Node.js for both: each needs 22.19, and the `isolated-vm` of Directus compiles on no newer one.
 * It comes from the registry too, so that the measurement is the same on every Node.js.
 */
const NODE = '22.23.3';

/** The longest time of one installation, in milliseconds: modules are compiled in it. */
const INSTALL_MS = 30 * 60_000;

/** Where the packages of a peer are, and the Node.js that runs it. */
export interface Installed {
  readonly folder: string;
  readonly node: string;
}

/**
 * Installs both peers into folders of their own, unless they are there.
 *
 * @throws Error with the end of npm's own error.
 */
export async function installPeers(
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly directus: Installed; readonly platformatic: Installed }> {
  if (process.platform !== 'linux') throw new Error('The peers are measured on Linux only.');
  const name = `node-linux-${process.arch}`;
  const runtime = join(folder, 'node');
  await install(runtime, name, NODE, process.env, signal);
  const home = join(runtime, 'node_modules', name);
  const node = join(home, 'bin', 'node');
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    // Modules are compiled for this Node.js and not for the one that runs the measurement.
    npm_config_nodedir: home,
  };
  const directus = join(folder, 'directus');
  const platformatic = join(folder, 'platformatic');
  await install(platformatic, '@platformatic/db', PEERS.platformatic, env, signal);
  await install(directus, 'directus', PEERS.directus, env, signal);
  return { directus: { folder: directus, node }, platformatic: { folder: platformatic, node } };
}

async function install(
  folder: string,
  name: string,
  version: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  const installed = join(folder, 'installed');
  if (contentOf(installed) === version) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"peer","private":true}\n');
  const args = ['install', '--no-audit', '--no-fund', '--save-exact', `${name}@${version}`];
  await runProgram('npm', args, { cwd: folder, env, signal, timeoutMs: INSTALL_MS });
  writeFileSync(installed, version);
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
