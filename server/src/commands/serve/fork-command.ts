import { type ChildProcess, fork } from 'node:child_process';
import { builtFile, letStandBack } from '../../lib/threads.js';
import type { World } from '../command.js';

/**
 * Runs a command in a process that stands back behind the server, which ends it when it stops: an interrupt at the
 * terminal does not reach it.
 *
 * @param read The stream of it that is read; the other one is discarded.
 * @param input What it reads on standard input.
 */
export function forkCommand(
  args: readonly string[],
  { cwd, environment }: Pick<World, 'cwd' | 'environment'>,
  read: 'stdout' | 'stderr',
  input?: string,
): ChildProcess {
  const child = fork(builtFile(new URL('./command-process.ts', import.meta.url)), [...args], {
    ...{ execArgv: [], cwd, env: environment, detached: true },
    stdio: [
      input === undefined ? 'ignore' : 'pipe',
      ...(read === 'stdout' ? (['pipe', 'ignore'] as const) : (['ignore', 'pipe'] as const)),
      'ipc',
    ],
  });
  // One that ends before it has read all of it says why itself.
  child.stdin?.on('error', () => {}).end(input);
  letStandBack(child);
  return child;
}
