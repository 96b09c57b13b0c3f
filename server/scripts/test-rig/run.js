/** The processes of a test run: the keeper, the compiler and vitest. */
import { fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts the keeper (see keeper.js) and, with it, the servers of the plan.
 * @param {object} plan the `start` of planServers
 */
export function startKeeper(plan) {
  const program = fileURLToPath(new URL('keeper.js', import.meta.url));
  const keeper = fork(program, [], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const gone = new Promise((resolve) => keeper.on('exit', resolve));
  const ready = new Promise((resolve, reject) => {
    keeper.on('message', (message) => {
      if ('error' in message) reject(new Error(message.error));
      else resolve(message);
    });
    keeper.on('exit', () => reject(new Error('the keeper of the test servers ended')));
  });
  // Awaited later than it may fail, when the build fails first.
  ready.catch(() => {});
  keeper.send({ start: plan });
  return {
    /** @type {Promise<{ folder: string, postgresUrl?: string, redisUrl?: string, balanced?: object }>} */
    ready,
    /** Whether it still clears up after what is started now. */
    watches: () => keeper.connected,
    /** @param {number} group the process group to end with the run */
    watch(group) {
      keeper.send({ group });
    },
    /** Ends the group, stops the servers, removes the folder; resolves when all of it is gone. */
    async close() {
      if (keeper.connected) keeper.disconnect();
      await gone;
    },
  };
}

/**
 * The processes between this one and npm, as text to compare: it changes when one of them ends, for
 * then its child is handed to another parent. npm runs a command through `sh`, which may stay.
 */
export function startedBy() {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    const [, name, grandparent] = /\((.*)\) \S (\d+)/.exec(stat) ?? [];
    return name === 'sh' ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}

/** Makes dist/ of src/, so that tests of the command line run the real program. */
export async function build() {
  const args = [join(root, 'scripts', 'build.js')];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const { code, signal } = await ended(child);
  if (code !== 0) throw new Error(`the build failed (${signal ?? `exit code ${code}`})`);
}

/**
 * Runs vitest in a process group of its own, so that whatever the tests start ends with it.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {{ watches(): boolean, watch(group: number): void }} keeper
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
export async function runVitest(args, env, keeper) {
  const program = join(root, '..', 'node_modules', 'vitest', 'vitest.mjs');
  const reporter = join(root, 'test', 'rig', 'tally.ts');
  const reporters = [`--reporter=${reporter}`];
  if (!args.some((argument) => /^--reporters?(=|$)/.test(argument))) {
    reporters.unshift('--reporter=default');
  }
  if (!keeper.watches()) throw new Error('the run is over');
  const child = spawn(process.execPath, [program, 'run', ...reporters, ...args], {
    cwd: root,
    detached: true,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (child.pid !== undefined) keeper.watch(child.pid);
  return ended(child);
}

/**
 * The count of a run: one failure at least where vitest died, or failed without saying what.
 * @param {string} file what the tally reporter wrote, if it came so far
 * @param {{ code: number | null } | undefined} end how vitest ended; undefined where the run was cut off
 * @returns {{ passed: number, failed: number, skipped: number, finished: boolean }}
 */
export function readTally(file, end) {
  let tally = { passed: 0, failed: 0, skipped: 0, finished: false };
  try {
    tally = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Not one test file ended.
  }
  const failedAsRun = !tally.finished || end?.code !== 0;
  if (failedAsRun && (!tally.finished || tally.failed === 0)) tally.failed += 1;
  return tally;
}

/**
 * What stepped aside in the run, and whose suites.
 * @param {string} file one JSON object a line, as test/rig/step-aside.ts writes them
 * @returns {Map<string, Set<string>>} what was missing → the suites that did not run
 */
export function readStepsAside(file) {
  const suites = new Map();
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // Nothing stepped aside.
  }
  for (const line of text.split('\n').filter(Boolean)) {
    const { missing, suite } = JSON.parse(line);
    if (!suites.has(missing)) suites.set(missing, new Set());
    suites.get(missing).add(suite);
  }
  return suites;
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
}
