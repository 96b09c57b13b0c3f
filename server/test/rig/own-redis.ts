import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../scripts/test-rig/free-port.js';
import { stepAside } from './step-aside.js';

/** The server program, where a suite may start one of its own. */
function findProgram(): string | undefined {
  if (process.env.PORTICO_TEST_REDIS_URL === 'none') return undefined;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return folders
    .flatMap((folder) => [join(folder, 'redis-server'), join(folder, 'valkey-server')])
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a Redis can be started. */
export function hasRedis(): boolean {
  return findProgram() !== undefined;
}

/** Whether a suite can have a Redis of its own; if not, it is named at the end of `npm test`. */
export function canStartRedis(suite: string): boolean {
  if (hasRedis()) return true;
  stepAside('Redis', suite);
  return false;
}

/**
 * A Redis that belongs to one suite, so that it can be stopped and started again. It keeps nothing:
 * started again it is empty.
 */
export class OwnRedis {
  readonly #password = randomBytes(16).toString('hex');
  #port = 0;
  #process: ChildProcess | undefined;

  /** `redis://…`, the same after a restart. */
  get url(): string {
    return `redis://:${this.#password}@127.0.0.1:${this.#port}/3`;
  }

  /** Starts it, and waits until it answers. @param settings Lines of its settings. */
  async start(settings: readonly string[] = []): Promise<this> {
    if (this.#port === 0) this.#port = await freePort();
    const child = spawn(findProgram() ?? 'redis-server', ['-'], {
      // It writes nothing there.
      cwd: tmpdir(),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#process = child;
    const usual = ['bind 127.0.0.1', 'save ""', 'appendonly no', 'daemonize no'];
    const own = [`port ${this.#port}`, `requirepass ${this.#password}`];
    child.stdin.end([...usual, ...own, ...settings, ''].join('\n'));
    const client = new Redis(this.url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    client.on('error', () => {});
    await client.ping();
    client.disconnect();
    return this;
  }

  /** Ends it as a power cut would. */
  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
