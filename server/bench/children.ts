import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** The options of a child process. */
export interface ChildOptions {
  /** Ends the child when the run is cancelled. */
  readonly signal: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
  /** The Node.js that runs it; default: the one that runs this. */
  readonly node?: string;
  /** Whether it runs at the lowest priority, with all its threads. */
  readonly standsBack?: boolean;
}

/** A server in a separate process. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** The processor time of the process so far, in milliseconds, in steps of ten. */
  processorMs(): number;
  stop(): Promise<void>;
}

/**
 * Runs a program to its end.
 *
 * @param args The arguments of `node`.
 * @returns Its standard output.
 * @throws Error with the end of its standard error when it failed.
 */
export async function runToEnd(args: readonly string[], options: ChildOptions): Promise<string> {
  return outputOf(args.at(0) ?? '', start(args, options, 'pipe'));
}

/**
 * Runs any program to its end, in its own folder and environment.
 *
 * @returns Its standard output.
 * @throws Error with the end of its standard error when it failed or took too long.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  {
    timeoutMs,
    ...options
  }: {
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    readonly signal: AbortSignal;
    readonly timeoutMs: number;
  },
): Promise<string> {
  const child = spawn(program, args, {
    ...options,
    timeout: timeoutMs,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return outputOf(program, child);
}

async function outputOf(name: string, child: ChildProcess): Promise<string> {
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4000);
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0) throw new Error(`${name} ended with ${code ?? signal}.\n${errors}`);
  return output;
}

/** Starts a server that prints a line `{"url":…}` when it listens, and stops at SIGTERM. */
export async function startServer(
  args: readonly string[],
  options: ChildOptions,
): Promise<RunningServer> {
  // Its log is written and thrown away, because logging is part of the cost of an answer.
  const child = start(args, options, 'ignore');
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await Promise.race([once(lines, 'line'), closed])) as unknown[];
  const url: unknown = typeof line === 'string' ? JSON.parse(line).url : undefined;
  if (typeof url !== 'string') throw new Error(`${args.at(0)} did not start: ${line}`);
  return {
    url,
    pid: child.pid ?? 0,
    processorMs: () => processorMs(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** From the system's bookkeeping (Linux), in ticks of ten milliseconds. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function start(
  args: readonly string[],
  { signal, env = {}, node = process.execPath, standsBack = false }: ChildOptions,
  stderr: 'pipe' | 'ignore',
): ChildProcess {
  // The process does not lower its own priority, because at its first line some threads already
  // exist, with priorities of their own.
  const [program, ...before] = standsBack ? ['nice', '-n', '19', node] : [node];
  return spawn(program as string, [...before, ...args], {
    signal,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', stderr],
    env: { ...process.env, ...env },
  });
}
