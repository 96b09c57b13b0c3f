import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres, findRedis, unprivilegedAccount } from '../../scripts/test-rig/programs.js';
import { startPostgres as makePostgres, startRedis } from '../../scripts/test-rig/servers.js';

/** The longest wait for a server that was asked to stop, in milliseconds. */
const STOP_MS = 20_000;

/** A process that a run has started. */
export interface Running {
  readonly pid: number;
  stop(): Promise<void>;
}

/** The program and arguments that start the PostgreSQL of a prepared folder again. */
interface Recipe {
  readonly program: string;
  readonly args: readonly string[];
  readonly url: string;
}

/** Makes a PostgreSQL in a folder, which can be started again later. */
export async function newPostgres(folder: string): Promise<Running & { url: string }> {
  const found = findPostgres();
  if (found === undefined) throw new Error('There is no PostgreSQL on this machine.');
  // PostgreSQL's account passes through the folder.
  chmodSync(folder, 0o711);
  let last: { child: ChildProcess; program: string; args: readonly string[] } | undefined;
  const url = await makePostgres(
    (program, args, options) => {
      const child = spawn(program, args, options);
      last = { child, program, args };
      return child;
    },
    found,
    folder,
  );
  if (last === undefined) throw new Error('PostgreSQL was not started.');
  const { child, program, args } = last;
  const recipe: Recipe = { program, args, url };
  writeFileSync(join(folder, 'postgres.json'), JSON.stringify(recipe), { mode: 0o600 });
  return { url, ...running(child, 'SIGINT') };
}

/** Starts the PostgreSQL of a folder again, on another port and with current settings. */
export async function oldPostgres(
  folder: string,
  settings: readonly string[],
): Promise<Running & { url: string }> {
  const file = readFileSync(join(folder, 'postgres.json'), 'utf8');
  const { program, args, url: before } = JSON.parse(file) as Recipe;
  const port = await freePort();
  const own = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', `port=${port}`];
  const options = [...own, ...settings].flatMap((setting) => ['-c', setting]);
  const log = openSync(join(folder, 'postgres.log'), 'a');
  const child = spawn(program, [...args, ...options], {
    ...unprivilegedAccount(),
    cwd: join(folder, 'postgres'),
    stdio: ['ignore', log, log],
  });
  const url = new URL(before);
  url.port = String(port);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: see ${folder}.`);
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => {});
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (answers) return { url: url.href, ...running(child, 'SIGINT') };
    await sleep(50);
  }
}

/** Starts a Redis that keeps nothing. */
export async function newRedis(folder: string): Promise<Running & { url: string }> {
  const found = findRedis();
  if (found === undefined) throw new Error('There is no Redis on this machine.');
  let last: ChildProcess | undefined;
  const url = await startRedis(
    (program, args, options) => {
      last = spawn(program, args, options);
      return last;
    },
    found,
    folder,
    1,
  );
  if (last === undefined) throw new Error('Redis was not started.');
  return { url: `${url}/0`, ...running(last, 'SIGTERM') };
}

/** Starts the program, and waits until it listens. @param command The program and its arguments. */
export async function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  log: string,
): Promise<Running & { url: string; startMs: number }> {
  const start = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', openSync(log, 'w')],
    env: { ...process.env, ...env },
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await Promise.race([once(lines, 'line'), once(child, 'exit')])) as unknown[];
  if (typeof line !== 'string') throw new Error(`The program did not start: see ${log}.`);
  const { url } = JSON.parse(line) as { url: string };
  return { url, startMs: performance.now() - start, ...running(child, 'SIGTERM') };
}

function running(child: ChildProcess, signal: NodeJS.Signals): Running {
  const exited = once(child, 'exit');
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      const timer = setTimeout(kill, STOP_MS);
      await exited;
      clearTimeout(timer);
      process.off('exit', kill);
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}
