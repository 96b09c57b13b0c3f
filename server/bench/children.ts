import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** How a child process is run. */
export interface ChildOptions {
  /** Ends the child when the run is given up. */
  readonly signal: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it stands back behind everything else, with all threads that it has and will have. */
  readonly standsBack?: boolean;
}

/** A server in a process of its own. */
export interface RunningServer {
  readonly url: string;
  /** Processor time that the process has taken so far, in milliseconds, to the next ten. */
  processorMs(): number;
  stop(): Promise<void>;
}

/**
 * Runs a program to its end.
 *
 * @param args What follows `node`.
 * @returns What it printed.
 * @throws Error with the end of what it printed as errors when it failed.
 */
export async function runToEnd(args: readonly string[], options: ChildOptions): Promise<string> {
  const child = start(args, options, 'pipe');
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4000);
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0) throw new Error(`${args.at(0)} ended with ${code ?? signal}.\n${errors}`);
  return output;
}

/** Starts a server that prints `{"url":…}` in a line of its own when it listens, and stops at SIGTERM. */
export async function startServer(
  args: readonly string[],
  options: ChildOptions,
): Promise<RunningServer> {
  // What it logs is written and thrown away, as the cost of logging is part of an answer's.
  const child = start(args, options, 'ignore');
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await Promise.race([once(lines, 'line'), closed])) as unknown[];
  const url: unknown = typeof line === 'string' ? JSON.parse(line).url : undefined;
  if (typeof url !== 'string') throw new Error(`${args.at(0)} did not start: ${line}`);
  return {
    url,
    processorMs: () => processorMs(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** From the system's book-keeping (Linux), whose ticks are of ten milliseconds everywhere. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function start(
  args: readonly string[],
  { signal, env = {}, standsBack = false }: ChildOptions,
  stderr: 'pipe' | 'ignore',
): ChildProcess {
  // Not by itself: when its first line runs, threads are there already that have a priority of their own.
  const [program, ...before] = standsBack
    ? ['nice', '-n', '19', process.execPath]
    : [process.execPath];
  return spawn(program as string, [...before, ...args], {
    signal,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', stderr],
    env: { ...process.env, ...env },
  });
}
