import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const WEBSITE = fileURLToPath(new URL('..', import.meta.url));
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

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
    // In a group of its own: Ctrl-C then reaches this script alone, which ends all in their order.
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
