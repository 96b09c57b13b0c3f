import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutants.js';
import { type Half, type Line, type Reach, readLines, type TestRun, type Work } from './plan.js';
import type { Run } from './servers.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A lower priority than a person's own work on the machine. */
const LOW_PRIORITY = 10;
/** The longest silence of a process that starts, or that runs the tests without a mutant. */
const SILENCE_MS = 120_000;
/** The number of attempts at a test or mutant whose process hangs or ends. */
const ATTEMPTS = 2;

/** The result of a mutant. */
export type Outcome =
  | { readonly kind: 'noticed'; readonly by: string }
  | { readonly kind: 'ended'; readonly by: string }
  | { readonly kind: 'survived' }
  /** Its tests hang or end their process, with and without the mutant. */
  | { readonly kind: 'hangs without it' }
  | { readonly kind: 'unreached' };

/** Whether a test noticed the mutant; no outcome yet means that none did. */
export function isNoticed(outcome: Outcome | undefined): boolean {
  return outcome?.kind === 'noticed' || outcome?.kind === 'ended';
}

/**
 * Runs each test on one database without a mutant, and returns the mutants that it reaches, the
 * quickest test first. If a test hangs or ends its process, another process runs the rest.
 */
export async function learn(
  run: Run,
  tests: readonly string[],
  half: Half,
  silenceMs = SILENCE_MS,
): Promise<Reach[]> {
  const reach: Reach[] = [];
  const attempts = new Map<string, number>();
  const nameOf = ({ test, half }: TestRun): string => `${test} (${half})`;
  const add = (one: Reach): void => {
    reach.push(one);
    if (one.failure === undefined) return;
    process.stdout.write(`left out, fails without a mutant: ${nameOf(one)}: ${one.failure}\n`);
  };
  let rest: TestRun[] = tests.map((test) => ({ test, half }));
  for (let round = 0; rest.length > 0; round += 1) {
    let current: TestRun | undefined;
    let isDone = false;
    const what = { ...NOTHING, tests: rest, silenceMs };
    const ended = await work(run, `learn-${half}-${round}`, what, (line) => {
      if (line.kind === 'learn') current = line;
      if (line.kind === 'reach') add(line);
      if (line.kind === 'done') isDone = true;
    });
    if (isDone) break;
    if (current === undefined) throw new Error(`The tests do not start: ${ended}.`);
    const { test } = current;
    const seen = new Set(reach.map(nameOf));
    const attempt = (attempts.get(nameOf(current)) ?? 0) + 1;
    attempts.set(nameOf(current), attempt);
    if (!seen.has(nameOf(current)) && attempt === ATTEMPTS) {
      add({ test, half, ms: 0, failure: ended, reached: [] });
      seen.add(nameOf(current));
    }
    rest = rest.filter((one) => !seen.has(nameOf(one)));
  }
  const seconds = Math.round(reach.reduce((sum, { ms }) => sum + ms, 0) / 1000);
  process.stdout.write(`${tests.length} tests on ${half}, without a mutant: ${seconds} s\n`);
  return reach.sort((a, b) => a.ms - b.ms);
}

/** The limits of trying mutants. */
export interface Effort {
  readonly jobs: number;
  /** The most time of one mutant's tests, measured without the mutant. */
  readonly budgetMs: number;
  /** The most time of all mutants. */
  readonly forMs: number;
  /**
   * A test file that takes longer than this has hung, if its usual time does not give a lower
   * limit.
   */
  readonly mostMs?: number;
}

const NOTHING = {
  tests: [],
  mutants: [],
  reach: undefined,
  isControl: false,
  budgetMs: 0,
  firstNumber: 0,
} satisfies Omit<Work, 'output'>;

/** Tries each mutant with the tests that reach it. */
export async function tryMutants(
  run: Run,
  mutants: readonly Mutant[],
  reach: readonly Reach[],
  { jobs, budgetMs, forMs, mostMs }: Effort,
): Promise<Map<number, Outcome>> {
  const reached = new Set(reach.flatMap((one) => one.reached));
  const outcomes = new Map<number, Outcome>();
  for (const { id } of mutants) if (!reached.has(id)) outcomes.set(id, { kind: 'unreached' });
  // The processes of the two databases do not share their files.
  const name = reach[0]?.half ?? 'none';
  // The order is mixed, so that a run that ends early has tried some mutants of each file.
  const open = mutants
    .map(({ id }) => id)
    .filter((id) => reached.has(id))
    .sort((a, b) => ((a * 7919) % 10_007) - ((b * 7919) % 10_007));
  const until = performance.now() + forMs;
  const one = async (job: number): Promise<void> => {
    let rest = open.filter((_, index) => index % jobs === job);
    const attempts = new Map<number, number>();
    // The numbers of two processes are too far apart to meet.
    const common = { ...NOTHING, reach, budgetMs, firstNumber: 64 * job, until, mostMs };
    /** Whether the tests of a mutant end without the mutant. */
    const endsWithout = async (id: number): Promise<boolean> => {
      let isEnded = false;
      const what = { ...common, mutants: [id], isControl: true };
      await work(run, `${name}-${job}-control-${id}`, what, (line) => {
        if (line.kind === 'end') isEnded = line.noticedBy === null;
      });
      return isEnded;
    };
    for (let round = 0; rest.length > 0; round += 1) {
      let current: number | undefined;
      let begun = 0;
      const what = { ...common, mutants: rest };
      const ended = await work(run, `${name}-${job}-${round}`, what, (line) => {
        if (line.kind === 'begin') {
          current = line.id;
          begun += 1;
        }
        if (line.kind !== 'end') return;
        const { id, noticedBy } = line;
        outcomes.set(id, noticedBy ? { kind: 'noticed', by: noticedBy } : { kind: 'survived' });
        current = undefined;
        process.stdout.write(noticedBy ? '.' : 'S');
      });
      if (performance.now() > until) return;
      if (begun === 0) throw new Error(`The tests do not start: ${ended}.`);
      if (current !== undefined) {
        const attempt = (attempts.get(current) ?? 0) + 1;
        attempts.set(current, attempt);
        if (attempt === ATTEMPTS) {
          const isItsOwn = await endsWithout(current);
          // The end of the run may have ended the control.
          if (performance.now() > until) return;
          outcomes.set(
            current,
            isItsOwn ? { kind: 'ended', by: ended } : { kind: 'hangs without it' },
          );
          process.stdout.write(isItsOwn ? 'T' : '?');
        }
      }
      // A mutant that hung comes first, in a fresh process where no other mutant left anything
      // behind.
      const again = current;
      rest = rest
        .filter((id) => !outcomes.has(id))
        .sort((a, b) => Number(b === again) - Number(a === again));
    }
  };
  await Promise.all(Array.from({ length: jobs }, (_, job) => one(job)));
  process.stdout.write('\n');
  return outcomes;
}

/** The work of a process, and the limits that end it: a time, or too long a silence. */
interface Task extends Omit<Work, 'output'> {
  readonly until?: number;
  readonly silenceMs?: number;
  readonly mostMs?: number | undefined;
}

/** Runs one process to its end, or ends it when a test never does. Returns how it ended. */
async function work(
  run: Run,
  name: string,
  task: Task,
  each: (line: Line) => void,
): Promise<string> {
  const { until = Number.POSITIVE_INFINITY, silenceMs = SILENCE_MS, ...rest } = task;
  const { mostMs = Number.POSITIVE_INFINITY, ...what } = rest;
  const file = join(run.folder, `work-${name}.json`);
  const output = join(run.folder, `lines-${name}.ndjson`);
  writeFileSync(file, JSON.stringify({ ...what, output }));
  const child = start(run, file);
  let end: string | undefined;
  child.on('exit', (code, signal) => {
    end ??= `ended with ${signal ?? code}`;
  });
  let seen = 0;
  let limit = performance.now() + SILENCE_MS;
  for (;;) {
    const over = end !== undefined;
    const lines = readLines(output);
    for (const line of lines.slice(seen)) {
      each(line);
      const limitMs = line.kind === 'run' ? Math.min(mostMs, line.limitMs) : silenceMs;
      limit = performance.now() + limitMs;
    }
    seen = lines.length;
    if (over) return end ?? '';
    if (performance.now() > Math.min(limit, until)) {
      end = 'hung';
      kill(child);
    }
    await sleep(100);
  }
}

function start(run: Run, file: string): ChildProcess {
  const vitest = join(root, '..', 'node_modules', 'vitest', 'vitest.mjs');
  const config = join(root, 'scripts', 'mutate', 'vitest.config.ts');
  const child = spawn(process.execPath, [vitest, 'run', '--config', config], {
    cwd: root,
    // A process group of its own, so that everything that it starts can be ended with it.
    detached: true,
    env: { ...run.env, PORTICO_TEST_MUTANTS: file },
    stdio: ['ignore', 'ignore', process.env.MUTATE_DEBUG ? 'inherit' : 'ignore'],
  });
  if (child.pid !== undefined) {
    run.watch(child.pid);
    setPriority(child.pid, LOW_PRIORITY);
  }
  return child;
}

function kill(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has ended by itself.
  }
}
