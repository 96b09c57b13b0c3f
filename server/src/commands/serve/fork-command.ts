import { type ChildProcess, fork } from 'node:child_process';
import { letStandBack, processFile } from '../../lib/threads.js';
import type { World } from '../command.js';

/**
 * Runs a command in a process that stands back behind the server, which ends it when it stops: an interrupt at the
 * terminal does not reach it.
 *
 * @param read The stream of it that is read; the other one is discarded.
 */
export function forkCommand(
  args: readonly string[],
  { cwd, environment }: Pick<World, 'cwd' | 'environment'>,
  read: 'stdout' | 'stderr',
): ChildProcess {
  const { filename, execArgv } = processFile(new URL('./command-process.ts', import.meta.url));
  const child = fork(filename, [...args], {
    ...{ execArgv, cwd, env: environment, detached: true },
    stdio:
      read === 'stdout' ? ['ignore', 'pipe', 'ignore', 'ipc'] : ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  letStandBack(child);
  return child;
}
