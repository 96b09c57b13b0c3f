import { appendFileSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type File, type Suite, startTests, type Test } from '@vitest/runner';
import { TestRunner, vi } from 'vitest';
import { type Half, type Line, type Reach, readPlan, type Work, workFile } from './plan.js';

/**
 * A process with more memory than this is replaced by a fresh one, because mutants leave servers
 * and timers behind.
 */
const LARGEST_BYTES = 1.5 * 1024 ** 3;
/**
 * A test file has hung when it takes longer than this and longer than this many times its usual
 * time. Its first failing test ends it, which takes up to the timeouts of a test and a hook.
 */
const SLOWEST_MS = 40_000;
const SLOWER = 4;

const postgres = process.env.PORTICO_TEST_DATABASE_URL;
const reached = new Set<number>();
const NONE = -1;
let active = NONE;
Object.assign(globalThis, {
  __mutant: (id: number) => {
    reached.add(id);
    return id === active;
  },
});

const unhandled: unknown[] = [];

/**
 * Runs test files again and again in one process, each time with fresh modules and another mutant.
 * Starting a process and transforming the sources each time would take most of the time.
 */
export default class MutationRunner extends TestRunner {
  async onBeforeRunFiles(): Promise<void> {
    if (this instanceof OneRun) return;
    for (const event of ['unhandledRejection', 'uncaughtException']) {
      process.removeAllListeners(event);
      process.on(event, (error) => unhandled.push(error));
    }
    const work = JSON.parse(readFileSync(workFile(), 'utf8')) as Work;
    const say = (line: Line) => appendFileSync(work.output, `${JSON.stringify(line)}\n`);
    process.env.VITEST_WORKER_ID = String(work.firstNumber);
    if (work.reach === undefined) await this.#learn(work, say);
    else await this.#try(work, work.reach, say);
    say({ kind: 'done' });
  }

  async #learn({ tests }: Work, say: (line: Line) => void): Promise<void> {
    for (const { test, half } of tests) {
      if (half === 'PostgreSQL' && postgres === undefined) continue;
      say({ kind: 'learn', test, half });
      reached.clear();
      let started = performance.now();
      let failure = await this.#run(test, half);
      if (failure !== undefined) {
        // A busy machine fails tests too, so a failure counts only if it repeats.
        started = performance.now();
        failure = await this.#run(test, half);
      }
      const ms = performance.now() - started;
      say({ kind: 'reach', test, half, ms, failure, reached: [...reached] });
    }
  }

  async #try(
    { mutants, budgetMs, isControl }: Work,
    reach: readonly Reach[],
    say: (line: Line) => void,
  ): Promise<void> {
    const files = new Map(readPlan().mutants.map(({ id, file }) => [id, file]));
    for (const id of mutants) {
      if (process.memoryUsage.rss() > LARGEST_BYTES) process.kill(process.pid, 'SIGKILL');
      let rest = budgetMs;
      const runs = nearestFirst(reach, files.get(id) ?? '').filter((one) => {
        if (one.failure !== undefined || !one.reached.includes(id) || rest <= 0) return false;
        rest -= one.ms;
        return true;
      });
      say({ kind: 'begin', id });
      let noticedBy: string | null = null;
      for (const one of runs) {
        const limitMs = SLOWEST_MS + SLOWER * one.ms;
        const run = () => {
          say({ kind: 'run', limitMs });
          return this.#run(one.test, one.half);
        };
        const failure = isControl ? await run() : await failureWith(id, run);
        if (failure === undefined) continue;
        noticedBy = `${one.test}: ${failure}`;
        break;
      }
      say({ kind: 'end', id, noticedBy });
    }
  }

  /** The first failure of a test file. */
  async #run(test: string, half: Half): Promise<string | undefined> {
    process.env.PORTICO_TEST_DATABASE_URL = half === 'SQLite' ? 'none' : postgres;
    // Each run gets Redis databases of its own.
    process.env.VITEST_WORKER_ID = String(Number(process.env.VITEST_WORKER_ID) + 1);
    vi.resetModules();
    unhandled.length = 0;
    const run = new OneRun(this.config as never);
    run.half = half;
    // Vitest sets these on a runner that it makes itself.
    const { _otel, moduleRunner } = this as unknown as Record<string, unknown>;
    Object.assign(run, { _otel, moduleRunner });
    const files = await startTests([resolve(test)], run as never);
    // A rejection that nobody awaited is reported a moment later.
    await new Promise((done) => setImmediate(done));
    vi.restoreAllMocks();
    vi.useRealTimers();
    const failed = files.flatMap(failures)[0];
    if (failed === undefined && unhandled.length > 0) return `unhandled ${String(unhandled[0])}`;
    return failed;
  }
}

/**
 * The failure of a test file with a mutant, if it happens twice; for a timeout, only if it does not
 * happen without the mutant.
 */
async function failureWith(
  id: number,
  run: () => Promise<string | undefined>,
): Promise<string | undefined> {
  active = id;
  const first = await run();
  // A busy machine fails tests too, so a failure counts only if it repeats.
  const second = first && (await run());
  active = NONE;
  if (second === undefined || !/timed out/.test(second)) return second;
  return (await run()) === undefined ? second : undefined;
}

class OneRun extends MutationRunner {
  half: Half = 'SQLite';

  /** Tests without PostgreSQL run in the first half only. */
  onCollected(files: File[]): void {
    if (this.half === 'PostgreSQL') for (const file of files) skipOthers(file);
  }

  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test as never);
    if (test.result?.state === 'fail') this.cancel('test-failure' as never);
  }

  override async onAfterRunSuite(): Promise<void> {}
  override onAfterRunFiles(): void {}
}

function skipOthers(suite: Suite): void {
  for (const task of suite.tasks) {
    if (task.name.endsWith(', on PostgreSQL')) continue;
    if (task.type === 'suite') skipOthers(task);
    else task.mode = 'skip';
  }
  if (suite.tasks.every(({ mode }) => mode === 'skip')) suite.mode = 'skip';
}

function failures(suite: Suite): string[] {
  const inside = suite.tasks.flatMap((task) =>
    task.type === 'suite' ? failures(task) : failure(task),
  );
  return [...inside, ...failure(suite)];
}

function failure(task: Suite | Test): string[] {
  if (task.result?.state !== 'fail') return [];
  const message = task.result.errors?.[0]?.message ?? '';
  return [`${task.name}: ${message.split('\n')[0]?.slice(0, 200)}`];
}

/**
 * Sorts tests: those with the source's name first, then those of the folder that mirrors its own,
 * then the others.
 */
function nearestFirst(reach: readonly Reach[], source: string): Reach[] {
  const name = basename(source).replace(/\..*$/, '');
  const folder = dirname(source).replace(/^src/, 'test');
  const distance = ({ test }: Reach): number => {
    if (basename(test).startsWith(name)) return 0;
    return dirname(test) === folder ? 1 : 2;
  };
  return [...reach].sort((one, other) => distance(one) - distance(other));
}
