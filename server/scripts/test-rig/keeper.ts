/**
 * Keeps the surroundings of a test run: a temporary folder, the database servers in it, and the
 * process groups of the tests. It is a separate process in a session of its own, and clears
 * everything up as soon as its channel to the run closes. So a run that is interrupted, that
 * crashes or that is killed leaves no process and no file behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Balanced, startBalanced } from './balanced.js';
import type { StartPlan } from './options.js';
import { REDIS_DATABASES } from './options.js';
import { type Spawn, startPostgres, startRedis } from './servers.js';

/**
 * A message from the run to the keeper: first the servers to start, then the process groups to end
 * with the run.
 */
export type Order = { readonly start: StartPlan } | { readonly group: number };

/** The servers of a run. */
export interface Started {
  readonly folder: string;
  readonly postgresUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly balanced: Balanced | undefined;
}

/** The keeper's answer. */
export type Answer = Started | { readonly error: string };

const STOP_WITHIN_MS = 10_000;
const TESTS_STOP_WITHIN_MS = 2_000;

/** Linux's folder of files in memory, and the least free bytes there and of memory. */
const MEMORY = '/dev/shm';
const ROOMY = 4 * 1024 ** 3;

const running = new Map<ChildProcess, NodeJS.Signals>();
/** The folder of this run. */
let folder: string | undefined;
/** Process groups to end with the run. */
const groups = new Set<number>();
let stopping: Promise<void> | undefined;

process.on('message', (message: Order) => {
  if ('group' in message) groups.add(message.group);
  if ('start' in message) void start(message.start);
});
for (const event of ['disconnect', 'SIGINT', 'SIGTERM', 'SIGHUP']) process.on(event, stop);

async function start(plan: StartPlan): Promise<void> {
  try {
    folder = newFolder();
    mkdirSync(join(folder, 'tmp'), { mode: 0o711 });
    const [postgresUrl, redisUrl, balanced] = await Promise.all([
      plan.postgres && startPostgres(launch, plan.postgres, folder),
      plan.redis && startRedis(launch, plan.redis, folder, plan.redisDatabases ?? REDIS_DATABASES),
      plan.balanced && startBalanced(launch, plan.balanced, folder),
    ]);
    answer({ folder, postgresUrl, redisUrl, balanced });
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
}

function newFolder(): string {
  const made = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), 'portico-test-'));
  // PostgreSQL's account passes through to its own folder, and can read nothing on the way.
  chmodSync(made, 0o711);
  return made;
}

/**
 * Whether the files of a run go to memory. No test is about a power cut, but each commit to SQLite waits until a disk
 * has it; and every suite makes and removes hundreds of files of PostgreSQL, for which a file system on a disk takes
 * longer to find free places than all the work of PostgreSQL.
 */
function hasRoomInMemory(): boolean {
  // A container may use less memory than its machine has free.
  const free = Math.min(freemem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
  // A configured folder for temporary files has a reason.
  if (process.env.TMPDIR !== undefined || free < ROOMY) return false;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOMY;
  } catch {
    return false;
  }
}

function answer(message: Answer): void {
  if (process.connected && stopping === undefined) process.send?.(message);
}

const launch: Spawn = (program, args, { stopSignal = 'SIGTERM', ...options }) => {
  if (stopping !== undefined) throw new Error('the run is over');
  const child = spawn(program, args, options);
  running.set(child, stopSignal);
  child.on('exit', () => running.delete(child));
  child.on('error', () => running.delete(child));
  return child;
};

function stop(): void {
  stopping ??= clear().finally(() => process.exit());
}

async function clear(): Promise<void> {
  await Promise.all([...groups].map(endGroup));
  await Promise.all([...running].map(([child, signal]) => end(child, signal)));
  if (folder === undefined) return;
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

async function endGroup(group: number): Promise<void> {
  if (!signalGroup(group, 'SIGTERM')) return;
  const deadline = performance.now() + TESTS_STOP_WITHIN_MS;
  while (performance.now() < deadline && signalGroup(group, 0)) await sleep(50);
  signalGroup(group, 'SIGKILL');
}

function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const over = new Promise((resolve) => {
    child.on('exit', resolve);
    child.on('error', resolve);
  });
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await over;
  clearTimeout(timer);
}
