import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const WEBSITE = fileURLToPath(new URL('..', import.meta.url));
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Runs a command to its end. Its output is shown; it throws where the command fails. */
export async function run(command: string, input: string[], options: SpawnOptions): Promise<void> {
  const child = spawn(command, input, { stdio: 'inherit', ...options });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${[command, ...input].join(' ')} ended with ${code}.`);
}

/** Runs a command to its end, and returns what it prints. */
export async function output(command: string, input: string[], options: SpawnOptions) {
  const child = spawn(command, input, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${[command, ...input].join(' ')} ended with ${code}.`);
  return text;
}

/** Installs the packages of a folder where its lock file says others than those that are there. */
export async function install(folder: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const note = join(folder, 'node_modules/.installed');
  if (existsSync(note) && readFileSync(note, 'utf8') === wanted) return;
  await run(NPM, ['ci', '--no-audit', '--no-fund'], { cwd: folder, env });
  writeFileSync(note, wanted);
}

/** A port of this machine that is free now, for programs that do not say which one they got. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** Services that run. None outlives this script, however it ends. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/** A program that runs until it is stopped. */
export class Service {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(command: string, input: string[], options: SpawnOptions) {
    // In a separate process group: Ctrl-C then reaches only this script, which ends all in their order.
    this.#child = spawn(command, input, {
      ...{ detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
      ...options,
    });
    this.#ended = once(this.#child, 'exit');
    running.add(this.#child);
    this.#child.once('exit', () => running.delete(this.#child));
  }

  /** The first line for which `read` returns something. What it returns is not undefined. */
  async line<Result>(read: (line: string) => Result | undefined): Promise<Result> {
    const { stdout } = this.#child;
    if (stdout === null) throw new Error('The output of this service is not read.');
    const found = await new Promise<Result | undefined>((resolve) => {
      // Reads on after the line that was waited for: a full pipe would stop the service.
      createInterface(stdout)
        .on('line', (line) => {
          const result = read(line);
          if (result !== undefined) resolve(result);
        })
        .on('close', () => resolve(undefined));
    });
    if (found === undefined) throw new Error('A service ended before it was ready.');
    return found;
  }

  /** Whether it has ended by itself or by `stop`. */
  get ended(): Promise<unknown> {
    return this.#ended;
  }

  /** Asks it to end, and waits until it has. */
  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill('SIGTERM');
      await this.#ended;
    }
  }
}
