/** The processes of a test run: the keeper, the compiler and vitest. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answer, Order, Started } from './keeper.js';
import type { Options, StartPlan } from './options.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The keeper of a run (see keeper.ts), from the run's side. */
export interface Keeper {
  readonly ready: Promise<Started>;
  /** Whether it still clears up processes that start now. */
  watches(): boolean;
  /** Ends this process group with the run. */
  watch(group: number): void;
  /** Ends the groups, stops the servers, removes the folder; resolves when all of it is gone. */
  close(): Promise<void>;
}

/** The end of a process. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Starts the keeper and, with it, the servers of the plan. */
export function startKeeper(plan: StartPlan): Keeper {
  const program = join(root, 'scripts', 'run-typescript.js');
  const keeper = fork(program, [join(root, 'scripts', 'test-rig', 'keeper.ts')], {
    detached: true,
    // The keeper needs no loader of this process.
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const tell = (order: Order): void => void keeper.send(order);
  const gone = new Promise((resolve) => keeper.on('exit', resolve));
  const ready = new Promise<Started>((resolve, reject) => {
    keeper.on('message', (message: Answer) => {
      if ('error' in message) reject(new Error(message.error));
      else resolve(message);
    });
    keeper.on('exit', () => reject(new Error('the keeper of the test servers ended')));
  });
  // The promise may fail before anything awaits it, when the build fails first.
  ready.catch(() => {});
  tell({ start: plan });
  return {
    ready,
    watches: () => keeper.connected,
    watch: (group) => tell({ group }),
    async close() {
      if (keeper.connected) keeper.disconnect();
      await gone;
    },
  };
}

/**
 * The processes between this one and npm, as text to compare. The text changes when one of them
 * ends, because its child then gets another parent. npm runs a command through `sh`, which may
 * stay.
 */
export function startedBy(): string {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    const [, name, grandparent] = /\((.*)\) \S (\d+)/.exec(stat) ?? [];
    return name === 'sh' ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}

/** Compiles src/ to dist/, so that tests of the command line run the real program. */
export async function build(): Promise<void> {
  const args = [join(root, 'scripts', 'build.js')];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const { code, signal } = await ended(child);
  if (code !== 0) throw new Error(`the build failed (${signal ?? `exit code ${code}`})`);
}

/**
 * Runs vitest in a process group of its own, so that everything that the tests start ends with it.
 */
export async function runVitest(
  { forVitest: args, watch }: Pick<Options, 'forVitest' | 'watch'>,
  env: NodeJS.ProcessEnv,
  keeper: Pick<Keeper, 'watches' | 'watch'>,
): Promise<Ending> {
  const program = join(root, '..', 'node_modules', 'vitest', 'vitest.mjs');
  const reporter = join(root, 'test', 'rig', 'tally.ts');
  const reporters = [`--reporter=${reporter}`];
  if (!args.some((argument) => /^--reporters?(=|$)/.test(argument))) {
    reporters.unshift('--reporter=default');
  }
  if (!keeper.watches()) throw new Error('the run is over');
  const child = spawn(process.execPath, [program, watch ? 'watch' : 'run', ...reporters, ...args], {
    cwd: root,
    detached: true,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (child.pid !== undefined) keeper.watch(child.pid);
  return ended(child);
}

/** The results of a run. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Whether vitest ended normally. */
  finished: boolean;
}

/**
 * The count of a run, with at least one failure when vitest died, or failed without a reason.
 *
 * @param file The output of the tally reporter, if it got so far.
 * @param end How vitest ended; undefined for a run that was stopped.
 */
export function readTally(file: string | undefined, end: Ending | undefined): Tally {
  let tally: Tally = { passed: 0, failed: 0, skipped: 0, finished: false };
  try {
    if (file !== undefined) tally = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // No test file ended.
  }
  const failedAsRun = !tally.finished || end?.code !== 0;
  if (failedAsRun && (!tally.finished || tally.failed === 0)) tally.failed += 1;
  return tally;
}

/**
 * The suites that did not run, by what was missing.
 *
 * @param file One JSON object on each line, as test/rig/step-aside.ts writes them.
 */
export function readStepsAside(file: string | undefined): Map<string, Set<string>> {
  const suites = new Map<string, Set<string>>();
  let text = '';
  try {
    if (file !== undefined) text = readFileSync(file, 'utf8');
  } catch {
    // No suite stepped aside.
  }
  for (const line of text.split('\n').filter(Boolean)) {
    const { missing, suite } = JSON.parse(line);
    suites.set(missing, (suites.get(missing) ?? new Set()).add(suite));
  }
  return suites;
}

function ended(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
}
