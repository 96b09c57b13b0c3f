import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../scripts/bundle.js';

/** The tenant whose data is measured. */
export const CLIENT = 'bench';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Everything that a run makes, in one folder that is removed at its end. */
export interface Workspace {
  readonly signal: AbortSignal;
  /** The folder of the imported files. */
  readonly sources: string;
  /** PORTICO_DATA. */
  readonly data: string;
  /** The tenant's database, where it is a file. */
  readonly database: string;
  /** The PostgreSQL that has the data; undefined: they are in files. */
  readonly databaseUrl: string | undefined;
  /** The path of a compiled module of the server: `src/main.js`, `bench/load-process.js`. */
  module(path: string): string;
  file(name: string): string;
  remove(): void;
}

/**
 * Makes the folder, and bundles the program and these measurements into it as a release is bundled,
 * so that the measured code is a release's code, without a loader that transforms it.
 */
export async function makeWorkspace(signal: AbortSignal, databaseUrl?: string): Promise<Workspace> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'portico-bench-'));
  const file = (name: string): string => join(folder, name);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    // The layout of a checkout, because the program looks for its files and packages around its own
    // folder.
    const server = file('server');
    mkdirSync(server);
    symlinkSync(join(ROOT, 'package.json'), join(server, 'package.json'));
    for (const name of ['openapi.json', 'llms.txt', 'node_modules', 'importer', 'media', 'demo']) {
      symlinkSync(join(ROOT, '..', name), file(name));
    }
    const compiled = join(server, 'dist');
    const processes = ['bench', 'bench/peers'].flatMap((part) =>
      readdirSync(join(ROOT, part))
        .filter((name) => /-(process|server|memory)\.ts$/.test(name))
        .map((name) => `${part}/${name}`),
    );
    await bundle(compiled, ['src/main.ts', ...processes]);
    const data = file('data');
    return {
      signal,
      databaseUrl,
      sources: file('sources'),
      data,
      database: join(data, 'clients', `${CLIENT}.sqlite`),
      module: (path) => join(compiled, basename(path)),
      file,
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The bare server that searches the tenant's database, and what it is started with. */
export function bareServer({ module, database, databaseUrl }: Workspace): {
  readonly module: string;
  readonly database: string;
} {
  return databaseUrl === undefined
    ? { module: module('bench/bare-server.js'), database }
    : { module: module('bench/bare-pg-server.js'), database: databaseUrl };
}

/**
 * The environment of the program: its data in the workspace, without any other setting of this
 * machine.
 */
export function programEnvironment({ data, databaseUrl }: Workspace): Record<string, string> {
  const others = Object.keys(process.env).filter((name) => name.startsWith('PORTICO_'));
  return {
    ...Object.fromEntries(others.map((name) => [name, ''])),
    PORTICO_DATA: data,
    PORTICO_HOST: '127.0.0.1',
    PORTICO_PORT: '0',
    PORTICO_BASE_URL: 'https://portico.test',
    // Behind a proxy the server speaks plain HTTP, like the server that it is compared with.
    PORTICO_TRUST_PROXY: '127.0.0.1',
    ...(databaseUrl !== undefined && { PORTICO_DATABASE_URL: databaseUrl }),
  };
}
