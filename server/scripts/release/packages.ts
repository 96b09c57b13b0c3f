import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Writes the checksum of a file next to it, as `sha256sum --check` reads it. @returns The path of the checksum. */
export function writeChecksum(file: string): string {
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
  const checksum = `${file}.sha256`;
  writeFileSync(checksum, `${sum}  ${basename(file)}\n`);
  return checksum;
}

/** Builds the client for websites, and packs it. @returns The path of the package. */
export function packSdk(root: string, folder: string): string {
  const sdk = join(root, 'sdk');
  npm(sdk, 'run', 'build');
  return pack(sdk, folder);
}

/**
 * Builds the tools for assistants, and packs them with the client that they use: no registry has it.
 *
 * @param sdk The package of the client.
 * @returns The path of the package.
 */
export function packAssistants(root: string, sdk: string, folder: string): string {
  const mcp = join(root, 'mcp');
  npm(mcp, 'ci');
  npm(mcp, 'run', 'build');
  const scratch = mkdtempSync(join(tmpdir(), 'portico-mcp-'));
  try {
    cpSync(join(mcp, 'dist'), join(scratch, 'dist'), { recursive: true });
    copyFileSync(join(mcp, 'README.md'), join(scratch, 'README.md'));
    copyFileSync(join(root, 'LICENSE'), join(scratch, 'LICENSE'));
    const client = join(scratch, 'node_modules', 'portico-sdk');
    mkdirSync(client, { recursive: true });
    execFileSync('tar', ['-xzf', sdk, '-C', client, '--strip-components=1']);
    const { scripts, devDependencies, ...rest } = packageOf(mcp);
    const dependencies = { ...rest.dependencies, 'portico-sdk': packageOf(client).version };
    const bundleDependencies = ['portico-sdk'];
    const content = { ...rest, dependencies, bundleDependencies };
    writeFileSync(join(scratch, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
    return pack(scratch, folder);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

interface PackageFile {
  readonly version: string;
  readonly scripts?: unknown;
  readonly devDependencies?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function packageOf(folder: string): PackageFile {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile;
}

/** Packs a folder without its scripts. */
function pack(from: string, folder: string): string {
  const output = npm(from, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder);
  const [{ filename }] = JSON.parse(output) as [{ filename: string }];
  return join(folder, filename);
}

/** Runs npm. @returns What it printed. */
export function npm(cwd: string, ...parameters: string[]): string {
  return execFileSync('npm', parameters, {
    ...{ cwd, encoding: 'utf8', maxBuffer: 2 ** 26 },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
