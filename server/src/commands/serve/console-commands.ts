import type { ChildProcess } from 'node:child_process';
import type { RunCommand } from '../../console/route.js';
import { systemTimer } from '../../lib/clock.js';
import { FairQueue, QueueFull } from '../../lib/queues.js';
import { endProcess } from '../../lib/threads.js';
import type { World } from '../command.js';
import { forkCommand } from './fork-command.js';

/** How long a command may take, and how long it has to end after a signal. */
const MOST_MS = 10 * 60_000;
const STATUS_MS = 30_000;
const STOP_MS = 10_000;

/** The most characters of what a command prints. */
const LONGEST_OUTPUT = 16 * 1024 * 1024;

/**
 * Runs commands for people of the console, each in a process: two at a time, and one of an account. An import, which may
 * take long, holds up only imports. `stop` ends those under way, and begins no others.
 */
export function commandRunner(
  { cwd, environment }: Pick<World, 'cwd' | 'environment'>,
  timer = systemTimer,
): { readonly run: RunCommand; readonly stop: () => Promise<void> } {
  const turns = new FairQueue(2, 8, 2, 1);
  const imports = new FairQueue(2, 8, 1, 1);
  const children = new Set<ChildProcess>();
  let isStopping = false;
  /** The status is the same for everybody: a second call gets the one that is under way. */
  let status: ReturnType<RunCommand> | undefined;
  const runFor: RunCommand = (args, account, input) => {
    const env = { ...environment, CONSOLE_ACCOUNT: account };
    const line = args[0] === 'import' ? imports : turns;
    if (args[0] !== 'status') return line.run(account, () => run(args, env, MOST_MS, input));
    status ??= run(args, env, STATUS_MS).finally(() => {
      status = undefined;
    });
    return status;
  };
  const stop = async () => {
    isStopping = true;
    await Promise.all([...children].map((child) => endProcess(child, STOP_MS)));
  };
  return { run: runFor, stop };

  async function run(
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    mostMs: number,
    input?: string,
  ) {
    if (isStopping) throw new QueueFull();
    const child = forkCommand(args, { cwd, environment: env }, 'stdout', input);
    children.add(child);
    const cancel = timer.after(mostMs, () => void endProcess(child, STOP_MS));
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < LONGEST_OUTPUT) output += text;
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    }).finally(() => {
      children.delete(child);
      cancel();
    });
    try {
      return { code, json: JSON.parse(output) as Record<string, unknown> };
    } catch {
      // The parser's own words quote the text, which may hold an address.
      throw new Error(`The command ${args[0]} ended with ${code} and no whole answer.`);
    }
  }
}
